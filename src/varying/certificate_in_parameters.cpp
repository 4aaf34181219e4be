// What was found on the parts of the space of parameters as a file, and its proofs: the search is walked again with the
// findings of the file, each proved by verify_parametric.cpp before it is believed.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/json.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "family_proofs.hpp"
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

Json as_json(const Decomposition& decomposition) {
  Json components = Json::array(), basis = Json::array();
  for (const auto& component : decomposition.components) components.push_back(as_json(component));
  for (const auto& member : decomposition.basis)
    basis.push_back({{"value", member.value.str()}, {"factors", as_json(member.factors)}});
  return {{"of", as_json(decomposition.of)}, {"components", components}, {"basis", basis}};
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

Decomposition decomposition_of(const JsonNode& node, const Reader& read) {
  node.only_keys({"of", "components", "basis"});
  Decomposition result{read.vector(node.member("of", "polynomials")), {}, {}};
  for (const auto& component : node.member("components", "a list").array())
    result.components.push_back(read.vector(component));
  for (const auto& member : node.member("basis", "a list").array()) {
    member.only_keys({"value", "factors"});
    result.basis.push_back(
        {read.polynomial(member.member("value", "a polynomial")),
         read.vector(member.member("factors", "polynomials"), static_cast<int>(result.of.size()))});
  }
  return result;
}

Finding finding_of(const JsonNode& node, const ParameterFamily& family) {
  const Reader read(family.ring);
  const int n = family.dimension;
  Finding finding;
  const std::string& answer = node.member("answer", "yes or no").string("yes or no");
  if (answer != "yes" && answer != "no") node.member("answer", "yes or no").refuse("yes or no");
  finding.kind = answer == "yes" ? Kind::yes : Kind::no;
  node.only_keys({"part", "answer", "reason", "exceptions",
                  finding.kind == Kind::yes ? "section" : "refutation"});
  finding.exceptions = read.vector(node.member("exceptions", "polynomials"));
  if (node.has("section")) {
    const JsonNode section = node.member("section", "a section");
    section.only_keys({"momentum", "denominator", "subalgebra"});
    finding.section = Section{read.matrix(section.member("momentum", "the columns of Q"), n),
                              read.polynomial(section.member("denominator", "a polynomial")),
                              read.matrix(section.member("subalgebra", "vectors"), n)};
    if (static_cast<int>(finding.section->momentum.size()) != family.rank())
      section.refuse("as many columns as d has vectors");
  }
  if (finding.kind == Kind::no) {
    const JsonNode given = node.member("refutation", "a refutation");
    given.only_keys({"rows", "combination", "remainder"});
    Refutation refutation{{},
                          read.vector(given.member("combination", "polynomials")),
                          read.polynomial(given.member("remainder", "a polynomial"))};
    for (const auto& row : given.member("rows", "a list").array()) {
      row.only_keys({"from", "w"});
      refutation.rows.push_back({row.member("from", "a row").integer(-1000, 1000),
                                 P(family.ring, 1),
                                 read.vector(row.member("w", "polynomials"), n + 1)});
    }
    if (refutation.combination.size() != refutation.rows.size())
      given.refuse("one polynomial for each row");
    finding.refutation = std::move(refutation);
  }
  finding.reason = finding.section      ? because_of_section
                   : finding.refutation ? because_refuted
                                        : because_integrable;
  const JsonNode reason = node.member("reason", "a text");
  if (reason.string("a text") != finding.reason) reason.refuse("\"" + finding.reason + "\"");
  return finding;
}

/// Whether what is claimed of a part is true but for where one of the exceptions vanishes.
bool is_proved(const Part& part, const Finding& finding) {
  if (!are_exceptions(part, finding.exceptions)) return false;
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

/// Pieces of a certificate in the form that as_json gives them.
Json pieces_from(const JsonNode& node) {
  Json list = Json::array();
  for (const auto& piece : node.array()) {
    piece.only_keys({"zero", "nonzero"});
    Json entry;
    for (const char* key : {"zero", "nonzero"}) {
      entry[key] = Json::array();
      for (const auto& p : piece.member(key, "polynomials").array())
        entry[key].push_back(p.string("a polynomial"));
    }
    list.push_back(entry);
  }
  return list;
}

/// The decompositions of a certificate that has some.
std::vector<Decomposition> decompositions_from(const JsonNode& written, const Ring& ring) {
  std::vector<Decomposition> all;
  if (!written.has("decompositions")) return all;
  for (const auto& node : written.member("decompositions", "a list").array())
    all.push_back(decomposition_of(node, Reader(ring)));
  return all;
}

/// Proofs by the parts that they are of, and the walk over the parts of a family with them.
class Proofs {
 public:
  explicit Proofs(const JsonNode& parts) {
    for (const auto& part : parts.array()) {
      const bool first = by_part_.emplace(name_of(part), part).second;
      if (!first) part.refuse("a part that is named twice", "each once");
    }
  }
  static const std::string& name_of(const JsonNode& part) {
    return part.member("part", "a text").string("a text");
  }

  /// Undecided where there is no proof; where there is one that does not prove what it claims `refuse` is asked first.
  ParameterPieces walk(const ReadFamily& read, const std::function<void(const JsonNode&)>& refuse) {
    return pieces_of("q1", whole(read.family, read.denominators), [&](const Part& part) {
      const std::string key = key_of(part);
      if (const auto place = by_part_.find(key); place != by_part_.end()) {
        if (auto finding = proved(part, place->second)) {
          used_.insert(key);
          return *std::move(finding);
        }
        refuse(place->second);
      }
      without_.insert(key);
      return Finding{};
    });
  }
  /// The parts that the walk came to: those that are proved, and the others.
  const std::set<std::string>& used() const { return used_; }
  const std::set<std::string>& without() const { return without_; }

 private:
  static std::optional<Finding> proved(const Part& part, const JsonNode& node) {
    try {
      Finding finding = finding_of(node, part.family);
      if (is_proved(part, finding)) return finding;
    } catch (const BudgetExceeded&) {
    }
    return std::nullopt;
  }

  std::map<std::string, JsonNode> by_part_;
  std::set<std::string> used_, without_;
};

}  // namespace

Json findings_of_q1(const reading::FamilyFile& file) {
  Json findings = Json::array();
  try {
    const ReadFamily read = read_family(file);
    pieces_of("q1", whole(read.family, read.denominators), [&](const Part& part) {
      Finding finding = ask("q1", part);
      if (finding.kind != Kind::undecided) findings.push_back(as_json(key_of(part), finding));
      return finding;
    });
  } catch (const BudgetExceeded&) {
  }
  return findings;
}

Json proofs_of_q1(const reading::FamilyFile& file, const Json& findings) {
  const JsonValue text = parse_json(findings.dump());
  Proofs proofs{JsonNode(text)};
  const ReadFamily read = read_family(file);
  const ParameterPieces found = proofs.walk(read, [](const JsonNode&) {});
  Json parts = Json::array(), decompositions = Json::array();
  for (const auto& part : findings)
    if (proofs.used().contains(part["part"])) parts.push_back(part);
  for (const auto& decomposition : read.family.decompositions->used())
    decompositions.push_back(as_json(decomposition));
  Json result{{"yes_iff", varying::as_json(found.yes)}, {"parts", parts}};
  if (!decompositions.empty()) result["decompositions"] = decompositions;
  result["without_certificate"] = proofs.without();
  return result;
}

ParameterPieces q1_proved_again(const reading::FamilyFile& file, const JsonNode& written) {
  const JsonNode parts = written.member("parts", "a list");
  Proofs proofs(parts);
  ReadFamily read = read_family(file);
  const auto given = decompositions_from(written, read.family.ring);
  read.family.decompositions = std::make_shared<Decompositions>(given);
  const ParameterPieces found = proofs.walk(read, [&](const JsonNode& part) {
    part.refuse("'" + part.member("answer", "yes or no").string("yes or no") +
                    "' with evidence that does not prove it",
                "evidence that proves the answer for " + file.name());
  });
  for (const auto& part : parts.array())
    if (!proofs.used().contains(Proofs::name_of(part)))
      part.refuse("a part that others do not lead to", "no such part");
  if (read.family.decompositions->used().size() != given.size())
    written.member("decompositions", "").refuse("one that nothing leads to, or that is not proved");
  const JsonNode without = written.member("without_certificate", "a list");
  const auto left_out =
      without.array(proofs.without().size(), std::to_string(proofs.without().size()) +
                                                 " parts, those that nothing is proved of");
  auto place = left_out.begin();
  for (const auto& part : proofs.without())
    if (const JsonNode& name = *place++; name.string("a part") != part) name.refuse(part);
  const auto yes = Json(as_json(found.yes));
  const JsonNode claimed = written.member("yes_iff", "a list of pieces");
  if (pieces_from(claimed) != yes) claimed.refuse("pieces that were not proved", yes.dump());
  return found;
}

}  // namespace varying

std::string certificate_in_parameters(const std::string& path,
                                      const std::vector<std::string>& parameters) {
  const reading::FamilyFile file(reading::read_text(path), parameters);
  nlohmann::ordered_json certificate{
      {"schema", 1}, {"certificate_for", file.name()}, {"parameters", file.scope().variables}};
  certificate.update(varying::proofs_of_q1(file, varying::findings_of_q1(file)));
  return certificate.dump(1, ' ', true) + "\n";
}

SeveralParameters verify_in_parameters(const std::string& path, std::string_view certificate) {
  const JsonValue document = parse_json(certificate);
  const JsonNode root(document);
  root.only_keys({"schema", "certificate_for", "parameters", "yes_iff", "parts", "decompositions",
                  "without_certificate"});
  root.member("schema", "1").integer(1, 1);
  std::vector<std::string> parameters;
  for (const auto& name : root.member("parameters", "names").array())
    parameters.push_back(name.string("the name of a parameter"));
  const reading::FamilyFile file(reading::read_text(path), parameters);
  const JsonNode name = root.member("certificate_for", "the name of a system");
  if (name.string("the name of a system") != file.name())
    name.refuse(file.name() + ": the certificate is of another system");
  return {file.name(), parameters, {}, {varying::q1_proved_again(file, root)}};
}

}  // namespace hamel
