// Metrics and potentials of a file over polynomials in the coordinates.
#include "varying_answers.hpp"

#include <optional>
#include <span>
#include <string>

#include <hamel/check/varying.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/system/mechanical.hpp>

#include "any_points.hpp"
#include "exact_algebra.hpp"

namespace hamel {

namespace {

/// g(x) of a file over any scalar.
struct FormulaMetric {
  const GroupSystem* file;

  bool is_constant() const { return file->metric_is_constant(); }
  template <class S>
  Matrix<S, dynamic> operator()(const Element<AnyGroup, S>& x) const {
    const int n = file->dim();
    const auto q = coordinates_of(file->group.product(), x);
    Matrix<S, dynamic> m(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        m(i, j) = m(j, i) = file->metric[i * n + j].evaluate(std::span<const S>(q));
    return m;
  }
};

/// U(x) of a file over any scalar.
struct FormulaPotential {
  const GroupSystem* file;

  template <class S>
  S operator()(const Element<AnyGroup, S>& x) const {
    const auto q = coordinates_of(file->group.product(), x);
    return file->potential.evaluate(std::span<const S>(q));
  }
};

VaryingAnswers all_undecided(const std::string& reason) {
  const auto undecided = [&reason](const char* id) {
    Verdict verdict;
    verdict.id = id;
    verdict.answer = Answer::undecided;
    verdict.exact = false;
    verdict.reason = reason;
    return verdict;
  };
  return {undecided("invariant_decomposition"), undecided("eq_3_9"), undecided("eq_3_10"),
          undecided("q1")};
}

}  // namespace

VaryingAnswers ask_varying(const GroupSystem& file) {
  const auto& exact = file.exact;
  if (!exact)
    return all_undecided("the numbers of the file are not rational, so nothing can be proved");
  const AnyGroup& group = file.group.product();
  const auto system = mechanical(group, FormulaMetric{&file}, FormulaPotential{&file});
  if (!system.metric(group.identity<double>()).allFinite())
    return all_undecided("the metric is not finite at the identity, where the proof starts");
  const auto metric = file.metric_is_constant() ? std::optional(exact->metric) : std::nullopt;
  try {
    const VaryingConditions conditions(system, exact->algebra, exact->d(), metric);
    return {conditions.invariant_decomposition(), conditions.eq_3_9(), conditions.eq_3_10(),
            conditions.q1()};
  } catch (const DegenerateMetric&) {
    return all_undecided("the metric is degenerate at the identity, where the proof starts");
  }
}

}  // namespace hamel
