// The conditions as polynomials that vanish on the group, or as numbers at points.
#include "varying_conditions.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "verify.hpp"

namespace hamel {

namespace {

using Table = DynamicMatrix<CoordinatePolynomial>;

Table lift(const DynamicMatrix<Rational>& m) {
  return m.unaryExpr([](const Rational& x) { return CoordinatePolynomial(x); });
}

std::vector<CoordinatePolynomial> entries(const Table& m) {
  return {m.data(), m.data() + m.size()};
}

}  // namespace

VaryingConditions::VaryingConditions(FunctionsOnGroup functions,
                                     const StructureConstants<Rational>& algebra,
                                     const DynamicMatrix<Rational>& distribution)
    : functions_(std::move(functions)), n_(algebra.dimension()) {
  const auto& numbers = functions_.identity;
  if (!functions_.rates.empty()) vanishing_.emplace(functions_.rates, numbers);
  DynamicMatrix<Rational> at_identity(n_, n_);
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < n_; ++j) {
      const CoordinatePolynomial& entry = functions_.metric(i, j);
      metric_is_polynomial_ = metric_is_polynomial_ && entry.is_known();
      at_identity(i, j) = entry.is_known() ? entry.at_identity(numbers)
                                           : Rational(functions_.metric_at_identity(i, j));
    }
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < i; ++j) at_identity(i, j) = at_identity(j, i);
  split_.emplace(AlgebraicSystem<Rational>{algebra, at_identity, distribution});
}

Verdict VaryingConditions::invariant_decomposition() const {
  const Eigen::MatrixXd d = hamel::cast<double>(split_->d()),
                        e = hamel::cast<double>(split_->perp());
  const Table products = lift(split_->d()).transpose() * functions_.metric * lift(split_->perp());
  return conclude(
      "invariant_decomposition", metric_is_polynomial_, entries(products),
      "d_perp is the same everywhere", "d_perp varies", [&](const SampledFunctions& at) {
        return max_abs<double>(d.transpose() * at.metric * e) / max_abs<double>(at.metric);
      });
}

Verdict VaryingConditions::eq_3_9() const {
  if (auto obstacle = no_constant_complement("eq_3_9")) return *obstacle;
  std::vector<CoordinatePolynomial> values;
  const auto d = lift(split_->d());
  std::vector<Eigen::MatrixXd> brackets;
  for (Eigen::Index b = 0; b < split_->rank_perp(); ++b) {
    const DynamicMatrix<Rational> exact =
        -split_->algebra().ad(split_->perp().col(b)) * split_->d();  // [D_j, E_b]
    brackets.push_back(hamel::cast<double>(exact));
    const Table product = d.transpose() * functions_.metric * lift(exact);
    Table sum = product + product.transpose();
    sum += slope_on_d(split_->perp().col(b));
    for (const auto& value : entries(sum)) values.push_back(value);
  }
  const Eigen::MatrixXd dd = hamel::cast<double>(split_->d()),
                        e = hamel::cast<double>(split_->perp());
  return conclude("eq_3_9", metric_is_polynomial_, values, "it holds at every x, polarised",
                  "it fails, polarised", [&](const SampledFunctions& at) {
                    double worst = 0;
                    for (Eigen::Index b = 0; b < e.cols(); ++b) {
                      const Eigen::MatrixXd product =
                          dd.transpose() * at.metric * brackets[static_cast<std::size_t>(b)];
                      Eigen::MatrixXd sum = product + product.transpose();
                      for (std::size_t k = 0; k < at.slopes.size(); ++k)
                        sum += e(static_cast<Eigen::Index>(k), b) *
                               (dd.transpose() * at.slopes[k] * dd);
                      worst = std::max(worst, max_abs<double>(sum));
                    }
                    return worst / max_abs<double>(at.metric);
                  });
}

Verdict VaryingConditions::eq_3_10() const {
  if (auto obstacle = no_constant_complement("eq_3_10")) return *obstacle;
  return potential_invariant("eq_3_10", split_->perp());
}

Verdict VaryingConditions::potential_invariant(const std::string& id,
                                               const DynamicMatrix<Rational>& directions) const {
  const auto& gradient = functions_.gradient;
  const bool known = std::ranges::all_of(gradient, [](const auto& p) { return p.is_known(); });
  std::vector<CoordinatePolynomial> values;
  for (Eigen::Index b = 0; b < directions.cols(); ++b) {
    CoordinatePolynomial sum;
    for (int k = 0; k < n_; ++k)
      sum += CoordinatePolynomial(directions(k, b)) * gradient[static_cast<std::size_t>(k)];
    values.push_back(sum);
  }
  const Eigen::MatrixXd e = hamel::cast<double>(directions);
  return conclude(id, known, values, "the potential is invariant along these directions",
                  "the potential changes along these directions", [&](const SampledFunctions& at) {
                    if (e.cols() == 0) return 0.0;
                    const double scale = std::max(1.0, at.gradient.cwiseAbs().maxCoeff());
                    return (e.transpose() * at.gradient).cwiseAbs().maxCoeff() / scale;
                  });
}

Verdict VaryingConditions::cor_3_9(const DynamicMatrix<Rational>& h) const {
  const auto& exact = split_->d();
  const auto d = lift(exact);
  std::vector<CoordinatePolynomial> values;
  for (Eigen::Index b = 0; b < h.cols(); ++b)
    for (const auto& value : entries(slope_on_d(h.col(b)))) values.push_back(value);
  for (Eigen::Index b = 0; b < exact.cols(); ++b) {
    const DynamicMatrix<Rational> brackets =
        -split_->algebra().ad(exact.col(b)) * exact;  // [D_j, D_b]
    const auto parts = solve<Rational>(join<Rational>(exact, h), brackets).value();
    const Table form = d.transpose() * functions_.metric * lift(h * parts.bottomRows(h.cols()));
    for (const auto& value : entries(form + form.transpose())) values.push_back(value);
  }
  Verdict verdict = potential_invariant("cor_3_9", h);
  if (vanish(values) != true || !verdict || !verdict.exact) {
    verdict.answer = Answer::undecided;
    verdict.exact = false;
    verdict.reason = "this ideal does not prove it";
    return verdict;
  }
  verdict.reason =
      "an ideal complementary to d along which metric on d and potential are invariant";
  verdict.evidence = Evidence("cor_3_9").add("ideal", h);
  return verdict;
}

/// D^T (d_b M) D for the derivative of the metric along b.
Table VaryingConditions::slope_on_d(const DynamicVector<Rational>& b) const {
  const auto d = lift(split_->d());
  Table sum = Table::Constant(d.cols(), d.cols(), CoordinatePolynomial());
  for (int k = 0; k < n_; ++k)
    if (!b(k).is_zero())
      sum += CoordinatePolynomial(b(k)) *
             (d.transpose() * functions_.slopes[static_cast<std::size_t>(k)] * d);
  return sum;
}

std::optional<Verdict> VaryingConditions::no_constant_complement(const std::string& id) const {
  const Verdict invariant = invariant_decomposition();
  if (invariant.answer != Answer::fails) return std::nullopt;
  Verdict verdict;
  verdict.id = id;
  verdict.reason = "its hypothesis fails: d_perp varies from point to point";
  return verdict;
}

/// Do all of them vanish on the group? Nothing where that is not decided.
std::optional<bool> VaryingConditions::vanish(
    const std::vector<CoordinatePolynomial>& polynomials) const {
  const auto& relations = functions_.relations;
  std::optional<bool> all = true;
  for (const auto& p : polynomials) {
    if (!p.is_known()) return std::nullopt;
    if (p.reduced(relations.squares).terms().empty()) continue;
    if (relations.complete()) return false;
    const auto one = vanishing_ ? (*vanishing_)(p, relations.squares) : std::nullopt;
    if (one == false) return false;
    if (!one) all = std::nullopt;
  }
  return all;
}

const std::vector<SampledFunctions>& VaryingConditions::samples() const {
  if (samples_.empty()) samples_ = functions_.sampled();
  return samples_;
}

/// A proof when the polynomials are known, otherwise samples.
Verdict VaryingConditions::conclude(
    const std::string& id, bool known, const std::vector<CoordinatePolynomial>& polynomials,
    const char* yes, const char* no,
    const std::function<double(const SampledFunctions&)>& defect) const {
  Verdict verdict;
  verdict.id = id;
  const std::optional<bool> decided = known ? vanish(polynomials) : std::nullopt;
  verdict.exact = decided.has_value();
  if (decided) {
    verdict.answer = *decided ? Answer::holds : Answer::fails;
    verdict.reason = std::string(*decided ? yes : no) + ", as an identity between polynomials";
    if (*decided) return verdict;
  }
  double worst = 0;
  const SampledFunctions* where = nullptr;
  for (const auto& at : samples()) {
    const double found = defect(at);
    if (found > worst) worst = found, where = &at;
  }
  if (!decided) {
    verdict.tolerance = verdict_tolerance;
    verdict.answer = worst >= verdict_failure ? Answer::fails : Answer::undecided;
    verdict.reason = verdict.answer == Answer::fails
                         ? std::string(no) + " at a sampled point"
                         : "no counterexample in " + std::to_string(samples().size()) + " points";
  }
  verdict.defect = worst;
  if (verdict.answer == Answer::fails && where != nullptr) {
    verdict.evidence = Evidence(id);
    for (std::size_t i = 0; i < functions_.names.size(); ++i)
      verdict.evidence.add_number(functions_.names[i], where->coordinates[i]);
    verdict.evidence.add_number("relative_value", worst);
  }
  return verdict;
}

}  // namespace hamel
