// Error control: an embedded Runge-Kutta method takes as many steps as an interval needs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/abelian.hpp>
#include <hamel/integrator/continuous.hpp>
#include <hamel/integrator/error_scale.hpp>
#include <hamel/integrator/runge_kutta.hpp>

namespace hamel {

namespace detail {

/// Groups whose product adds the stored numbers.
template <class G>
inline constexpr bool adds = false;
template <int N, class Names>
inline constexpr bool adds<AbelianGroup<N, Names>> = true;

/// Is the spectral radius of ad_s more than `reach`? It is 0 for translations and the angle for rotations, whatever the
/// units, and exp is injective while no eigenvalue reaches 2 pi i. Bounds from above are |A|, |A^2|^(1/2), ...,
/// |A^64|^(1/64), which is close; the first of them that is within reach says no.
template <int N>
bool turns_beyond(Matrix<double, N> ad, double reach) noexcept {
  double bound = 1;
  for (int squarings = 0, power = 1; squarings <= 6; ++squarings, power *= 2) {
    const double norm = ad.cwiseAbs().colwise().sum().maxCoeff();
    bound *= squarings == 0 ? norm : std::pow(norm, 1. / power);
    if (bound <= reach) return false;
    if (squarings < 6) {
      ad /= norm;
      ad = (ad * ad).eval();
    }
  }
  return true;
}

/// The matrix of ad_s.
template <class G, class V>
Matrix<double, G::dimension> ad_matrix(const G& group, const V& s) noexcept {
  const int n = group.dim();
  if constexpr (adds<G>) {
    return Matrix<double, G::dimension>::Zero(n, n);
  } else {
    Matrix<double, G::dimension> ad(n, n);
    for (int j = 0; j < n; ++j) ad.col(j) = group.ad(s, V(V::Unit(n, j))).template cast<double>();
    return ad;
  }
}

/// What rounding took from a sum; 0 where `low` is left from another one.
template <class S>
S rounding_of(const S& sum, double low) noexcept {
  const double most =
      4 * std::numeric_limits<double>::epsilon() * std::abs(static_cast<double>(sum));
  return S(std::abs(low) <= most ? low : 0);
}

/// The same for each component, as far as it is known.
template <class V, class X>
void take_rounding(V& rounding, const X& sum, const std::array<double, max_storage>& low) noexcept {
  for (int i = 0; i < sum.size(); ++i)
    rounding[i] = i < max_storage ? rounding_of(sum[i], low[i]) : typename V::Scalar(0);
}

/// sum += increment, with what rounding takes from the sum kept in `low` for the next time.
template <class S>
void add_compensated(S& sum, const S& increment, double& low) noexcept {
  const auto size = [](const S& x) { return std::abs(static_cast<double>(x)); };
  const S old = sum;
  const S added = increment + rounding_of(old, low);
  sum = old + added;
  const bool old_is_big = size(old) >= size(added);
  const S big = old_is_big ? old : added, small = old_is_big ? added : old;
  low = static_cast<double>(small - (sum - big));
}

/// The same for each component, as far as there is room.
template <class V>
void add_compensated(V& sum, const V& increment, std::array<double, max_storage>& low) noexcept {
  for (int i = 0; i < sum.size(); ++i) {
    if (i < max_storage)
      add_compensated(sum[i], increment[i], low[i]);
    else
      sum[i] += increment[i];
  }
}

/// x exp(s), compensated where the product adds the stored numbers, as far as that is known.
template <class G, class X, class V>
X compose_compensated(const G& group, const X& x, const V& s,
                      std::array<double, max_storage>& low) noexcept {
  X y = x;
  if constexpr (adds<G>) {
    add_compensated(y.data, decltype(y.data)(s), low);
  } else {
    const X e = group.exp(s);
    y = group.compose(x, e);
    if constexpr (G::storage == dynamic) {
      for (int i = 0; i < std::min(static_cast<int>(y.data.size()), max_storage); ++i) {
        if (y.data[i] != x.data[i] + e.data[i]) continue;
        y.data[i] = x.data[i];
        add_compensated(y.data[i], e.data[i], low[i]);
      }
    }
  }
  return y;
}

}  // namespace detail

/// An embedded Runge-Kutta method in steps of its own choice, so that the estimated local error of every component
/// stays below `tolerance` times the scale of that component (ErrorScale), whatever the units; only turns have a
/// longest step. Sums are compensated.
///
/// A run (Strides) takes these steps wherever outputs lie, and states between their ends come from inside the step:
/// from a polynomial through its stages where the tableau knows one (Extension), else by one more step from its start.
/// `step` crosses one interval [t, t+h] alone: its last step is cut to land on the end; the size found is remembered.
///
/// Ends with Outcome::unbounded where a momentum grows beyond every bound, step_too_small where the error asks for
/// steps that the time does not resolve, budget_spent after max_steps in one interval, or within the longest step of
/// a run.
template <class Tableau>
struct Adaptive {
  static constexpr bool embeds = requires { Tableau::error_order; };
  static_assert(embeds, "Adaptive: the tableau embeds no error estimate, as DormandPrince5 does");
  static constexpr int order = Tableau::order;
  static constexpr bool adaptive = true;
  using Method = RungeKutta<Tableau>;
  template <class P, class S>
  using Stages = typename Method::template Stages<S, P::dimension, P::variations>;
  template <class P, class S>
  using Increment = typename Method::template Increment<S, P::dimension, P::variations>;
  template <class P, class S>
  using Rounding = typename Method::template Rounding<S, P::dimension, P::variations>;

  double tolerance =
      1e-13;  ///< relative local error; a few roundings of the scalar where that is more
  double reach = 2.0;        ///< longest turn of one step, inside the injectivity radius of exp
  int max_steps = 1000000;   ///< per interval, or per longest step of a run
  /// The longest step, as a part of the run: what happens in a short part of it is not stepped over.
  double part = 0.01;

  /// What is known of one motion: the step size that error control would take next (0: not known yet), the
  /// scales, what rounding took from the sums, and the steps tried since the time `since`.
  struct Memory {
    double h = 0;
    ErrorScale scale;
    std::array<double, max_storage> x_low{}, m_low{};
    double since = 0;
    int tried = 0;
  };

  /// A step of the method's own, from `start` at t over h to `end`, and what is known of the motion inside it.
  template <class P, class S>
  struct Stride {
    struct Nothing {};
    S t{}, h{}, end{};
    typename P::template State<S> start;
    Stages<P, S> at;
    Increment<P, S> sum;
    std::conditional_t<Continuous<Tableau>, Inside<Tableau, P, S>, Nothing> inside;
    bool extended = false;
  };

  /// Crosses [t, t+h]; the status counts the steps tried, its residual is the last error estimate. On
  /// failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Memory& memory) const noexcept {
    return cross(problem, t, h, state, memory, [](const S&, const S&, const St&, const auto&) {});
  }
  /// The same; see(t, size, start, stages) follows its steps.
  template <class P, class S, class St, class See>
  StepStatus cross(const P& problem, const S& t, const S& h, St& state, Memory& memory,
                   const See& see) const {
    if (h == S(0)) return {Outcome::ok, 0, 0};
    St now = state;
    S done(0);
    StepStatus status;
    Stages<P, S> at;
    Increment<P, S> sum;
    const double longest = std::abs(static_cast<double>(h));
    for (int tried = 0;;) {
      S taken(0);
      const St before = now;
      status = advance(problem, S(t + done), S(h - done), longest, now, memory, max_steps - tried,
                       taken, at, sum);
      status.iterations += tried;
      if (!status) return status;
      see(S(t + done), taken, before, at);
      if (taken == S(h - done)) break;
      tried = status.iterations;
      done += taken;
    }
    state = now;
    return status;
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

  /// One step of a run of length `way` that does not pass `end`; where it led is in `state`, what it was in `stride`.
  template <class P, class S, class St>
  StepStatus stride(const P& problem, const S& t, const S& end, double way, St& state,
                    Memory& memory, Stride<P, S>& stride) const noexcept {
    const double now = static_cast<double>(t), longest = part * way;
    if (memory.tried == 0 || std::abs(now - memory.since) >= longest) {
      memory.since = now;
      memory.tried = 0;
    }
    stride.t = t;
    stride.start = state;
    stride.extended = false;
    const StepStatus status = advance(problem, t, S(end - t), longest, state, memory,
                                      max_steps - memory.tried, stride.h, stride.at, stride.sum);
    stride.end = stride.h == S(end - t) ? end : S(t + stride.h);
    memory.tried += status.iterations;
    return status;
  }

  /// The state at a time inside the last stride.
  template <class P, class S, class St>
  StepStatus within(const P& problem, const S& t, const Memory& memory, Stride<P, S>& stride,
                    St& state) const noexcept {
    state = stride.start;
    if constexpr (Continuous<Tableau>) {
      if (!stride.extended)
        stride.inside.extend(problem, stride.t, stride.h, stride.start, stride.at, stride.sum);
      stride.extended = true;
      const bool finite = stride.inside.at(problem, S((t - stride.t) / stride.h), state);
      return {finite ? Outcome::ok : Outcome::not_finite, 0, 0};
    } else {
      Memory aside;
      aside.scale = memory.scale;
      aside.h = std::abs(static_cast<double>(t - stride.t));
      return step(problem, stride.t, S(t - stride.t), state, aside);
    }
  }

 private:
  /// One step of at most `longest` and of size `taken`, at most `rest`.
  template <class P, class S, class St>
  StepStatus advance(const P& problem, const S& t, const S& rest, double longest, St& state,
                     Memory& memory, int budget, S& taken, Stages<P, S>& at,
                     Increment<P, S>& sum) const noexcept {
    const double length = std::abs(static_cast<double>(rest));
    const double resolution =
        std::max(32 * static_cast<double>(epsilon<S>()) * std::abs(static_cast<double>(t)),
                 std::numeric_limits<double>::min());
    const Rounding<P, S> low = rounding<P, S>(problem, state, memory);
    Increment<P, S> refused{low.s, low.s, low.m, low.m};  // what was refused, once longer > 0
    double size =
        memory.h > 0 ? std::min(memory.h, longest) : first_size(problem, t, longest, state);
    double estimate = 0, longer = 0;  // longer: size of the step refused before
    for (int tried = 1; tried <= budget; ++tried) {
      const bool last = size >= length * (1 - 1e-12);
      // The difference of two times: what is added to t is what is integrated.
      taken = last ? rest : S(S(t + S(rest < S(0) ? -size : size)) - t);
      const double h = std::abs(static_cast<double>(taken));
      method_.evaluate(problem, t, taken, state, at, &low);
      sum = method_.sum(problem, taken, state, at);
      const auto rates = ErrorScale::rates(at);
      if (longer > 0) memory.scale.hear(refused, longer, sum, h, rates, state.m);
      estimate = relative_error(problem, sum, at, rates, state, h, memory);
      if (estimate <= 1) {
        // A step cut short to land on the end says little about the size the next one may have.
        memory.h = !last || estimate > 0.1 ? h * growth(estimate) : std::max(memory.h, h);
        const auto before = state.m;
        state.x = detail::compose_compensated(problem.group(), state.x, sum.s, memory.x_low);
        detail::add_compensated(state.m, sum.m, memory.m_low);
        memory.scale.accept(rates, before, state.m, h);
        return {Outcome::ok, tried, estimate * reached<S>()};
      }
      refused = sum;
      longer = std::isfinite(estimate) ? h : 0;
      size = h * (std::isfinite(estimate) ? std::min(0.5, growth(estimate)) : 0.1);
      memory.h = size;
      if (!(size > resolution)) return failed(at, state, estimate, resolution, tried);
    }
    return {Outcome::budget_spent, budget, estimate * reached<S>()};
  }

  /// What rounding took from the momentum of the state, and from its element where the product adds.
  template <class P, class S, class St>
  static Rounding<P, S> rounding(const P& problem, const St& state, const Memory& memory) noexcept {
    Rounding<P, S> low{Vector<S, P::dimension>::Zero(problem.dim()),
                       Vector<S, P::variations>::Zero(state.m.size())};
    if constexpr (detail::adds<typename P::Group>)
      detail::take_rounding(low.s, state.x.data, memory.x_low);
    detail::take_rounding(low.m, state.m, memory.m_low);
    return low;
  }

  /// Why no step is short enough: some momentum grows by its own size within the resolution of time, or has
  /// left the range of numbers.
  template <class Stages, class St>
  StepStatus failed(const Stages& at, const St& state, double estimate, double resolution,
                    int tried) const noexcept {
    using S = typename decltype(state.m)::Scalar;
    constexpr double huge = 1e100;
    Outcome outcome = std::isfinite(estimate) ? Outcome::step_too_small : Outcome::not_finite;
    for (int i = 0; i < state.m.size(); ++i) {
      const double m = static_cast<double>(state.m[i]), rate = static_cast<double>(at.l[0][i]);
      const bool bursts = m * rate > 0 && std::abs(m) <= 1e3 * resolution * std::abs(rate);
      if (bursts || std::abs(m) > huge) outcome = Outcome::unbounded;
    }
    return {outcome, tried, estimate * reached<S>()};
  }

  /// The tolerance that numbers of type S can meet.
  template <class S>
  double reached() const noexcept {
    return std::max(tolerance, 8 * static_cast<double>(epsilon<S>()));
  }

  static double growth(double estimate) noexcept {
    if (!(estimate > 0)) return 5;
    return std::clamp(0.9 * std::pow(estimate, -1. / (Tableau::error_order + 1)), 0.2, 5.);
  }

  /// A tenth of the time in which some momentum changes by its own size, at most `length`.
  template <class P, class S, class St>
  static double first_size(const P& problem, const S& t, double length, const St& state) noexcept {
    const auto rate = problem.field(t, state.x, state.m);
    double size = length;
    for (int i = 0; i < state.m.size(); ++i) {
      const double m = std::abs(static_cast<double>(state.m[i]));
      const double change = std::abs(static_cast<double>(rate.m_dot[i]));
      if (m > 0 && change > 0) size = std::min(size, 0.1 * m / change);
    }
    return std::max(size, 1e-10 * length);
  }

  /// Largest error in units of the tolerance; NaN and turns out of reach count as infinite or large.
  template <class P, class Sum, class Stages, class Rates, class St>
  double relative_error(const P& problem, const Sum& sum, const Stages& at, const Rates& rates,
                        const St& state, double h, const Memory& memory) const noexcept {
    if (!all_finite(sum.s) || !all_finite(sum.m)) return HUGE_VAL;
    const auto ad = detail::ad_matrix(problem.group(), sum.s);
    const double worst = memory.scale.measure(sum, at, rates, state.m, ad, h,
                                              reached<typename decltype(state.m)::Scalar>());
    if (!(worst <= 1)) return worst;
    return detail::turns_beyond<P::dimension>(ad, reach) ? 1e3 : worst;
  }

  Method method_;
};

}  // namespace hamel
