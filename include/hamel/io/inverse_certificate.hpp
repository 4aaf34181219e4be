// Certificates of inverse questions: the metrics of (3.11), in a form that is proved again from the system alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hamel/io/inverse.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The space of metrics with (3.11) and the signatures in it as the JSON text of a certificate, which was proved again. The other
/// inverse answers are named under `without_certificate`.
std::string inverse_certificate_of(const SystemFile& file, const InverseAnswers& answers);

/// Reads such a text and proves it again: every form of the basis solves (3.11), the equations, built from the brackets anew, have
/// no others by their rank, and members of each signature are counted by the signs of their characteristic polynomial. Returns
/// the claims in words. Throws InputError naming the place of the first one that is not proved, or of what is no certificate of
/// this system. A basis is written in one way only: its rows g11, g21, g22, g31, ... are a reduced echelon form.
std::vector<std::string> verify_inverse_certificate(const SystemFile& file, std::string_view json);

}  // namespace hamel
