// Methods chosen by name: one erased call per step, compiled once per kind of motion.
#pragma once

#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include <hamel/core/status.hpp>
#include <hamel/integrator/strides.hpp>

#include "cases/input_signals.hpp"

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
  /// Forgets the field at the end of the last stride: the next one begins with another.
  virtual void forget() noexcept {}
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
  void forget() noexcept override { stride_ = {}; }

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

/// The inputs of a motion of a file; null where it is another one.
template <class P>
const InputSignals* signals_of_motion(const P& problem) noexcept {
  if constexpr (requires { problem.signals().have_pieces(); })
    return &problem.signals();
  else if constexpr (requires { problem.system().signals().have_pieces(); })
    return &problem.system().signals();
  else
    return nullptr;
}

/// A method by name as the integration loop wants it. Order and error control are those of its row; what
/// wraps methods is told here whether they are adaptive. Where inputs follow tables, its steps end at their rows.
template <class P, bool adaptive_>
struct Named {
  static constexpr int order = 0;
  static constexpr bool adaptive = adaptive_;
  struct Memory {
    std::unique_ptr<Stepper<P>> stepper;
    double piece_end = std::numeric_limits<double>::quiet_NaN();
  };

  std::string_view name;

  using State = typename P::template State<double>;
  /// A step over a row of a table is taken in parts, up to the row and from there on.
  StepStatus step(const P& problem, double t, double h, State& state,
                  Memory& memory) const noexcept {
    const InputSignals* const signals = signals_of_motion(problem);
    if (signals == nullptr || !signals->have_pieces())
      return chosen(memory).step(problem, t, h, state);
    const double end = t + h;
    State reached = state;
    StepStatus all{Outcome::ok, 0, 0};
    for (double from = t, to; from != end; from = to) {
      to = signals->piece_end(from, end);
      const InputSignals::OnPiece piece(*signals, from, to);
      const double part = from == t && to == end ? h : to - from;
      const StepStatus status = chosen(memory).step(problem, from, part, reached);
      all = {status.outcome, all.iterations + status.iterations, status.residual};
      if (!status) return all;
    }
    state = reached;
    return all;
  }

  /// Where a stride started and ended.
  template <class, class>
  struct Stride {
    double t = 0, end = 0;
  };
  StepStatus stride(const P& problem, double t, double end, double way, State& state,
                    Memory& memory, Stride<P, double>& stride) const noexcept requires adaptive_ {
    stride.t = t;
    const InputSignals* const signals = signals_of_motion(problem);
    if (signals == nullptr || !signals->have_pieces())
      return chosen(memory).stride(problem, t, end, way, state, stride.end);
    const double to = signals->piece_end(t, end);
    if (std::exchange(memory.piece_end, to) != to) chosen(memory).forget();
    const InputSignals::OnPiece piece(*signals, t, to);
    return chosen(memory).stride(problem, t, to, way, state, stride.end);
  }
  StepStatus within(const P& problem, double t, const Memory& memory, Stride<P, double>& stride,
                    State& state) const noexcept requires adaptive_ {
    const InputSignals* const signals = signals_of_motion(problem);
    if (signals == nullptr || !signals->have_pieces())
      return memory.stepper->within(problem, t, state);
    const InputSignals::OnPiece piece(*signals, stride.t, stride.end);
    return memory.stepper->within(problem, t, state);
  }

 private:
  Stepper<P>& chosen(Memory& memory) const {
    if (!memory.stepper) memory.stepper = make_stepper<P>(name);
    return *memory.stepper;
  }
};

}  // namespace hamel::running
