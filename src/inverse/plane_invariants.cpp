// K_ij and the Gram matrix of b1, b2, b3 = [b1, b2] over the centroid as a family with parameters.
#include "plane_invariants.hpp"

#include <cstddef>
#include <utility>

#include <nlohmann/json.hpp>

#include "checking/exact_algebra.hpp"
#include "cyclic_planes.hpp"
#include "reading/json_text.hpp"
#include "varying/plane_bases.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

/// All e with e [x, y] = [e x, y], as columns of entries by rows.
Exact centroid(const StructureConstants<Rational>& algebra) {
  const Eigen::Index n = algebra.dimension();
  std::vector<Exact> ad;
  for (int i = 0; i < n; ++i) ad.push_back(algebra.ad(algebra.basis_vector(i)));
  Exact equations = Exact::Constant(n * n * n, n * n, Rational(0));
  Eigen::Index row = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      for (Eigen::Index k = 0; k < n; ++k, ++row)
        for (Eigen::Index l = 0; l < n; ++l) {
          equations(row, k * n + l) += ad[static_cast<std::size_t>(i)](l, j);
          equations(row, l * n + i) -= ad[static_cast<std::size_t>(l)](k, j);
        }
  return kernel<Rational>(equations);
}

/// x + y e, as formulas; empty where it is 0.
struct Number {
  std::string x, y;
};

/// b1, b2, b3, e b1, e b2, e b3 and what they are multiplied by.
class Brackets {
 public:
  explicit Brackets(Rational square) : square_(std::move(square)) {}

  /// [e^p b_i, e^q b_j] = e^(p+q) times a sum of K_k b_k, i < j.
  void set(int i, int j, const std::vector<std::pair<int, Number>>& terms) {
    for (int p = 0; p < 2; ++p)
      for (int q = 0; q < 2; ++q) {
        const int first = i + 3 * p, second = j + 3 * q;
        const bool turned = first > second;
        Json sum = Json::object();
        for (const auto& [of, number] : terms) {
          const auto add = [&, k = of](const std::string& formula, int power) {
            if (formula.empty() || (power > 1 && square_.is_zero())) return;
            sum[std::to_string(k + 3 * (power % 2))] =
                (turned ? "-" : "") +
                (power > 1 ? "(" + square_.str() + ")*(" + formula + ")" : "(" + formula + ")");
          };
          add(number.x, p + q);
          add(number.y, p + q + 1);
        }
        if (!sum.empty())
          json_[std::to_string(turned ? second : first) + "," +
                std::to_string(turned ? first : second)] = sum;
      }
  }
  const Json& json() const { return json_; }

 private:
  Rational square_;
  Json json_ = Json::object();
};

FamilyText family_over(const Rational& square, bool felt) {
  Brackets brackets(square);
  brackets.set(1, 2, {{3, {"1", ""}}});
  brackets.set(1, 3, {{1, {"k12", "m12"}}, {2, {"-k11", "-m11"}}});
  brackets.set(2, 3, {{1, {"k22", "m22"}}, {2, {"-k12", "-m12"}}});
  Json metric = Json::array(), span = Json::array();
  for (std::size_t i = 0; i < 6; ++i) {
    metric.push_back(Json(std::vector<std::string>(6, "0")));
    metric[i][i] = i == 0 ? "1" : i == 1 ? "h22" : "w";
    if (i < 2) {
      span.push_back(Json(std::vector<std::string>(6, "0")));
      span[i][i] = "1";
    }
  }
  if (felt) metric[1][2] = metric[2][1] = "h22";
  const std::vector<std::pair<std::string, std::string>> values{
      {"k11", "1"}, {"k12", "0"}, {"k22", "1"}, {"m11", "0"},
      {"m12", "0"}, {"m22", "0"}, {"h22", "1"}, {"w", "2"}};
  Json parameters = Json::object();
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    parameters[name] = value;
    names.push_back(name);
  }
  const Json file{{"schema", 1},
                  {"name", "planes by invariants"},
                  {"algebra", {{"dim", 6}, {"brackets", brackets.json()}}},
                  {"metric", metric},
                  {"constraint", {{"span", span}}},
                  {"parameters", parameters}};
  return {as_text(file, -1), names};
}

std::string matrix_in_words(const Exact& e) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < e.rows(); ++i)
    for (Eigen::Index j = 0; j < e.cols(); ++j)
      text += std::string(j > 0 ? " " : i > 0 ? "; " : "") + e(i, j).str();
  return text + "]";
}

}  // namespace

std::optional<DynamicMatrix<Rational>> second_unit(const StructureConstants<Rational>& algebra) {
  const Eigen::Index n = algebra.dimension();
  if (n != 6) return std::nullopt;
  Exact unit = Exact::Constant(n, n, Rational(0));
  for (Eigen::Index i = 0; i < n; ++i) unit(i, i) = Rational(1);
  if (bracket_span<Rational>(algebra, unit, unit).cols() != n) return std::nullopt;
  const Exact all = centroid(algebra);
  if (all.cols() != 2) return std::nullopt;
  for (Eigen::Index s = 0; s < 2; ++s) {
    Exact e(n, n);
    Rational trace(0);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) e(i, j) = all(i * n + j, s);
    for (Eigen::Index i = 0; i < n; ++i) trace += e(i, i);
    for (Eigen::Index i = 0; i < n; ++i) e(i, i) -= trace / Rational(static_cast<int>(n));
    if (rank<Rational>(e) == 0) continue;
    const Exact square = e * e;
    if (rank<Rational>(Exact(square - unit * square(0, 0))) > 0) return std::nullopt;
    return e;
  }
  return std::nullopt;
}

namespace {

std::vector<PlanesInInvariants> planes_over_centroid(const AlgebraicSystem<Rational>& system,
                                                     const FamilyText& planes) {
  const Signature signs = signature<Rational>(system.metric);
  if (system.d().cols() != 2 ||
      (signs.positive != system.dimension() && signs.negative != system.dimension()))
    return {};
  const auto e = second_unit(system.algebra);
  if (!e || !varying::are_bases_with(reading::FamilyFile(planes.json, planes.parameters), *e))
    return {};
  const Rational square = Exact(*e * *e)(0, 0);
  const std::string numbers =
      "b3 = [b1,b2], [b1,b3] = K12 b1 - K11 b2, [b2,b3] = K22 b1 - K12 b2, K_ij = k_ij + m_ij e, "
      "e = " +
      matrix_in_words(*e);
  return {{family_over(square, true), "g([d,d], d) != 0",
           "g(b1,b2) = g(b1,b3) = 0, g(b2,b3) = g(b2,b2) = h22 g(b1,b1), " + numbers},
          {family_over(square, false), "g([d,d], d) = 0",
           "g(b1,b2) = 0, g(b2,b2) = h22 g(b1,b1), " + numbers}};
}

}  // namespace

std::vector<PlanesInInvariants> planes_in_invariants(const AlgebraicSystem<Rational>& system,
                                                     const FamilyText& planes) {
  auto found = planes_over_centroid(system, planes);
  return found.empty() ? planes_on_ideal(system, planes) : found;
}

}  // namespace hamel
