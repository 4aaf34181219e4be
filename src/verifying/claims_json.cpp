// Polynomials by their terms, numbers as text.
#include "claims_json.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <hamel/algebra/rational_text.hpp>

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

/// In digits: numbers of more than any certificate needs are refused before they are read.
constexpr std::size_t longest_number = 50'000;

}  // namespace

Json as_json(const ClaimedPolynomial& p, const std::vector<std::string>& names) {
  Json terms = Json::array();
  for (const auto& [factor, exponents] : p) {
    Json term = Json::array({factor.str()});
    for (std::size_t k = 0; k < exponents.size(); ++k)
      if (exponents[k] > 0) {
        term.push_back(names[k]);
        term.push_back(std::to_string(exponents[k]));
      }
    terms.push_back(std::move(term));
  }
  return terms;
}

std::optional<ClaimedPolynomial> claimed(const CoordinatePolynomial& p,
                                         const std::vector<std::string>& names,
                                         const FlowAgain& flow) {
  ClaimedPolynomial result;
  for (const auto& [monomial, factor] : p.terms()) {
    ClaimedTerm term{factor, std::vector<int>(flow.names.size(), 0)};
    for (const auto& [variable, power] : monomial) {
      const auto place =
          std::ranges::find(flow.names, names[static_cast<std::size_t>(index_of(variable))]);
      if (place == flow.names.end()) return std::nullopt;
      term.exponents[static_cast<std::size_t>(place - flow.names.begin())] = power;
    }
    result.push_back(std::move(term));
  }
  return result;
}

Rational number_from(const JsonNode& node) {
  const std::string& written = node.formula();
  auto number = written.size() > longest_number ? std::nullopt : try_parse_rational(written);
  if (!number) node.refuse("a rational number such as -3/10");
  return *number;
}

int count_from(const JsonNode& node, int most) {
  const Rational number = number_from(node);
  if (number.denominator() != 1 || number.sign() < 0 || number > Rational(most))
    node.refuse("a whole number up to " + std::to_string(most));
  return static_cast<int>(number.numerator());
}

ClaimedPolynomial polynomial_from(const JsonNode& node, const FlowAgain& flow) {
  ClaimedPolynomial p;
  for (const auto& term : node.array()) {
    const auto parts = term.array();
    if (parts.size() % 2 == 0) term.refuse("[c, name, power, name, power, ...]");
    p.push_back({number_from(parts[0]), std::vector<int>(flow.names.size(), 0)});
    for (std::size_t i = 1; i < parts.size(); i += 2) {
      const auto place = std::ranges::find(flow.names, parts[i].string("the name of a variable"));
      if (place == flow.names.end()) parts[i].refuse("the name of a variable of the flow");
      int& exponent = p.back().exponents[static_cast<std::size_t>(place - flow.names.begin())];
      if (exponent != 0) parts[i].refuse("a name once in a term");
      exponent = count_from(parts[i + 1], largest_exponent);
    }
  }
  return p;
}

DynamicVector<Rational> vector_from(const JsonNode& node, std::size_t size,
                                    const std::string& expected) {
  const auto entries = node.array(size, expected);
  DynamicVector<Rational> v(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i) v(static_cast<Eigen::Index>(i)) = number_from(entries[i]);
  return v;
}

DynamicMatrix<Rational> matrix_from(const JsonNode& node, std::size_t rows, std::size_t columns) {
  const auto written = node.array(rows, std::to_string(rows) + " rows");
  DynamicMatrix<Rational> m(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < rows; ++i)
    m.row(static_cast<Eigen::Index>(i)) =
        vector_from(written[i], columns, std::to_string(columns) + " numbers").transpose();
  return m;
}

std::vector<Rational> numbers_from(const JsonNode& node) {
  std::vector<Rational> all;
  for (const auto& entry : node.array()) all.push_back(number_from(entry));
  return all;
}

void refuse_claim(const JsonNode& node, const std::string& what) {
  node.refuse(what + " that is not proved",
              "one that follows from the equations of motion of the file");
}

}  // namespace hamel
