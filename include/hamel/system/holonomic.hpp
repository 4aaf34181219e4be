// Holonomic constraints g(t,x) = 0 on a group, with their derivatives by dual numbers.
#pragma once

#include <type_traits>
#include <utility>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// The constraint g(t,x) = 0 of a callable g(x) or g(t,x), generic in the scalar S, that gives a Vector<S,K>. Along a
/// motion x' = x_* a
///
///     <x^*dg_i, a> + d_t g_i = 0,   <x^*dg_i, a'> + (d/ds)^2 g_i(t + s, x exp(s a)) = 0.
///
/// Any type with these members is one, such as one with derivatives given by hand. Of its `count` equations
/// <A_i, a> = b_i the first `held` are those of g; the others need not integrate.
template <class G, class F>
class Holonomic {
  static constexpr bool asks_time = requires(const F& g, const Element<G, double>& x) { g(0., x); };
  template <class S>
  static auto at(const F& g, const S& t, const Element<G, S>& x) {
    if constexpr (asks_time)
      return g(t, x);
    else
      return g(x);
  }
  using Value = std::decay_t<decltype(at(std::declval<const F&>(), 0.,
                                         std::declval<const Element<G, double>&>()))>;

 public:
  static constexpr int rows = Value::RowsAtCompileTime;
  static_assert(rows != dynamic, "Holonomic: a number of equations that is known when compiling");

  Holonomic(G group, F g) : group_(std::move(group)), g_(std::move(g)) {}

  static constexpr int count() noexcept { return rows; }
  static constexpr int held() noexcept { return rows; }

  /// g(t,x)
  template <class S>
  Vector<S, rows> value(const S& t, const Element<G, S>& x) const {
    return at(g_, t, x);
  }
  /// A^T: columns x^*dg_i.
  template <class S>
  Matrix<S, G::dimension, rows> normals(const S& t, const Element<G, S>& x) const {
    return left_derivative_rows(group_, x,
                                [&]<class D>(const Element<G, D>& y) { return at(g_, D(t), y); });
  }
  /// b of A a = b: -d_t g.
  template <class S>
  Vector<S, rows> rate(const S& t, const Element<G, S>& x) const {
    Vector<S, rows> b = Vector<S, rows>::Zero();
    if constexpr (asks_time) {
      using D = Dual<S, 1>;
      const auto moved = g_(D::variable(t, 0), x.template cast<D>());
      for (int i = 0; i < rows; ++i) b[i] = -moved[i].derivatives()[0];
    }
    return b;
  }
  /// c of A a' = c along a motion: minus the second derivative of g(t + s, x exp(s a)).
  template <class S>
  Vector<S, rows> bend(const S& t, const Element<G, S>& x, const Vector<S, G::dimension>& a) const {
    using D = Dual<S, 1>;
    const auto once = moving_along(group_, x, a);
    const Vector<D, G::dimension> along = a.template cast<D>();
    const auto twice = moving_along(group_, once, along);
    const Dual<D, 1> time(D::variable(t, 0), {D(S(1))});
    const auto moved = at(g_, time, twice);
    Vector<S, rows> c;
    for (int i = 0; i < rows; ++i) c[i] = -moved[i].derivatives()[0].derivatives()[0];
    return c;
  }

 private:
  G group_;
  F g_;
};

}  // namespace hamel
