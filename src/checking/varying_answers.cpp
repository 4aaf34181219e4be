// Metrics and potentials of a file over polynomials in the coordinates.
#include "varying_answers.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/system/mechanical.hpp>

#include "any_points.hpp"
#include "exact_algebra.hpp"
#include "formulas/expression_value.hpp"
#include "questions.hpp"
#include "varying_conditions.hpp"

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

/// f(row) for the conditions that the file leaves open by what varies in it.
template <class F>
void for_each_open_in(const GroupSystem& file, const F& f) {
  for_each_open(!file.metric_is_constant(), !file.potential.is_constant(), f);
}

VaryingAnswers all_undecided(const GroupSystem& file, const std::string& reason) {
  const auto undecided = [&reason](std::string_view id) {
    Verdict verdict;
    verdict.id = id;
    verdict.answer = Answer::undecided;
    verdict.exact = false;
    verdict.reason = reason;
    return verdict;
  };
  VaryingAnswers answers{{}, undecided("q1")};
  for_each_open_in(file, [&](const auto& row) { answers.conditions.push_back(undecided(row.id)); });
  return answers;
}

/// f(conditions) for a file whose exact data allow them; else what is in the way goes to `obstacle` and the result is
/// empty.
template <class F>
auto with_conditions(const GroupSystem& file, std::string& obstacle, const F& f)
    -> std::optional<std::invoke_result_t<F, const VaryingConditions&>> {
  const auto& exact = file.exact;
  const AnyGroup& group = file.group.product();
  const auto system = mechanical(group, FormulaMetric{&file}, FormulaPotential{&file});
  if (!exact) {
    obstacle = "the numbers of the file are not rational, so nothing can be proved";
  } else if (!system.metric(group.identity<double>()).allFinite()) {
    obstacle = "the metric is not finite at the identity, where the proof starts";
  } else {
    const auto metric = file.metric_is_constant() ? std::optional(exact->metric) : std::nullopt;
    try {
      return f(VaryingConditions(functions_on_group(system, metric), exact->algebra, exact->d()));
    } catch (const DegenerateMetric&) {
      obstacle = "the metric is degenerate at the identity, where the proof starts";
    }
  }
  return std::nullopt;
}

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

VaryingAnswers ask_varying(const GroupSystem& file) {
  std::string obstacle;
  const auto answers = with_conditions(file, obstacle, [&](const auto& conditions) {
    VaryingAnswers all{{}, conditions.q1()};
    for_each_open_in(file, [&](const auto& row) { all.conditions.push_back(row.ask(conditions)); });
    return all;
  });
  return answers ? *answers : all_undecided(file, obstacle);
}

bool verify_varying(const GroupSystem& file, const Verdict& verdict) {
  std::string obstacle;
  const auto same = [&](const Verdict& again) {
    return again.exact && again.answer == verdict.answer;
  };
  return with_conditions(file, obstacle,
                         [&](const auto& conditions) {
                           std::optional<bool> asked;
                           for_each_open(true, true, [&](const auto& row) {
                             if (row.id == verdict.id) asked = same(row.ask(conditions));
                           });
                           if (asked) return *asked;
                           if (verdict.id != "q1" || !verdict || verdict.generic) return false;
                           const std::string kind = verdict.evidence.kind();
                           if (kind == "integrable")
                             return is_subalgebra<Rational>(file.exact->algebra, file.exact->d());
                           if (kind == "eq_3_9")
                             return same(conditions.eq_3_9()) && same(conditions.eq_3_10());
                           const auto h = verdict.evidence.get_matrix<Rational>("ideal");
                           return kind == "cor_3_9" && is_complementary_ideal(*file.exact, h) &&
                                  same(conditions.cor_3_9(h));
                         })
      .value_or(false);
}

}  // namespace hamel
