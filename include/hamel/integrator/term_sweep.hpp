// The terms of a problem on a tape: what depends on x is recorded, what does not is sown once a step.
#pragma once

#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/integrator/constant_terms.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel::detail {

/// A vector of variables with the given values.
template <class S, class V>
auto variables(const V& values) {
  return Taped<S>::variables(values);
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

/// The terms of a problem at (t,x) as functions of x, inputs and parameters: each member adds the derivatives of its
/// number to what is on the tape; only terms that vary with x are recorded there, in one direction where they have
/// slopes.
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
  struct Nothing {};

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
        constant_.by_inputs += matrix.transpose() * b;
        constant_.by_input_matrix += b * w.transpose();
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

  /// x exp(s b) for the forces that act along b, where any does.
  auto pushed([[maybe_unused]] const Tangent& b) {
    if constexpr (P::System::has_potential || P::System::metric_may_vary)
      return moving(push_, b);
    else
      return Nothing{};
  }
  /// <-x^*dU, b>, of the place pushed along b.
  template <class Pushed>
  void potential([[maybe_unused]] const Pushed& place, [[maybe_unused]] const Tangent& b) {
    if constexpr (P::System::has_potential)
      add_adjoint(tape_, taped_.system().potential_force_along(T(t_), place, converted<T>(b)),
                  S(1));
  }
  void potential(const Tangent& b) { potential(pushed(b), b); }

  /// M(x) with d_b M on the tape, where it varies.
  template <class Pushed>
  auto metric_along([[maybe_unused]] const Pushed& place) {
    if constexpr (P::System::metric_may_vary)
      return Matrix<D, n>(taped_.system().metric(place));
    else
      return Nothing{};
  }
  /// (d_b M) a of such a record.
  template <class Metric>
  static Covector metric_rate(const Metric& m, const Tangent& a) {
    return entrywise<S, n, 1>(n, 1, [&](int i, int) {
      S sum(0);
      for (int j = 0; j < n; ++j) sum += m(i, j).derivatives()[0].value() * a[j];
      return sum;
    });
  }
  /// <c, M(x) a> + 1/2 a^T (d_b M) a, of the record along b.
  template <class Metric>
  void sow_metric([[maybe_unused]] const Metric& m, const Tangent& c, const Tangent& a) {
    if constexpr (P::System::metric_may_vary) {
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          add_adjoint(tape_, m(i, j).value(), S(c[i] * a[j]));
          add_adjoint(tape_, m(i, j).derivatives()[0], S(S(0.5) * a[i] * a[j]));
        }
    } else {
      constant_.add_to_metric(c, a);
    }
  }
  /// The same, recorded now.
  void metric(const Tangent& c, const Tangent& a, const Tangent& b) {
    sow_metric(metric_along(pushed(b)), c, a);
  }
  /// <c, M(x) a>
  void metric(const Tangent& c, const Tangent& a) {
    if constexpr (P::System::metric_may_vary)
      add_adjoints(tape_, taped_.metric(at_), c * a.transpose());
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
    recorded_ = tape_.size();
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
  /// Sows <by, d_b D> as recorded, before anything else is; returns what it is by b.
  Covector sow_basis_rate(const Matrix<S, n, r>& by) requires(P::moves) {
    if constexpr (Bends<Group>) {  // the rates of the numbers of x are on the tape
      sow_rates(by);
      back_over_constraint();
      return by_numbers(problem_.group(), x_, drift_.rates->adjoints(tape_));
    } else {  // d_b D is linear in b: by b it is what <by, D> is by e in x exp(e)
      sow_values(by);
      back_over_constraint();
      const auto by_b = by_numbers(problem_.group(), x_, constant_.place.adjoints(tape_));
      sow_values(-by);
      sow_rates(by);
      return by_b;
    }
  }
  /// <by_d, D> + <by_v0, v0> as recorded.
  void sow_constraint(const Matrix<S, n, r>& by_d, const Covector& by_v0) {
    if constexpr (P::moves)
      sow_values(by_d);
    else
      constant_.add_to_basis(by_d);
    if constexpr (P::affine)
      for (int i = 0; i < n; ++i) add_adjoint(tape_, v0_[i].value(), by_v0[i]);
  }
  /// <by_d, d_b D> + <by_v0, d_b v0> as recorded.
  void sow_constraint_rate(const Matrix<S, n, r>& by_d, const Covector& by_v0) {
    if constexpr (P::moves) sow_rates(by_d);
    if constexpr (P::affine)
      for (int i = 0; i < n; ++i) add_adjoint(tape_, v0_[i].derivatives()[0], by_v0[i]);
  }

  /// What all of this is by e in x exp(e).
  Covector by_element() {
    if constexpr (same_everywhere) return Covector::Zero();
    tape_.take_back(first_);
    return gathered();
  }
  /// The same, and the constraint stays as it was recorded, among the records that end at `end`.
  Covector by_element_again(typename Tape<S>::Node end) {
    tape_.take_back(end);
    back_over_constraint();
    return gathered();
  }

 private:
  /// <by, D> and <by, d_b D> as recorded.
  void sow_values(const Matrix<S, n, r>& by) {
    for (int j = 0; j < r; ++j)
      for (int i = 0; i < n; ++i) add_adjoint(tape_, d_(i, j).value(), by(i, j));
  }
  void sow_rates(const Matrix<S, n, r>& by) {
    for (int j = 0; j < r; ++j)
      for (int i = 0; i < n; ++i) add_adjoint(tape_, d_(i, j).derivatives()[0], by(i, j));
  }
  /// Carries what was sown for the constraint back over its record, which stays.
  void back_over_constraint() { tape_.reverse_and_clear(first_, recorded_); }
  /// What the numbers of x and their rates got.
  Covector gathered() {
    Covector by = by_numbers(problem_.group(), x_, constant_.place.take(tape_));
    if constexpr (Bends<Group>) {
      if (push_.moves) by += bent(push_, push_.rates->take(tape_));
      if (drift_.moves) by += bent(drift_, drift_.rates->take(tape_));
    }
    return by;
  }

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
      auto y = Element<Group, D>::with_room(Group::storage);
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
  typename Tape<S>::Node first_, recorded_;  // where the record of the constraint begins and ends
  Way push_{&constant_.push_rates},
      drift_{&constant_.drift_rates};  // of forces, and of the constraint
  [[no_unique_address]] std::conditional_t<P::moves, Matrix<D, n, r>, Nothing> d_;
  [[no_unique_address]] std::conditional_t<P::affine, Vector<D, n>, Nothing> v0_;
};

}  // namespace hamel::detail
