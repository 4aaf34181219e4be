// Methods chosen by name: one erased call per step, compiled once per kind of motion.
#pragma once

#include <memory>
#include <string_view>

#include <hamel/core/status.hpp>

namespace hamel::running {

/// A method in the middle of a run: its steps and what it carries from one to the next.
template <class P>
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// One step in place; on failure the state is left as it was.
  virtual StepStatus step(const P& problem, double t, double h,
                          typename P::template State<double>& state) noexcept = 0;
};

/// A stepper of the method M.
template <class P, class M>
class StepperOf final : public Stepper<P> {
 public:
  StepStatus step(const P& problem, double t, double h,
                  typename P::template State<double>& state) noexcept override {
    return method_.step(problem, t, h, state, memory_);
  }

 private:
  M method_{};
  typename M::Memory memory_{};
};

/// A stepper of the method with that name in method_rows; null where it does not serve motions of type P.
/// Compiled for all rows where make_stepper.hpp is included.
template <class P>
std::unique_ptr<Stepper<P>> make_stepper(std::string_view method);

/// A method by name as the integration loop wants it. Order and error control are those of its row; what
/// wraps methods is told here whether they are adaptive.
template <class P, bool adaptive_>
struct Named {
  static constexpr int order = 0;
  static constexpr bool adaptive = adaptive_;
  struct Memory {
    std::unique_ptr<Stepper<P>> stepper;
  };

  std::string_view name;

  StepStatus step(const P& problem, double t, double h, typename P::template State<double>& state,
                  Memory& memory) const noexcept {
    if (!memory.stepper) memory.stepper = make_stepper<P>(name);
    return memory.stepper->step(problem, t, h, state);
  }
};

}  // namespace hamel::running
