// Metrics and potentials of a file over polynomials in the coordinates.
#include <optional>
#include <span>
#include <string>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/system/mechanical.hpp>

#include "any_points.hpp"
#include "formulas/expression_value.hpp"
#include "questions.hpp"
#include "varying_conditions.hpp"
#include "verify.hpp"

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

/// Whether h is an ideal of the Lie closure of d, complementary to d in it.
bool is_complementary_ideal(const AlgebraicSystem<Rational>& system,
                            const DynamicMatrix<Rational>& h) {
  const DynamicMatrix<Rational> d = system.d();
  if (h.rows() != d.rows()) return false;
  const DynamicMatrix<Rational> closure = generated_subalgebra<Rational>(system.algebra, d);
  return d.cols() + h.cols() == closure.cols() && contains<Rational>(closure, h) &&
         rank<Rational>(join<Rational>(d, h)) == closure.cols() &&
         contains<Rational>(h, bracket_span<Rational>(system.algebra, closure, h));
}

}  // namespace

std::string with_conditions(const GroupSystem& file,
                            const std::function<void(const VaryingConditions&)>& f) {
  const auto& exact = file.exact;
  const AnyGroup& group = file.group.product();
  const auto system = mechanical(group, FormulaMetric{&file}, FormulaPotential{&file});
  if (!exact) return "the numbers of the file are not rational, so nothing can be proved";
  if (!system.metric(group.identity<double>()).allFinite())
    return "the metric is not finite at the identity, where the proof starts";
  const auto metric = file.metric_is_constant() ? std::optional(exact->metric) : std::nullopt;
  try {
    f(VaryingConditions(functions_on_group(system, metric), exact->algebra, exact->d()));
    return "";
  } catch (const DegenerateMetric&) {
    return "the metric is degenerate at the identity, where the proof starts";
  }
}

bool verify_varying(const GroupSystem& file, const Verdict& verdict) {
  const auto same = [&](const Verdict& again) {
    return again.exact && again.answer == verdict.answer;
  };
  bool proved = false;
  with_conditions(file, [&](const VaryingConditions& conditions) {
    std::optional<bool> asked;
    for_each_open(true, true, [&](const auto& row) {
      if (row.id == verdict.id) asked = same(row.ask(conditions));
    });
    const std::string kind = verdict.evidence.kind();
    if (asked) {
      proved = *asked;
    } else if (verdict.id != "q1" || !verdict || verdict.generic) {
      proved = false;
    } else if (kind == "integrable") {
      proved = is_subalgebra<Rational>(file.exact->algebra, file.exact->d());
    } else if (kind == "eq_3_9") {
      proved = same(conditions.eq_3_9()) && same(conditions.eq_3_10());
    } else if (kind == "cor_3_9") {
      const auto h = verdict.evidence.get_matrix<Rational>("ideal");
      proved = is_complementary_ideal(*file.exact, h) && same(conditions.cor_3_9(h));
    }
  });
  return proved;
}

}  // namespace hamel
