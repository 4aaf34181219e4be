// Rational matrices of a certificate.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/rational_text.hpp>

#include "base/json.hpp"

namespace hamel {

inline Rational rational_from(const JsonNode& node) {
  constexpr std::size_t longest = 50'000;  // digits
  const std::string& written = node.string("a rational number as text");
  auto number = written.size() > longest ? std::nullopt : try_parse_rational(written);
  if (!number) node.refuse("a rational number such as -3/10");
  return *number;
}

inline DynamicVector<Rational> vector_from(const JsonNode& node, std::size_t size) {
  const auto entries = node.array(size, std::to_string(size) + " numbers");
  DynamicVector<Rational> v(static_cast<Eigen::Index>(size));
  for (std::size_t i = 0; i < size; ++i)
    v(static_cast<Eigen::Index>(i)) = rational_from(entries[i]);
  return v;
}

inline DynamicMatrix<Rational> rows_from(const JsonNode& node, std::size_t rows,
                                         std::size_t columns) {
  const auto written = node.array(rows, std::to_string(rows) + " rows");
  DynamicMatrix<Rational> m(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < rows; ++i)
    m.row(static_cast<Eigen::Index>(i)) = vector_from(written[i], columns).transpose();
  return m;
}

}  // namespace hamel
