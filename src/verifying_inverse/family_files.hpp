// The families that inverse questions ask about, as files with parameters: from brackets, metric and d alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/io/system_file.hpp>

#include "adapted_basis.hpp"
#include "metric_symmetries.hpp"

namespace hamel {

/// The numbers of a file that inverse questions can be asked of. Throws InputError for others.
const AlgebraicSystem<Rational>& system_of_inverse(const SystemFile& file);

/// The text of a system file, and those of its parameters that are left free.
struct FamilyText {
  std::string json;
  std::vector<std::string> parameters;
};

/// All metrics, d kept, in an adapted basis b: the entries h_ij = g(b_i, b_j) that Q1 depends on are left free, and
/// one number `w`, the square of each vector beyond d, that only keeps the metric from being degenerate.
struct MetricsFamily {
  AdaptedBasis basis;
  MetricNormalForm form;
  FamilyText text;
};
MetricsFamily metrics_family(const AlgebraicSystem<Rational>& system);
/// Those in a normal form, see metric_symmetries.hpp.
MetricsFamily metrics_in_normal_form(const AlgebraicSystem<Rational>& system);

/// `h_ij = g(b_i, b_j), b = (1,0,0) (0,1,0) (0,0,1)`, b the columns; in a normal form also of the k_ij.
std::string entries_in_words(const DynamicMatrix<Rational>& vectors, bool in_normal_form);

/// `e1, e2`.
std::string in_words(const std::vector<int>& pivots);

/// The metric kept, the planes with these pivots: e_p + sum of t_jk e_k, k > p no pivot. Nothing where the metric is
/// degenerate on all of them; throws InputError where the t are more than `largest_inverse`.
std::optional<FamilyText> planes_family(const AlgebraicSystem<Rational>& system,
                                        const std::vector<int>& pivots);

}  // namespace hamel
