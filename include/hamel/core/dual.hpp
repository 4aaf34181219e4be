// Forward-mode dual numbers: first derivatives of code that is generic in its scalar.
#pragma once

#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

#include <hamel/core/types.hpp>

namespace hamel {

/// A value of type S with its derivatives in N directions.
template <class S, int N>
using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<S, N, 1>>;

/// The vector v(e) = e of N independent variables at e = 0, the seed of a derivative at the
/// identity.
template <class S, int N>
Vector<Dual<S, N>, N> infinitesimal() {
  Vector<Dual<S, N>, N> v;
  for (int i = 0; i < N; ++i) v[i] = Dual<S, N>(S(0), N, i);
  return v;
}

/// The vector e u with one variable e at e = 0, the seed of a derivative along u.
template <class S, int N>
Vector<Dual<S, 1>, N> infinitesimal_along(const Vector<S, N>& u) {
  Vector<Dual<S, 1>, N> v(u.size());
  for (int i = 0; i < u.size(); ++i) {
    v[i].value() = S(0);
    v[i].derivatives()[0] = u[i];
  }
  return v;
}

}  // namespace hamel
