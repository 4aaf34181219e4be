// Certificates in several parameters, in a build without FLINT.
#include <hamel/io/parameter_pieces.hpp>

#include "absent/without_flint.hpp"
#include "verifying_families/equations_of_entries.hpp"
#include "verifying_families/family_proofs.hpp"

namespace hamel {

SeveralParameters verify_in_parameters(const std::string&, std::string_view) {
  refuse_without_flint({"of the certificate"});
}

SeveralParameters verify_text_in_parameters(const std::string&, std::string_view) {
  refuse_without_flint({"of the certificate"});
}

std::optional<SeveralParameters> varying::q1_by_equations(const reading::FamilyFile& file) {
  refuse_without_flint(file.scope().variables);
}

nlohmann::ordered_json varying::proofs_of(const reading::FamilyFile& file,
                                          const nlohmann::ordered_json&) {
  refuse_without_flint(file.scope().variables);
}

std::vector<ParameterPieces> varying::proved_again(const reading::FamilyFile& file, const JsonNode&,
                                                   const std::vector<std::string>&) {
  refuse_without_flint(file.scope().variables);
}

}  // namespace hamel
