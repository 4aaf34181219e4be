// A problem while its inputs are given: held over a step, or as functions of time.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel {

/// A view of a split, for problems that last for a step only.
template <class SplitT>
class SplitView {
 public:
  using Number = typename SplitT::Number;
  static constexpr bool affine = SplitT::affine, moves = SplitT::moves;
  static constexpr int rank = SplitT::rank, corank = SplitT::corank;

  explicit SplitView(const SplitT& split) noexcept : split_(&split) {}

  int columns() const noexcept { return split_->columns(); }
  decltype(auto) distribution() const noexcept { return split_->distribution(); }
  template <class G, class S>
  auto distribution(const Element<G, S>& x) const {
    return split_->distribution(x);
  }
  const auto& annihilator() const noexcept { return split_->annihilator(); }
  const auto& offset() const noexcept { return split_->offset(); }
  template <class G, class S, class V>
  auto slope(const G& group, const Element<G, S>& x, const V& a) const {
    return split_->slope(group, x, a);
  }

 private:
  const SplitT* split_;
};

template <>
class SplitView<Unconstrained> : public Unconstrained {
 public:
  explicit SplitView(const Unconstrained&) noexcept {}
};

/// The problem of a system with inputs (`with_inputs`) while they are given as w: a vector of m numbers, or a signal,
/// a callable w(t) with such values, in the equations at every time at which a method asks for the force, so that
/// methods keep their order. A view: `problem` must outlive it. The number of inputs is the caller's to check.
template <Dynamics kind, class System, class SplitT, class W>
auto under(const Problem<kind, System, SplitT>& problem, W w) {
  return Problem<kind, UnderInputs<System, W>, SplitView<SplitT>>(
      problem, UnderInputs<System, W>(problem.system(), std::move(w)),
      SplitView<SplitT>(problem.split()));
}
template <Dynamics kind, class System, class SplitT, class W>
auto under(Problem<kind, System, SplitT>&&, W) = delete;
/// A number in place of the inputs: refused with what to write.
template <Dynamics kind, class System, class SplitT, class W>
requires std::is_arithmetic_v<W>
auto under(const Problem<kind, System, SplitT>& problem, W) {
  static_assert(
      !std::is_arithmetic_v<W>,
      "under: the inputs are a vector of Eigen's, or a function of time with such values, "
      "of one input too: Vector<double, 1>(w)");
  return problem;
}

/// f(problem under w), for a vector w; Outcome::wrong_inputs or not_finite without a call where w has another length
/// than the problem has inputs, or holds a number that is not finite.
template <class P, class W, class F>
StepStatus with_held(const P& problem, const W& w, const F& f) noexcept {
  constexpr bool are_vector = MatrixLike<W>;
  static_assert(are_vector,
                "step: the inputs are a vector of Eigen's, of one input too: Vector<double, 1>(w)");
  if constexpr (are_vector) {
    constexpr int m = P::System::input_dimension, given = W::SizeAtCompileTime;
    constexpr bool fits = given == m || given == dynamic || m == dynamic;
    static_assert(fits, "step: the inputs are not as many as the system has");
    if constexpr (fits) {
      if (w.size() != problem.system().inputs()) return {Outcome::wrong_inputs, 0, 0};
      const Vector<typename W::Scalar, m> held = w;
      if (!all_finite(held)) return {Outcome::not_finite, 0, 0};
      return f(under(problem, held));
    }
  }
  return {};
}

}  // namespace hamel
