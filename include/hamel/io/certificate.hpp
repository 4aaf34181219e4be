// Certificates as files: what was proved about a system, in a form that is proved again from the system alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The exact answers of a report as the JSON text of a certificate, `q2` for the start of the file among them where it
/// is proved. Each has been proved again from what the text says before it is included; exact answers without such
/// evidence are named under `without_certificate`. Throws InputError for a system on a group whose
/// numbers are not rational.
std::string certificate_of(const SystemFile& file, const Report& report);

/// An answer, and what verified it.
struct VerifiedVerdict : Verdict {
  Proof proof = Proof::products_of_basis;
};

/// Reads the JSON text of a certificate and verifies every answer in it, for the system of the file. Returns the
/// answers. Throws InputError naming the place of the first one that is not proved, or of what is no certificate of
/// this system.
std::vector<VerifiedVerdict> verify_certificate(const SystemFile& file, std::string_view json);

}  // namespace hamel
