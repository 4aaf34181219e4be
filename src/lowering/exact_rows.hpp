// An exact matrix as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// Rows of fractions as text.
inline nlohmann::ordered_json rows_of(const DynamicMatrix<Rational>& m) {
  auto rows = nlohmann::ordered_json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    auto row = nlohmann::ordered_json::array();
    for (Eigen::Index j = 0; j < m.cols(); ++j) row.push_back(m(i, j).str());
    rows.push_back(row);
  }
  return rows;
}

}  // namespace hamel
