// What the questions over rational numbers share.
#include "exact_algebra.hpp"

namespace hamel {

template std::vector<DynamicMatrix<Rational>> known_ideals<Rational>(
    const StructureConstants<Rational>&, std::size_t);
template struct MultiplierEquations<Rational>;
template Verdict eq_3_11<Rational>(const Splitting<Rational>&);
template Verdict integrable<Rational>(const Splitting<Rational>&);
template std::vector<DynamicMatrix<Rational>> working_ideals<Rational>(const Splitting<Rational>&);

}  // namespace hamel
