// Which kind of proof the evidence of an exact answer is.
#pragma once

#include <string>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Whether evidence is of a kind that proves "yes" by a multiplier that is a function of the velocity, or by its absence.
inline bool proves_by_section(const std::string& kind) {
  return kind == "multiplier_section" || kind == "straight" || kind == "reaction_vanishes" ||
         kind == "variations_close";
}

/// What `hamel verify` does with the evidence of an exact answer; that it proves the answer is not looked at.
Proof named_proof(const SystemFile& file, const Verdict& verdict);

/// The sums of the Jacobi identity have so few products that they are added up again.
bool has_few_products(const StructureConstants<Rational>& algebra);

}  // namespace hamel
