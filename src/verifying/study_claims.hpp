// What a certificate of a study claims of a flow, and whether it is so.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "exact/real_roots.hpp"
#include "flow_again.hpp"

namespace hamel {

/// A term: a factor and exponents, one for each name of the flow.
struct ClaimedTerm {
  Rational factor;
  std::vector<int> exponents;
};
/// Whole numbers without a common factor, the first one positive, so that a polynomial is claimed in one way only.
using ClaimedPolynomial = std::vector<ClaimedTerm>;

/// A steady motion, the characteristic polynomial of the field there, lowest coefficient first, and where its roots
/// lie. K is Rational or AlgebraicNumber.
template <class K>
struct ClaimedMotion {
  DynamicVector<K> at;
  std::vector<K> characteristic;
  std::vector<int> roots;  ///< left of, on and right of the imaginary axis
  std::string stability;   ///< `asymptotic`, `transversal`, `spectral` or `unstable`
};

/// The field is determined there, and det(k - A) is k^r p(k) for as many k as determine p, which is monic, for the
/// linear part A of the field at a zero of it that is on the group, across which the field keeps r independent
/// functions; roots by Sturm's chains. `dimension` is that of the family of steady motions it belongs to, 0 where
/// none is claimed.
template <class K>
bool is_so(const FlowAgain& flow, const ClaimedMotion<K>& motion, int dimension);
/// The columns are independent and the field, whose variables are velocities or momenta alone, vanishes on their span.
bool rests_on(const FlowAgain& flow, const DynamicMatrix<Rational>& basis);
/// value / over, where `over` is not 0.
struct ClaimedQuotient {
  CoordinatePolynomial value, over = CoordinatePolynomial(1);
};
/// Variables that are quotients of polynomials in the others, and spheres: of these variables the squares have the
/// sum 1. The variable behind those of the flow is a number. Or polynomials in the others that are 0.
struct ClaimedFamily {
  std::map<int, ClaimedQuotient> values;
  std::vector<std::vector<int>> spheres = {};
  std::optional<RealRoot> number = {};
  std::vector<CoordinatePolynomial> zeros = {};
};
/// The field and the relations of the group vanish on the family, whose variables are free but for its spheres, no two
/// of which share one, and for its number: numerators are 0 there, or combinations of those polynomials.
bool rests_where(const FlowAgain& flow, const ClaimedFamily& family);
/// Of a family given by polynomials that are 0, at a point of it: where their differentials are independent it is a
/// manifold of this dimension; else as many variables are free as they do not name. Nothing for a point that is not in
/// it.
template <class K>
std::optional<int> dimension_at(const ClaimedFamily& family, const DynamicVector<K>& point);
/// The polynomial has this degree and no rate, in the flow and on the group.
bool is_kept(const FlowAgain& flow, const ClaimedPolynomial& p, int degree);
/// A power of the size of a polynomial.
struct ClaimedPower {
  ClaimedPolynomial polynomial;
  Rational power;
};
/// The product of the powers a of |p| times exp(q), where sum a p' / p + q' + div F = 0, is a density that the flow
/// keeps.
bool is_density(const FlowAgain& flow, const std::vector<ClaimedPower>& powers,
                const ClaimedPolynomial& exponent);
/// A claim as a polynomial in the numbers of the flow.
CoordinatePolynomial in_variables(const FlowAgain& flow, const ClaimedPolynomial& p);
/// The rank of the differentials at points: at least as many of the polynomials are functionally independent.
int independent_ones(const FlowAgain& flow, const std::vector<ClaimedPolynomial>& all);

}  // namespace hamel
