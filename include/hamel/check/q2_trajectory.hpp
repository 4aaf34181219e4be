// Question Q2 along one motion: the multiplier that comes closest to making it vakonomic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/check/balanced_fit.hpp>
#include <hamel/check/echelon.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// How well one multiplier makes a nonholonomic motion vakonomic.
template <int N>
struct MultiplierFit {
  Vector<double, N> multiplier;  ///< best mu at the start, a covector that annihilates d
  /// Least |D^T (p - M a)| over |D^T (M a - driven)|, or over 1e-6 of the terms of that where it cancels, over all
  /// samples.
  double residual = 0;
  double worst = 0;      ///< remainder of the worst equation over its own terms
  double certain = 0;    ///< the same less what errors of the motion may explain
  bool resolved = true;  ///< false when an equation vanishes in the rounding of another
};

/// Below this remainder of the worst equation a motion may be vakonomic, above the other it is not.
inline constexpr double q2_yes_below = 1e-9;
inline constexpr double q2_no_above = 1e-6;

/// Fits zeta in p(t) = driven(t) + sum_j zeta_j homogeneous_j(t) to D^T p = D^T M a by least squares over
/// the samples of a motion, each equation balanced against its own terms in the echelon basis of D.
/// `bases[i]` is D, n x r, `driven[i]` the driven covector that starts at 0, `homogeneous[j][i]` the
/// homogeneous one that starts at e_j, `kinetic[i]` = M a, `errors[i]` how far the latter may be wrong (empty:
/// exact), all at sample i, the start first. (Math: the momentum of a vakonomic motion is affine in its
/// initial value.)
template <int N, int R>
MultiplierFit<N> fit_multiplier(const std::vector<Matrix<double, N, R>>& bases,
                                const std::vector<Vector<double, N>>& kinetic,
                                const std::vector<Vector<double, N>>& driven,
                                const std::vector<std::vector<Vector<double, N>>>& homogeneous,
                                const std::vector<Vector<double, N>>& errors = {}) {
  using std::abs;
  const auto n = static_cast<std::size_t>(bases[0].rows());
  const auto columns = [&](const Matrix<double, N, R>& d) {
    std::vector<std::vector<double>> vectors;
    for (int j = 0; j < d.cols(); ++j) {
      vectors.emplace_back(n);
      for (std::size_t i = 0; i < n; ++i) vectors.back()[i] = d(static_cast<int>(i), j);
    }
    return vectors;
  };
  const auto paired = [](const std::vector<double>& d, const Vector<double, N>& p, double& terms) {
    double sum = terms = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
      sum += d[i] * p[static_cast<int>(i)];
      terms += abs(d[i] * p[static_cast<int>(i)]);
    }
    return sum;
  };

  const auto equation = [&](std::size_t kind, const std::vector<double>& d, std::size_t i) {
    BalancedFit::Equation e;
    e.kind = kind;
    double kinetic_terms = 0, driven_terms = 0, terms = 0, start = 0;
    e.b = paired(d, kinetic[i], kinetic_terms);
    e.given = i == 0 && abs(e.b) > 1e-12 * kinetic_terms;
    e.b -= paired(d, driven[i], driven_terms);
    e.b_terms = kinetic_terms + driven_terms;
    for (std::size_t j = 0; j < n; ++j) {
      e.c.push_back(paired(d, homogeneous[j][i], terms));
      e.c_terms.push_back(terms);
      start += e.c[j] * kinetic[0][static_cast<int>(j)];
    }
    e.b -= start;
    if (!errors.empty()) paired(d, errors[i], e.error);
    return e;
  };

  BalancedFit balanced(n, n), together(n, 1);
  double right = 0, terms = 0, all_terms = 0;
  for (std::size_t i = 0; i < kinetic.size(); ++i) {
    for (const EchelonVector& d : echelon(columns(bases[i])))
      balanced.add(equation(d.pivot, d.entries, i));
    for (const auto& d : columns(bases[i])) {
      together.add(equation(0, d, i));
      right += std::pow(paired(d, Vector<double, N>(kinetic[i] - driven[i]), terms), 2);
      paired(d, kinetic[i], terms);
      all_terms += terms * terms;
      paired(d, driven[i], terms);
      all_terms += terms * terms;
    }
  }
  const BalancedSolution best = balanced.solve();
  MultiplierFit<N> result{Vector<double, N>(static_cast<int>(n)), 0, best.worst, best.certain,
                          best.resolved};
  for (std::size_t j = 0; j < n; ++j) result.multiplier[static_cast<int>(j)] = best.unknowns[j];
  result.residual =
      together.solve().norm / std::max({std::sqrt(right), 1e-6 * std::sqrt(all_terms), 1e-300});

  // the part of mu that annihilates D; twice, so that what rounding leaves of a small one does so too
  auto d = columns(bases[0]);
  orthonormalise(d);
  for (int pass = 0; pass < 2; ++pass) {
    for (const auto& direction : d) {
      const double along = paired(direction, result.multiplier, terms);
      for (std::size_t j = 0; j < n; ++j)
        result.multiplier[static_cast<int>(j)] -= along * direction[j];
    }
  }
  return result;
}

/// A nonholonomic motion (x, a) together with a covector q that moves as a vakonomic momentum would:
///
///     q' = ad*_a q - v(x) q,                        homogeneous,
///     q' = ad*_a q - v(x) (q - M a) + F(x,a),       driven,
///
/// v(x) = x^*d v0 for an affine constraint and 0 otherwise. Integrators take it for a problem: its state
/// is x and m = (D^T p, q, 0 ...).
template <class P>
class CovectorAlong {
 public:
  using Group = typename P::Group;
  static constexpr int dimension = P::dimension;
  static constexpr int variations = (P::variations == dynamic || P::dimension == dynamic)
                                        ? 2 * max_dimension
                                        : P::variations + P::dimension;
  template <class S>
  using State = hamel::State<Group, S, variations>;
  using Unknown = Vector<double, dimension>;
  /// D (along the driven motion; the others are the same motion once more) and M a at a state: D^T q = D^T M a is what
  /// is asked of q.
  template <class S>
  struct Equations {
    Eigen::Matrix<S, dynamic, dynamic> basis;
    Vector<S, dimension> kinetic;
  };

  CovectorAlong(const P& problem, bool driven) : problem_(problem), driven_(driven) {}

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }
  int unknowns() const noexcept { return dim(); }

  /// The state with the covector q at a state of the nonholonomic problem.
  template <class S>
  State<S> start(const typename P::template State<S>& at, const Vector<S, dimension>& q) const {
    State<S> state{at.x, Vector<S, variations>::Zero()};
    state.m.head(problem_.state_dim()) = at.m;
    state.m.segment(problem_.state_dim(), dim()) = q;
    return state;
  }
  /// The velocity of the motion.
  template <class S>
  Vector<S, dimension> velocity(const S& t, const Element<Group, S>& x,
                                const Vector<S, variations>& m) const {
    return problem_.velocity(t, x, own(m));
  }
  /// The covector q.
  template <class S>
  Vector<S, dimension> unknown(const Vector<S, variations>& m) const {
    return m.segment(problem_.state_dim(), dim());
  }

  template <class S>
  Equations<S> equations(const S& t, const State<S>& state) const {
    using Basis = decltype(Equations<S>::basis);
    return {driven_ ? Basis(problem_.basis(state.x)) : Basis(),
            problem_.metric(state.x) * velocity(t, state.x, state.m)};
  }
  /// The fit to equations seen along the driven motion, then along each homogeneous one, which is the same motion
  /// computed once more.
  static MultiplierFit<dimension> fit(const std::vector<std::vector<Equations<double>>>& seen,
                                      const std::vector<Unknown>& driven,
                                      const std::vector<std::vector<Unknown>>& homogeneous) {
    std::vector<Matrix<double, dimension, P::velocities>> bases;
    std::vector<Unknown> kinetic, errors;
    for (std::size_t i = 0; i < driven.size(); ++i) {
      bases.emplace_back(seen[0][i].basis);
      kinetic.push_back(seen[0][i].kinetic);
      errors.push_back(Unknown::Zero(kinetic[i].size()));
      for (std::size_t k = 1; k < seen.size(); ++k)
        errors[i] = errors[i].cwiseMax((seen[k][i].kinetic - kinetic[i]).cwiseAbs());
    }
    return fit_multiplier<dimension, P::velocities>(bases, kinetic, driven, homogeneous, errors);
  }

  /// The vector field.
  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    const auto motion = problem_.field(t, x, own(m));
    Vector<S, dimension> q = unknown(m);
    Vector<S, dimension> rate = group().ad_star(motion.a, q);
    if (driven_) rate += problem_.system().force(t, x, motion.a);
    if constexpr (P::affine || P::moves) {
      if (P::moves || problem_.is_affine()) {
        if (driven_) q -= problem_.metric(x) * motion.a;
        rate -= problem_.constraint_slope(t, x, problem_.coordinates(t, x, motion.a)) * q;
      }
    }
    Velocity<S, dimension, variations> result{motion.a, Vector<S, variations>::Zero()};
    result.m_dot.head(problem_.state_dim()) = motion.m_dot;
    result.m_dot.segment(problem_.state_dim(), dim()) = rate;
    return result;
  }

 private:
  template <class S>
  Vector<S, P::variations> own(const Vector<S, variations>& m) const {
    return m.head(problem_.state_dim());
  }

  const P& problem_;
  bool driven_;
};

}  // namespace hamel
