// What the terms of a problem that do not depend on x get back over a run.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel::detail {

/// Adds to the adjoint of a number, where it is on the tape.
template <class S>
void add_adjoint(Tape<S>& tape, const Taped<S>& number, const S& by) {
  if (number.node() != 0) tape.adjoint(number.node()) += by;
}
/// Adds to the adjoints of the entries of a matrix.
template <class S, class A, class B>
void add_adjoints(Tape<S>& tape, const A& matrix, const B& by) {
  for (int j = 0; j < matrix.cols(); ++j)
    for (int i = 0; i < matrix.rows(); ++i) add_adjoint(tape, matrix(i, j), S(by(i, j)));
}

/// Problems that are known by their vector field alone: motion with a given velocity, a Lagrangian in coordinates.
template <class P>
concept FieldAlone = !requires {
  P::velocities;
};

/// What a covector on a field at x is by (e, m), x exp(e).
template <class S, int N, int W>
struct ByPoint {
  Vector<S, N> by_x;
  Vector<S, W> by_m;
};

/// The inputs that a system holds; nothing where it has none.
template <class System>
auto inputs_held(const System& system) {
  if constexpr (requires { system.held_inputs(); })
    return system.held_inputs();
  else
    return Vector<typename System::Number, 0>();
}
/// Systems that look the same from every element.
template <class System>
inline constexpr bool invariant_terms = System::geodesic;
template <class System, class W>
inline constexpr bool invariant_terms<UnderInputs<System, W>> =
    System::geodesic&& constant_inputs<System>;

/// D, M and M D at an element, with the inverse of D^T M D where they serve everywhere.
template <class P, class S>
struct Frame {
  static constexpr int n = P::dimension, r = P::velocities;
  static constexpr bool everywhere = !P::System::metric_may_vary && !P::moves;
  Matrix<S, n, r> d;
  Matrix<S, n> inertia;
  Matrix<S, n, r> lowered;
  Matrix<S, r> gram;  // D^T M D, or its inverse

  Frame(Matrix<S, n, r> basis, Matrix<S, n> metric)
      : d(std::move(basis)), inertia(std::move(metric)) {
    if constexpr (P::kind == Dynamics::free) {
      lowered = gram = inertia;
    } else {
      lowered = inertia * d;
      gram = d.transpose() * lowered;
    }
    if constexpr (everywhere) gram = hamel::solve<S, r, r>(gram, unit_matrix<S, r>());
  }

  /// The u of D^T M D u = c.
  Vector<S, r> solve(const Vector<S, r>& c) const {
    if constexpr (everywhere)
      return gram * c;
    else
      return hamel::solve<S, r, 1>(gram, c);
  }
};

/// What the terms of a problem that do not depend on x get back over a run, sown once at its end. P is the problem
/// under inputs, Q the same in numbers on a tape.
template <class P, class Q, class S>
class ConstantTerms {
  static constexpr int n = P::dimension, r = P::velocities;
  using Held = decltype(inputs_held(std::declval<const typename Q::System&>()));

 public:
  static constexpr int inputs = Held::RowsAtCompileTime;
  static constexpr bool metric = !P::System::metric_may_vary;
  static constexpr bool basis = P::kind != Dynamics::free && !P::moves;
  static constexpr bool frame = metric && !P::moves;
  /// Nothing depends on x.
  static constexpr bool everything = invariant_terms<typename Q::System> && !P::moves && !P::affine;

  /// At any x: the frame that serves all stages, and which terms depend on parameters.
  ConstantTerms(const P& problem, const Q& taped, Tape<S>& tape,
                const Element<typename P::Group, S>& x)
      : place(tape), push_rates(tape), drift_rates(tape), velocity(tape) {
    if constexpr (frame) frame_.emplace(problem.basis(x), problem.metric(x));
    const auto varies = [](const auto& matrix) {
      return std::any_of(matrix.data(), matrix.data() + matrix.size(),
                         [](const auto& entry) { return entry.node() != 0; });
    };
    if constexpr (metric) metric_varies_ = varies(taped.metric(anywhere_));
    if constexpr (basis) basis_varies_ = varies(taped.basis(anywhere_));
  }

  /// D and M, where they are constant.
  const Frame<P, S>& constant_frame() const noexcept { return *frame_; }
  /// Does D depend on a parameter?
  bool basis_varies() const noexcept { return basis_varies_; }

  void add_to_metric(const Vector<S, n>& c, const Vector<S, n>& a) {
    if (metric_varies_) by_metric_ += c * a.transpose();
  }
  void add_to_basis(const Matrix<S, n, r>& by) {
    if (basis_varies_) by_basis_ += by;
  }
  /// <c, D u>
  void add_to_basis(const Vector<S, n>& c, const Vector<S, r>& u) {
    by_basis_ += c * u.transpose();
  }
  /// What M and D get from a = D u with D^T M D u given, where k = (D^T M D)^{-1} D^T by_a, and from <M a, b>: with
  /// c = b - D k these are <c, M a> and <M c, D u> - <M D u, D k>, summed in coordinates of D.
  void add_to_frame(const Vector<S, r>& u, const Vector<S, r>& k) requires(frame) {
    by_products_ += k * u.transpose();
  }
  void add_to_frame(const Vector<S, r>& u, const Vector<S, r>& k,
                    const Vector<S, n>& b) requires(frame) {
    add_to_frame(u, k);
    by_lowered_ += b * u.transpose();
  }
  /// For w since it was asked for last, and for B where it is constant.
  Vector<S, inputs> taken_by_inputs() {
    const Vector<S, inputs> by = by_inputs;
    by_inputs.setZero();
    return by;
  }
  /// Where terms are asked, and the rates of its numbers.
  const Variables<S, P::Group::storage> place, push_rates, drift_rates;
  const Variables<S, n> velocity;  ///< the velocity there
  Vector<S, inputs> by_inputs = Vector<S, inputs>::Zero();
  Matrix<S, n, inputs> by_input_matrix = Matrix<S, n, inputs>::Zero();

  /// Adds all of it to the adjoints of the problem on the tape, whatever its inputs.
  template <class Whole>
  void sow(Tape<S>& tape, const Whole& taped) const {
    auto by_metric = by_metric_;
    auto by_basis = by_basis_;
    if constexpr (frame) {
      const auto& [d, inertia, lowered, gram] = *frame_;
      const Matrix<S, n, r> c = by_lowered_ - d * by_products_;
      by_metric += c * d.transpose();
      by_basis += inertia * c - lowered * by_products_.transpose();
    }
    if constexpr (metric) {
      if (metric_varies_) add_adjoints(tape, taped.metric(anywhere_), by_metric);
    }
    if constexpr (basis) {
      if (basis_varies_) add_adjoints(tape, taped.basis(anywhere_), by_basis);
    }
    if constexpr (constant_inputs<typename Whole::System>)
      add_adjoints(tape, taped.system().input_matrix(anywhere_), by_input_matrix);
  }

 private:
  struct Nothing {};

  const Element<typename P::Group, Taped<S>> anywhere_{};
  [[no_unique_address]] std::conditional_t<frame, std::optional<Frame<P, S>>, Nothing> frame_;
  bool metric_varies_ = false, basis_varies_ = false;
  Matrix<S, n> by_metric_ = Matrix<S, n>::Zero();
  Matrix<S, n, r> by_basis_ = Matrix<S, n, r>::Zero();
  // of frames: sums of b u^T and k u^T
  Matrix<S, n, r> by_lowered_ = Matrix<S, n, r>::Zero();
  Matrix<S, r> by_products_ = Matrix<S, r>::Zero();
};

}  // namespace hamel::detail
