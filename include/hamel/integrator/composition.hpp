// Symmetric compositions: a method of order 2 applied with several step fractions gains order.
#pragma once

#include <hamel/core/status.hpp>
#include <hamel/dynamics/under_inputs.hpp>

namespace hamel {

/// A composition is any type with `order`, `stages` and the fractions `gamma[i]` of the step, which are
/// symmetric and sum to 1.
///
/// Order 4, 3 stages (Yoshida 1990; Suzuki 1990).
struct TripleJump4 {
  static constexpr int order = 4, stages = 3;
  static constexpr long double outer = 1.35120719195965763404768780897L;  // 1 / (2 - 2^(1/3))
  static constexpr long double gamma[3] = {outer, 1 - 2 * outer, outer};
};

/// Order 4, 5 stages, smaller errors than the triple jump (Suzuki 1990).
struct Suzuki4 {
  static constexpr int order = 4, stages = 5;
  static constexpr long double outer = 0.414490771794375737142354062860L;  // 1 / (4 - 4^(1/3))
  static constexpr long double gamma[5] = {outer, outer, 1 - 4 * outer, outer, outer};
};

/// Order 6, 9 stages (Kahan & Li 1997; Hairer, Lubich & Wanner 2006, eq. (V.3.13)).
struct KahanLi6 {
  static constexpr int order = 6, stages = 9;
  static constexpr long double gamma[9] = {
      0.39216144400731413927925056L,  0.33259913678935943859974864L, -0.70624617255763935980996482L,
      0.08221359629355080023149045L,  0.79854399093482996339895035L, 0.08221359629355080023149045L,
      -0.70624617255763935980996482L, 0.33259913678935943859974864L, 0.39216144400731413927925056L};
};

/// Order 8, 17 stages (Kahan & Li 1997; Hairer, Lubich & Wanner 2006, eq. (V.3.15)).
struct KahanLi8 {
  static constexpr int order = 8, stages = 17;
  static constexpr long double gamma[17] = {
      0.13020248308889008087881763L,  0.56116298177510838456196441L,
      -0.38947496264484728640807860L, 0.15884190655515560089621075L,
      -0.39590389413323757733623154L, 0.18453964097831570709183254L,
      0.25837438768632204729397911L,  0.29501172360931029887096624L,
      -0.60550853383003451169892108L, 0.29501172360931029887096624L,
      0.25837438768632204729397911L,  0.18453964097831570709183254L,
      -0.39590389413323757733623154L, 0.15884190655515560089621075L,
      -0.38947496264484728640807860L, 0.56116298177510838456196441L,
      0.13020248308889008087881763L};
};

/// The base method with steps gamma_1 h, ..., gamma_s h in turn. When the base is symmetric and of order
/// 2 the order is the scheme's; what the base conserves exactly stays conserved.
template <class Scheme, class Base>
struct Composition {
  static constexpr bool is_scheme = requires { Scheme::gamma[0]; };
  static constexpr bool has_base = requires { typename Base::Memory; };
  static_assert(is_scheme,
                "Composition: the first argument is not a scheme with order, stages and gamma");
  static_assert(has_base,
                "Composition: the second argument is not a method, see the concept Method");
  static constexpr int order = Scheme::order;
  static constexpr bool adaptive = false;
  static constexpr bool symmetric = requires { requires Base::symmetric; };

  Base base{};

  /// The base method's memory.
  using Memory = typename Base::Memory;

  /// One step of size h from time t, in place. On failure the state is left as it was. The status counts
  /// the iterations of all stages.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Memory& memory) const noexcept {
    St inner = state;
    StepStatus status;
    int iterations = 0;
    S now = t;
    for (const long double gamma : Scheme::gamma) {
      const S part = S(gamma) * h;
      status = base.step(problem, now, part, inner, memory);
      iterations += status.iterations;
      if (!status) break;
      now += part;
    }
    status.iterations = iterations;
    if (status) state = inner;
    return status;
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }
};

}  // namespace hamel
