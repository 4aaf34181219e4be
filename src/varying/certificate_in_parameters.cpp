// What was found on the parts of the space of parameters as a file, and its proofs: the search is walked again with the
// findings of the file, each proved by verify_parametric.cpp before it is believed.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/json.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "parametric_motion.hpp"
#include "pieces.hpp"
#include "pieces_text.hpp"
#include "read_family.hpp"

namespace hamel {

namespace varying {

namespace {

using Json = nlohmann::ordered_json;
using P = ParameterPolynomial;
using Kind = Finding::Kind;

Json as_json(const Vector& vector) {
  Json list = Json::array();
  for (const auto& p : vector) list.push_back(p.str());
  return list;
}

Json as_json(const Matrix& matrix) {
  Json list = Json::array();
  for (const auto& row : matrix) list.push_back(as_json(row));
  return list;
}

Json as_json(const std::string& part, const Finding& finding) {
  Json json{{"part", part},
            {"answer", finding.kind == Kind::yes ? "yes" : "no"},
            {"reason", finding.reason},
            {"exceptions", as_json(finding.exceptions)}};
  if (const auto& section = finding.section)
    json["section"] = {{"momentum", as_json(section->momentum)},
                       {"denominator", section->denominator.str()},
                       {"subalgebra", as_json(section->subalgebra)}};
  if (const auto& refutation = finding.refutation) {
    Json rows = Json::array();
    for (const auto& row : refutation->rows)
      rows.push_back({{"from", row.from}, {"w", as_json(row.w)}});
    json["refutation"] = {{"rows", rows},
                          {"combination", as_json(refutation->combination)},
                          {"remainder", refutation->remainder.str()}};
  }
  return json;
}

/// Polynomials of a certificate.
class Reader {
 public:
  explicit Reader(Ring ring) : ring_(std::move(ring)) {}

  P polynomial(const JsonNode& node) const {
    const std::string& text = node.string("a polynomial");
    auto found = P::parse(ring_, text);
    if (!found) node.refuse("a polynomial in the parameters and velocities of the file");
    return *std::move(found);
  }
  Vector vector(const JsonNode& node, std::optional<int> size = {}) const {
    Vector result;
    for (const auto& entry : node.array()) result.push_back(polynomial(entry));
    if (size && static_cast<int>(result.size()) != *size)
      node.refuse(std::to_string(*size) + " polynomials");
    return result;
  }
  Matrix matrix(const JsonNode& node, int columns) const {
    Matrix result;
    for (const auto& row : node.array()) result.push_back(vector(row, columns));
    return result;
  }

 private:
  Ring ring_;
};

Finding finding_of(const JsonNode& node, const ParameterFamily& family) {
  const Reader read(family.ring);
  const int n = family.dimension;
  Finding finding;
  const std::string& answer = node.member("answer", "yes or no").string("yes or no");
  if (answer != "yes" && answer != "no") node.member("answer", "yes or no").refuse("yes or no");
  finding.kind = answer == "yes" ? Kind::yes : Kind::no;
  finding.reason = node.member("reason", "a text").string("a text");
  finding.exceptions = read.vector(node.member("exceptions", "polynomials"));
  if (node.has("section")) {
    const JsonNode section = node.member("section", "a section");
    finding.section = Section{read.matrix(section.member("momentum", "the columns of Q"), n),
                              read.polynomial(section.member("denominator", "a polynomial")),
                              read.matrix(section.member("subalgebra", "vectors"), n)};
    if (static_cast<int>(finding.section->momentum.size()) != family.rank())
      section.refuse("as many columns as d has vectors");
  }
  if (node.has("refutation")) {
    const JsonNode given = node.member("refutation", "a refutation");
    Refutation refutation{{},
                          read.vector(given.member("combination", "polynomials")),
                          read.polynomial(given.member("remainder", "a polynomial"))};
    for (const auto& row : given.member("rows", "a list").array())
      refutation.rows.push_back({row.member("from", "a row").integer(-1000, 1000),
                                 P(family.ring, 1),
                                 read.vector(row.member("w", "polynomials"), n + 1)});
    if (refutation.combination.size() != refutation.rows.size())
      given.refuse("one polynomial for each row");
    finding.refutation = std::move(refutation);
  }
  return finding;
}

/// Whether what is claimed of a part is true but for where one of the exceptions vanishes.
bool is_proved(const Part& part, const Finding& finding) {
  if (finding.kind == Kind::yes)
    return finding.section ? verify(part, *finding.section, finding.exceptions)
                           : finding.exceptions.empty() && is_integrable(part);
  if (!finding.refutation || !verify(part, *finding.refutation)) return false;
  const auto vanishing =
      outside(part, coefficients_in_parameters(part.family, finding.refutation->remainder));
  return vanishing && std::ranges::all_of(*vanishing, [&](const P& p) {
           return std::ranges::find(finding.exceptions, p) != finding.exceptions.end();
         });
}

std::string certificate_of(const reading::FamilyFile& file) {
  const ReadFamily read = read_family(file);
  const auto systems = whole(read.family, read.denominators);
  Json parts = Json::array(), without = Json::array();
  const ParameterPieces found = pieces_of("q1", systems, [&](const Part& part) {
    Finding finding = ask("q1", part);
    if (finding.kind != Kind::undecided && is_proved(part, finding))
      parts.push_back(as_json(key_of(part), finding));
    else
      without.push_back({{"part", key_of(part)}, {"reason", finding.reason}});
    return finding;
  });
  return Json{{"schema", 1},
              {"certificate_for", file.name()},
              {"parameters", file.scope().variables},
              {"yes_iff", varying::as_json(found.yes)},
              {"parts", parts},
              {"without_certificate", without}}
             .dump(1, ' ', true) +
         "\n";
}

}  // namespace

}  // namespace varying

std::string certificate_in_parameters(const std::string& path,
                                      const std::vector<std::string>& parameters) {
  return varying::certificate_of(reading::FamilyFile(reading::read_text(path), parameters));
}

SeveralParameters verify_in_parameters(const std::string& path, std::string_view certificate) {
  using namespace varying;
  const JsonValue document = parse_json(certificate);
  const JsonNode root(document);
  root.only_keys(
      {"schema", "certificate_for", "parameters", "yes_iff", "parts", "without_certificate"});
  root.member("schema", "1").integer(1, 1);
  std::vector<std::string> parameters;
  for (const auto& name : root.member("parameters", "names").array())
    parameters.push_back(name.string("the name of a parameter"));
  const reading::FamilyFile file(reading::read_text(path), parameters);
  const ReadFamily read = read_family(file);
  const auto systems = whole(read.family, read.denominators);
  std::map<std::string, JsonNode> parts;
  for (const auto& part : root.member("parts", "a list").array())
    parts.emplace(part.member("part", "a text").string("a text"), part);
  const ParameterPieces found = pieces_of("q1", systems, [&](const Part& part) {
    const auto place = parts.find(key_of(part));
    Finding finding;
    finding.reason = "the certificate says nothing of this part";
    if (place == parts.end()) return finding;
    finding = finding_of(place->second, part.family);
    if (!is_proved(part, finding))
      place->second.refuse("'" + std::string(finding.kind == Kind::yes ? "yes" : "no") +
                               "' with evidence that does not prove it",
                           "evidence that proves the answer for " + file.name());
    return finding;
  });
  const JsonNode claimed = root.member("yes_iff", "a list of pieces");
  const auto proved = nlohmann::ordered_json(as_json(found.yes));
  if (nlohmann::ordered_json::parse(certificate)["yes_iff"] != proved)
    claimed.refuse("pieces that were not proved", proved.dump());
  return {file.name(), parameters, {}, {found}};
}

}  // namespace hamel
