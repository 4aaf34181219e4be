// Inverse questions: which metrics, distributions and potentials of an algebra have the property that a file is asked
// about.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Parameters that an inverse question may have, where it looks at parts of their space.
inline constexpr int largest_inverse = 10;

/// The metrics for which `eq_3_11` holds, d and its complement being what they are: g|_d in a linear space.
struct MetricsOfEq311 {
  std::vector<DynamicMatrix<Rational>> basis;  ///< of symmetric forms, r x r in the basis of d
  std::vector<std::pair<int, int>> signatures;  ///< (plus, minus) of non-degenerate members
  bool all_signatures = false;                  ///< there are no others; else they are not covered
};

/// The planes of dimension r on which the coordinates `pivots` are independent: spanned by e_p + sum of t e_k, k no
/// pivot and not before p, so that each plane is in exactly one of these families.
struct DistributionFamily {
  std::vector<int> pivots;  ///< from 0
  SeveralParameters answer;
};

/// Potentials that keep a multiplier of the kinetic motions.
struct KeepingPotentials {
  int degree = 0;                      ///< up to which, in coordinates, their cosines and sines
  std::vector<std::string> basis;      ///< of a linear space, formulas: Q1 is yes for each, proved
  DynamicMatrix<Rational> multiplier;  ///< Lambda of mu = Lambda u, u in the columns of D; n x r
  bool unique =
      false;  ///< the multiplier is the only one that is linear in the velocity and constant
  std::string not_covered;  ///< why there is no answer
  /// Q1 is no with every potential, also beyond that degree: the motion from this start, in d, has no multiplier, nor
  /// has it when it is fast; the constraint is differentiated so often. Empty where that is not so.
  DynamicVector<Rational> never_from = {};
  int never_orders = 0;
};

/// The answers of one file.
struct InverseAnswers {
  std::string name;
  MetricsOfEq311 admissible;
  SeveralParameters metrics;  ///< `q1` in the entries g11, g12, ... of any left-invariant metric
  DynamicMatrix<Rational> metric_basis;  ///< b, columns: d, then what [d, d] adds, then others
  SeveralParameters metrics_adapted;     ///< the same in the h_ij = g(b_i, b_j) that it depends on
  /// Of more than `largest_inverse` h_ij: what holds of those that `metrics_adapted` looks at. Each metric has the
  /// answer of one of them; `metrics` says nothing then.
  std::string metrics_normal_form;
  std::string metrics_not_covered;
  std::vector<DistributionFamily>
      distributions;  ///< `q1` of all d of the rank of this one, its metric kept
  std::string distributions_not_covered;
  KeepingPotentials potentials;
};

/// Asks the inverse questions of a file: a constant metric, d that does not move, rational numbers; its potential is
/// left out. What takes more than `largest_inverse` parameters, of metrics also in a normal form, or FLINT where it was
/// absent when this was built, is named as not covered. Throws InputError for other files.
InverseAnswers inverse_of(const std::string& path);
/// The same of the text of a file.
InverseAnswers inverse_of_text(const std::string& json);

/// Whether none of them is said to be not covered.
bool covers_all(const InverseAnswers& answers);

/// The answers in words, as `hamel inverse` prints them.
std::string words(const InverseAnswers& answers);
/// The same as a JSON object.
std::string as_json(const InverseAnswers& answers);

}  // namespace hamel
