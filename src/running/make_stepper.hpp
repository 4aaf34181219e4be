// Steppers for every row of method_rows. A row that cannot be compiled here does not build; none can be left out.
#pragma once

#include <concepts>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hamel/io/methods.hpp>

#include "any_field.hpp"
#include "stepper.hpp"

namespace hamel::running {

/// A method that sees the problem P through its field alone.
template <class P>
class FieldStepper final : public Stepper<P> {
 public:
  using Field = AnyField<typename P::Group>;
  explicit FieldStepper(std::unique_ptr<Stepper<Field>> inner) : inner_(std::move(inner)) {}

  StepStatus step(const P& problem, double t, double h,
                  typename P::template State<double>& state) noexcept override {
    return inner_->step(Field(problem), t, h, state);
  }
  StepStatus stride(const P& problem, double t, double end, double way,
                    typename P::template State<double>& state, double& reached) noexcept override {
    return inner_->stride(Field(problem), t, end, way, state, reached);
  }
  StepStatus within(const P& problem, double t,
                    typename P::template State<double>& state) noexcept override {
    return inner_->within(Field(problem), t, state);
  }
  void forget() noexcept override { inner_->forget(); }

 private:
  std::unique_ptr<Stepper<Field>> inner_;
};

/// The type of a row's method for motions of type P.
template <class P, class Row, bool in_coordinates>
using MethodFor =
    std::conditional_t<in_coordinates, typename Row::ChartMethod, typename Row::Method>;

/// The stepper of a row.
template <class P, bool in_coordinates, class Row>
std::unique_ptr<Stepper<P>> stepper_of(const Row& row) {
  using Field = AnyField<typename P::Group>;
  using M = MethodFor<P, Row, in_coordinates>;
  if constexpr (std::same_as<P, Field>) {
    if constexpr (Row::by_field) return stepper_of_method<P, M>();
  } else if constexpr (Row::by_field) {
    return std::make_unique<FieldStepper<P>>(make_stepper<Field>(row.name));
  } else if constexpr (!std::is_void_v<M>) {
    return stepper_of_method<P, M>();
  }
  return nullptr;
}

/// make_stepper for motions of type P, on a group or in coordinates.
template <class P, bool in_coordinates>
std::unique_ptr<Stepper<P>> stepper_by_name(std::string_view method) {
  std::unique_ptr<Stepper<P>> stepper;
  for_each_method([&](const auto& row) {
    if (row.name == method) stepper = stepper_of<P, in_coordinates>(row);
  });
  return stepper;
}

}  // namespace hamel::running
