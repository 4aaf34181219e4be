// Explicit steps in coordinates by compiled equations of motion.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <hamel/core/dense.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/tableau.hpp>

#include "chart_equations.hpp"
#include "stepper.hpp"

namespace hamel::running {

/// An explicit Runge-Kutta method for y = (q, m), m = v or (v, lambda):
///
///     y' = (v, rates),
///
/// numbers one after another, from which the equations of motion take what they need. A step where they do not serve,
/// or which does not end well, is left to the general method; their numbers are the same.
template <class P, class Tableau>
class CompiledStepper final : public Stepper<P> {
 public:
  using State = typename P::template State<double>;

  explicit CompiledStepper(std::unique_ptr<Stepper<P>> general) : general_(std::move(general)) {}

  StepStatus step(const P& problem, double t, double h, State& state) noexcept override {
    const auto& chart = problem.system();
    const ChartEquations* const equations = chart.equations(Tableau::stages);
    if (equations == nullptr || !advance(*equations, h, state))
      return general_->step(problem, t, h, state);
    chart.count(Tableau::stages);
    return {Outcome::ok, 0, 0};
  }

 private:
  static constexpr int stages = Tableau::stages;
  using Numbers = std::array<double, 3 * ChartEquations::most_unknowns>;

  /// to = y + the sum of h weights[j] k[j]
  template <class Weights>
  HAMEL_ALWAYS_INLINE static void combine(const Numbers& y, double h, const Weights& weights,
                                          const std::array<Numbers, stages>& k, int size,
                                          double* to) noexcept {
    for (int i = 0; i < size; ++i) {
      double sum = 0;
      unrolled<stages>(stages, [&](int j) HAMEL_ALWAYS_INLINE {
        if (weights[j] != 0) sum += (h * weights[j]) * k[j][i];
      });
      to[i] = y[i] + sum;
    }
  }

  static bool advance(const ChartEquations& equations, double h, State& state) noexcept {
    static constexpr Coefficients<Tableau, double> method;
    const int n = int(state.x.data.size()), size = n + int(state.m.size());
    Numbers y, at;
    std::array<Numbers, stages> k;
    const auto copied = [](const auto& from, double* to) {
      copy_few(from.data(), from.data() + from.size(), to);
    };
    copied(state.x.data, y.data());
    copied(state.m, y.data() + n);
    bool solved = true;
    unrolled<stages>(stages, [&](int i) HAMEL_ALWAYS_INLINE {
      const double* place = y.data();
      if (i > 0) {
        combine(y, h, method.a[i], k, size, at.data());
        place = at.data();
      }
      copy_few(place + n, place + 2 * n, k[i].data());
      solved = solved && equations.solve({place, std::size_t(size)},
                                         {k[i].data() + n, std::size_t(size - n)});
    });
    if (!solved) return false;
    combine(y, h, method.b, k, size, at.data());
    double finite = 0;  // x - x is 0 for a finite x and NaN otherwise
    for (int i = 0; i < size; ++i) finite += at[i] - at[i];
    if (!(finite == 0)) return false;
    copy_few(at.data(), at.data() + n, state.x.data.data());
    copy_few(at.data() + n, at.data() + size, state.m.data());
    return true;
  }

  std::unique_ptr<Stepper<P>> general_;
};

}  // namespace hamel::running
