// Methods chosen by name: one erased call per step, compiled once per kind of motion.
#pragma once

#include <memory>
#include <string_view>

#include <hamel/core/status.hpp>
#include <hamel/integrator/strides.hpp>

namespace hamel::running {

/// A method in the middle of a run: its steps and what it carries from one to the next.
template <class P>
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// One step in place; on failure the state is left as it was.
  virtual StepStatus step(const P& problem, double t, double h,
                          typename P::template State<double>& state) noexcept = 0;
  /// A step of the method's own, up to `reached`, and the states inside it; for methods with error control alone.
  virtual StepStatus stride(const P&, double, double, double, typename P::template State<double>&,
                            double& reached) noexcept {
    reached = 0;
    return {Outcome::unsupported, 0, 0};
  }
  virtual StepStatus within(const P&, double, typename P::template State<double>&) noexcept {
    return {Outcome::unsupported, 0, 0};
  }
};

/// A stepper of the method M.
template <class P, class M>
class StepperOf : public Stepper<P> {
 public:
  StepStatus step(const P& problem, double t, double h,
                  typename P::template State<double>& state) noexcept override {
    return method_.step(problem, t, h, state, memory_);
  }

 protected:
  M method_{};
  typename M::Memory memory_{};
};

/// A stepper of a method with steps of its own.
template <class P, class M>
class StriderOf final : public StepperOf<P, M> {
 public:
  using State = typename P::template State<double>;
  StepStatus stride(const P& problem, double t, double end, double way, State& state,
                    double& reached) noexcept override {
    const StepStatus status =
        this->method_.stride(problem, t, end, way, state, this->memory_, stride_);
    reached = stride_.end;
    return status;
  }
  StepStatus within(const P& problem, double t, State& state) noexcept override {
    return this->method_.within(problem, t, this->memory_, stride_, state);
  }

 private:
  typename M::template Stride<P, double> stride_{};
};

/// The stepper of a method, with its strides where it has them.
template <class P, class M>
std::unique_ptr<Stepper<P>> stepper_of_method() {
  if constexpr (Striding<M, P, double>)
    return std::make_unique<StriderOf<P, M>>();
  else
    return std::make_unique<StepperOf<P, M>>();
}

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
    return chosen(memory).step(problem, t, h, state);
  }

  /// Where a stride started and ended.
  template <class, class>
  struct Stride {
    double t = 0, end = 0;
  };
  using State = typename P::template State<double>;
  StepStatus stride(const P& problem, double t, double end, double way, State& state,
                    Memory& memory, Stride<P, double>& stride) const noexcept requires adaptive_ {
    stride.t = t;
    return chosen(memory).stride(problem, t, end, way, state, stride.end);
  }
  StepStatus within(const P& problem, double t, const Memory& memory, Stride<P, double>&,
                    State& state) const noexcept requires adaptive_ {
    return memory.stepper->within(problem, t, state);
  }

 private:
  Stepper<P>& chosen(Memory& memory) const {
    if (!memory.stepper) memory.stepper = make_stepper<P>(name);
    return *memory.stepper;
  }
};

}  // namespace hamel::running
