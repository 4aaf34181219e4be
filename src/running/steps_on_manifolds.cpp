// Steps of motions under holonomic constraints.
#include <concepts>
#include <memory>
#include <string_view>
#include <type_traits>

#include <hamel/integrator/holonomic.hpp>
#include <hamel/io/methods.hpp>

#include "manifold_motion.hpp"
#include "stepper.hpp"

namespace hamel::running {

template <>
std::unique_ptr<Stepper<ManifoldMotion>> make_stepper(std::string_view method) {
  std::unique_ptr<Stepper<ManifoldMotion>> stepper;
  for_each_method([&](const auto& row) {
    using Row = std::remove_cvref_t<decltype(row)>;
    if (row.name == method)
      stepper = stepper_of_method<ManifoldMotion, Holding<typename Row::Method>>();
  });
  return stepper;
}

}  // namespace hamel::running
