// hamel check --vary of several parameters, in a build without FLINT.
#include <hamel/io/parameter_pieces.hpp>

#include "absent/without_flint.hpp"
#include "varying/family_findings.hpp"
#include "varying/metric_entries.hpp"
#include "varying/open_ranges.hpp"

namespace hamel {

SeveralParameters decide_in_parameters(const std::string&,
                                       const std::vector<std::string>& parameters) {
  refuse_without_flint(parameters);
}

SeveralParameters decide_text_in_parameters(const std::string&,
                                            const std::vector<std::string>& parameters,
                                            const std::vector<std::string>&) {
  refuse_without_flint(parameters);
}

std::string certificate_in_parameters(const std::string&,
                                      const std::vector<std::string>& parameters) {
  refuse_without_flint(parameters);
}

std::string certificate_of_text_in_parameters(const std::string&,
                                              const std::vector<std::string>& parameters) {
  refuse_without_flint(parameters);
}

void varying::settle_open_ranges(std::vector<ParameterVerdict>&, const std::string&,
                                 const std::string&, const AnswerAt&) {}

varying::InEntries varying::in_entries(const SeveralParameters& found,
                                       const DynamicMatrix<Rational>&, int) {
  refuse_without_flint(found.parameters);
}

nlohmann::ordered_json varying::findings_of(const reading::FamilyFile& file,
                                            std::vector<std::string>) {
  refuse_without_flint(file.scope().variables);
}

}  // namespace hamel
