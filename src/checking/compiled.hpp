// The algebraic questions over the scalars of system files: compiled once, in this room.
#pragma once

#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

#include "check_all.hpp"
#include "exact_algebra.hpp"
#include "q1.hpp"
#include "q2.hpp"

namespace hamel {

extern template std::vector<Verdict> check_all<Rational>(const AlgebraicSystem<Rational>&, Needs);
extern template std::vector<Verdict> check_all<double>(const AlgebraicSystem<double>&, Needs);
extern template Verdict check_q1<Rational>(const Splitting<Rational>&);
extern template Verdict check_q2<Rational>(const Splitting<Rational>&,
                                           const DynamicVector<Rational>&);

}  // namespace hamel
