// Elements and tangent vectors: flat numbers, typed by the group they belong to.
#pragma once

#include <cstddef>
#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/types.hpp>

namespace hamel {

/// An element of the group G with scalar S: the numbers G stores for it, in the order of G's
/// documentation. The group object gives them their meaning; a default-constructed element is not
/// initialised. Where the number is fixed, an element is these numbers in a row and nothing else.
template <class G, class S>
struct Element {
  static_assert(!std::is_integral_v<S>,
                "an element has numbers that divide: double, not whole numbers");
  using Group = G;
  using Scalar = S;
  using Data = Eigen::Matrix<S, G::storage, 1, 0, capacity(G::storage, max_storage), 1>;

  Data data;

  /// The same element in another scalar.
  template <class T>
  Element<G, T> cast() const {
    Element<G, T> x;
    x.data.resize(data.size());
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
};

/// A vector of the Lie algebra of G in its basis.
template <class G, class S>
using Tangent = Vector<S, G::dimension>;

/// A covector of the Lie algebra of G in the dual basis.
template <class G, class S>
using Cotangent = Vector<S, G::dimension>;

}  // namespace hamel
