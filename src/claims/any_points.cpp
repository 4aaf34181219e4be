// Elements of the groups of files over polynomials.
#include "any_points.hpp"

namespace hamel {

template std::vector<double> coordinates_of(const AnyGroup&, const Element<AnyGroup, double>&);
template std::vector<Dual<double, 1>> coordinates_of(const AnyGroup&,
                                                     const Element<AnyGroup, Dual<double, 1>>&);
template std::vector<CoordinatePolynomial> coordinates_of(
    const AnyGroup&, const Element<AnyGroup, CoordinatePolynomial>&);
template class PolynomialPoints<AnyGroup>;
template StoredRelations::StoredRelations(const AnyGroup&);

}  // namespace hamel
