// Checks and names shared by the groups that read and write elements as named coordinates.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <hamel/core/entries.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// N numbers in a row, which a std::vector can be made of; `const auto [x, y, phi] = SE2{}.coordinates(at)` names them.
template <class S, std::size_t N>
struct CoordinateArray : std::array<S, N> {
  operator std::vector<S>() const { return {this->begin(), this->end()}; }
};

/// The coordinates of an element: N numbers in themselves, so that reading them allocates nothing; a std::vector where
/// their number is known at run time only.
template <class S, int N>
using CoordinateList = std::conditional_t<N == dynamic, std::vector<S>,
                                          CoordinateArray<S, std::size_t(N == dynamic ? 0 : N)>>;

/// The number of coordinates of a group; `dynamic` where it does not say.
template <class G>
inline constexpr int coordinate_count_of = [] {
  if constexpr (requires { G::coordinate_count; })
    return G::coordinate_count;
  else if constexpr (requires { requires G::stores_coordinates; })
    return G::storage;
  else
    return dynamic;
}();

/// Refuses a list of coordinates of the wrong length.
inline void expect_coordinates(const std::string& group, std::size_t found, std::size_t expected) {
  if (found != expected)
    refuse<DimensionError>({group, " coordinates"}, {found, " numbers"}, {expected});
}

/// The way out for float numbers read as doubles.
inline constexpr const char* less_precise =
    " (numbers of less precision: make the element in theirs, cast it, use normalized)";

/// Refuses a distance from the group beyond sqrt(epsilon) of the scalar, and NaN.
template <class S>
void expect_on_group(const std::string& group, const S& residual) {
  using std::sqrt;
  const Plain<S> limit = sqrt(epsilon<S>());
  const Plain<S> found = plain(residual);
  if (!(found <= limit))
    refuse<OffGroup>({group, " element"}, {"residual ", wide(found)},
                     {"at most ", wide(limit), found < 0.01 ? less_precise : ""});
}

/// 0 when all numbers are finite, else NaN: the residual of groups that are all of R^N.
template <class Data>
typename Data::Scalar finite_residual(const Data& data) {
  using S = typename Data::Scalar;
  S sum(0);
  for (int i = 0; i < int(data.size()); ++i) sum += S(0) * data[i];
  return sum;
}

/// The element of a group that stores its coordinates as they are.
template <class G, class S>
auto vector_element(const G& group, const std::string& name, const std::vector<S>& c) {
  auto x = group.template identity<S>();
  expect_coordinates(name, c.size(), std::size_t(x.data.size()));
  for (std::size_t i = 0; i < c.size(); ++i) x.data[int(i)] = c[i];
  expect_on_group(name, finite_residual(x.data));
  return x;
}

/// Writes the entries of a matrix row by row; returns the place behind.
template <class S>
S* write_rows(const Matrix<S, 3>& m, S* to) noexcept {
  unrolled<9>(9, [&](int k) HAMEL_ALWAYS_INLINE { to[k] = m.coeff(k / 3, k % 3); });
  return to + 9;
}

/// The coordinates that a group writes.
template <class G, class X>
CoordinateList<typename X::Scalar, G::coordinate_count> written_coordinates(const G& group,
                                                                            const X& x) {
  CoordinateList<typename X::Scalar, G::coordinate_count> c;
  group.write_coordinates(x, c.data());
  return c;
}

/// The coordinates of a group whose stored numbers they are.
template <class G, class S>
CoordinateList<S, G::storage> stored_coordinates(const Element<G, S>& x) {
  CoordinateList<S, G::storage> c;
  if constexpr (G::storage == dynamic) c.resize(std::size_t(x.data.size()));
  for (int i = 0; i < int(x.data.size()); ++i) c[std::size_t(i)] = x.data[i];
  return c;
}

/// prefix1, ..., prefixN
inline std::vector<std::string> numbered(const std::string& prefix, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

/// prefix11, prefix12, ..., prefixNN, row by row
inline std::vector<std::string> matrix_names(const std::string& prefix, int n) {
  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) names.push_back(prefix + std::to_string(i) + std::to_string(j));
  return names;
}

}  // namespace hamel

template <class S, std::size_t N>
struct std::tuple_size<hamel::CoordinateArray<S, N>> : std::tuple_size<std::array<S, N>> {};
template <std::size_t I, class S, std::size_t N>
struct std::tuple_element<I, hamel::CoordinateArray<S, N>> {
  using type = S;
};
