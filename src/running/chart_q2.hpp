// Question Q2 in coordinates: the multiplier that comes closest to making a motion vakonomic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/chart/derivatives.hpp>
#include <hamel/check/balanced_fit.hpp>
#include <hamel/check/echelon.hpp>
#include <hamel/check/q2_trajectory.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// What the vakonomic equations ask of lambda along a nonholonomic motion (q,v).
template <class S, int M, int N>
struct MultiplierTerms {
  Matrix<S, M, N> normals;  ///< A = phi_v
  Matrix<S, N, M> torsion;  ///< B, column i: phi^i_vv v' + phi^i_vq v - phi^i_q
  Matrix<S, N, M>
      terms;  ///< |phi^i_vv v' + phi^i_vq v| + |phi^i_q|: where they cancel, B is rounding; along a motion
              ///< at least 1e-4 of what is summed to these and to v'
};

/// Fits zeta in lambda(t) = driven(t) + sum_k zeta_k homogeneous_k(t) to B lambda = 0 on the kernel of A by
/// least squares over the samples of a motion, each equation balanced against its own terms, those of B among them, in
/// the echelon basis of the kernel. `driven[s]` starts at 0, `homogeneous[k][s]` at e_k; `again`, where not empty, are
/// the equations of the same motion computed once more, whose difference tells the errors. The multiplier of the fit is
/// lambda at the start, the smallest where several are best; the residual is |B lambda| over |B driven| on the
/// kernel, or over 1e-6 of the terms of B where that is more.
template <int M, int N>
MultiplierFit<M> fit_chart_multiplier(
    const std::vector<MultiplierTerms<double, M, N>>& equations,
    const std::vector<Vector<double, M>>& driven,
    const std::vector<std::vector<Vector<double, M>>>& homogeneous,
    const std::vector<MultiplierTerms<double, M, N>>& again = {}) {
  using std::abs;
  constexpr double least = 1e-6;  // of a multiplier that counts
  using Covector = std::vector<double>;
  const auto m = homogeneous.size();
  if (m == 0) return {Vector<double, M>(0)};
  const auto n = static_cast<std::size_t>(equations[0].torsion.rows());
  const auto kernel_at = [&](std::size_t s) {
    std::vector<Covector> normals(m, Covector(n));
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i)
        normals[k][i] = equations[s].normals(static_cast<int>(k), static_cast<int>(i));
    return echelon_kernel(echelon(std::move(normals)), n);
  };

  const auto equation = [&](std::size_t kind, const Covector& v, std::size_t s) {
    const auto& [normals, torsion, terms] = equations[s];
    BalancedFit::Equation e;
    e.kind = kind;
    e.c.assign(m, 0);
    e.c_terms.assign(m, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t l = 0; l < m; ++l) {
        const auto row = static_cast<int>(i), column = static_cast<int>(l);
        const double b = v[i] * torsion(row, column), lambda = driven[s][column];
        const double b_terms = abs(v[i]) * terms(row, column);
        e.b -= b * lambda;
        e.b_terms += b_terms * std::max(abs(lambda), least);
        if (!again.empty()) {
          const double off = v[i] * (again[s].torsion(row, column) - torsion(row, column));
          e.error += abs(off) * std::max(abs(lambda), least);
        }
        for (std::size_t k = 0; k < m; ++k) {
          e.c[k] += b * homogeneous[k][s][column];
          e.c_terms[k] += b_terms * abs(homogeneous[k][s][column]);
        }
      }
    }
    return e;
  };

  BalancedFit balanced(m, n), together(m, 1);
  double right = 0, size = 0;
  for (std::size_t s = 0; s < equations.size(); ++s) {
    std::vector<Covector> kernel;
    for (EchelonVector& v : kernel_at(s)) {
      balanced.add(equation(v.pivot, v.entries, s));
      kernel.push_back(std::move(v.entries));
    }
    orthonormalise(kernel);
    for (const Covector& v : kernel) {
      const auto e = equation(0, v, s);
      right = std::hypot(right, e.b);
      together.add(e);
    }
    size += equations[s].terms.squaredNorm();
  }
  const BalancedSolution best = balanced.solve();
  MultiplierFit<M> result{Vector<double, M>(static_cast<int>(m)), 0, best.worst, best.certain,
                          best.resolved};
  for (std::size_t k = 0; k < m; ++k) result.multiplier[static_cast<int>(k)] = best.unknowns[k];
  result.residual = together.solve().norm / std::max({right, least * std::sqrt(size), 1e-300});
  return result;
}

/// A nonholonomic motion of a chart problem together with lambda. With v' the nonholonomic
/// acceleration, L_vv v' + L_vq v - L_q - F = -A^T nu, the vakonomic equations
/// L_vv v' + L_vq v - L_q - F + d/dt(lambda_i phi^i_v) - lambda_i phi^i_q = 0 are affine in lambda:
///
///     A^T (lambda' - nu) + B lambda = 0,   A = phi_v,   B_i = phi^i_vv v' + phi^i_vq v - phi^i_q,
///
/// n equations. Their part in the image of A^T moves lambda,
///
///     lambda' = nu - (A A^T)^-1 A B lambda,          driven; without nu homogeneous,
///
/// the rest, B lambda = 0 on the kernel of A, is what decides Q2. Integrators take this for a
/// problem: its state is x = q and m = (v, lambda).
template <class P>
class MultiplierAlong {
 public:
  using Group = typename P::Group;
  static constexpr int dimension = P::dimension;
  static constexpr int variations = P::extended;
  template <class S>
  using State = hamel::State<Group, S, variations>;
  template <class S>
  using Equations = MultiplierTerms<S, P::constraints, dimension>;
  using Unknown = Vector<double, P::constraints>;

  MultiplierAlong(const P& problem, bool driven) : problem_(problem), driven_(driven) {}

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }
  int unknowns() const noexcept { return problem_.number_of_constraints(); }

  /// The state with the multiplier lambda at a state of the nonholonomic problem.
  template <class S>
  State<S> start(const typename P::template State<S>& at,
                 const Vector<S, P::constraints>& lambda) const {
    State<S> state{at.x, Vector<S, variations>(dim() + lambda.size())};
    state.m << at.m, lambda;
    return state;
  }
  /// lambda.
  template <class S>
  Vector<S, P::constraints> unknown(const Vector<S, variations>& m) const {
    return m.tail(problem_.number_of_constraints());
  }

  /// A and B at (q,v) with acceleration v'.
  template <class S>
  Equations<S> equations(const Vector<S, dimension>& q, const Vector<S, dimension>& v,
                         const Vector<S, dimension>& v_dot) const {
    using std::abs;
    const int n = dim(), m = problem_.number_of_constraints();
    Equations<S> result{Matrix<S, P::constraints, dimension>(m, n),
                        Matrix<S, dimension, P::constraints>(n, m),
                        Matrix<S, dimension, P::constraints>(n, m)};
    Vector<HyperDual<S>, dimension> x = lift(q), y = lift(v);
    for (int j = 0; j < n; ++j) {
      along_second(x[j]) = v[j];
      along_second(y[j]) = v_dot[j];
    }
    for (int j = 0; j < n; ++j) {
      along_first(y[j]) = S(1);
      const auto along_v = problem_.system().constraints(x, y);
      along_first(y[j]) = S(0);
      along_first(x[j]) = S(1);
      const auto along_q = problem_.system().constraints(x, y);
      along_first(x[j]) = S(0);
      for (int i = 0; i < m; ++i) {
        result.normals(i, j) = along_first(along_v[i]);
        result.torsion(j, i) = along_both(along_v[i]) - along_first(along_q[i]);
        result.terms(j, i) = abs(along_both(along_v[i])) + abs(along_first(along_q[i]));
      }
    }
    return result;
  }
  /// The same at a state.
  template <class S>
  Equations<S> equations(const S& t, const State<S>& state) const {
    const Vector<S, dimension> q = state.x.data, v = state.m.head(dim());
    const Vector<S, variations> rates = accelerations(t, q, v);
    const Vector<S, dimension> v_dot = rates.head(dim());
    Equations<S> result = equations(q, v, v_dot);
    add_summed_terms(result, q, v, rates);
    return result;
  }

  /// The fit to equations seen along the driven motion, then along each homogeneous one, which is the same motion
  /// computed once more.
  static MultiplierFit<P::constraints> fit(const std::vector<std::vector<Equations<double>>>& seen,
                                           const std::vector<Unknown>& driven,
                                           const std::vector<std::vector<Unknown>>& homogeneous) {
    return fit_chart_multiplier<P::constraints, dimension>(
        seen.front(), driven, homogeneous,
        seen.size() > 1 ? seen.back() : std::vector<Equations<double>>{});
  }

  /// The vector field.
  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    const Vector<S, dimension> q = x.data, v = m.head(dim());
    Velocity<S, dimension, variations> rate{v, accelerations(t, q, v)};
    const Vector<S, dimension> v_dot = rate.m_dot.head(dim());
    const Equations<S> e = equations(q, v, v_dot);
    const Matrix<S, P::constraints> gram = e.normals * e.normals.transpose();
    const Vector<S, P::constraints> pull = e.normals * (e.torsion * unknown(m));
    auto lambda_dot = rate.m_dot.tail(problem_.number_of_constraints());
    if (!driven_) lambda_dot.setZero();
    lambda_dot -= hamel::solve<S, P::constraints>(gram, pull);
    return rate;
  }

 private:
  /// Where v' and v vanish by the constraint alone they are rounding, and so is phi_vv v' where it has nothing else, as
  /// of z' (1 + x'^2): the terms of a component are then 1e-4 of |phi_vv| (|v'| + |A^T nu| / L_vv) + |phi_vq| |v|.
  template <class S>
  void add_summed_terms(Equations<S>& result, const Vector<S, dimension>& q,
                        const Vector<S, dimension>& v, const Vector<S, variations>& rates) const {
    using std::abs;
    using std::max;
    const int n = dim(), m = problem_.number_of_constraints();
    const auto l = problem_.system().lagrangian_derivatives(q, v);
    Vector<HyperDual<S>, dimension> x = lift(q), y = lift(v);
    Matrix<S, dimension, P::constraints> summed = Matrix<S, dimension, P::constraints>::Zero(n, m);
    for (int k = 0; k < n; ++k) {
      S pushed(0);
      for (int i = 0; i < m; ++i) pushed += abs(rates[n + i] * result.normals(i, k));
      const S inertia = abs(l.vv(k, k));
      const S size = abs(rates[k]) + (inertia > S(0) ? S(pushed / inertia) : S(0));
      for (int j = 0; j < n; ++j) {
        along_first(y[j]) = S(1);
        along_second(y[k]) = S(1);
        const auto along_v = problem_.system().constraints(x, y);
        along_second(y[k]) = S(0);
        along_second(x[k]) = S(1);
        const auto along_q = problem_.system().constraints(x, y);
        along_second(x[k]) = S(0);
        along_first(y[j]) = S(0);
        for (int i = 0; i < m; ++i)
          summed(j, i) += abs(along_both(along_v[i])) * size + abs(along_both(along_q[i]) * v[k]);
      }
    }
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        result.terms(j, i) = max(result.terms(j, i), S(S(1e-4) * summed(j, i)));
  }

  /// v' and nu of the nonholonomic motion.
  template <class S>
  Vector<S, variations> accelerations(const S& t, const Vector<S, dimension>& q,
                                      const Vector<S, dimension>& v) const {
    return problem_.accelerations(t, q, v,
                                  Vector<S, P::constraints>(Vector<S, P::constraints>::Zero(
                                      problem_.number_of_constraints())));
  }

  const P& problem_;
  bool driven_;
};

}  // namespace hamel
