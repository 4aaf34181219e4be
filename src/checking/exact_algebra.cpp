// The linear algebra that the questions share.
#include "exact_algebra.hpp"

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
template std::vector<DynamicMatrix<Rational>> known_ideals<Rational>(
    const StructureConstants<Rational>&, std::size_t);
template class Splitting<Rational>;
template struct MultiplierEquations<Rational>;
template Verdict eq_3_11<Rational>(const Splitting<Rational>&);
template void require_well_formed<Rational>(const AlgebraicSystem<Rational>&);
template Verdict integrable<Rational>(const Splitting<Rational>&);
template Restriction<Rational> leaf<Rational>(const AlgebraicSystem<Rational>&);
template std::vector<DynamicMatrix<Rational>> working_ideals<Rational>(const Splitting<Rational>&);
template DynamicMatrix<Rational> momentum_equations<Rational>(const AlgebraicSystem<Rational>&,
                                                              const DynamicVector<Rational>&, int);

template Echelon<Residue> row_echelon<Residue>(DynamicMatrix<Residue>, int);
template DynamicMatrix<Residue> kernel<Residue>(const DynamicMatrix<Residue>&);
template DynamicMatrix<Residue> momentum_equations<Residue>(const AlgebraicSystem<Residue>&,
                                                            const DynamicVector<Residue>&, int);

}  // namespace hamel
