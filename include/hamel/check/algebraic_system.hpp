// An invariant mechanical system as plain numbers, and its splitting g = d (+) d_perp.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/core/error.hpp>

namespace hamel {

/// A Lie algebra, a constant metric on it and a subspace d: everything the algebraic questions are
/// about. S is a field: Rational for proofs, double for defects with a tolerance.
template <class S>
struct AlgebraicSystem {
  StructureConstants<S> algebra;
  DynamicMatrix<S> metric;  ///< n x n, symmetric, of any signature
  DynamicMatrix<S>
      distribution;  ///< n x r, columns span d; 0 x 0 when there is no constraint (d = g)
  std::optional<DynamicVector<S>> velocity = std::nullopt;    ///< a start a in d, for `q2`
  std::optional<DynamicVector<S>> multiplier = std::nullopt;  ///< a covector annihilating d

  int dimension() const { return algebra.dimension(); }
  bool constrained() const { return distribution.rows() > 0; }

  /// The columns spanning d, also when unconstrained.
  DynamicMatrix<S> d() const {
    if (constrained()) return distribution;
    DynamicMatrix<S> identity = DynamicMatrix<S>::Constant(dimension(), dimension(), S(0));
    for (int i = 0; i < dimension(); ++i) identity(i, i) = S(1);
    return identity;
  }

  /// The system over another field.
  template <class T>
  AlgebraicSystem<T> cast() const {
    AlgebraicSystem<T> result{algebra.template cast<T>(), hamel::cast<T, S>(metric),
                              hamel::cast<T, S>(distribution)};
    if (velocity) result.velocity = hamel::cast<T, S>(DynamicMatrix<S>(*velocity));
    if (multiplier) result.multiplier = hamel::cast<T, S>(DynamicMatrix<S>(*multiplier));
    return result;
  }
};

/// Throws DimensionError for wrong shapes, DegenerateMetric for an asymmetric metric,
/// ConstraintViolation for dependent spanning vectors. Degeneracy of the metric is a question, not
/// a refusal: see `nondegenerate`.
template <class S>
void require_well_formed(const AlgebraicSystem<S>& system) {
  const int n = system.dimension();
  const auto shape = [](const auto& m) {
    return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
  };
  const std::string order = std::to_string(n);
  if (system.metric.rows() != n || system.metric.cols() != n)
    throw DimensionError("metric", shape(system.metric), order + " x " + order);
  [[maybe_unused]] double scale = 0;
  if constexpr (!is_exact<S>) scale = max_abs<S>(system.metric);
  const auto same = [&](const S& x, const S& y) {
    if constexpr (is_exact<S>)
      return x == y;
    else
      return std::abs(x - y) <= 1e-12 * scale;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (!same(system.metric(i, j), system.metric(j, i)))
        throw DegenerateMetric(
            "metric(" + std::to_string(i + 1) + "," + std::to_string(j + 1) + ")",
            text(system.metric(i, j)), text(system.metric(j, i)) + " (the metric is symmetric)");
  if (!system.constrained()) return;
  if (system.distribution.rows() != n)
    throw DimensionError("distribution", shape(system.distribution), order + " rows");
  if (const int found = rank<S>(system.distribution); found < system.distribution.cols())
    throw ConstraintViolation(
        "distribution",
        std::to_string(system.distribution.cols()) + " vectors of rank " + std::to_string(found),
        "linearly independent vectors");
}

/// g = d (+) d_perp in coordinates: u in R^r for a = D u in d, m in R^s for a covector that
/// annihilates d through its values m_b on the columns of E.
template <class S>
class Splitting {
 public:
  /// Throws as `require_well_formed`, and DegenerateMetric when g is degenerate on d.
  explicit Splitting(const AlgebraicSystem<S>& system);

  const AlgebraicSystem<S>& system() const { return system_; }
  const StructureConstants<S>& algebra() const { return system_.algebra; }
  const DynamicMatrix<S>& metric() const { return system_.metric; }
  int dimension() const { return system_.dimension(); }
  int rank_d() const { return static_cast<int>(d_.cols()); }
  int rank_perp() const { return static_cast<int>(perp_.cols()); }

  const DynamicMatrix<S>& d() const { return d_; }        ///< D, n x r
  const DynamicMatrix<S>& perp() const { return perp_; }  ///< E, n x s, columns span d_perp
  const DynamicMatrix<S>& gram() const { return gram_; }  ///< D^T M D
  const DynamicMatrix<S>& gram_inverse() const { return gram_inverse_; }  ///< its inverse
  const DynamicMatrix<S>& d_coordinates() const {
    return d_coordinates_;
  }  ///< r x n: v -> u of its d part
  const DynamicMatrix<S>& perp_coordinates() const {
    return perp_coordinates_;
  }  ///< s x n: v -> of its perp part

  DynamicVector<S> bracket(const DynamicVector<S>& a, const DynamicVector<S>& b) const {
    return system_.algebra.bracket(a, b);
  }
  /// g(a, b).
  S product(const DynamicVector<S>& a, const DynamicVector<S>& b) const {
    return (a.transpose() * system_.metric * b).value();
  }

 private:
  AlgebraicSystem<S> system_;
  DynamicMatrix<S> d_, perp_, gram_, gram_inverse_, d_coordinates_, perp_coordinates_;
};

template <class S>
Splitting<S>::Splitting(const AlgebraicSystem<S>& system) : system_(system) {
  require_well_formed(system);
  d_ = system.d();
  gram_ = d_.transpose() * system.metric * d_;
  auto gram_inverse = inverse<S>(gram_);
  if (!gram_inverse)
    throw DegenerateMetric("metric restricted to d", "rank " + std::to_string(rank<S>(gram_)),
                           "rank " + std::to_string(d_.cols()) + " (non-degenerate)");
  gram_inverse_ = std::move(*gram_inverse);
  d_coordinates_ = gram_inverse_ * d_.transpose() * system.metric;
  perp_ = kernel<S>(d_.transpose() * system.metric);
  perp_coordinates_ = inverse<S>(join<S>(d_, perp_)).value().bottomRows(perp_.cols());
}

}  // namespace hamel
