// Conditions on metrics and potentials that vary from point to point: proved where they are polynomial, else sampled.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/functions_on_group.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "vanishing.hpp"

namespace hamel {

/// `invariant_decomposition`, `eq_3_9` and `eq_3_10` of a mechanical system with a constant distribution d. Where metric
/// and potential are polynomials (sines and cosines of integer combinations included) the verdict is a proof, otherwise
/// seeded points give a counterexample or "undecided (no counterexample in N points)".
class VaryingConditions {
 public:
  /// `algebra` and `distribution` (n x r) exactly. Throws DimensionError, ConstraintViolation, and DegenerateMetric when
  /// g at the identity is degenerate on d.
  VaryingConditions(FunctionsOnGroup functions, const StructureConstants<Rational>& algebra,
                    const DynamicMatrix<Rational>& distribution);

  /// `invariant_decomposition`: d_perp does not depend on x, the hypothesis of Jozwikowski & Respondek section 3.
  Verdict invariant_decomposition() const;
  /// `eq_3_9`: g(x)(a,[a,b]) + 1/2 <d_x g(a,a), x_* b> = 0 polarised in a in d, for b in d_perp and all x
  /// (Jozwikowski & Respondek, eq. (3.9)). Undecided when d_perp varies.
  Verdict eq_3_9() const;
  /// `eq_3_10`: <dU, x_* b> = 0 for b in d_perp and all x (Jozwikowski & Respondek, eq. (3.10)). Undecided when
  /// d_perp varies.
  Verdict eq_3_10() const;
  /// Whether the potential is invariant along the columns of `directions` (n x k): <dU, x_* b> = 0 at all x.
  Verdict potential_invariant(const std::string& id,
                              const DynamicMatrix<Rational>& directions) const;
  /// `cor_3_9` with the ideal h (columns) of the Lie closure of d, complementary to d in it: metric on d and
  /// potential are invariant along h, and g(x)(a, p_h [a,b]) = 0 polarised in a for a, b in d and all x. Holds only
  /// as a proof.
  Verdict cor_3_9(const DynamicMatrix<Rational>& h) const;
  /// g = d (+) d_perp at the identity.
  const Splitting<Rational>& split() const { return *split_; }

 private:
  using Table = DynamicMatrix<CoordinatePolynomial>;

  Table slope_on_d(const DynamicVector<Rational>& b) const;
  std::optional<Verdict> no_constant_complement(const std::string& id) const;
  std::optional<bool> vanish(const std::vector<CoordinatePolynomial>& polynomials) const;
  Verdict conclude(const std::string& id, bool known,
                   const std::vector<CoordinatePolynomial>& polynomials, const char* yes,
                   const char* no,
                   const std::function<double(const SampledFunctions&)>& defect) const;
  const std::vector<SampledFunctions>& samples() const;

  FunctionsOnGroup functions_;
  int n_;
  bool metric_is_polynomial_ = true;
  std::optional<Vanishing> vanishing_;  ///< where the relations are not known
  std::optional<Splitting<Rational>> split_;
  mutable std::vector<SampledFunctions> samples_;  ///< when they are first asked for
};

/// Calls f with the conditions of a file whose exact data allow them; else returns what is in the way.
std::string with_conditions(const GroupSystem& file,
                            const std::function<void(const VaryingConditions&)>& f);

/// Re-proves an exact verdict on one of these questions: its identities hold again, its ideal is one. False when they
/// do not prove the answer.
bool verify_varying(const GroupSystem& file, const Verdict& verdict);

}  // namespace hamel
