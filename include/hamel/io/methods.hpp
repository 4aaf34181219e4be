// The integration methods that can be asked for by name: one row each.
#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>

#include <hamel/chart/chart_variational.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

/// What a method asks of the system it runs.
enum class Serves {
  all_systems,
  linear_constraints  ///< no offset of a nonholonomic constraint
};

/// A method: its type on groups, its type on systems in coordinates (void: none), and what people are
/// told of it. Order, symmetry and error control are read from the type.
template <class OnGroups, class OnCharts = void, Serves serves_ = Serves::all_systems>
struct MethodRow {
  using Method = OnGroups;
  using ChartMethod = OnCharts;
  static constexpr int order = OnGroups::order;
  static constexpr bool adaptive = OnGroups::adaptive;
  static constexpr bool symmetric = SymmetricMethod<OnGroups>;
  static constexpr Serves serves = serves_;
  static constexpr bool on_charts = !std::is_void_v<OnCharts>;
  /// Does it ask a problem for the vector field alone? Then it is the same everywhere.
  static constexpr bool by_field = std::same_as<OnGroups, OnCharts>;

  const char* name;
  const char* summary;
  const char* source;
};

/// A method that asks for the vector field alone.
template <class M>
using FieldRow = MethodRow<M, M>;
/// A symmetric composition of the variational method.
template <class Scheme>
using ComposedRow =
    MethodRow<Composition<Scheme, Variational<>>, Composition<Scheme, ChartVariational>>;

/// All methods; the first is the default.
inline constexpr std::tuple method_rows{
    FieldRow<Adaptive<DormandPrince8>>{
        "dop853", "Runge-Kutta-Munthe-Kaas of order 8 with step-size control to 1e-13",
        "Dormand & Prince 1981; Hairer, Norsett & Wanner 1993; Munthe-Kaas 1999"},
    FieldRow<Adaptive<DormandPrince5>>{
        "dopri5", "Runge-Kutta-Munthe-Kaas of order 5 with step-size control to 1e-13",
        "Dormand & Prince 1980; Munthe-Kaas 1999"},
    FieldRow<RungeKutta<Classical4>>{"rk4",
                                     "classical Runge-Kutta-Munthe-Kaas of order 4, fixed step",
                                     "Kutta 1901; Munthe-Kaas 1999"},
    FieldRow<CommutatorFree4>{"cf4", "commutator-free of order 4, fixed step",
                              "Celledoni, Marthinsen & Owren 2003"},
    FieldRow<CrouchGrossman3>{"cg3", "Crouch-Grossman of order 3, fixed step",
                              "Crouch & Grossman 1993"},
    FieldRow<Collocation<Gauss4>>{"gauss4", "Gauss collocation of order 4, fixed step",
                                  "Hammer & Hollingsworth 1955"},
    FieldRow<Collocation<Gauss6>>{"gauss6", "Gauss collocation of order 6, fixed step",
                                  "Kuntzmann 1961; Butcher 1964"},
    MethodRow<Variational<>, ChartVariational>{
        "variational",
        "discrete Euler-Poincare and d'Alembert equations with the exponential, order 2, fixed "
        "step",
        "Bou-Rabee & Marsden 2009; Cortes & Martinez 2001"},
    MethodRow<Variational<Cayley>>{"variational-cayley",
                                   "the same with the Cayley map, order 2, fixed step",
                                   "Bou-Rabee & Marsden 2009"},
    MethodRow<Variational<Exponential, Midpoint>>{
        "variational-midpoint",
        "the same with the exponential and the midpoint discrete Lagrangian, order 2, fixed step",
        "Marsden & West 2001"},
    ComposedRow<Suzuki4>{"variational4",
                         "symmetric composition of variational, order 4, 5 stages, fixed step",
                         "Suzuki 1990"},
    ComposedRow<KahanLi6>{"variational6",
                          "symmetric composition of variational, order 6, 9 stages, fixed step",
                          "Kahan & Li 1997"},
    ComposedRow<KahanLi8>{"variational8",
                          "symmetric composition of variational, order 8, 17 stages, fixed step",
                          "Kahan & Li 1997"},
    MethodRow<EnergyMidpoint, void, Serves::linear_constraints>{
        "energy-midpoint",
        "midpoint rule with a discrete gradient, energy to rounding, order 2, fixed step; not for "
        "nonholonomic motion under an offset",
        "Gonzalez 1996"}};

/// Calls f(row) for each method.
template <class F>
constexpr void for_each_method(F&& f) {
  std::apply([&](const auto&... row) { (f(row), ...); }, method_rows);
}

}  // namespace hamel
