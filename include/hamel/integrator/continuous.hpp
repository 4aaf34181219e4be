// The motion inside a step: a polynomial through the stages, on a group.
#pragma once

#include <array>
#include <cstddef>

#include <hamel/core/finite.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>

namespace hamel {

/// What a tableau needs to give the motion inside its steps: extra stages `a`, `c`, the first of them at
/// the end of the step, and the weights `d` of the last coefficients of the polynomial over all stages.
/// Tableaux without one have no such member.
template <class Tableau>
struct Extension {};

/// Order 7 (Hairer, Norsett & Wanner 1993, section II.6, "DOP853").
template <>
struct Extension<DormandPrince8> {
  static constexpr int stages = 4;
  static constexpr long double c[4] = {1, 0.1L, 0.2L, 7.L / 9};
  static constexpr long double a[4][16] = {
      {},
      {5.61675022830479523392909219681e-2L, 0, 0, 0, 0, 0, 2.53500210216624811088794765333e-1L,
       -2.46239037470802489917441475441e-1L, -1.24191423263816360469010140626e-1L,
       1.5329179827876569731206322685e-1L, 8.20105229563468988491666602057e-3L,
       7.56789766054569976138603589584e-3L, -8.298e-3L},
      {3.18346481635021405060768473261e-2L, 0, 0, 0, 0, 2.83009096723667755288322961402e-2L,
       5.35419883074385676223797384372e-2L, -5.49237485713909884646569340306e-2L, 0, 0,
       -1.08347328697249322858509316994e-4L, 3.82571090835658412954920192323e-4L,
       -3.40465008687404560802977114492e-4L, 1.41312443674632500278074618366e-1L},
      {-4.28896301583791923408573538692e-1L, 0, 0, 0, 0, -4.69762141536116384314449447206L,
       7.68342119606259904184240953878L, 4.06898981839711007970213554331L,
       3.56727187455281109270669543021e-1L, 0, 0, 0, -1.39902416515901462129418009734e-3L,
       2.9475147891527723389556272149L, -9.15095847217987001081870187138L}};
  static constexpr long double d[4][16] = {
      {-0.84289382761090128651353491142e+1L, 0, 0, 0, 0, 0.56671495351937776962531783590L,
       -0.30689499459498916912797304727e+1L, 0.23846676565120698287728149680e+1L,
       0.21170345824450282767155149946e+1L, -0.87139158377797299206789907490L,
       0.22404374302607882758541771650e+1L, 0.63157877876946881815570249290L,
       -0.88990336451333310820698117400e-1L, 0.18148505520854727256656404962e+2L,
       -0.91946323924783554000451984436e+1L, -0.44360363875948939664310572000e+1L},
      {0.10427508642579134603413151009e+2L, 0, 0, 0, 0, 0.24228349177525818288430175319e+3L,
       0.16520045171727028198505394887e+3L, -0.37454675472269020279518312152e+3L,
       -0.22113666853125306036270938578e+2L, 0.77334326684722638389603898808e+1L,
       -0.30674084731089398182061213626e+2L, -0.93321305264302278729567221706e+1L,
       0.15697238121770843886131091075e+2L, -0.31139403219565177677282850411e+2L,
       -0.93529243588444783865713862664e+1L, 0.35816841486394083752465898540e+2L},
      {0.19985053242002433820987653617e+2L, 0, 0, 0, 0, -0.38703730874935176555105901742e+3L,
       -0.18917813819516756882830838328e+3L, 0.52780815920542364900561016686e+3L,
       -0.11573902539959630126141871134e+2L, 0.68812326946963000169666922661e+1L,
       -0.10006050966910838403183860980e+1L, 0.77771377980534432092869265740L,
       -0.27782057523535084065932004339e+1L, -0.60196695231264120758267380846e+2L,
       0.84320405506677161018159903784e+2L, 0.11992291136182789328035130030e+2L},
      {-0.25693933462703749003312586129e+2L, 0, 0, 0, 0, -0.15418974869023643374053993627e+3L,
       -0.23152937917604549567536039109e+3L, 0.35763911791061412378285349910e+3L,
       0.93405324183624310003907691704e+2L, -0.37458323136451633156875139351e+2L,
       0.10409964950896230045147246184e+3L, 0.29840293426660503123344363579e+2L,
       -0.43533456590011143754432175058e+2L, 0.96324553959188282948394950600e+2L,
       -0.39177261675615439165231486172e+2L, -0.14972683625798562581422125276e+3L}};
};

/// True for tableaux that know the motion inside their steps.
template <class Tableau>
concept Continuous = requires {
  Extension<Tableau>::stages;
};

/// The motion inside one step of a Runge-Kutta method, in the coordinates y = (s, m - m_0) around its start: with
/// z = 1 - theta,
///
///     y(theta) = theta (y_0 + z (y_1 + theta (y_2 + z (y_3 + theta (y_4 + z (y_5 + theta y_6)))))).
template <class Tableau, class P, class S>
class Inside {
 public:
  using Method = RungeKutta<Tableau>;
  using State = typename P::template State<S>;
  using Stages = typename Method::template Stages<S, P::dimension, P::variations>;
  using Increment = typename Method::template Increment<S, P::dimension, P::variations>;

  /// From the stages of the step of size h that starts at time t; the extra ones are evaluated here.
  void extend(const P& problem, const S& t, const S& h, const State& start, const Stages& at,
              const Increment& sum) noexcept {
    std::array<Tangent, all> k;
    std::array<Momentum, all> l;
    for (int i = 0; i < Tableau::stages; ++i) {
      k[std::size_t(i)] = at.k(i);
      l[std::size_t(i)] = at.l(i);
    }
    for (int e = 0; e < E::stages; ++e) {
      const int i = Tableau::stages + e;
      Tangent s = sum.s;
      Momentum m = start.m + sum.m;
      if (e > 0) {
        s = weighted(E::a[e], i, k, h);
        m = start.m + weighted(E::a[e], i, l, h);
      }
      const auto rate = Method::rate(problem, S(t + S(E::c[e]) * h), start, s, m);
      k[std::size_t(i)] = rate.a;
      l[std::size_t(i)] = rate.m_dot;
    }
    fit(k, sum.s, h, s_);
    fit(l, sum.m, h, m_);
  }

  /// The state at the fraction theta of the step from `start`; false where it is not finite.
  bool at(const P& problem, const S& theta, State& start) const noexcept {
    const Tangent s = value(s_, theta);
    const Momentum m = value(m_, theta);
    if (!all_finite(s) || !all_finite(m)) return false;
    start.x = problem.group().compose(start.x, problem.group().exp(s));
    start.m += m;
    return true;
  }

 private:
  using E = Extension<Tableau>;
  using Tangent = Vector<S, P::dimension>;
  using Momentum = Vector<S, P::variations>;
  static constexpr int all = Tableau::stages + E::stages;

  template <class V>
  static V value(const std::array<V, 7>& y, const S& theta) noexcept {
    const S z = S(1) - theta;
    V sum = y[6];
    for (int i = 5; i >= 0; --i) sum = y[std::size_t(i)] + (i % 2 == 0 ? z : theta) * sum;
    return theta * sum;
  }
  template <class V>
  static V weighted(const long double (&weights)[all], int count, const std::array<V, all>& k,
                    const S& h) noexcept {
    V sum = V::Zero(k[0].size());
    for (int j = 0; j < count; ++j) {
      if (weights[j] != 0) sum += S(h * S(weights[j])) * k[std::size_t(j)];
    }
    return sum;
  }
  template <class V>
  static void fit(const std::array<V, all>& k, const V& whole, const S& h,
                  std::array<V, 7>& y) noexcept {
    y[0] = whole;
    y[1] = h * k[0] - whole;
    y[2] = whole - h * k[Tableau::stages] - y[1];
    for (int e = 0; e < E::stages; ++e) y[std::size_t(3 + e)] = weighted(E::d[e], all, k, h);
  }

  std::array<Tangent, 7> s_;
  std::array<Momentum, 7> m_;
};

}  // namespace hamel
