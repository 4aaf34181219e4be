// Direct products of groups.
#pragma once

#include <tuple>
#include <utility>

#include <hamel/group/any_vectors.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/product_operations.hpp>
#include <hamel/group/tuple_factors.hpp>

namespace hamel {

/// The product of a list of factors (TupleFactors, or AnyFactors of any_group.hpp). Vectors, elements and coordinates
/// are the concatenations of those of the factors; every operation acts on each factor alone.
template <class Factors>
class DirectProduct : public AnyVectors<ProductOperations<Factors>> {
 public:
  using AnyVectors<ProductOperations<Factors>>::AnyVectors;
};

/// The same of groups known at compile time; made by operator*.
template <LieGroup... Gs>
using Product = DirectProduct<TupleFactors<Gs...>>;

namespace detail {

template <class G>
std::tuple<G> factor_tuple(const G& g) {
  return {g};
}
template <class... Gs>
std::tuple<Gs...> factor_tuple(const Product<Gs...>& product) {
  return product.factors().groups;
}
template <class... Gs>
Product<Gs...> product_of(std::tuple<Gs...> groups) {
  return Product<Gs...>(TupleFactors<Gs...>{std::move(groups)});
}

}  // namespace detail

/// The direct product; products on either side are joined into one list of factors.
template <LieGroup G, LieGroup H>
auto operator*(const G& g, const H& h) {
  return detail::product_of(std::tuple_cat(detail::factor_tuple(g), detail::factor_tuple(h)));
}

}  // namespace hamel
