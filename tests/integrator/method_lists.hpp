// The registered methods as lists of types: a method is tested by having a row.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <hamel/io/methods.hpp>

namespace method_lists {

template <class Row>
struct AsksForField : std::bool_constant<Row::by_field> {};
/// Solves the discrete momentum balance, for any metric.
template <class Row>
struct SolvesBalance
    : std::bool_constant<!Row::by_field && Row::serves == hamel::Serves::all_systems> {};
template <class Row>
struct NeedsLinearConstraint
    : std::bool_constant<Row::serves == hamel::Serves::linear_constraints> {};
template <class Row>
struct IsSymmetric : std::bool_constant<Row::symmetric> {};
/// Of fixed step, and not symmetric.
template <class Row>
struct HasDirection : std::bool_constant<!Row::symmetric && !Row::adaptive> {};
template <class Row>
struct HasFixedStep : std::bool_constant<!Row::adaptive> {};
template <class Row>
struct Any : std::true_type {};

template <class... Lists>
using Joined = decltype(std::tuple_cat(std::declval<Lists>()...));

template <template <class> class Such, class... Rows>
auto registered(const std::tuple<Rows...>&) -> Joined<
    std::conditional_t<Such<Rows>::value, std::tuple<typename Rows::Method>, std::tuple<>>...>;
/// The methods whose rows are such.
template <template <class> class Such>
using Registered = decltype(registered<Such>(hamel::method_rows));

template <class... Rows>
auto on_charts(const std::tuple<Rows...>&) -> Joined<
    std::conditional_t<Rows::on_charts, std::tuple<typename Rows::ChartMethod>, std::tuple<>>...>;
/// The methods for systems in coordinates.
using RegisteredOnCharts = decltype(on_charts(hamel::method_rows));

}  // namespace method_lists
