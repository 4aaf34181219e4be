// What a direct product of groups does: factor by factor, over a tuple or any other list of factors.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/linearised.hpp>
#include <hamel/group/names.hpp>

namespace hamel {

template <class Factors>
class DirectProduct;

/// A commutative group of run-time size, an element or vector of which is numbers in a row that add up one by one.
template <class G>
concept NumbersInARow = requires {
  requires G::commutative && G::dimension == dynamic;
};

/// What DirectProduct<Factors> does.
template <class Factors>
class ProductOperations {
 public:
  static constexpr int dimension = Factors::dimension;
  static constexpr int storage = Factors::storage;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr bool fixed = dimension != dynamic && storage != dynamic;
  template <class S>
  using Element = hamel::Element<DirectProduct<Factors>, S>;
  template <class S>
  using V = Vector<S, dimension>;
  template <class S>
  using M = Matrix<S, dimension>;

  ProductOperations() requires fixed = default;
  ProductOperations() requires(!fixed) : ProductOperations(Factors{}) {}
  /// The product of the given factors; throws DimensionError beyond max_dimension or max_storage.
  explicit ProductOperations(Factors factors) : factors_(std::move(factors)) {
    if constexpr (!fixed) {
      factors_.for_each([&](const auto& g) {
        sizes_.dim += g.dim();
        sizes_.size += g.size();
      });
    }
    if (dim() > max_dimension || size() > max_storage)
      refuse<DimensionError>("product group", {"dimension ", dim(), ", storage ", size()},
                             {"at most ", max_dimension, " and ", max_storage});
  }

  /// The factors.
  const Factors& factors() const noexcept { return factors_; }

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return sizes_.dim; }
  /// Numbers stored for an element.
  constexpr int size() const noexcept { return sizes_.size; }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return element<S>([](const auto& g, int, int) { return g.template identity<S>(); });
  }
  /// The product x y.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return element<S>(
        [&](const auto& g, int, int k) { return g.compose(part(g, x, k), part(g, y, k)); });
  }
  /// The coordinates x exp(s) around x, where all factors have their own.
  template <class S>
  requires(Factors::template around<S>) auto around(const Element<S>& x) const noexcept {
    return factors_.template around_product<DirectProduct<Factors>>(x);
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return element<S>([&](const auto& g, int, int k) { return g.inverse(part(g, x, k)); });
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, storage, dimension> left_tangent(const Element<S>& x) const
      requires(fixed_size<ProductOperations>) {
    Matrix<S, storage, dimension> t = Matrix<S, storage, dimension>::Zero();
    int i = 0, k = 0;
    factors_.for_each([&](const auto& g) {
      put(t, k, i, hamel::left_tangent(g, part(g, x, k)));
      i += g.dim();
      k += g.size();
    });
    return t;
  }
  /// d/ds of the stored numbers of x exp(s b) at s = 0.
  template <class S>
  Vector<S, storage> tangent_along(const Element<S>& x, const V<S>& b) const
      requires(fixed_size<ProductOperations>) {
    const auto own = [&]<class G>(const G& g, int i, int k) -> hamel::Element<G, S> {
      return {hamel::tangent_along(g, part(g, x, k), part(g, b, i))};
    };
    return element<S>(own).data;
  }
  /// The transpose of b -> tangent_along(x, b).
  template <class S>
  V<S> tangent_star(const Element<S>& x, const Vector<S, storage>& c) const
      requires(fixed_size<ProductOperations>) {
    return vector<S>([&]<class G>(const G& g, int, int k) {
      return hamel::by_numbers(g, part(g, x, k), entries<G::storage>(c, k));
    });
  }
  /// The covector e -> d/de <c, tangent_along(x exp(e), b)>.
  template <class S>
  V<S> bend_star(const Element<S>& x, const V<S>& b, const Vector<S, storage>& c) const
      requires(Factors::bend) {
    return vector<S>([&]<class G>(const G& g, int i, int k) {
      return g.bend_star(part(g, x, k), part(g, b, i), entries<G::storage>(c, k));
    });
  }
  /// The exponential of a.
  template <class S>
  Element<S> exp(const V<S>& a) const noexcept {
    return element<S>([&](const auto& g, int i, int) { return g.exp(part(g, a, i)); });
  }
  /// The logarithm, principal in each factor.
  template <class S>
  V<S> log(const Element<S>& x) const noexcept {
    return vector<S>([&](const auto& g, int, int k) { return g.log(part(g, x, k)); });
  }
  /// Ad_x b.
  template <class S>
  V<S> Ad(const Element<S>& x, const V<S>& b) const noexcept {
    return vector<S>(
        [&](const auto& g, int i, int k) { return g.Ad(part(g, x, k), part(g, b, i)); });
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  V<S> Ad_star(const Element<S>& x, const V<S>& p) const noexcept {
    return vector<S>(
        [&](const auto& g, int i, int k) { return g.Ad_star(part(g, x, k), part(g, p, i)); });
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return pairwise(xi, b,
                    [](const auto& g, const auto& u, const auto& v) { return g.Ad_exp(u, v); });
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return pairwise(
        xi, p, [](const auto& g, const auto& u, const auto& v) { return g.Ad_exp_star(u, v); });
  }
  /// The bracket [a,b].
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    return pairwise<true>(a, b,
                          [](const auto& g, const auto& u, const auto& v) { return g.ad(u, v); });
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    return pairwise<true>(
        a, p, [](const auto& g, const auto& u, const auto& v) { return g.ad_star(u, v); });
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return pairwise(xi, eta,
                    [](const auto& g, const auto& u, const auto& v) { return g.dexp(u, v); });
  }
  /// Inverse of dexp.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return pairwise(xi, eta,
                    [](const auto& g, const auto& u, const auto& v) { return g.dexp_inv(u, v); });
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return pairwise(xi, p,
                    [](const auto& g, const auto& u, const auto& v) { return g.dexp_star(u, v); });
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return pairwise(
        xi, p, [](const auto& g, const auto& u, const auto& v) { return g.dexp_inv_star(u, v); });
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    return blocks<S>([&](const auto& g, int i) {
      return g.dexp_inv_star_derivative(part(g, xi, i), part(g, p, i));
    });
  }
  /// dexp_inv_star(xi, p) with both partial derivatives.
  template <class S>
  Linearised<S, dimension> dexp_inv_star_linearised(const V<S>& xi, const V<S>& p) const noexcept {
    Linearised<S, dimension> all{zeros<S, dimension, dimension>(dim(), dim()),
                                 zeros<S, dimension, dimension>(dim(), dim())};
    int i = 0;
    factors_.for_each([&]<class G>(const G& g) {
      if constexpr (NumbersInARow<G>) {
        for (int k = i; k < i + g.dim(); ++k) all.by_p.coeffRef(k, k) = S(1);
      } else {
        const auto own = linearise_dexp_inv_star(g, part(g, xi, i), part(g, p, i));
        put(all.by_p, i, i, own.by_p);
        put(all.by_xi, i, i, own.by_xi);
      }
      i += g.dim();
    });
    return all;
  }
  /// The covector y on dexp_inv(xi, eta) by eta and by xi.
  template <class S>
  CarriedBack<S, dimension> dexp_inv_carried_back(const V<S>& xi, const V<S>& eta,
                                                  const V<S>& y) const noexcept {
    CarriedBack<S, dimension> all{V<S>(dim()), V<S>(dim())};
    int i = 0;
    factors_.for_each([&](const auto& g) {
      const auto own = carry_back_dexp_inv(g, part(g, xi, i), part(g, eta, i), part(g, y, i));
      put(all.by_eta, i, 0, own.by_eta);
      put(all.by_xi, i, 0, own.by_xi);
      i += g.dim();
    });
    return all;
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    return blocks<S>([&](const auto& g, int i) { return g.ad_matrix(part(g, a, i)); });
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    return blocks<S>([&](const auto& g, int i) { return g.lie_poisson(part(g, p, i)); });
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return blocks<S>([&](const auto& g, int i) { return g.left_jacobian(part(g, xi, i)); });
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return blocks<S>([&](const auto& g, int i) { return g.left_jacobian_inverse(part(g, xi, i)); });
  }

  /// The names of the factors' coordinates, made distinct by merged_names.
  std::vector<std::string> coordinate_names() const {
    std::vector<std::vector<std::string>> names;
    factors_.for_each([&](const auto& g) { names.push_back(g.coordinate_names()); });
    return merged_names(names);
  }
  /// The coordinates of the factors, one after the other.
  template <class S>
  CoordinateList<S, Factors::coordinate_count> coordinates(const Element<S>& x) const {
    CoordinateList<S, Factors::coordinate_count> all;
    int k = 0;
    std::size_t i = 0;
    factors_.for_each([&](const auto& g) {
      for (const S& own : g.coordinates(part(g, x, k))) {
        if constexpr (Factors::coordinate_count == dynamic)
          all.push_back(own);
        else
          all[i++] = own;
      }
      k += g.size();
    });
    return all;
  }
  /// The element with the given coordinates; throws OffGroup as the factors do.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("product", c.size(), coordinate_names().size());
    auto next = c.begin();
    auto x = Element<S>::with_room(size());
    int k = 0;
    factors_.for_each([&](const auto& g) {
      const auto end = next + std::ptrdiff_t(g.coordinate_names().size());
      const auto own = g.from_coordinates(std::vector<S>(next, end));
      put(x.data, k, 0, own.data);
      next = end;
      k += g.size();
    });
    return x;
  }
  /// The largest residual of the factors; NaN if one is NaN.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    S largest(0);
    int k = 0;
    factors_.for_each([&](const auto& g) {
      const S own = g.residual(part(g, x, k));
      if (!(own <= largest)) largest = largest == largest ? own : largest;
      k += g.size();
    });
    return largest;
  }
  /// Each factor normalized.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return element<S>([&](const auto& g, int, int k) { return g.normalized(part(g, x, k)); });
  }

  /// The part of a vector or covector that belongs to the factor g, which starts at index i.
  template <LieGroup G, class S>
  static Vector<S, G::dimension> part(const G& g, const V<S>& a, int i) noexcept {
    return entries<G::dimension>(a, i, g.dim());
  }
  /// The part of an element that belongs to the factor g, whose numbers start at k; `Owner` holds such numbers too.
  template <LieGroup G, class Owner, class S>
  static hamel::Element<G, S> part(const G& g, const hamel::Element<Owner, S>& x, int k) noexcept {
    if constexpr (G::storage == dynamic)
      return {x.data.segment(k, g.size())};  // may hold more numbers than a vector
    else
      return {entries<G::storage>(x.data, k)};
  }

  /// The element with parts f(group, vector index, storage index), of a group that holds such numbers.
  template <class S, class Owner = DirectProduct<Factors>, class F>
  hamel::Element<Owner, S> element(F&& f) const noexcept {
    auto x = hamel::Element<Owner, S>::with_room(size());
    int i = 0, k = 0;
    factors_.for_each([&](const auto& g) {
      put(x.data, k, 0, f(g, i, k).data);
      i += g.dim();
      k += g.size();
    });
    return x;
  }
  /// The vector with parts f(group, vector index, storage index).
  template <class S, class F>
  V<S> vector(F&& f) const noexcept {
    V<S> a(dim());
    int i = 0, k = 0;
    factors_.for_each([&](const auto& g) {
      put(a, i, 0, f(g, i, k));
      i += g.dim();
      k += g.size();
    });
    return a;
  }
  /// The block-diagonal matrix of f(group, vector index).
  template <class S, class F>
  M<S> blocks(F&& f) const noexcept {
    M<S> m = zeros<S, dimension, dimension>(dim(), dim());
    int i = 0;
    factors_.for_each([&](const auto& g) {
      put(m, i, i, f(g, i));
      i += g.dim();
    });
    return m;
  }

 private:
  /// Of two vectors, by f, for which commutative factors give b, or 0 where it is a bracket.
  template <bool bracket = false, class S, class F>
  V<S> pairwise(const V<S>& a, const V<S>& b, F&& f) const noexcept {
    V<S> c(dim());
    int i = 0;
    factors_.for_each([&]<class G>(const G& g) {
      if constexpr (NumbersInARow<G>)
        for (int k = i; k < i + g.dim(); ++k) c.coeffRef(k) = bracket ? S(0) : b.coeff(k);
      else
        put(c, i, 0, f(g, part(g, a, i), part(g, b, i)));
      i += g.dim();
    });
    return c;
  }

  struct FixedSizes {
    static constexpr int dim = dimension, size = storage;
  };
  struct Sizes {
    int dim = 0, size = 0;
  };

  [[no_unique_address]] Factors factors_;
  [[no_unique_address]] std::conditional_t<fixed, FixedSizes, Sizes> sizes_;
};

}  // namespace hamel
