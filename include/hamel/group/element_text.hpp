// Elements on a stream, and compared.
#pragma once

#include <cstddef>
#include <ostream>

#include <hamel/group/operations.hpp>

namespace hamel {

/// The coordinates by name: `x = 1, y = 2, phi = 0.5`.
template <StatelessElement X>
std::ostream& operator<<(std::ostream& out, const X& given) {
  using G = typename X::Group;
  const G group;
  const auto names = group.coordinate_names();
  const auto values = group.coordinates(taken<G, typename X::Scalar>(given));
  for (std::size_t i = 0; i < names.size(); ++i)
    out << (i == 0 ? "" : ", ") << names[i] << " = " << values[i];
  return out;
}

/// |log(x^-1 y)| <= tolerance; false for NaN. Elements that differ by the sign of a quaternion are the same.
template <class X, class Y>
requires detail::OneGroup<X, Y>
bool isApprox(const X& x, const Y& y, double tolerance = 1e-12) {
  return (y - x).norm() <= tolerance;
}

}  // namespace hamel
