// Elements of a file: on their group, or moved onto it where rounding left it.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/error.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/system/on_constraint.hpp>

#include "group_reading.hpp"
#include "group_start.hpp"
#include "matrix_element.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

/// The largest entry of r^T form r - form of a rotation, or of a matrix of SO(2,1), given by 9 exact numbers.
double exact_defect(const Number* entries, int last_sign) {
  DynamicMatrix<Rational> r(3, 3), form(3, 3);
  for (int i = 0; i < 9; ++i) r(i / 3, i % 3) = *entries[i].exact;
  for (int i = 0; i < 9; ++i)
    form(i / 3, i % 3) = Rational(i % 4 != 0 ? 0 : i == 8 ? last_sign : 1);
  const DynamicMatrix<Rational> defect = r.transpose() * form * r - form;
  double most = 0;
  for (const Rational& x : defect.reshaped()) most = std::max(most, std::abs(to_double(x)));
  return most;
}

/// How far an element is off the group; 0 where it is on it, or as near as doubles come. `near`: the coordinates of the
/// nearest. Throws OffGroup for what no element of a matrix group is near to.
double off_group(const SystemGroup& group, const std::vector<Number>& given,
                 std::vector<double>& near) {
  double most = 0;
  std::size_t first = 0;
  const bool decimals = all_exact(given);
  group.product().factors().for_each([&]<class G>(const G& factor) {
    const std::size_t count = factor.coordinate_names().size();
    const Number* const own = given.data() + first;
    if constexpr (std::same_as<G, MatrixGroup>) {
      std::vector<double> c;
      for (std::size_t i = 0; i < count; ++i) c.push_back(own[i].value);
      const auto found = nearest_element(factor, factor.from_coordinates(c));
      if (!(found.off <= start_tolerance<double>()))
        throw OffGroup(
            "element",
            "a matrix that no product of exponentials gives; the nearest leaves " + text(found.off),
            "an element of the connected group, to " + text(start_tolerance<double>()));
      if (decimals && found.off > few_roundings * resolution<double>()) {
        most = std::max(most, found.off);
        std::ranges::copy(factor.coordinates(found.g), near.begin() + static_cast<long>(first));
      }
    } else if constexpr (std::same_as<G, SO3> || std::same_as<G, SE3> || std::same_as<G, SO21>) {
      if (decimals)
        most = std::max(most, exact_defect(own + (count - 9), std::same_as<G, SO21> ? -1 : 1));
    }
    first += count;
  });
  return most;
}

}  // namespace

bool all_exact(const std::vector<Number>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](const Number& x) { return x.exact.has_value(); });
}

std::vector<Number> identity_coordinates(const SystemGroup& group) {
  std::vector<Number> result;
  const auto c = group.coordinates(group.identity<double>());
  for (const double x : c) result.push_back({x, Rational(x)});
  return result;
}

std::vector<double> values_of(const std::vector<Number>& numbers) {
  std::vector<double> result;
  for (const auto& x : numbers) result.push_back(x.value);
  return result;
}

std::vector<Number> read_element(const JsonNode& node, const GroupSystem& system,
                                 const std::vector<Number>& otherwise,
                                 const Expression::Scope& constants, Projected* projected) {
  auto result = read_named_numbers(node, system.coordinates, otherwise, constants);
  try {
    const auto x = element_at(system.group, values_of(result));
    auto near = system.group.coordinates(x);  // rotations are kept as quaternions: the nearest
    const double off = off_group(system.group, result, near);
    if (projected == nullptr || off == 0) return result;
    projected->element = off;
    for (std::size_t i = 0; i < result.size(); ++i)
      if (near[i] != result[i].value) result[i] = {near[i], Rational(near[i])};
  } catch (const OffGroup& error) {
    throw OffGroup(node.path(), "an element off the group (" + error.found() + ")",
                   error.expected());
  }
  return result;
}

}  // namespace hamel::reading
