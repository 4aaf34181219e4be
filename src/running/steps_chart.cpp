// Steps of motions in coordinates.
#include <concepts>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "chart_problems.hpp"
#include "compiled_step.hpp"
#include "make_stepper.hpp"

namespace hamel::running {

namespace {

/// The classical method goes by compiled equations where there are some.
template <class P>
std::unique_ptr<Stepper<P>> chart_stepper(std::string_view method) {
  auto stepper = stepper_by_name<P, true>(method);
  for_each_method([&](const auto& row) {
    using Row = std::remove_cvref_t<decltype(row)>;
    if constexpr (std::same_as<typename Row::ChartMethod, RungeKutta<Classical4>>) {
      if (row.name == method)
        stepper = std::make_unique<CompiledStepper<P, Classical4>>(std::move(stepper));
    }
  });
  return stepper;
}

}  // namespace

template <>
std::unique_ptr<Stepper<NonholonomicChart>> make_stepper(std::string_view method) {
  return chart_stepper<NonholonomicChart>(method);
}
template <>
std::unique_ptr<Stepper<VakonomicChart>> make_stepper(std::string_view method) {
  return chart_stepper<VakonomicChart>(method);
}

}  // namespace hamel::running
