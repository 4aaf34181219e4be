// Variation fields that keep a constraint to first order along a motion, and the action they change.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>

#include <Eigen/LU>
#include <Eigen/QR>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// Vakonomic admissible variation fields along a motion of a chart problem (Gracia, Marin-Solano &
/// Munoz-Lecanda 2003, section 3.1): w with phi_q w + phi_v w' = 0 and w = 0 at both ends. In a frame
/// w = W_1 lambda_1 + W_2 lambda_2 along the motion, phi_v W_1 = 1, phi_v W_2 = 0, that is
///
///     lambda_1' + B lambda_1 + C lambda_2 = 0                             (3.2, A = 1)
///
/// so that lambda_2 may be chosen, vanishing at both ends, provided lambda_1 vanishes at the end too,
/// which is condition (3.3): m linear equations. Here lambda_2 runs through sin(j pi t/T) e_l,
/// j = 1..harmonics, l = 1..n-m.
///
/// This is a problem for the integrators: its state carries, beside the motion, lambda_1 and the change
/// of the action for every choice. Run it from start() at time 0 over T, then take combinations.
template <class P>
class VariationProblem {
 public:
  using Group = typename P::Group;
  static constexpr Dynamics kind = P::kind;
  static constexpr int dimension = P::dimension;
  static constexpr int variations = dynamic;
  template <class S>
  using State = hamel::State<Group, S, dynamic>;
  using Field = Vector<double, dimension>;

  /// Throws DimensionError when the state would exceed max_dimension or the harmonics cannot satisfy
  /// the m conditions at the end.
  VariationProblem(const P& problem, const typename P::template State<double>& start,
                   double duration, int harmonics)
      : problem_(problem), start_(start), duration_(duration), harmonics_(harmonics) {
    const int n = problem.dim(), m = problem.number_of_constraints();
    if (state_dim() > max_dimension || choices() <= m || !(duration > 0)) {
      throw DimensionError("variations",
                           text(harmonics) + " harmonics over " + text(duration) + ", a state of " +
                               text(state_dim()),
                           "more than " + text(m) + " choices, at most " + text(max_dimension) +
                               " numbers in a state, a positive duration");
    }
    const Field q = start.x.data, v = start.m.head(n);
    const Eigen::MatrixXd rows = problem.constraint(q, v).v;
    const Eigen::MatrixXd full = rows.transpose().householderQr().householderQ();
    directions_ = full.rightCols(n - m);
  }

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }
  /// Number of choices of lambda_2.
  int choices() const noexcept { return harmonics_ * (dim() - problem_.number_of_constraints()); }
  int state_dim() const noexcept {
    return problem_.state_dim() + choices() * (problem_.number_of_constraints() + 1);
  }

  /// The start of the motion, with every lambda_1 and action zero.
  State<double> start() const {
    State<double> state{start_.x, Vector<double, dynamic>::Zero(state_dim())};
    state.m.head(problem_.state_dim()) = start_.m;
    return state;
  }

  /// The motion, lambda_1' and the integrand L_q w + L_v w' of the action for every choice.
  Velocity<double, dimension, dynamic> field(double t, const Element<Group, double>& x,
                                             const Vector<double, dynamic>& state) const {
    const Vector<double, P::variations> m = state.head(problem_.state_dim());
    const auto motion = problem_.field(t, x, m);
    const Moving f = frame(x, m, motion.m_dot);
    Velocity<double, dimension, dynamic> rate{motion.a, Vector<double, dynamic>(state_dim())};
    rate.m_dot.head(problem_.state_dim()) = motion.m_dot;
    const int k = problem_.number_of_constraints();
    const Field q = x.data, v = m.head(dim());
    const auto l = lagrangian_jet(
        [&](const auto& y, const auto& z) { return problem_.system().lagrangian(y, z); }, q, v);
    for (int c = 0; c < choices(); ++c) {
      const auto [w, w_dot, lambda_dot] = variation(t, state, f, c);
      const int at = problem_.state_dim() + c * (k + 1);
      rate.m_dot.segment(at, k) = lambda_dot;
      rate.m_dot[at + k] = l.q.dot(w) + l.v.dot(w_dot);
    }
    return rate;
  }

  /// A basis, as columns, of the combinations of choices that vanish at the end: condition (3.3) at the
  /// last state of a run.
  Eigen::MatrixXd admissible(const State<double>& end) const {
    const int k = problem_.number_of_constraints();
    Eigen::MatrixXd at_end(k, choices());
    for (int c = 0; c < choices(); ++c) {
      at_end.col(c) = end.m.segment(problem_.state_dim() + c * (k + 1), k);
    }
    Eigen::FullPivLU<Eigen::MatrixXd> lu(at_end);
    lu.setThreshold(1e-9);
    Eigen::MatrixXd basis = lu.kernel();
    for (int j = 0; j < basis.cols(); ++j) basis.col(j).normalize();
    return basis;
  }

  /// The first variation of the action along a combination of choices, from the last state of a run: 0
  /// for every admissible one exactly when the motion is vakonomic (theorem 1).
  double action_change(const State<double>& end, const Eigen::VectorXd& combination) const {
    const int k = problem_.number_of_constraints();
    double sum = 0;
    for (int c = 0; c < choices(); ++c) {
      sum += combination[c] * end.m[problem_.state_dim() + c * (k + 1) + k];
    }
    return sum;
  }

  /// w and w' at a state of the run at time t.
  std::pair<Field, Field> variation_field(double t, const State<double>& state,
                                          const Eigen::VectorXd& combination) const {
    const Vector<double, P::variations> m = state.m.head(problem_.state_dim());
    const Moving f = frame(state.x, m, problem_.field(t, state.x, m).m_dot);
    std::pair<Field, Field> sum{Field::Zero(dim()), Field::Zero(dim())};
    for (int c = 0; c < choices(); ++c) {
      const auto [w, w_dot, lambda_dot] = variation(t, state.m, f, c);
      sum.first += combination[c] * w;
      sum.second += combination[c] * w_dot;
    }
    return sum;
  }

 private:
  // The frame (W_1, W_2) along the motion, its rate, and phi_q.
  struct Moving {
    Eigen::MatrixXd w, w_dot, phi_q, phi_v;
  };
  struct Variation {
    Field w, w_dot;
    Eigen::VectorXd lambda_dot;
  };

  Moving frame(const Element<Group, double>& x, const Vector<double, P::variations>& m,
               const Vector<double, P::variations>& m_dot) const {
    using D = HyperDual<double>;
    const int n = dim(), k = problem_.number_of_constraints();
    Vector<D, dimension> q = lift(x.data), v = lift(Vector<double, dimension>(m.head(n)));
    for (int i = 0; i < n; ++i) {
      along_first(q[i]) = m[i];
      along_first(v[i]) = m_dot[i];
    }
    const auto rows = problem_.constraint(q, v).v;
    Matrix<D, P::constraints> gram = rows * rows.transpose();
    Matrix<D, P::constraints, dimension> raised = rows;
    solve_in_place(gram, raised);
    const Matrix<D, dimension, P::constraints> w1 = raised.transpose();
    Eigen::Matrix<D, dynamic, dynamic> w(n, n), along = directions_.template cast<D>();
    w.leftCols(k) = w1;
    w.rightCols(n - k) = along - w1 * (rows * along);
    const Field y = v.unaryExpr([](const D& d) { return plain_value(d); });
    const auto slope = jacobian(
        [&](const auto& z) { return problem_.system().constraints(z, lift(y)); }, Field(x.data));
    const auto value = [](const D& d) { return plain_value(d); };
    const auto rate = [](const D& d) { return along_first(d); };
    return {w.unaryExpr(value), w.unaryExpr(rate), slope, rows.unaryExpr(value)};
  }

  Variation variation(double t, const Vector<double, dynamic>& state, const Moving& f,
                      int choice) const {
    const int n = dim(), k = problem_.number_of_constraints();
    const int wave = choice / (n - k) + 1;
    const double frequency = wave * std::numbers::pi / duration_;
    const int direction = k + choice % (n - k);
    const Eigen::VectorXd lambda = state.segment(problem_.state_dim() + choice * (k + 1), k);
    const double s = std::sin(frequency * t), s_dot = frequency * std::cos(frequency * t);
    Variation result;
    result.w = f.w.leftCols(k) * lambda + s * f.w.col(direction);
    const Eigen::VectorXd still = f.w_dot.leftCols(k) * lambda + s * f.w_dot.col(direction);
    // lambda_1' = -(phi_q w + phi_v (W_1' lambda_1 + W_2' lambda_2)), since phi_v W_1 = 1.
    result.lambda_dot = -(f.phi_q * result.w + f.phi_v * still);
    result.w_dot = still + f.w.leftCols(k) * result.lambda_dot + s_dot * f.w.col(direction);
    return result;
  }

  const P& problem_;
  typename P::template State<double> start_;
  double duration_;
  int harmonics_;
  Eigen::MatrixXd directions_;
};

}  // namespace hamel
