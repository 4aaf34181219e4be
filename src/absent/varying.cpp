// hamel check --vary of several parameters, in a build without FLINT.
#include <hamel/core/error.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "base/nearest_name.hpp"
#include "varying/family_proofs.hpp"
#include "varying/metric_entries.hpp"
#include "varying/open_ranges.hpp"

namespace hamel {

namespace {

[[noreturn]] void refuse(const std::vector<std::string>& parameters) {
  throw InputError("--vary",
                   "the parameters " + comma_list(parameters) + " in a build without FLINT",
                   "one parameter, or a build that found FLINT (Debian: libflint-dev)");
}

}  // namespace

SeveralParameters decide_in_parameters(const std::string&,
                                       const std::vector<std::string>& parameters) {
  refuse(parameters);
}

SeveralParameters decide_text_in_parameters(const std::string&,
                                            const std::vector<std::string>& parameters,
                                            const std::vector<std::string>&) {
  refuse(parameters);
}

std::string certificate_in_parameters(const std::string&,
                                      const std::vector<std::string>& parameters) {
  refuse(parameters);
}

std::string certificate_of_text_in_parameters(const std::string&,
                                              const std::vector<std::string>& parameters) {
  refuse(parameters);
}

SeveralParameters verify_in_parameters(const std::string&, std::string_view) {
  refuse({"of the certificate"});
}

SeveralParameters verify_text_in_parameters(const std::string&, std::string_view) {
  refuse({"of the certificate"});
}

void varying::settle_open_ranges(std::vector<ParameterVerdict>&, const std::string&,
                                 const std::string&, const AnswerAt&) {}

std::optional<SeveralParameters> varying::q1_by_equations(const reading::FamilyFile& file) {
  refuse(file.scope().variables);
}

varying::InEntries varying::in_entries(const SeveralParameters& found,
                                       const DynamicMatrix<Rational>&, int) {
  refuse(found.parameters);
}

nlohmann::ordered_json varying::findings_of(const reading::FamilyFile& file,
                                            std::vector<std::string>) {
  refuse(file.scope().variables);
}

nlohmann::ordered_json varying::proofs_of(const reading::FamilyFile& file,
                                          const nlohmann::ordered_json&) {
  refuse(file.scope().variables);
}

std::vector<ParameterPieces> varying::proved_again(const reading::FamilyFile& file, const JsonNode&,
                                                   std::vector<std::string>) {
  refuse(file.scope().variables);
}

}  // namespace hamel
