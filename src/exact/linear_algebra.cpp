// Linear algebra that rooms share.
#include "linear_algebra.hpp"

namespace hamel {

template Echelon<Rational> row_echelon<Rational>(DynamicMatrix<Rational>, int);
template DynamicMatrix<Rational> kernel<Rational>(const DynamicMatrix<Rational>&);
template std::optional<DynamicMatrix<Rational>> solve<Rational>(const DynamicMatrix<Rational>&,
                                                                const DynamicMatrix<Rational>&);
template std::optional<DynamicMatrix<Rational>> inverse<Rational>(const DynamicMatrix<Rational>&);
template DynamicMatrix<Rational> join<Rational>(const DynamicMatrix<Rational>&,
                                                const DynamicMatrix<Rational>&);
template Signature signature<Rational>(DynamicMatrix<Rational>);
template DynamicMatrix<Rational> bracket_span<Rational>(const StructureConstants<Rational>&,
                                                        const DynamicMatrix<Rational>&,
                                                        const DynamicMatrix<Rational>&);
template Growth<Rational> growth<Rational>(const StructureConstants<Rational>&,
                                           const DynamicMatrix<Rational>&);
template DynamicMatrix<Rational> generated_subalgebra<Rational>(const StructureConstants<Rational>&,
                                                                const DynamicMatrix<Rational>&);
template DynamicMatrix<Rational> killing_form<Rational>(const StructureConstants<Rational>&);
template Echelon<Residue> row_echelon<Residue>(DynamicMatrix<Residue>, int);
template DynamicMatrix<Residue> kernel<Residue>(const DynamicMatrix<Residue>&);

}  // namespace hamel
