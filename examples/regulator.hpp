// How an example holds a motion: linear-quadratic regulators on the linearisation of steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>

#include <hamel/dynamics/deviation.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/trajectory.hpp>
#include <hamel/integrator/variational.hpp>

/// Gains K_k of w = w_k - K_k (dx, dm) that minimise sum d^T Q d + dw^T R dw + d_N^T Q d_N along a run with the
/// derivatives d+ = A_k d + B_k dw: the Riccati recursion from the end.
template <class A, class B>
auto regulator(const std::vector<A>& a, const std::vector<B>& b, const A& q,
               const Eigen::Matrix<double, B::ColsAtCompileTime, B::ColsAtCompileTime>& r) {
  using Gain = Eigen::Matrix<double, B::ColsAtCompileTime, B::RowsAtCompileTime>;
  std::vector<Gain> gains(a.size());
  A p = q;
  for (std::size_t k = a.size(); k-- > 0;) {
    const auto inner = (r + b[k].transpose() * p * b[k]).eval();
    gains[k] = inner.inverse() * (b[k].transpose() * p * a[k]);
    const A closed = a[k] - b[k] * gains[k];
    p = (q + a[k].transpose() * p * closed).eval();
    p = (0.5 * (p + p.transpose())).eval();
  }
  return gains;
}

/// The distance of two places in the plane.
template <class State>
double apart(const State& a, const State& b) {
  return (a.x.data.template head<2>() - b.x.data.template head<2>()).norm();
}

/// A motion to follow: its states and inputs step by step, the gains that hold it, and those runs that do.
template <class P, class State, class Signal>
class Tracking {
 public:
  static constexpr int n = P::dimension, w = P::variations,
                       m = hamel::inputs_of<typename P::System>;
  using Weights = Eigen::Matrix<double, n + w, n + w>;
  using Input = hamel::Vector<double, m>;

  /// The motion from `start` under `signal`(t), `steps` steps of size h, linearised on the way.
  Tracking(const P& problem, const State& start, const Signal& signal, double h, int steps)
      : problem_(problem), h_(h) {
    reference_.push_back(start);
    for (int k = 0; k < steps; ++k) {
      inputs_.push_back(signal(h * k));
      const auto step = hamel::linearise(problem, hamel::Variational<>{}, h * k, h,
                                         reference_.back(), inputs_.back());
      good_ = good_ && static_cast<bool>(step.status);
      a_.push_back(step.A);
      b_.push_back(step.B);
      reference_.push_back(step.end);
    }
  }

  bool good() const { return good_; }
  const std::vector<State>& reference() const { return reference_; }

  /// A motion beside the reference, and the largest input that it took.
  struct Followed {
    std::vector<State> states;
    double largest_input = 0;
  };

  /// The motion from `start` with the inputs of the reference, corrected by the gains where `held`.
  Followed follow(const State& start, const Weights& q, const Eigen::Matrix<double, m, m>& r,
                  bool held) const {
    const auto gains = regulator(a_, b_, q, r);
    Followed run{{start}};
    typename hamel::Variational<>::Memory memory;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      State state = run.states.back();
      Input input = inputs_[k];
      if (held) input -= gains[k] * deviation(problem_.group(), state, reference_[k]);
      const double t = h_ * static_cast<double>(k);
      if (!hamel::Variational<>{}.step(problem_, t, h_, state, input, memory)) break;
      run.states.push_back(state);
      run.largest_input = std::max(run.largest_input, input.cwiseAbs().maxCoeff());
    }
    return run;
  }

  /// The time from which on a motion stays within `near` of the place where the reference is.
  double back_after(const Followed& run, double near) const {
    std::size_t k = run.states.size();
    while (k > 0 && apart(run.states[k - 1], reference_[k - 1]) < near) --k;
    return h_ * static_cast<double>(k);
  }

 private:
  const P& problem_;
  double h_;
  bool good_ = true;
  std::vector<State> reference_;
  std::vector<Input> inputs_;
  std::vector<Weights> a_;
  std::vector<Eigen::Matrix<double, n + w, m>> b_;
};
template <class P, class State, class Signal>
Tracking(const P&, const State&, const Signal&, double, int) -> Tracking<P, State, Signal>;
