// The terms of a problem on a tape: what depends on x is recorded, what does not is sown once a step.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel::detail {

/// A vector of variables with the given values.
template <class S, class V>
auto variables(const V& values) {
  return Taped<S>::variables(values);
}

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
/// p q^T
template <class S, int N, int M>
Matrix<S, N, M> outer(const Vector<S, N>& p, const Vector<S, M>& q) {
  return entrywise<S, N, M>(int(p.size()), int(q.size()),
                            [&](int i, int j) { return S(p[i] * q[j]); });
}

/// Adds <b, .> to the adjoints of a vector that was recorded from `first` on, and carries them back to there.
template <class S, class V, class B>
void sow(Tape<S>& tape, typename Tape<S>::Node first, const V& vector, const B& b) {
  for (int i = 0; i < vector.size(); ++i) add_adjoint(tape, vector[i], S(b[i]));
  tape.reverse(first, tape.size());
}

/// The adjoints of the numbers stored for x as a covector in g*, by e in x exp(e).
template <class G, class S>
Vector<S, G::dimension> collected(const G& group, const Element<G, S>& x, Tape<S>& tape,
                                  const Element<G, Taped<S>>& taped) {
  Vector<S, G::storage> by_number;
  for (int i = 0; i < by_number.size(); ++i) by_number[i] = tape.adjoint(taped.data[i].node());
  return by_numbers(group, x, by_number);
}

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
      lowered = times(inertia, d);
      gram = transposed_times(d, lowered);
    }
    if constexpr (everywhere) gram = hamel::solve<S, r, r>(gram, unit_matrix<S, r>());
  }

  /// The u of D^T M D u = c.
  Vector<S, r> solve(const Vector<S, r>& c) const {
    if constexpr (everywhere)
      return times(gram, c);
    else
      return hamel::solve<S, r, 1>(gram, c);
  }
};

/// What the terms of a problem that do not depend on x get back over a run, sown once at its end. P is the problem under
/// inputs, Q the same in numbers on a tape.
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
    if (metric_varies_) by_metric_ = plus(by_metric_, outer<S>(c, a));
  }
  void add_to_basis(const Matrix<S, n, r>& by) {
    if (basis_varies_) by_basis_ = plus(by_basis_, by);
  }
  /// <c, D u>
  void add_to_basis(const Vector<S, n>& c, const Vector<S, r>& u) {
    by_basis_ = plus(by_basis_, outer<S>(c, u));
  }
  /// What M and D get from a = D u with D^T M D u given, where k = (D^T M D)^{-1} D^T by_a, and from <M a, b>: with
  /// c = b - D k these are <c, M a> and <M c, D u> - <M D u, D k>, summed in coordinates of D.
  void add_to_frame(const Vector<S, r>& u, const Vector<S, r>& k) requires(frame) {
    by_products_ = plus(by_products_, outer<S>(k, u));
  }
  void add_to_frame(const Vector<S, r>& u, const Vector<S, r>& k,
                    const Vector<S, n>& b) requires(frame) {
    add_to_frame(u, k);
    by_lowered_ = plus(by_lowered_, outer<S>(b, u));
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
      const Matrix<S, n, r> c = minus(by_lowered_, times(d, by_products_));
      by_metric = plus(by_metric, times(c, transposed(d)));
      by_basis = plus(by_basis, minus(times(inertia, c), times(lowered, transposed(by_products_))));
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

/// The terms of a problem at (t,x) as functions of x, inputs and parameters: each member adds the derivatives of its
/// number to what is on the tape; only terms that vary with x are recorded there, in one direction where they have slopes.
template <class P, class Q, class S>
class TermSweep {
  static constexpr int n = P::dimension, r = P::velocities;
  using T = Taped<S>;
  using D = Dual<T, 1>;
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  using Group = typename P::Group;
  using Point = Element<Group, S>;
  using Constant = ConstantTerms<P, Q, S>;
  static constexpr bool same_everywhere = Constant::everything;

 public:
  TermSweep(const P& problem, const Q& taped, Tape<S>& tape, Constant& constant, const S& t,
            const Point& x)
      : problem_(problem), taped_(taped), tape_(tape), constant_(constant), t_(t), x_(x) {
    if constexpr (!same_everywhere) at_.data = constant.place.with(x.data);
    first_ = tape.size();
  }

  /// <f(t,x,a) + B(x) w, b>, of the forces from outside; returns that by a.
  Covector external_force(const Tangent& a, const Tangent& b) {
    const auto& system = taped_.system();
    if constexpr (Constant::inputs > 0) {
      const auto& w = problem_.system().held_inputs();
      if constexpr (constant_inputs<std::decay_t<decltype(system.system())>>) {
        const auto& matrix = problem_.system().system().input_matrix(x_);
        constant_.by_inputs = plus(constant_.by_inputs, transposed_times(matrix, b));
        constant_.by_input_matrix = plus(constant_.by_input_matrix, outer<S>(b, w));
      } else {
        const auto matrix = system.system().input_matrix(at_);
        for (int j = 0; j < Constant::inputs; ++j)
          for (int i = 0; i < n; ++i) {
            constant_.by_inputs[j] += matrix(i, j).value() * b[i];
            add_adjoint(tape_, matrix(i, j), S(b[i] * w[j]));
          }
      }
      return external_force(system.system(), a, b);
    } else {
      return external_force(system, a, b);
    }
  }

  /// <-x^*dU, b>
  void potential(const Tangent& b) {
    if constexpr (P::System::has_potential)
      add_adjoint(tape_,
                  taped_.system().potential_force_along(T(t_), moving(push_, b), converted<T>(b)),
                  S(1));
  }

  /// <c, M(x) a> + 1/2 a^T (d_b M) a
  void metric(const Tangent& c, const Tangent& a, const Tangent& b) {
    if constexpr (P::System::metric_may_vary) {
      const auto m = taped_.system().metric(moving(push_, b));
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          add_adjoint(tape_, m(i, j).value(), S(c[i] * a[j]));
          add_adjoint(tape_, m(i, j).derivatives()[0], S(S(0.5) * a[i] * a[j]));
        }
    } else {
      constant_.add_to_metric(c, a);
    }
  }
  /// <c, M(x) a>
  void metric(const Tangent& c, const Tangent& a) {
    if constexpr (P::System::metric_may_vary)
      add_adjoints(tape_, taped_.metric(at_), outer<S>(c, a));
    else
      constant_.add_to_metric(c, a);
  }

  /// Does D depend on anything?
  bool constraint_varies() const noexcept { return P::moves || constant_.basis_varies(); }
  /// <by_d, D(x)> + <by_v0, v0(t,x)>
  void constraint(const Matrix<S, n, r>& by_d, const Covector& by_v0) {
    if constexpr (P::moves)
      add_adjoints(tape_, taped_.basis(at_), by_d);
    else
      constant_.add_to_basis(by_d);
    if constexpr (P::affine) add_adjoints(tape_, taped_.offset(T(t_), at_), by_v0);
  }
  /// Records D(x) and v0(t,x) with their derivatives along b, where the constraint varies with x.
  void record_constraint(const Tangent& b) {
    if constexpr (P::moves || P::affine) {
      const auto moved = moving(drift_, b);
      if constexpr (P::moves) d_ = taped_.basis(moved);
      if constexpr (P::affine) v0_ = taped_.offset(D(T(t_)), moved);
    }
  }
  /// d_b D of the last record.
  Matrix<S, n, r> basis_rate() const requires(P::moves) {
    return entrywise<S, n, r>(n, r,
                              [&](int i, int j) { return d_(i, j).derivatives()[0].value(); });
  }
  /// d_b v0 of the last record.
  Tangent offset_rate() const requires(P::affine) {
    return entrywise<S, n, 1>(n, 1, [&](int i, int) { return v0_[i].derivatives()[0].value(); });
  }
  /// <by_d, D(x)> as recorded, before anything else is; returns what it is by e in x exp(e).
  Covector basis(const Matrix<S, n, r>& by_d) requires(P::moves) {
    for (int j = 0; j < r; ++j)
      for (int i = 0; i < n; ++i) add_adjoint(tape_, d_(i, j).value(), by_d(i, j));
    tape_.reverse(first_, tape_.size());
    tape_.clear(first_, tape_.size());
    Covector by = by_numbers(problem_.group(), x_, constant_.place.adjoints(tape_));
    if constexpr (Bends<Group>) by = plus(by, bent(drift_, drift_.rates->adjoints(tape_)));
    return by;
  }
  /// <by_d, D> + <by_v0, v0> + <by_d_dot, d_b D> + <by_v0_dot, d_b v0> as recorded.
  void recorded_constraint(const Matrix<S, n, r>& by_d, const Covector& by_v0,
                           const Matrix<S, n, r>& by_d_dot, const Covector& by_v0_dot) {
    const auto both = [&](const D& number, const S& by, const S& by_dot) {
      add_adjoint(tape_, number.value(), by);
      add_adjoint(tape_, number.derivatives()[0], by_dot);
    };
    if constexpr (P::moves) {
      for (int j = 0; j < r; ++j)
        for (int i = 0; i < n; ++i) both(d_(i, j), by_d(i, j), by_d_dot(i, j));
    } else {
      constant_.add_to_basis(by_d);
    }
    if constexpr (P::affine)
      for (int i = 0; i < n; ++i) both(v0_[i], by_v0[i], by_v0_dot[i]);
  }

  /// What all of this is by e in x exp(e).
  Covector by_element() {
    if constexpr (same_everywhere) return Covector::Zero();
    tape_.take_back(first_);
    Covector by = by_numbers(problem_.group(), x_, constant_.place.take(tape_));
    if constexpr (Bends<Group>) {
      if (push_.moves) by = plus(by, bent(push_, push_.rates->take(tape_)));
      if (drift_.moves) by = plus(by, bent(drift_, drift_.rates->take(tape_)));
    }
    return by;
  }

 private:
  template <class System>
  Covector external_force(const System& system, const Tangent& a, const Tangent& b) {
    Covector by_a = Covector::Zero();
    if constexpr (System::has_force) {
      const auto made = tape_.size();
      const Vector<T, n> f = system.external_force(T(t_), at_, constant_.velocity.with(a));
      for (int i = 0; i < n; ++i) add_adjoint(tape_, f[i], b[i]);
      tape_.take_back(made);
      by_a = constant_.velocity.take(tape_);
    }
    return by_a;
  }

  /// A way to go from x, and the variables for the rates of the numbers of x.
  struct Way {
    const Variables<S, Group::storage>* rates;
    Tangent along{};
    bool moves = false;
  };
  /// x exp(s b) with its derivative by s at 0. The rates of its numbers are variables, where the group says how they
  /// change with x.
  Element<Group, D> moving(Way& way, const Tangent& b) {
    if constexpr (Bends<Group>) {
      way.along = b;
      way.moves = true;
      const auto rate = way.rates->with(tangent_along(problem_.group(), x_, b));
      Element<Group, D> y;
      for (int i = 0; i < Group::storage; ++i) y.data[i] = D(at_.data[i], {rate[i]});
      return y;
    } else {
      return moving_along(problem_.group(), at_, converted<T>(b));
    }
  }
  /// The covector c on the rates of a way, by e in x exp(e).
  Covector bent(const Way& way, const Vector<S, Group::storage>& c) const {
    return problem_.group().bend_star(x_, way.along, c);
  }

  const P& problem_;
  const Q& taped_;
  Tape<S>& tape_;
  Constant& constant_;
  const S t_;
  const Point& x_;
  Element<typename P::Group, T> at_;
  typename Tape<S>::Node first_;
  Way push_{&constant_.push_rates},
      drift_{&constant_.drift_rates};  // of forces, and of the constraint
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<P::moves, Matrix<D, n, r>, Nothing> d_;
  [[no_unique_address]] std::conditional_t<P::affine, Vector<D, n>, Nothing> v0_;
};

}  // namespace hamel::detail
