// Starts in decimals are moved onto the constraint, M-orthogonally: velocities along d_perp, multipliers along M d.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/core/pivots.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::reading {

/// Part of the summed terms up to which a start may be off its constraint: 2^-40.
inline constexpr long double most_off = 0x1p-40L;

/// The angle between two velocities, in the metric where it is definite on them, in words.
std::string angle_between(const std::vector<double>& given, const std::vector<double>& nearest,
                          const std::vector<Number>& metric);
/// The numbers as they may be pasted into a file: ["1", "0.5"].
std::string as_array(const std::vector<double>& numbers);

/// d and the metric at the place of a start.
class ConstraintAt {
 public:
  /// `span`: vectors that span d; `terms`: the same, n x r, with the terms of their entries; `metric`: n x n entries.
  ConstraintAt(const std::vector<std::vector<Number>>& span, SummedMatrix terms,
               const std::vector<Number>& metric);

  bool is_exact() const noexcept { return bool(exact_d_); }
  /// Does it lie in d, by an exact test? Nothing where there is none.
  std::optional<bool> contains(const std::vector<Number>& v) const;
  /// Does the covector annihilate d?
  std::optional<bool> is_annihilated_by(const std::vector<Number>& mu) const;
  /// How far a velocity with such terms is off d, a covector off its annihilator: as part of the terms.
  long double off(const FixedList<Sum>& velocity) const;
  long double pairing(const FixedList<Sum>& covector) const;

  /// u of the vector D u of d nearest to v. Exact where d and v are.
  std::vector<Number> coefficients(const std::vector<Number>& v) const;
  /// D u.
  std::vector<Number> combined(const std::vector<Number>& u) const;
  /// The covector of the annihilator nearest to mu.
  std::vector<Number> annihilating(const std::vector<Number>& mu) const;

 private:
  int n_, r_;
  SummedMatrix terms_, metric_terms_;
  DynamicMatrix<double> d_, metric_;
  std::optional<DynamicMatrix<Rational>> exact_d_, exact_metric_;
};

}  // namespace hamel::reading
