// Elements and tangent vectors: flat numbers, typed by the group they belong to.
#pragma once

#include <cstddef>
#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/types.hpp>

namespace hamel {

/// An element of the group G with scalar S: the numbers G stores for it, in the order of G's
/// documentation. The group object gives them their meaning. By default an element is the unit element where the type
/// says which that is (groups of the library without data), else it has no numbers yet. Where the number is fixed, an
/// element is these numbers in a row and nothing else.
template <class G, class S>
struct Element {
  static_assert(!std::is_integral_v<S>,
                "an element has numbers that divide: double, not whole numbers");
  using Group = G;
  using Scalar = S;
  using Data = Eigen::Matrix<S, G::storage, 1, 0, capacity(G::storage, max_storage), 1>;

  Data data = at_first();

  /// An element of `size` numbers that are not set yet.
  static Element with_room(int size) {
    Element x{Data()};
    x.data.resize(size);
    return x;
  }

  /// The same element in another scalar.
  template <class T>
  Element<G, T> cast() const {
    auto x = Element<G, T>::with_room(int(data.size()));
    for (int i = 0; i < int(data.size()); ++i) x.data[i] = T(data[i]);
    return x;
  }

  // x + a, y - x and set_part<I>(x, part) by other names, found by their arguments only, as std has names like these.
  template <class A>
  friend auto plus(const Element& x, const A& a) {
    return x + a;
  }
  template <class Y>
  friend auto minus(const Y& y, const Element& x) {
    return y - x;
  }
  template <class X>
  requires(!requires { typename X::Group; }) friend auto minus(const Element& y, const X& x) {
    return y - x;
  }
  template <std::size_t I, class X>
  friend void set(Element& x, const X& part) {
    set_part<I>(x, part);
  }

 private:
  static Data at_first() {
    if constexpr (requires { requires G::starts_at_unit && std::is_empty_v<G>; })
      return G{}.template identity<S>().data;
    else
      return Data();
  }
};

/// A vector of the Lie algebra of G in its basis.
template <class G, class S>
using Tangent = Vector<S, G::dimension>;

/// A covector of the Lie algebra of G in the dual basis.
template <class G, class S>
using Cotangent = Vector<S, G::dimension>;

}  // namespace hamel
