// Derivatives by differences, which automatic ones are held against.
#pragma once

#include <type_traits>

namespace systems {

/// The derivative at 0 of f, whose values are numbers or vectors, by differences of order 6 over d.
template <class F>
auto difference(const F& f, double d = 0.004) {
  using V = std::decay_t<decltype(f(d))>;
  const auto across = [&](double by) { return V(f(by) - f(-by)); };
  const V one = across(d), two = across(2 * d), three = across(3 * d);
  return V((45. * one - 9. * two + three) / (60 * d));
}

}  // namespace systems
