// Error control: an embedded Runge-Kutta method takes as many steps as an interval needs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include <hamel/core/finite.hpp>
#include <hamel/core/powers.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/compensated.hpp>
#include <hamel/integrator/continuous.hpp>
#include <hamel/integrator/error_scale.hpp>
#include <hamel/integrator/field_noise.hpp>
#include <hamel/integrator/runge_kutta.hpp>

namespace hamel {

namespace detail {

/// The bound of turn_bound from |A|, which is `bound`, by the powers from the second on.
template <int N>
[[gnu::noinline]] double turn_bound_by_powers(Matrix<double, N> ad, double bound,
                                              double enough) noexcept {
  double norm = bound;
  for (int power = 2; power <= 64 && !(bound <= enough); power *= 2) {
    ad /= norm;
    ad = (ad * ad).eval();
    norm = ad.cwiseAbs().colwise().sum().maxCoeff();
    bound *= std::pow(norm, 1. / power);
  }
  return bound;
}

/// A bound of the spectral radius of ad_s, which is 0 for translations and the angle for rotations, whatever the units;
/// exp is injective while no eigenvalue reaches 2 pi i. Bounds from above are |A|, |A^2|^(1/2), ..., |A^64|^(1/64),
/// which is close: the first of them that is at most `enough`, or the last. That is nearly always |A|, the largest sum
/// of a column.
template <int N>
double turn_bound(const Matrix<double, N>& ad, double enough) noexcept {
  double norm = 0;
  for (int j = 0; j < ad.cols(); ++j) {
    double sum = 0;
    for (int i = 0; i < ad.rows(); ++i) sum += std::abs(ad(i, j));
    norm = std::max(norm, sum);
  }
  return norm <= enough ? norm : turn_bound_by_powers<N>(ad, norm, enough);
}

/// The matrix of ad_s.
template <class G, class V>
Matrix<double, G::dimension> ad_matrix(const G& group, const V& s) noexcept {
  const int n = group.dim();
  if constexpr (adds_numbers<G>) {
    return Matrix<double, G::dimension>::Zero(n, n);
  } else if constexpr (std::is_same_v<typename V::Scalar, double> &&
                       requires { group.ad_matrix(s); }) {
    return group.ad_matrix(s);
  } else {
    Matrix<double, G::dimension> ad(n, n);
    for (int j = 0; j < n; ++j) ad.col(j) = group.ad(s, V(V::Unit(n, j))).template cast<double>();
    return ad;
  }
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
  using Field = Velocity<S, P::dimension, P::variations>;
  template <class P, class S>
  using Rounding = typename Method::template Rounding<S, P::dimension, P::variations>;

  double tolerance =
      1e-13;  ///< relative local error; a few roundings of the scalar where that is more
  double reach = 2.0;        ///< longest turn of one step, inside the injectivity radius of exp
  int max_steps = 1000000;   ///< per interval, or per longest step of a run
  /// The longest step, as a part of the run: what happens in a short part of it is not stepped over.
  double part = 0.01;

  /// What is known of one motion: the step size that error control would take next (0: not known yet), the
  /// scales, what rounding took from the sums, and the steps tried since the time `since`. `coarser` is how much longer
  /// a step may be that has a coarse error (ErrorScale).
  struct Memory {
    double h = 0, coarser = 0;
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
    Field<P, S> next;                     // of `after`
    typename P::template State<S> after;  // where it led to
    bool taken = false;
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
    Field<P, S> first;
    const double longest = std::abs(static_cast<double>(h));
    for (int tried = 0;;) {
      S taken(0);
      const St before = now;
      status = advance(problem, S(t + done), S(h - done), longest, now, memory, max_steps - tried,
                       taken, at, sum, first, first_is_last && tried > 0);
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
    // Derivatives of states are not compared: there the field is evaluated anew.
    bool known = false;
    if constexpr (first_is_last && native_number<S>)
      known = stride.taken && t == stride.end && state.m == stride.after.m &&
              state.x.data == stride.after.x.data;
    stride.t = t;
    stride.start = state;
    stride.extended = false;
    const StepStatus status =
        advance(problem, t, S(end - t), longest, state, memory, max_steps - memory.tried, stride.h,
                stride.at, stride.sum, stride.next, known);
    stride.end = stride.h == S(end - t) ? end : S(t + stride.h);
    stride.taken = static_cast<bool>(status);
    if constexpr (first_is_last) stride.after = state;
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
  /// Does the last stage lie where the step ends, so that the field there is the first of the next step?
  static constexpr bool first_is_last = [] {
    constexpr int last = Tableau::stages - 1;
    bool same = Tableau::c[last] == 1 && Tableau::b[last] == 0;
    for (int j = 0; j < last; ++j) same = same && Tableau::a[last][j] == Tableau::b[j];
    return same;
  }();

  /// One step of at most `longest` and of size `taken`, at most `rest`. `first` is the field at the start where it is
  /// `known`, and then that at the end if first_is_last.
  template <class P, class S, class St>
  StepStatus advance(const P& problem, const S& t, const S& rest, double longest, St& state,
                     Memory& memory, int budget, S& taken, Stages<P, S>& at, Increment<P, S>& sum,
                     Field<P, S>& first, bool known) const noexcept {
    const double length = std::abs(static_cast<double>(rest));
    const double resolution =
        std::max(32 * static_cast<double>(epsilon<S>()) * std::abs(static_cast<double>(t)),
                 std::numeric_limits<double>::min());
    const Rounding<P, S> low = rounding<P, S>(problem, state, memory);
    std::optional<Increment<P, S>> refused;
    if (memory.h == 0) {
      const auto field = problem.field(t, state.x, state.m);
      first = {field.a, field.m_dot};
      memory.h = first_size(first.m_dot, longest, state.m);
      known = true;
    }
    double size = std::min(memory.h, longest);
    double estimate = 0, longer = 0;  // longer: size of the step refused before
    if (known) at.set(0, first.a, first.m_dot);
    for (int tried = 1; tried <= budget; ++tried) {
      const bool last = size >= length * (1 - 1e-12);
      // The difference of two times: what is added to t is what is integrated.
      taken = last ? rest : S(S(t + S(rest < S(0) ? -size : size)) - t);
      const double h = std::abs(static_cast<double>(taken));
      if constexpr (first_is_last)
        Method{}.evaluate(problem, t, taken, state, at, &low, known || tried > 1, &first);
      else
        Method{}.evaluate(problem, t, taken, state, at, &low, known || tried > 1);
      sum = Method{}.sum(problem, taken, state, at);
      const auto ad = detail::ad_matrix(problem.group(), sum.s);
      const auto rates = ErrorScale::rates(at, ad, h);
      if (longer > 0) memory.scale.hear(*refused, longer, sum, h, rates, state.m);
      estimate = relative_error(sum, rates, state, h, memory);
      if (estimate > 1 && longer > 0 && !ErrorScale::fall(*refused, longer, sum, h)) {
        memory.scale.hear(sum, h, field_noise(problem, t, taken, state));
        estimate = relative_error(sum, rates, state, h, memory);
      }
      if (estimate <= 1) {
        // The next step is not longer where a longer one was just refused (Hairer, Norsett & Wanner 1993, II.4), nor
        // turns farther than the reach: a turn grows with the size.
        const double more = growth(estimate);
        double next = tried > 1 ? std::min(1., more) : more;
        const double turn = detail::turn_bound<P::dimension>(ad, safety * reach / next);
        if (turn * next > safety * reach) next = safety * reach / turn;
        if (turn <= reach) {
          // A step cut short to land on the end says little about the size the next one may have.
          memory.h = !last || estimate > 0.1 ? h * next : std::max(memory.h, h);
          const auto before = state.m;
          state.x = detail::compose_compensated(problem.group(), state.x, sum.s, memory.x_low);
          detail::add_compensated(state.m, sum.m, memory.m_low);
          if (memory.coarser == 0)
            memory.coarser = root(std::max(1., ErrorScale::coarse / reached<S>())) / safety;
          memory.scale.accept(rates, before, state.m, h, h * more * memory.coarser,
                              more == most_growth);
          return {Outcome::ok, tried, estimate * reached<S>()};
        }
        size = h * std::min(0.5, next);
      } else {
        size = h * (std::isfinite(estimate) ? std::min(0.5, growth(estimate)) : 0.1);
      }
      refused = sum;
      longer = std::isfinite(estimate) ? h : 0;
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
    if constexpr (detail::adds_numbers<typename P::Group>)
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
      const double m = static_cast<double>(state.m[i]), rate = static_cast<double>(at.l(0)[i]);
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

  /// The size of the next step over that of one with this error.
  static double growth(double estimate) noexcept {
    constexpr int p = Tableau::error_order + 1;
    if (!(estimate > power<p>(safety / most_growth))) return most_growth;
    if (estimate > power<p>(safety / least_growth)) return least_growth;
    return std::clamp(safety * inverse_root<p>(estimate), least_growth, most_growth);
  }
  static constexpr double safety = 0.9, least_growth = 0.2, most_growth = 5;

  /// How much longer a step may be whose error may be this much more.
  static double root(double more) noexcept {
    return std::pow(more, 1. / (Tableau::error_order + 1));
  }
  /// A tenth of the time in which some momentum changes by its own size, at most `length`.
  template <class V>
  static double first_size(const V& rate, double length, const V& momentum) noexcept {
    double size = length;
    for (int i = 0; i < momentum.size(); ++i) {
      const double m = std::abs(static_cast<double>(momentum[i]));
      const double change = std::abs(static_cast<double>(rate[i]));
      if (m > 0 && change > 0) size = std::min(size, 0.1 * m / change);
    }
    return std::max(size, 1e-10 * length);
  }

  /// Largest error in units of the tolerance; NaN counts as infinite.
  template <class Sum, class Rates, class St>
  double relative_error(const Sum& sum, const Rates& rates, const St& state, double h,
                        const Memory& memory) const noexcept {
    if (!all_finite(sum.s) || !all_finite(sum.m)) return HUGE_VAL;
    return memory.scale.measure(sum, rates, state.m, h,
                                reached<typename decltype(state.m)::Scalar>());
  }
};

}  // namespace hamel
