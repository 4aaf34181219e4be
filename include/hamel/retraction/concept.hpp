// What a retraction is: a map from the algebra to the group with its trivialised differential.
#pragma once

#include <concepts>

#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// What a step asks of a retraction.
template <class R, class G>
concept MovesSteps = requires(const R& r, const G& g, const Tangent<G, double>& a) {
  { r.tau(g, a) } -> std::same_as<Element<G, double>>;
  { r.tangent(g, a, a) } -> std::same_as<Tangent<G, double>>;
  { r.inverse_tangent_star(g, a, a) } -> std::same_as<Cotangent<G, double>>;
  { r.inverse_tangent_star_derivative(g, a, a) } -> std::same_as<Matrix<double, G::dimension>>;
};

/// A retraction on G: a stateless object with const members that never throw or allocate. With the
/// right-trivialised tangent dtau^R_xi defined by d/ds tau(xi + s eta) = (dtau^R_xi eta) tau(xi):
///   tau(0) = 1,  dtau^R_0 = 1,  tau(-xi) = tau(xi)^-1
///   inverse_tangent inverts tangent; inverse_tangent_star is the transpose of inverse_tangent
///   inverse_tangent_star_derivative(xi, p) is the matrix d/dxi of inverse_tangent_star(xi, p)
///   coadjoint(xi, p) = Ad*_{tau(xi)} p = inverse_tangent_star(-xi, .) of tangent*(xi) p
/// The left-trivialised tangent is the right-trivialised one at -xi.
template <class R, class G>
concept Retraction = LieGroup<G> && MovesSteps<R, G> &&
    requires(const R& r, const G& g, const Tangent<G, double>& a) {
  { r.inverse_tangent(g, a, a) } -> std::same_as<Tangent<G, double>>;
  { r.coadjoint(g, a, a) } -> std::same_as<Cotangent<G, double>>;
};

}  // namespace hamel
