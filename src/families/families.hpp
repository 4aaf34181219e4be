// The questions over the fields of one-parameter families: compiled once, in this room.
#pragma once

#include <string>

#include "checking/compiled.hpp"
#include "family.hpp"

namespace hamel {

extern template Q1Proof<RationalFunction> prove_q1<RationalFunction>(
    const Splitting<RationalFunction>&);
extern template bool verify<RationalFunction>(const AlgebraicSystem<RationalFunction>&,
                                              const Q1Proof<RationalFunction>&);
extern template Verdict check_q1<AlgebraicNumber>(const Splitting<AlgebraicNumber>&);

namespace detail {

extern template Verdict ask<Rational>(const std::string&, const AlgebraicSystem<Rational>&);
extern template Verdict ask<RationalFunction>(const std::string&,
                                              const AlgebraicSystem<RationalFunction>&);
extern template Verdict ask<AlgebraicNumber>(const std::string&,
                                             const AlgebraicSystem<AlgebraicNumber>&);

}  // namespace detail

}  // namespace hamel
