// Covectors carried back through a vector field that is known as a whole, recorded on a tape.
#pragma once

#include <cstddef>

#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/constant_terms.hpp>
#include <hamel/integrator/term_sweep.hpp>

namespace hamel::detail {

/// Such a problem needs no terms: the places on the tape where its field is asked.
template <class P, class Q, class S>
requires FieldAlone<P>
class ConstantTerms<P, Q, S> {
 public:
  static constexpr bool everything = false;

  ConstantTerms(const P&, const Q&, Tape<S>& tape, const Element<typename P::Group, S>&)
      : place(tape), momenta(tape) {}

  const Variables<S, P::Group::storage> place;
  const Variables<S, P::variations> momenta;

  template <class Whole>
  void sow(Tape<S>&, const Whole&) const {}
};

/// The field of such a problem at (t,x,m), through which covectors go back: its values, or where the problem pairs its
/// equations with covectors that one number. The element must outlive it.
template <class P, class Q, class S>
class RecordedField {
  static constexpr int n = P::dimension, w = P::variations;

 public:
  static constexpr bool keeps_record = false;  ///< each time anew

  RecordedField(const P& problem, const ConstantTerms<P, Q, S>& terms, const S& t,
                const Element<typename P::Group, S>& x, const Vector<S, w>& m,
                std::nullptr_t = nullptr)
      : problem_(problem), terms_(terms), t_(t), x_(x), m_(m) {}

  /// The velocity a.
  Vector<S, n> velocity() const {
    if constexpr (requires { problem_.velocity(x_, m_); })
      return problem_.velocity(x_, m_);
    else
      return problem_.field(t_, x_, m_).a;
  }

  /// Carries <by_velocity, a> + <by_rate, m'> back to (x,m), inputs and parameters.
  ByPoint<S, n, w> back(const Q& taped, Tape<S>& tape, const Vector<S, n>& by_velocity,
                        const Vector<S, w>& by_rate) const {
    const auto first = tape.size();
    const Element<typename P::Group, Taped<S>> x{terms_.place.with(x_.data)};
    const auto m = terms_.momenta.with(m_);
    if constexpr (requires { problem_.pull(t_, x_, m_, by_velocity, by_rate); }) {
      const auto pull = problem_.pull(t_, x_, m_, by_velocity, by_rate);
      add_adjoint(tape, taped.paired(Taped<S>(t_), x, m, pull), S(1));
    } else {
      const auto rate = taped.field(Taped<S>(t_), x, m);
      add_adjoints(tape, rate.a, by_velocity);
      add_adjoints(tape, rate.m_dot, by_rate);
    }
    tape.take_back(first);
    return {by_numbers(problem_.group(), x_, terms_.place.take(tape)), terms_.momenta.take(tape)};
  }

 private:
  const P& problem_;
  const ConstantTerms<P, Q, S>& terms_;
  const S t_;
  const Element<typename P::Group, S>& x_;
  const Vector<S, w> m_;
};

}  // namespace hamel::detail
