// The plane, its brackets and its metric in b1, b2 = v, b3 = [b1, v], ...: the last bracket is a combination of these.
#include "cyclic_planes.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "checking/exact_algebra.hpp"
#include "reading/json_text.hpp"
#include "varying/plane_bases.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

/// The ideal that vectors generate.
Exact ideal_of(const StructureConstants<Rational>& algebra, const Exact& vectors) {
  Exact unit = Exact::Constant(vectors.rows(), vectors.rows(), Rational(0));
  for (Eigen::Index i = 0; i < unit.rows(); ++i) unit(i, i) = Rational(1);
  Exact ideal = span<Rational>(vectors);
  for (Eigen::Index size = -1; size < ideal.cols();) {
    size = ideal.cols();
    ideal = span<Rational>(join<Rational>(ideal, bracket_span<Rational>(algebra, unit, ideal)));
  }
  return ideal;
}

/// Lie(d) of dimension s + 1, beside a vector without brackets where that is d.
FamilyText cyclic_family(int s) {
  const auto n = static_cast<std::size_t>(s == 1 ? 3 : s + 1);
  Json brackets = Json::object(), last = Json::object(), parameters = Json::object();
  for (int i = 2; i <= s; ++i) brackets["1," + std::to_string(i)][std::to_string(i + 1)] = "1";
  std::vector<std::string> names;
  const auto name = [&](const std::string& of, const char* value) {
    parameters[of] = value;
    return names.emplace_back(of);
  };
  for (int i = 0; i < s; ++i) last[std::to_string(i + 2)] = name("c" + std::to_string(i), "0");
  brackets["1," + std::to_string(s + 1)] = last;
  Json metric = Json::array(), span = Json::array();
  for (std::size_t i = 0; i < n; ++i) {
    metric.push_back(Json(std::vector<std::string>(n, "0")));
    metric[i][i] = i == 0 ? "1" : i == 1 ? name("h22", "1") : "w";
    if (i > 1) continue;
    span.push_back(Json(std::vector<std::string>(n, "0")));
    span[i][i] = "1";
  }
  if (s > 1) {
    metric[0][2] = metric[2][0] = name("h13", "0");
    metric[1][2] = metric[2][1] = name("h23", "0");
  }
  name("w", "2");
  const Json file{{"schema", 1},
                  {"name", "planes by a cyclic space"},
                  {"algebra", {{"dim", n}, {"brackets", brackets}}},
                  {"metric", metric},
                  {"constraint", {{"span", span}}},
                  {"parameters", parameters}};
  return {as_text(file, -1), names};
}

std::string basis_of(int s, int of_ideal) {
  std::string sum;
  for (int i = 0; i < s; ++i)
    sum += (i > 0 ? " + c" : "c") + std::to_string(i) + " b" + std::to_string(i + 2);
  const std::string last = std::to_string(s + 1);
  return "b2 = u" + std::to_string(of_ideal + 1) + ", g(b1,b2) = 0, g(b2,b2) = h22 g(b1,b1)" +
         (s > 1 ? ", b_(i+1) = [b1,b_i], g(b1,b3) = h13 g(b1,b1), g(b2,b3) = h23 g(b1,b1)" : "") +
         ", [b1,b" + last + "] = " + sum;
}

}  // namespace

std::vector<PlanesInInvariants> planes_on_ideal(const AlgebraicSystem<Rational>& system,
                                                const FamilyText& planes) {
  const int n = system.dimension();
  const Signature signs = signature<Rational>(system.metric);
  if (system.d().cols() != 2 || (signs.positive != n && signs.negative != n)) return {};
  const reading::FamilyFile file(planes.json, planes.parameters);
  for (const int of_ideal : {1, 0}) {
    const Exact vectors = varying::coefficients_of(file, of_ideal);
    if (vectors.cols() == 0) continue;
    const Exact ideal = ideal_of(system.algebra, vectors);
    if (bracket_span<Rational>(system.algebra, ideal, ideal).cols() > 0) continue;
    std::vector<PlanesInInvariants> result;
    for (int s = 1; s <= static_cast<int>(ideal.cols()) && s < n; ++s)
      result.push_back(
          {cyclic_family(s), "dim Lie(d) = " + std::to_string(s + 1), basis_of(s, of_ideal)});
    return result;
  }
  return {};
}

}  // namespace hamel
