// Findings as JSON and back: what a certificate in parameters holds of a part.
#include "finding_json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hamel::varying {

namespace {

using Json = nlohmann::ordered_json;
using P = ParameterPolynomial;
using Kind = Finding::Kind;

constexpr int largest_index = 1000;

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

/// What kinds of rows are called.
constexpr std::pair<SectionRow::Of, const char*> kinds[] = {
    {SectionRow::Of::momentum, "momentum"},
    {SectionRow::Of::constraint, "constraint"},
    {SectionRow::Of::rate, "rate"},
    {SectionRow::Of::slope, "slope"}};

/// Of products of two velocities.
bool has_pair(SectionRow::Of of) {
  return of == SectionRow::Of::constraint || of == SectionRow::Of::rate;
}

/// `["rate", 3, 1, 2]`, counted from 1.
Json as_json(const SectionRow& row) {
  Json json = Json::array();
  for (const auto& [kind, name] : kinds)
    if (kind == row.of) json.push_back(name);
  json.push_back(row.vector + 1);
  json.push_back(row.i + 1);
  if (has_pair(row.of)) json.push_back(row.j + 1);
  return json;
}

Json as_json(const Contradiction& contradiction) {
  Json terms = Json::array();
  for (const auto& [row, times] : contradiction.terms)
    terms.push_back({{"row", as_json(row)}, {"times", times.str()}});
  return terms;
}

Json as_json(const Section& section, const ParameterFamily& family, bool whole) {
  Json json{{"momentum", as_json(section.momentum)}, {"denominator", section.denominator.str()}};
  if (!family.has_quadratic_field()) json["monomials"] = as_json(section.monomials);
  if (!whole) json["subalgebra"] = as_json(section.subalgebra);
  return json;
}

/// Columns and points are counted from 1; a place is a point and velocities.
Json with_minor(const Json& rows, const Minor& minor) {
  Json columns = Json::array(), places = Json::array();
  for (const int k : minor.columns) columns.push_back(k + 1);
  for (const auto& [point, velocities] : minor.places) {
    places.push_back({point + 1});
    for (const int u : velocities) places.back().push_back(u);
  }
  return {{"rows", rows},
          {"subalgebra", as_json(minor.subalgebra)},
          {"columns", columns},
          {"places", places}};
}

Json as_json(const Refutation& refutation, const ParameterFamily& family) {
  Json rows = Json::array();
  for (const auto& row : refutation.rows) {
    rows.push_back({{"from", row.from}, {"w", as_json(row.w)}});
    if (!family.has_quadratic_field()) rows.back()["divisor"] = row.divisor.str();
  }
  if (refutation.minor) return with_minor(rows, *refutation.minor);
  return {{"rows", rows},
          {"combination", as_json(refutation.combination)},
          {"remainder", refutation.remainder.str()}};
}

Json as_json(const NoIdeal& proof, const ParameterFamily& family) {
  const int n = family.dimension, r = family.rank();
  Json free = Json::array(), directions = Json::array(), rows = Json::array(),
       steps = Json::array();
  for (const int entry : proof.free) free.push_back({entry / n + 1, entry % n + 1});
  for (const auto& direction : proof.directions)
    directions.push_back(as_json(columns_of(family, direction)));
  for (const auto& row : proof.rows) rows.push_back(as_json(row));
  for (const auto& [equation, unknown] : proof.steps)
    steps.push_back({{"equation", {equation / (n * r) + 1, equation / n % r + 1, equation % n + 1}},
                     {"unknown", unknown + 1}});
  return {{"momentum", as_json(columns_of(family, proof.momentum))},
          {"denominator", proof.denominator.str()},
          {"free", free},
          {"directions", directions},
          {"rows", rows},
          {"steps", steps}};
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
  /// As many vectors as they are told to be, of that length.
  Matrix matrix(const JsonNode& node, int rows, int columns) const {
    Matrix result = matrix(node, columns);
    if (static_cast<int>(result.size()) != rows) node.refuse(std::to_string(rows) + " vectors");
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

SectionRow row_of(const JsonNode& node) {
  const auto entries = node.array();
  if (entries.empty()) node.refuse("the name of an equation and its numbers");
  const std::string& name = entries[0].string("the name of an equation");
  for (const auto& [kind, known] : kinds) {
    if (name != known) continue;
    const bool pair = has_pair(kind);
    if (entries.size() != (pair ? 4 : 3)) node.refuse("a vector, and the velocities");
    const auto index = [&](std::size_t k) { return entries[k].integer(1, largest_index) - 1; };
    return {kind, index(1), index(2), pair ? index(3) : 0};
  }
  entries[0].refuse("momentum, constraint, rate or slope");
}

Section section_of(const JsonNode& node, const Reader& read, const ParameterFamily& family,
                   bool whole) {
  std::vector<std::string> keys{"momentum", "denominator"};
  if (!whole) keys.emplace_back("subalgebra");
  if (!family.has_quadratic_field()) keys.emplace_back("monomials");
  node.only_keys(keys);
  Vector monomials{family.number(1)};
  if (!family.has_quadratic_field())
    monomials = read.vector(node.member("monomials", "polynomials"));
  const int columns =
      static_cast<int>(monomials.size()) * (family.rank() + (family.is_affine() ? 1 : 0));
  return {read.matrix(node.member("momentum", "the columns of Q"), columns, family.dimension),
          read.polynomial(node.member("denominator", "a polynomial")),
          whole ? whole_algebra(family)
                : read.matrix(node.member("subalgebra", "vectors"), family.dimension),
          monomials, family.is_affine()};
}

Minor minor_of(const JsonNode& node, const Reader& read, const ParameterFamily& family) {
  Minor minor{read.matrix(node.member("subalgebra", "vectors"), family.dimension), {}, {}};
  for (const auto& column : node.member("columns", "numbers").array())
    minor.columns.push_back(column.integer(1, family.dimension) - 1);
  for (const auto& place : node.member("places", "a list").array()) {
    const auto entries =
        place.array(static_cast<std::size_t>(family.rank()) + 1, "a point, and the velocities");
    minor.places.push_back({entries[0].integer(1, largest_index) - 1, {}});
    for (std::size_t i = 1; i < entries.size(); ++i)
      minor.places.back().velocities.push_back(entries[i].integer(-largest_index, largest_index));
  }
  return minor;
}

Refutation refutation_of(const JsonNode& node, const Reader& read, const ParameterFamily& family) {
  Refutation refutation{{}, {}, P(family.ring, 0)};
  if (!family.has_quadratic_field() && node.has("places")) {
    node.only_keys({"rows", "subalgebra", "columns", "places"});
    refutation.minor = minor_of(node, read, family);
  } else {
    node.only_keys({"rows", "combination", "remainder"});
    refutation.combination = read.vector(node.member("combination", "polynomials"));
    refutation.remainder = read.polynomial(node.member("remainder", "a polynomial"));
  }
  for (const auto& row : node.member("rows", "a list").array()) {
    std::vector<std::string> keys{"from", "w"};
    if (!family.has_quadratic_field()) keys.emplace_back("divisor");
    row.only_keys(keys);
    refutation.rows.push_back({row.member("from", "a row").integer(-largest_index, largest_index),
                               family.has_quadratic_field()
                                   ? P(family.ring, 1)
                                   : read.polynomial(row.member("divisor", "a polynomial")),
                               read.vector(row.member("w", "polynomials"), family.dimension + 1)});
  }
  if (!refutation.minor && refutation.combination.size() != refutation.rows.size())
    node.refuse("one polynomial for each row");
  return refutation;
}

Contradiction contradiction_of(const JsonNode& node, const Reader& read) {
  Contradiction result;
  for (const auto& term : node.array()) {
    term.only_keys({"row", "times"});
    result.terms.push_back({row_of(term.member("row", "an equation")),
                            read.polynomial(term.member("times", "a polynomial"))});
  }
  return result;
}

NoIdeal no_ideal_of(const JsonNode& node, const Reader& read, const ParameterFamily& family) {
  node.only_keys({"momentum", "denominator", "free", "directions", "rows", "steps"});
  const int n = family.dimension, r = family.rank();
  const auto flat = [&](const JsonNode& columns) {
    Vector all;
    for (auto& column : read.matrix(columns, r, n))
      all.insert(all.end(), column.begin(), column.end());
    return all;
  };
  NoIdeal proof{flat(node.member("momentum", "the columns of Q")),
                read.polynomial(node.member("denominator", "a polynomial")),
                {},
                {},
                {},
                {}};
  for (const auto& entry : node.member("free", "entries of Q").array()) {
    const auto place = entry.array(2, "a column and an entry of it");
    proof.free.push_back(n * (place[0].integer(1, r) - 1) + place[1].integer(1, n) - 1);
  }
  for (const auto& direction : node.member("directions", "a list").array())
    proof.directions.push_back(flat(direction));
  for (const auto& row : node.member("rows", "a list").array()) proof.rows.push_back(row_of(row));
  for (const auto& step : node.member("steps", "a list").array()) {
    step.only_keys({"equation", "unknown"});
    const auto at = step.member("equation", "three numbers").array(3, "three numbers");
    proof.steps.push_back({n * r * (at[0].integer(1, n) - 1) + n * (at[1].integer(1, r) - 1) +
                               at[2].integer(1, n) - 1,
                           step.member("unknown", "a number").integer(1, auxiliary_unknowns) - 1});
  }
  return proof;
}

}  // namespace

Json as_json(const std::string& id, const Part& part, const Finding& finding) {
  Json json{{"part", key_of(part)},
            {"answer", finding.kind == Kind::yes ? "yes" : "no"},
            {"reason", finding.reason},
            {"exceptions", as_json(finding.exceptions)}};
  if (finding.section) json["section"] = as_json(*finding.section, part.family, id != "q1");
  if (finding.refutation) json["refutation"] = as_json(*finding.refutation, part.family);
  if (finding.contradiction) json["contradiction"] = as_json(*finding.contradiction);
  if (finding.no_multiplier)
    json["no_multiplier"] = {{"subalgebra", as_json(finding.no_multiplier->subalgebra)}};
  if (finding.refuted_on) json["refuted_on"] = *finding.refuted_on;
  if (finding.no_ideal) json["no_ideal"] = as_json(*finding.no_ideal, part.family);
  return json;
}

Json as_json(const std::vector<Decomposition>& decompositions) {
  Json list = Json::array();
  for (const auto& decomposition : decompositions) {
    Json basis = Json::array();
    for (const auto& member : decomposition.basis)
      basis.push_back({{"value", member.value.str()}, {"factors", as_json(member.factors)}});
    list.push_back({{"of", as_json(decomposition.of)},
                    {"components", as_json(decomposition.components)},
                    {"basis", basis}});
  }
  return list;
}

Finding finding_of(const std::string& id, const JsonNode& node, const ParameterFamily& family) {
  const Reader read(family.ring);
  Finding finding;
  const std::string& answer = node.member("answer", "yes or no").string("yes or no");
  if (answer != "yes" && answer != "no") node.member("answer", "yes or no").refuse("yes or no");
  const bool yes = answer == "yes", by_polynomials = id == "integrable" || id == "eq_3_11";
  finding.kind = yes ? Kind::yes : Kind::no;
  finding.exceptions = read.vector(node.member("exceptions", "polynomials"));
  std::vector<std::string> keys{"part", "answer", "reason", "exceptions"};
  const auto evidence = [&](const char* key) {
    keys.emplace_back(key);
    return node.member(key, "what proves the answer");
  };
  if (by_polynomials || (yes && id == "q1" && !node.has("section"))) {
  } else if (yes) {
    finding.section = section_of(evidence("section"), read, family, id != "q1");
  } else if (id == "q1" && node.has("no_multiplier")) {
    const JsonNode proof = evidence("no_multiplier");
    proof.only_keys({"subalgebra"});
    finding.no_multiplier =
        NoMultiplier{read.matrix(proof.member("subalgebra", "vectors"), family.dimension)};
  } else if (id == "q1" && node.has("refuted_on")) {
    finding.refuted_on = evidence("refuted_on").string("a part");
  } else if (id == "q1") {
    finding.refutation = refutation_of(evidence("refutation"), read, family);
  } else if (id == "cor_3_9" && node.has("no_ideal")) {
    finding.no_ideal = no_ideal_of(evidence("no_ideal"), read, family);
  } else {
    finding.contradiction = contradiction_of(evidence("contradiction"), read);
  }
  node.only_keys(keys);
  finding.reason = reason_of(id, finding);
  const JsonNode reason = node.member("reason", "a text");
  if (reason.string("a text") != finding.reason) reason.refuse("\"" + finding.reason + "\"");
  return finding;
}

std::vector<Decomposition> decompositions_from(const JsonNode& list, const Ring& ring) {
  const Reader read(ring);
  std::vector<Decomposition> all;
  for (const auto& node : list.array()) {
    node.only_keys({"of", "components", "basis"});
    Decomposition result{read.vector(node.member("of", "polynomials")), {}, {}};
    for (const auto& component : node.member("components", "a list").array())
      result.components.push_back(read.vector(component));
    for (const auto& member : node.member("basis", "a list").array()) {
      member.only_keys({"value", "factors"});
      result.basis.push_back({read.polynomial(member.member("value", "a polynomial")),
                              read.vector(member.member("factors", "polynomials"),
                                          static_cast<int>(result.of.size()))});
    }
    all.push_back(std::move(result));
  }
  return all;
}

}  // namespace hamel::varying
