// Writes docs/classification.md: the subspaces of the algebras of dimension 3 and 4, and the metrics for which the
// answers are yes.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <iostream>
#include <random>
#include <regex>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/system_file.hpp>

#include "dimension_4.hpp"
#include "planes.hpp"
#include "shown.hpp"

using namespace hamel;
using classification::brackets;
using classification::shown;
using Json = nlohmann::ordered_json;

namespace {

/// The metric on d, and d_perp, spanned by e3 - x e1 - y e2, of length 1 there: neither answer depends on that.
const std::vector<std::string> metric_entries{"g11", "g12", "g22", "x", "y"};

/// The plane as a system file, with a metric of these entries.
Json system_of(const Plane& plane, const std::vector<std::string>& values) {
  Json file{{"schema", 1}, {"name", plane.algebra}};
  file["algebra"] = {{"dim", 3}, {"brackets", Json::parse(plane.structure)}};
  for (std::size_t k = 0; k < metric_entries.size(); ++k)
    file["parameters"][metric_entries[k]] = values[k];
  if (!plane.parameter.empty()) file["parameters"][plane.parameter] = plane.value;
  const std::string g13 = "g11*x + g12*y", g23 = "g12*x + g22*y";
  file["metric"] = {{"g11", "g12", g13},
                    {"g12", "g22", g23},
                    {g13, g23, "1 + x*(" + g13 + ") + y*(" + g23 + ")"}};
  file["constraint"]["span"] = {{"1", "0", "0"}, {"0", "1", "0"}};
  return file;
}

bool holds(const std::vector<ParameterPiece>& pieces, const Plane& plane,
           std::vector<std::string> values) {
  std::vector<std::string> names = metric_entries;
  if (!plane.parameter.empty()) {
    names.push_back(plane.parameter);
    values.push_back(plane.value);
  }
  return classification::hold(pieces, names, values);
}

/// Asks `hamel check`'s questions, which share nothing with the search, at metrics with small entries.
struct Agreement {
  int checked = 0, yes = 0, contradictions = 0;
};
void compare(const Plane& plane, const SeveralParameters& found, Agreement& agreement) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> small(-1, 2);
  for (int sample = 0; sample < 60; ++sample) {
    std::vector<std::string> values;
    for (std::size_t k = 0; k < metric_entries.size(); ++k)
      values.push_back(std::to_string(small(random)));
    if (sample % 2 == 0) values[1] = values[3] = values[4] = "0";
    if (std::stoi(values[0]) * std::stoi(values[2]) == std::stoi(values[1]) * std::stoi(values[1]))
      continue;
    const Report report = report_on(parse_system_file(system_of(plane, values).dump()));
    const Json asked = Json::parse(as_json(report));
    const auto judge = [&](const ParameterPieces& answer, const Json& verdict, const char* yes) {
      if (verdict["exact"] != true || verdict["answer"] == "undecided") return;
      if (holds(answer.undecided, plane, values)) return;
      ++agreement.checked;
      const bool truth = verdict["answer"] == yes;
      agreement.yes += truth;
      agreement.contradictions += truth != holds(answer.yes, plane, values);
    };
    for (const auto& answer : found.answers) {
      if (answer.id == "q1") judge(answer, asked["q1"], "yes");
      for (const auto& verdict : asked["conditions"])
        if (verdict["id"] == answer.id) judge(answer, verdict, "holds");
    }
  }
}

void print_row(const Plane& plane, const SeveralParameters& found) {
  std::cout << "| " << plane.algebra << (plane.values.empty() ? "" : ", " + plane.values) << " | "
            << plane.plane << " | " << brackets(plane.structure) << " |";
  for (const auto& answer : found.answers)
    std::cout << " " << shown(answer, plane.excluded) << " |";
  std::cout << "\n";
}

/// Writes the page; whether `hamel check` agrees everywhere.
bool write_page() {
  const auto begin = std::chrono::steady_clock::now();
  std::cout << R"(# The algebras of dimension 3 and 4

Every real algebra of dimension 3, by Bianchi's number, every plane d in it up to automorphism, and the metrics g for which
every nonholonomic motion is an unconstrained one (3.11) or a vakonomic one (Q1); then [dimension 4](#dimension-4). The basis
is adapted: d = <e1, e2>, and g_ij = g(e_i, e_j), of any signature with g11 g22 != g12^2, and d_perp = <e3 - x e1 - y e2>. The
scale of d_perp does not matter. "all" and "none" mean these metrics.
`classification_document > docs/classification.md` (`bench/classification`) writes this page.

## Why these are all planes
- Other than VIII and IX the algebras are R f + R^2 with [f, w] = A w, A up to conjugation and a factor. For each v in R^2,
  f -> f + v, w -> w is an automorphism. A plane is R^2, or it holds some f + v, hence up to automorphism f and a line R w of
  R^2. It is a subalgebra iff w is an eigenvector. If not, e1 = f, e2 = w, e3 = A w is a basis, [e1,e3] = tr A e3 - det A e2 by
  Cayley and Hamilton, [e2,e3] = 0: the matrix is known by its trace and determinant, and so is the plane. A multiple of f makes
  the trace 0 or 1 (s is the determinant then; 1/4 has the double eigenvalue of IV, 0 the eigenvalues 0 and 1 of III), or with
  trace 0 the determinant 0, 1 or -1. A multiple of the identity (I, V) has no such w.
- If w is an eigenvector, maps of R^2 that commute with A make the eigenvectors of one eigenvalue equivalent, and those of I, II, V all
  lines.
- In VIII and IX a plane is the orthogonal complement of a line for Killing's form, and automorphisms act as the (pseudo-)orthogonal
  group of that form, up to sign: there are as many planes as kinds of lines, one in IX, three in VIII.

## Planes that are no subalgebras
| algebra | plane | brackets | (3.11) iff | Q1 iff |
|---|---|---|---|---|
)";
  Agreement agreement;
  bool subalgebras = false;
  for (const auto& plane : planes()) {
    std::vector<std::string> names = metric_entries;
    if (!plane.parameter.empty()) names.push_back(plane.parameter);
    const auto found = decide_text_in_parameters(system_of(plane, {"1", "0", "1", "0", "0"}).dump(),
                                                 names, {"eq_3_11", "q1"});
    if (!subalgebras && plane.algebra == "I") {
      subalgebras = true;
      std::cout << R"(
## Planes that are subalgebras
The constraint is holonomic, so Q1 is yes by reduction to the leaves.

| algebra | plane | brackets | (3.11) iff | Q1 iff |
|---|---|---|---|---|
)";
    }
    print_row(plane, found);
    compare(plane, found, agreement);
  }
  std::cout << "\nEach yes and no rests on identities of polynomials that were proved again apart "
               "from the search. At "
            << agreement.checked
            << " metrics with small whole entries `hamel check` was asked too, " << agreement.yes
            << " times with a yes: " << agreement.contradictions << " contradictions.\n";
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  std::cerr << "dimension 3: " << time.count() << " s\n";
  return agreement.contradictions == 0;
}

}  // namespace

int main() {
  try {
    const bool three = write_page();
    return classification::write_dimension_4(std::cout, 60) && three ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
