// Those who are measured: a function of the tolerance that returns the state at the end, allocated beforehand.
#pragma once

#include <algorithm>
#include <arkode/arkode_erkstep.h>
#include <array>
#include <cmath>
#include <cstddef>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdexcept>
#include <string>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <utility>

#include <boost/numeric/odeint.hpp>
#include <sundials/sundials_context.h>

#include <hamel/integrator/tableau.hpp>

namespace solvers {

/// The explicit method of Dormand and Prince of order 8 by hand: the coefficients and the error estimate of the
/// library's tableau on y' = f(y) in plain doubles, loops unrolled, the standard control of steps.
template <class E>
struct ByHand {
  using T = hamel::DormandPrince8;
  static constexpr int n = E::size, stages = T::stages;
  using State = typename E::State;
  using Rates = double[stages][n];

  /// The sum of w[j] k[j][i] over j < count, without what is 0.
  template <int count, class Weights>
  static double sum(const Rates& k, int i, const Weights& weights) {
    return [&]<std::size_t... j>(std::index_sequence<j...>) {
      return (0. + ... + (weights(j) == 0 ? 0. : weights(j) * k[j][i]));
    }
    (std::make_index_sequence<count>{});
  }
  template <int s>
  static void stage(const State& y, double h, Rates& k) {
    State z;
    for (int i = 0; i < n; ++i)
      z[i] = y[i] + h * sum<s>(k, i, [](std::size_t j) { return double(T::a[s][j]); });
    E::rate(z.data(), k[s]);
    if constexpr (s + 1 < stages) stage<s + 1>(y, h, k);
  }

  State operator()(double tolerance) const {
    State y = E::start(), z;
    Rates k;
    double t = 0, h = std::min(E::t_end, 0.05);
    E::rate(y.data(), k[0]);
    while (t < E::t_end) {
      h = std::min(h, E::t_end - t);
      stage<1>(y, h, k);
      double error = 0;
      for (int i = 0; i < n; ++i) {
        z[i] = y[i] + h * sum<stages>(k, i, [](std::size_t j) { return double(T::b[j]); });
        const double off = h * sum<stages>(k, i, [](std::size_t j) { return double(T::error[j]); });
        error = std::max(error, std::fabs(off) / (1 + std::max(std::fabs(y[i]), std::fabs(z[i]))));
      }
      error /= tolerance;
      const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), -1. / 6), 0.2, 6.);
      if (error <= 1) {
        t += h;
        y = z;
        E::rate(y.data(), k[0]);
      }
      h *= factor;
    }
    return y;
  }
};

/// Boost.odeint, its standard control.
template <class E, class Stepper>
struct Odeint {
  typename E::State operator()(double tolerance) const {
    using namespace boost::numeric::odeint;
    auto y = E::start();
    integrate_adaptive(
        make_controlled<Stepper>(tolerance, tolerance),
        [](const typename E::State& state, typename E::State& rate, double) {
          E::rate(state.data(), rate.data());
        },
        y, 0., double(E::t_end), std::min(0.01, double(E::t_end)));
    return y;
  }
};
template <class E>
using Odeint5 = Odeint<E, boost::numeric::odeint::runge_kutta_dopri5<typename E::State>>;
template <class E>
using Odeint78 = Odeint<E, boost::numeric::odeint::runge_kutta_fehlberg78<typename E::State>>;

inline void require(int flag) {
  if (flag < 0) throw std::runtime_error("SUNDIALS: " + std::to_string(flag));
}

/// What CVODE and ARKODE share: a state, made once.
template <class E>
class Sundials {
 protected:
  Sundials() {
    require(SUNContext_Create(nullptr, &context_));
    y_ = N_VNew_Serial(E::size, context_);
    fill();
  }
  ~Sundials() {
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }
  Sundials(const Sundials&) = delete;
  Sundials& operator=(const Sundials&) = delete;

  void fill() const {
    const auto start = E::start();
    std::copy(start.begin(), start.end(), N_VGetArrayPointer(y_));
  }
  typename E::State state() const {
    typename E::State y;
    std::copy_n(N_VGetArrayPointer(y_), E::size, y.begin());
    return y;
  }
  static int rate(double, N_Vector y, N_Vector r, void*) {
    E::rate(N_VGetArrayPointer(y), N_VGetArrayPointer(r));
    return 0;
  }

  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr;
};

/// CVODE's method of Adams with functional iteration, for problems that are not stiff.
template <class E>
class Cvode : Sundials<E> {
 public:
  Cvode() {
    memory_ = CVodeCreate(CV_ADAMS, this->context_);
    require(CVodeInit(memory_, this->rate, 0, this->y_));
    solver_ = SUNNonlinSol_FixedPoint(this->y_, 0, this->context_);
    require(CVodeSetNonlinearSolver(memory_, solver_));
    require(CVodeSetMaxNumSteps(memory_, 10'000'000));
  }
  ~Cvode() {
    CVodeFree(&memory_);
    SUNNonlinSolFree(solver_);
  }
  typename E::State operator()(double tolerance) const {
    this->fill();
    require(CVodeReInit(memory_, 0, this->y_));
    require(CVodeSStolerances(memory_, tolerance, tolerance));
    require(CVodeSetStopTime(memory_, E::t_end));
    double t = 0;
    require(CVode(memory_, E::t_end, this->y_, &t, CV_NORMAL));
    return this->state();
  }

 private:
  mutable void* memory_ = nullptr;
  SUNNonlinearSolver solver_ = nullptr;
};

/// ARKODE's explicit method of order 8 (Fehlberg 13-7-8).
template <class E>
class Arkode : Sundials<E> {
 public:
  Arkode() {
    memory_ = ERKStepCreate(this->rate, 0, this->y_, this->context_);
    require(ERKStepSetTableNum(memory_, ARKODE_FEHLBERG_13_7_8));
    require(ERKStepSetMaxNumSteps(memory_, 10'000'000));
  }
  ~Arkode() { ERKStepFree(&memory_); }
  typename E::State operator()(double tolerance) const {
    this->fill();
    require(ERKStepReInit(memory_, this->rate, 0, this->y_));
    require(ERKStepSStolerances(memory_, tolerance, tolerance));
    require(ERKStepSetStopTime(memory_, E::t_end));
    double t = 0;
    require(ERKStepEvolve(memory_, E::t_end, this->y_, &t, ARK_NORMAL));
    return this->state();
  }

 private:
  mutable void* memory_ = nullptr;
};

}  // namespace solvers
