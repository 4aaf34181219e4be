// Reference values in 60 digits that share no formula with the library: power series of matrices.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace reference {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>,
                                            boost::multiprecision::et_off>;
using ExactVector = Eigen::Matrix<Exact, Eigen::Dynamic, 1>;
using ExactMatrix = Eigen::Matrix<Exact, Eigen::Dynamic, Eigen::Dynamic>;

/// sum over k of first!/(first + k)! a^k: e^a for first = 0, (e^a - 1)/a for first = 1.
inline ExactMatrix series(const ExactMatrix& a, int first) {
  ExactMatrix term = ExactMatrix::Identity(a.rows(), a.rows()), sum = term;
  for (int k = 1; k < 400; ++k) {
    term = ExactMatrix(term * a) / Exact(k + first);
    sum += term;
    if (term.norm() < Exact(1e-62) * sum.norm() && k > 8) break;
  }
  return sum;
}

/// The matrix by xi of L^-T p, L = (e^a - 1)/a at a = ad_xi: minus L^-T times the derivative of L^T q at the fixed
/// q = L^-T p, whose power series is differentiated term by term. lie_poisson(p) is the matrix of b -> ad*_b p.
template <class F>
ExactMatrix inverse_star_derivative(const ExactMatrix& a, const ExactVector& p,
                                    const F& lie_poisson) {
  const auto transposed = ExactMatrix(series(a, 1).transpose()).partialPivLu();
  ExactVector power = transposed.solve(p);
  ExactMatrix d = ExactMatrix::Zero(a.rows(), a.rows()), sum = d;
  Exact weight = 1;
  for (int k = 1; k < 400; ++k) {
    d = ExactMatrix(a.transpose() * d) + lie_poisson(power);
    power = ExactVector(a.transpose() * power);
    weight /= k + 1;
    sum += weight * d;
    if (weight * d.norm() < Exact(1e-62) * sum.norm() && k > 8) break;
  }
  return -transposed.solve(sum);
}

/// The logarithm near 1.
inline ExactMatrix log_near_one(const ExactMatrix& x) {
  const ExactMatrix e = x - ExactMatrix::Identity(x.rows(), x.rows());
  ExactMatrix power = e, sum = e;
  for (int k = 2; k < 30; ++k) {
    power = ExactMatrix(power * -e);
    sum += power / Exact(k);
  }
  return sum;
}

/// The unit quaternion of the rotation or Lorentz vector a, where z is the square of a.
inline ExactVector quaternion(const ExactVector& a, const Exact& z) {
  Exact c = 1, s = 0.5;
  if (z > 0) {
    const Exact half = sqrt(z) / 2;
    c = cos(half);
    s = sin(half) / (2 * half);
  } else if (z < 0) {
    const Exact half = sqrt(-z) / 2;
    c = cosh(half);
    s = sinh(half) / (2 * half);
  }
  ExactVector q(4);
  q << c, s * a[0], s * a[1], s * a[2];
  return q;
}

/// The logarithm of a quaternion (w, u), normalized here, where m is the square of u; w and the angle are taken
/// in the principal half.
inline ExactVector quaternion_log(const ExactVector& q, const Exact& m) {
  const Exact sign = q[0] < 0 ? -1 : 1;
  const Exact w = sign * q[0], norm = sqrt(w * w + m);
  Exact ratio = 1 / norm;
  if (m > 0) {
    ratio = atan2(Exact(sqrt(m)), w) / sqrt(m);
  } else if (m < 0) {
    ratio = atanh(Exact(sqrt(-m) / w)) / sqrt(-m);
  }
  return ExactVector(q.tail(3)) * (2 * sign * ratio);
}

}  // namespace reference
