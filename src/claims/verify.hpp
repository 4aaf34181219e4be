// Short independent proofs readers: each takes a certificate and the raw system, and believes
// nothing else.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/check/algebraic_system.hpp>

#include "exact/linear_algebra.hpp"
#include "exact/monomials.hpp"
#include "restriction.hpp"

namespace hamel {

/// Time derivatives of orders 1 .. `order` at t = 0 of <p, D_j> - g(a, D_j), where a(t) is the
/// nonholonomic motion from `start` in d and p' = ad*_a p, p(0) = M a(0) + N z with the columns of
/// N a basis of Ann(d). The motion is vakonomic iff some z makes all orders vanish. Row (k-1) r + j
/// is [linear in z | constant].
template <class S>
DynamicMatrix<S> momentum_equations(const AlgebraicSystem<S>& system, const DynamicVector<S>& start,
                                    int order) {
  const auto& algebra = system.algebra;
  const DynamicMatrix<S> d = system.d(), annihilator = kernel<S>(d.transpose());
  const DynamicMatrix<S> onto_d =
      d * inverse<S>(d.transpose() * system.metric * d).value() * d.transpose();
  const Eigen::Index n = system.dimension(), r = d.cols(), unknowns = annihilator.cols();
  std::vector<DynamicVector<S>> a{start};
  std::vector<DynamicMatrix<S>> p{join<S>(annihilator, system.metric * start)};
  DynamicMatrix<S> equations(order * r, unknowns + 1);
  for (int k = 1; k <= order; ++k) {
    DynamicVector<S> force = DynamicVector<S>::Constant(n, S(0));
    DynamicMatrix<S> next = DynamicMatrix<S>::Constant(n, unknowns + 1, S(0));
    S binomial(1);  // (k-1 choose i)
    for (int i = 0; i < k; ++i) {
      const DynamicMatrix<S> coadjoint = algebra.ad(a[std::size_t(i)]).transpose();
      force += binomial * (coadjoint * (system.metric * a[std::size_t(k - 1 - i)]));
      next += binomial * (coadjoint * p[std::size_t(k - 1 - i)]);
      binomial = binomial * S(k - 1 - i) / S(i + 1);
    }
    a.push_back(onto_d * force);
    p.push_back(std::move(next));
    equations.middleRows((k - 1) * r, r) = d.transpose() * p.back();
    equations.col(unknowns).segment((k - 1) * r, r) -= d.transpose() * (system.metric * a.back());
  }
  return equations;
}

/// "No": the start lies in d, and the combination (row k-1, column j multiplies the equation of
/// order k along D_j) of `momentum_equations` reads 0 = nonzero.
template <class S>
bool verify_no(const AlgebraicSystem<S>& system, const DynamicVector<S>& start,
               const DynamicMatrix<S>& combination) {
  const DynamicMatrix<S> d = system.d();
  if (start.size() != system.dimension() || combination.cols() != d.cols()) return false;
  if (!contains<S>(d, start)) return false;
  const DynamicMatrix<S> equations =
      momentum_equations<S>(system, start, static_cast<int>(combination.rows()));
  return contradict<S>(equations, combination);
}

/// The largest rank that the equations for a multiplier, without their constants, can have at any start:
/// dim Lie(d) - dim d, because a multiplier that vanishes on the Lie closure of d enters none of them.
template <class S>
int largest_constraint_rank(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  return static_cast<int>(generated_subalgebra<S>(system.algebra, d).cols() - d.cols());
}

/// Whether the equations for a multiplier have rank `largest` at the start. Over the rationals the rank is counted
/// modulo a prime, where it can only be smaller.
template <class S>
bool has_constraint_rank(const AlgebraicSystem<S>& system, const DynamicVector<S>& start,
                         int largest) {
  const int unknowns = static_cast<int>(system.dimension() - system.d().cols());
  const auto reaches = [&](const auto& other, const auto& a, int order) {
    using F = std::decay_t<decltype(a(0))>;
    return rank<F>(momentum_equations<F>(other, a, order).leftCols(unknowns)) >= largest;
  };
  const int last =
      unknowns + 1;  // enough where the equations as functions of the start stop at order s
  int order = last;
  if constexpr (std::is_constructible_v<Residue, S> && !std::is_same_v<S, Residue>) {
    try {
      const auto reduced = system.template cast<Residue>();
      const DynamicVector<Residue> a = cast<Residue>(DynamicMatrix<S>(start));
      for (order = 1; order < last && !reaches(reduced, a, order);) ++order;
      if (std::is_same_v<S, Rational> && reaches(reduced, a, order)) return true;
    } catch (const std::
                 overflow_error&) {  // the prime divides a denominator or the determinant of g on d
    } catch (const std::bad_optional_access&) {
    }
  }
  return reaches(system, start, order);
}

/// "No" without long numbers: modulo the prime the equations at the start, constants included, have a rank that
/// only a contradiction can give. Ranks modulo a prime are lower bounds of the exact ones.
inline bool verify_no_modulo(const AlgebraicSystem<Rational>& system,
                             const DynamicVector<Rational>& start, Residue::Word prime) {
  const DynamicMatrix<Rational> d = system.d();
  if (start.size() != system.dimension() || !contains<Rational>(d, start)) return false;
  if (prime < 3 || prime >= Residue::Word(1) << 62 || !is_prime(prime)) return false;
  const int unknowns = static_cast<int>(system.dimension() - d.cols());
  const Residue::Modulus modulus(prime);
  try {
    return rank<Residue>(momentum_equations<Residue>(
               system.cast<Residue>(), cast<Residue>(DynamicMatrix<Rational>(start)),
               unknowns + 1)) > largest_constraint_rank(system);
  } catch (const std::overflow_error&) {
  } catch (const std::bad_optional_access&) {
  }
  return false;
}

/// "Yes" by a section: with a = D u the momentum p = P u obeys <p, D_j> = g(a, D_j) and, on the Lie
/// closure of d, p' = ad*_a p along u' = F(u), as identities between quadratic forms in u.
template <class S>
bool verify_section(const AlgebraicSystem<S>& system, const DynamicMatrix<S>& momentum) {
  const DynamicMatrix<S> d = system.d(), gram = d.transpose() * system.metric * d;
  if (momentum.rows() != d.rows() || momentum.cols() != d.cols()) return false;
  if (d.transpose() * momentum != gram) return false;
  const DynamicMatrix<S> reach = generated_subalgebra<S>(system.algebra, d);
  const DynamicMatrix<S> gram_inverse = inverse<S>(gram).value();
  const auto coadjoint = [&](Eigen::Index i, const DynamicVector<S>& p) {
    return system.algebra.ad_star(d.col(i), p);
  };
  for (Eigen::Index i = 0; i < d.cols(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      const DynamicVector<S> force =
          coadjoint(i, system.metric * d.col(j)) + coadjoint(j, system.metric * d.col(i));
      const DynamicVector<S> field = gram_inverse * (d.transpose() * force);
      const DynamicVector<S> balance =
          momentum * field - coadjoint(i, momentum.col(j)) - coadjoint(j, momentum.col(i));
      if (!all_zero(reach.transpose() * balance)) return false;
    }
  return true;
}

/// `eq_3_11` by another route: ad_b is skew for g on d for every b in d_perp.
template <class S>
bool verify_eq_3_11(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d(), perp = kernel<S>(d.transpose() * system.metric);
  for (Eigen::Index b = 0; b < perp.cols(); ++b) {
    const DynamicMatrix<S> form =
        d.transpose() * system.metric * system.algebra.ad(perp.col(b)) * d;
    if (!all_zero(form + form.transpose())) return false;
  }
  return true;
}

/// `cor_3_9`: h is an ideal of g complementary to d in g, or an ideal of the Lie closure of d complementary to d
/// in it, and g(a, p_h [a,b]) = 0 polarised in a for a, b in d.
template <class S>
bool verify_ideal(const AlgebraicSystem<S>& system, const DynamicMatrix<S>& h) {
  const DynamicMatrix<S> d = system.d();
  if (h.rows() != d.rows()) return false;
  const DynamicMatrix<S> together = join<S>(d, h);
  const DynamicMatrix<S> ambient = together.cols() == system.dimension()
                                       ? whole(system.algebra)
                                       : generated_subalgebra<S>(system.algebra, d);
  if (rank<S>(together) != ambient.cols() || together.cols() != ambient.cols() ||
      !contains<S>(ambient, together) ||
      !contains<S>(h, bracket_span<S>(system.algebra, ambient, h)))
    return false;
  for (Eigen::Index b = 0; b < d.cols(); ++b) {  // [a, b] = -ad_b a
    const auto parts = solve<S>(together, system.algebra.ad(d.col(b)) * d);
    if (!parts) return false;
    const DynamicMatrix<S> form = d.transpose() * system.metric * h * parts->bottomRows(h.cols());
    if (!all_zero(form + form.transpose())) return false;
  }
  return true;
}

/// `cor_4_10`: [d,d] in d_perp, [d,d_perp] in d, d_perp a subalgebra, and g(a, [a,[a,c]]) = 0
/// polarised in a.
template <class S>
bool verify_graded(const AlgebraicSystem<S>& system) {
  const auto& algebra = system.algebra;
  const DynamicMatrix<S> d = system.d(), perp = kernel<S>(d.transpose() * system.metric);
  if (!contains<S>(perp, bracket_span<S>(algebra, d, d)) ||
      !contains<S>(d, bracket_span<S>(algebra, d, perp)) || !is_subalgebra<S>(algebra, perp))
    return false;
  const auto cubic = [&](Eigen::Index i, Eigen::Index j, Eigen::Index k, Eigen::Index c) {
    return S((d.col(i).transpose() * system.metric *
              algebra.bracket(d.col(j), algebra.bracket(d.col(k), d.col(c))))
                 .value());
  };
  for (Eigen::Index c = 0; c < d.cols(); ++c)
    for (Eigen::Index i = 0; i < d.cols(); ++i)
      for (Eigen::Index j = 0; j <= i; ++j)
        for (Eigen::Index k = 0; k <= j; ++k)
          if (cubic(i, j, k, c) + cubic(i, k, j, c) + cubic(j, i, k, c) + cubic(j, k, i, c) +
                  cubic(k, i, j, c) + cubic(k, j, i, c) !=
              S(0))
            return false;
  return true;
}

/// The divergence of the reduced nonholonomic field, a linear form in u: the sum over k of the D_k component of twice
/// the polarised F(D_i, D_k), for every i.
template <class S>
DynamicMatrix<S> reduced_divergence(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  const DynamicMatrix<S> onto_u =
      inverse<S>(d.transpose() * system.metric * d).value() * d.transpose();
  DynamicMatrix<S> divergence = DynamicMatrix<S>::Constant(1, d.cols(), S(0));
  for (Eigen::Index i = 0; i < d.cols(); ++i)
    for (Eigen::Index k = 0; k < d.cols(); ++k) {
      const DynamicVector<S> force = system.algebra.ad_star(d.col(i), system.metric * d.col(k)) +
                                     system.algebra.ad_star(d.col(k), system.metric * d.col(i));
      divergence(0, i) += (onto_u.row(k) * force).value();
    }
  return divergence;
}

/// Proofs by polynomials of a higher degree are not read.
inline constexpr int largest_verified_degree = 1000;

/// "Yes" by a start: mu(0) = N(v) / q(v) makes every nonholonomic motion that starts at a = B v with q(v) != 0
/// vakonomic. The columns of B (n x k) span a subspace of d that the motion does not leave (for all motions
/// B = D), N (n x monomials of degree e+1) takes values in Ann(d), q (1 x monomials of degree e) is not 0.
/// Mostly p = M a + N(v)/q(v) is the momentum all along: then p' = ad*_a p on the Lie closure of d is an identity
/// between polynomials of degree 2 e + 2. Else the equations of orders 1 .. s+1 vanish as polynomials, hence all
/// orders do: over the rational functions of v the span of their rows has stopped growing by then.
template <class S>
bool verify_start(const AlgebraicSystem<S>& system, const DynamicMatrix<S>& basis,
                  const DynamicMatrix<S>& numerator, const DynamicMatrix<S>& denominator,
                  int degree) {
  const DynamicMatrix<S> d = system.d(), annihilator = kernel<S>(d.transpose());
  const int k = static_cast<int>(basis.cols()), order = static_cast<int>(annihilator.cols()) + 1;
  const auto expected = [&](int e) { return monomial_count(k, e); };
  if (degree < 0 || degree > largest_verified_degree || basis.rows() != d.rows() ||
      numerator.rows() != d.rows() || numerator.cols() != expected(degree + 1) ||
      denominator.rows() != 1 || denominator.cols() != expected(degree))
    return false;
  if (all_zero(denominator) || !contains<S>(d, basis)) return false;
  const DynamicMatrix<S> onto_d =
      d * inverse<S>(d.transpose() * system.metric * d).value() * d.transpose();
  for (int i = 0; i < k; ++i)
    for (int j = 0; j <= i; ++j) {
      const DynamicVector<S> force =
          system.algebra.ad_star(basis.col(i), system.metric * basis.col(j)) +
          system.algebra.ad_star(basis.col(j), system.metric * basis.col(i));
      if (!contains<S>(basis, onto_d * force)) return false;
    }
  const auto coordinates = solve<S>(annihilator, numerator);
  if (!coordinates) return false;
  const auto at_all_points = [&](int total, const auto& vanishes) {
    for (const auto& point : monomials(k, total)) {
      DynamicVector<S> v(k);
      for (int i = 0; i < k; ++i) v(i) = S(point[std::size_t(i)]);
      if (!vanishes(v)) return false;
    }
    return true;
  };
  const DynamicMatrix<S> reach = generated_subalgebra<S>(system.algebra, d);
  const bool all_along = at_all_points(2 * degree + 2, [&](const DynamicVector<S>& v) {
    const DynamicVector<S> a = basis * v;
    const DynamicVector<S> a_rate = onto_d * system.algebra.ad_star(a, system.metric * a);
    const DynamicVector<S> v_rate = solve<S>(basis, a_rate)->col(0);
    const S q = (denominator * monomial_values<S>(v, degree))(0, 0),
            q_rate = (denominator * monomial_rates<S>(v, v_rate, degree))(0, 0);
    const DynamicVector<S> mu = numerator * monomial_values<S>(v, degree + 1),
                           mu_rate = numerator * monomial_rates<S>(v, v_rate, degree + 1);
    const DynamicVector<S> balance =
        q * q * (system.metric * a_rate - system.algebra.ad_star(a, system.metric * a)) +
        q * (mu_rate - system.algebra.ad_star(a, mu)) - q_rate * mu;
    return all_zero(reach.transpose() * balance);
  });
  if (all_along) return true;
  return at_all_points(degree + 1 + order, [&](const DynamicVector<S>& v) {
    const DynamicMatrix<S> equations = momentum_equations<S>(system, basis * v, order);
    DynamicVector<S> unknowns(annihilator.cols() + 1);
    unknowns << *coordinates * monomial_values<S>(v, degree + 1),
        denominator * monomial_values<S>(v, degree);
    return all_zero(equations * unknowns);
  });
}

/// That the equations for a multiplier have no larger rank at any start than at this one: the columns of `kernel`,
/// groups of monomials of one degree, are covectors N(u) in Ann(d) that solve the equations without their constants
/// at every start a = D u, as polynomials of orders 1 .. s; independent at this start, they leave no more.
template <class S>
bool verify_generic(const AlgebraicSystem<S>& system, const DynamicVector<S>& start,
                    const DynamicMatrix<S>& kernel_vectors, int degree) {
  const int largest = largest_constraint_rank(system);
  if (kernel_vectors.size() == 0) return has_constraint_rank(system, start, largest);
  const DynamicMatrix<S> d = system.d(), annihilator = kernel<S>(d.transpose());
  const int r = static_cast<int>(d.cols()), order = static_cast<int>(annihilator.cols());
  const auto width = monomial_count(r, degree);
  const auto u = solve<S>(d, start);
  if (degree < 0 || degree > largest_verified_degree || !u || kernel_vectors.rows() != d.rows() ||
      kernel_vectors.cols() % width != 0)
    return false;
  const auto coordinates = solve<S>(annihilator, kernel_vectors);
  if (!coordinates) return false;
  const auto values_at = [&](const DynamicMatrix<S>& vectors, const DynamicVector<S>& v) {
    const DynamicVector<S> powers = monomial_values<S>(v, degree);
    DynamicMatrix<S> values(vectors.rows(), vectors.cols() / width);
    for (Eigen::Index k = 0; k < values.cols(); ++k)
      values.col(k) = vectors.middleCols(k * width, width) * powers;
    return values;
  };
  for (const auto& point : monomials(r, degree + order)) {
    DynamicVector<S> v(r);
    for (int i = 0; i < r; ++i) v(i) = S(point[std::size_t(i)]);
    const DynamicMatrix<S> equations = momentum_equations<S>(system, d * v, order);
    if (!all_zero(equations.leftCols(order) * values_at(*coordinates, v))) return false;
  }
  const DynamicMatrix<S> reach = generated_subalgebra<S>(system.algebra, d);
  const int independent = rank<S>(reach.transpose() * values_at(kernel_vectors, u->col(0)));
  return has_constraint_rank(system, start, largest - independent);
}

// Over the rationals and modulo primes compiled once, in this room.
extern template class Splitting<Rational>;
extern template void require_well_formed<Rational>(const AlgebraicSystem<Rational>&);
extern template Restriction<Rational> leaf<Rational>(const AlgebraicSystem<Rational>&);
extern template DynamicMatrix<Rational> momentum_equations<Rational>(
    const AlgebraicSystem<Rational>&, const DynamicVector<Rational>&, int);
extern template DynamicMatrix<Residue> momentum_equations<Residue>(const AlgebraicSystem<Residue>&,
                                                                   const DynamicVector<Residue>&,
                                                                   int);

}  // namespace hamel
