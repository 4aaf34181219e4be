// Rows r_i of a matrix R with R J R^T = J, J = 1 or diag(1, 1, -1), are those of an element of the identity component
// iff det R = 1 where there are three and, of a Lorentz transformation, g33 > 0: fewer rows are completed with det 1,
// g33 being then the minor of the two others, and one that is not the row of time is taken to any other.
#include "group_component.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <concepts>
#include <cstddef>
#include <variant>

#include <hamel/group/any_group.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "exact/algebraic_number.hpp"
#include "lowering/angle_number.hpp"

namespace hamel {

namespace {

/// The first of nine coordinates that are the entries of a matrix, row by row.
struct MatrixOfGroup {
  std::size_t first;
  bool lorentz;
};

/// Those of a group whose other coordinates take any values.
std::optional<std::vector<MatrixOfGroup>> matrices_of(const GroupSystem& file) {
  std::vector<MatrixOfGroup> all;
  bool known = true;
  std::size_t next = 0;
  file.group.product().factors().for_each([&]<class G>(const G& factor) {
    next += factor.coordinate_names().size();
    known = known && !std::same_as<G, MatrixGroup> && !std::same_as<G, AlgebraGroup<>>;
    if constexpr (std::same_as<G, SO3> || std::same_as<G, SE3> || std::same_as<G, SO21>)
      all.push_back({next - 9, std::same_as<G, SO21>});
  });
  return known ? std::optional(std::move(all)) : std::nullopt;
}

/// Velocities, momenta, multipliers and rates have names without signs; functions adjoined are named by formulas.
bool is_word(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

}  // namespace

template <class K>
std::optional<bool> has_signs_of_group(const SystemFile& file,
                                       const std::vector<std::string>& names,
                                       const DynamicVector<K>& values) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const auto matrices =
      group != nullptr ? matrices_of(*group) : std::optional(std::vector<MatrixOfGroup>());
  if (!matrices) return std::nullopt;
  const std::vector<std::string>& coordinates =
      group != nullptr ? group->coordinates : std::get<ChartSystem>(file.system).coordinates;
  const auto is_entry = [&](std::size_t i) {
    return std::ranges::any_of(
        *matrices, [i](const auto& matrix) { return i >= matrix.first && i < matrix.first + 9; });
  };
  const auto is_known = [&](const std::string& name) {
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const std::string& x = coordinates[i];
      if (name == x) return true;
      if (name == "cos(" + x + ")" || name == "sin(" + x + ")") return !is_entry(i);
    }
    return is_word(name);
  };
  if (!std::ranges::all_of(names, is_known)) return std::nullopt;
  for (const auto& [first, lorentz] : *matrices) {
    std::array<std::optional<K>, 9> entries;
    for (std::size_t i = 0; i < 9; ++i)
      if (const auto place = std::ranges::find(names, coordinates[first + i]); place != names.end())
        entries[i] = values(place - names.begin());
    std::array<bool, 3> has{};
    for (std::size_t row = 0; row < 3; ++row) {
      const auto count = std::count_if(entries.begin() + static_cast<std::ptrdiff_t>(3 * row),
                                       entries.begin() + static_cast<std::ptrdiff_t>(3 * row + 3),
                                       [](const auto& entry) { return entry.has_value(); });
      if (count != 0 && count != 3) return std::nullopt;
      has[row] = count == 3;
    }
    const auto r = [&](std::size_t i, std::size_t j) { return *entries[3 * i + j]; };
    const auto minor = [&](std::size_t i, std::size_t j) {  // of rows 1 and 2
      return K(r(0, i) * r(1, j) - r(0, j) * r(1, i));
    };
    if (has[0] && has[1] && has[2]) {
      const K det = minor(0, 1) * r(2, 2) + minor(1, 2) * r(2, 0) + minor(2, 0) * r(2, 1);
      if (det.sign() < 0) return false;
    }
    if (lorentz && has[2] && r(2, 2).sign() < 0) return false;
    if (lorentz && !has[2] && has[0] && has[1] && minor(0, 1).sign() < 0) return false;
  }
  return true;
}

template std::optional<bool> has_signs_of_group(const SystemFile&, const std::vector<std::string>&,
                                                const DynamicVector<Rational>&);
template std::optional<bool> has_signs_of_group(const SystemFile&, const std::vector<std::string>&,
                                                const DynamicVector<AlgebraicNumber>&);
template std::optional<bool> has_signs_of_group(const SystemFile&, const std::vector<std::string>&,
                                                const DynamicVector<AngleNumber>&);

}  // namespace hamel
