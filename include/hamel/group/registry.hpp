// The groups that have a name: one row each, from which readers, lists, audits and run-time products are made.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>

#include <hamel/core/sizes.hpp>
#include <hamel/group/aff1.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

namespace hamel {

/// A group, or a family of groups that are told apart by their dimension.
template <class G>
struct GroupRow {
  using Group = G;

  std::string_view name;         ///< "SO3"; of a family what stands before the dimension, "T"
  std::string_view description;  ///< what it is, and its coordinates
  std::string_view algebra;      ///< basis or brackets
  G (*make)(int dimension) = [](int) { return G(); };
  int first = 0;  ///< smallest dimension of a family; 0 for a single group
  int step = 1;   ///< from one dimension of a family to the next

  bool is_family() const { return first > 0; }

  /// "SO3"; of a family "H3, H5, ...".
  std::string shown() const {
    const std::string start(name);
    if (!is_family()) return start;
    return start + std::to_string(first) + ", " + start + std::to_string(first + step) + ", ...";
  }
  /// The group called `text`; nothing when that is no name of this row.
  std::optional<G> called(std::string_view text) const {
    if (!is_family()) return text == name ? std::optional(make(0)) : std::nullopt;
    if (!text.starts_with(name)) return std::nullopt;
    text.remove_prefix(name.size());
    int n = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, n);
    const bool plain = error == std::errc() && stop == end && text.front() != '0';
    const bool member = n >= first && n <= max_dimension && (n - first) % step == 0;
    return plain && member ? std::optional(make(n)) : std::nullopt;
  }
};

/// Every group with a name. A new group is a header and a row here.
inline constexpr std::tuple group_rows{
    GroupRow<SO3>{"SO3", "rotations of space; coordinates R11..R33", "[e1,e2] = e3, cyclic"},
    GroupRow<SO21>{"SO21", "Lorentz transformations of the plane; coordinates g11..g33",
                   "[e1,e2] = -e3, [e2,e3] = e1, [e3,e1] = e2"},
    GroupRow<SE2Cover>{"SE2", "motions of the plane; coordinates x, y, phi (unwrapped)",
                       "[e3,e1] = e2, [e3,e2] = -e1"},
    GroupRow<SE3>{"SE3", "motions of space; coordinates x, y, z, R11..R33",
                  "e1..e3 translations, e4..e6 rotations, in the body"},
    GroupRow<Aff1>{"Aff1", "affine maps t -> e^s t + x of the line; coordinates s, x",
                   "[e1,e2] = e2"},
    GroupRow<Heisenberg<>>{"H", "Heisenberg groups; coordinates x, y, z for H3", "[e1,e2] = -2 e3",
                           [](int n) { return Heisenberg<>((n - 1) / 2); }, 3, 2},
    GroupRow<Torus<>>{"T", "tori; coordinates theta1, theta2, ... (unwrapped)", "abelian",
                      [](int n) { return Torus<>(n); }, 1},
    GroupRow<Euclidean<>>{"R", "vector spaces; coordinates r1, r2, ...", "abelian",
                          [](int n) { return Euclidean<>(n); }, 1}};

/// Calls f(row) on every row in order.
template <class F>
constexpr void for_each_group(F&& f) {
  std::apply([&](const auto&... row) { (f(row), ...); }, group_rows);
}

}  // namespace hamel
