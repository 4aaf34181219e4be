// Certificates of inverse questions, in a form that is proved again from the system alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hamel/io/inverse.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The inverse answers as the JSON text of a certificate: the space of metrics with (3.11) and the signatures in it, `q1` in the
/// entries of the metric and in all d of the rank, the potentials that keep a multiplier, each proved again before it is
/// written. Answers that are not are named under `without_certificate`.
std::string inverse_certificate_of(const SystemFile& file, const InverseAnswers& answers);

/// Reads such a text and proves it again. Every form of the basis solves (3.11), the equations, built from the brackets anew,
/// have no others by their rank, and members of each signature are counted by the signs of their characteristic polynomial: a
/// basis is written in one way only, its rows g11, g21, g22, g31, ... are a reduced echelon form. The families of metrics and
/// of d are made from the system anew and their parts proved as verify_in_parameters does. The multiplier serves
/// without a potential and with each of the basis, so with all combinations; that there are no other potentials is not claimed.
/// Returns the claims in words; what is
/// not proved of a family is said in them. Throws InputError naming the place of the first one that is not proved, of an
/// answer that is neither there nor left out, or of what is no certificate of this system.
std::vector<VerifiedClaim> verify_inverse_certificate(const SystemFile& file,
                                                      std::string_view json);

}  // namespace hamel
