// Rational matrices of a certificate.
#pragma once

#include <cstddef>
#include <string>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "base/json.hpp"
#include "verifying/claims_json.hpp"

namespace hamel {

/// As text alone.
inline Rational rational_from(const JsonNode& node) {
  node.string("a rational number as text");
  return number_from(node);
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
