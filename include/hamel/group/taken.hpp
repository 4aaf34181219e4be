// What is taken where an element of a group is expected.
#pragma once

#include <concepts>
#include <type_traits>

#include <hamel/group/element.hpp>

namespace hamel {

/// How a value of type X is an element of G: its Scalar, and element(x). Nothing for values that are none;
/// group/element_map.hpp has it for elements in memory, group/convert.hpp for the types of Eigen's geometry.
template <class G, class X>
struct TakenFrom {};

template <class G, class S>
struct TakenFrom<G, Element<G, S>> {
  using Scalar = S;
  static const Element<G, S>& element(const Element<G, S>& x) noexcept { return x; }
};

/// A value that is taken as an element of G.
template <class X, class G>
concept TakenAs = requires {
  typename TakenFrom<G, X>::Scalar;
};

/// A value whose type says of which group it is an element: an element, an ElementMap.
template <class X>
concept NamesElement = requires {
  typename X::Group;
  typename X::Scalar;
  requires TakenAs<X, typename X::Group>;
};

/// The element of G that x is taken as, in numbers of type S.
template <class G, class S, TakenAs<G> X>
decltype(auto) taken(const X& x) {
  static_assert(std::same_as<typename TakenFrom<G, X>::Scalar, S>,
                "elements with different numbers, double and float or duals: cast one of them");
  return TakenFrom<G, X>::element(x);
}

}  // namespace hamel
