// Claims of studies as JSON, and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "proved.hpp"
#include "study_claims.hpp"

namespace hamel {

constexpr int largest_exponent = 64;

/// Terms [c, name, power, name, power, ...].
nlohmann::ordered_json as_json(const ClaimedPolynomial& p, const std::vector<std::string>& names);
template <class List>
nlohmann::ordered_json numbers(const List& list) {
  auto all = nlohmann::ordered_json::array();
  for (const auto& number : list) all.push_back(number.str());
  return all;
}

/// What a study found, in the names of the flow that was derived anew; nothing where names differ.
std::optional<ClaimedPolynomial> claimed(const CoordinatePolynomial& p,
                                         const std::vector<std::string>& names,
                                         const FlowAgain& flow);

// Parts of a certificate; what has another form is refused by InputError.
Rational number_from(const JsonNode& node);
std::vector<Rational> numbers_from(const JsonNode& node);
int count_from(const JsonNode& node, int most);
ClaimedPolynomial polynomial_from(const JsonNode& node, const FlowAgain& flow);
DynamicVector<Rational> vector_from(const JsonNode& node, std::size_t size,
                                    const std::string& expected);
DynamicMatrix<Rational> matrix_from(const JsonNode& node, std::size_t rows, std::size_t columns);
[[noreturn]] void refuse_claim(const JsonNode& node, const std::string& what);

}  // namespace hamel
