// The questions: one row each, from which checkers, families, verification, reports and lists are made. How a row is
// asked, the search, is in checking/asked.hpp.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <hamel/check/question.hpp>

#include "base/nearest_name.hpp"
#include "exact/invariants.hpp"
#include "exact/jacobi_modular.hpp"
#include "vakonomic_questions.hpp"
#include "verify.hpp"

namespace hamel {

namespace question {

struct Jacobi : Question {
  static constexpr std::string_view id = "jacobi";
  static constexpr std::string_view statement = "the brackets satisfy the Jacobi identity";
  static constexpr std::string_view source = "definition";
  static constexpr Needs needs = Needs::constants;
  static constexpr bool of_constraint = false;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool ends(const Subject<S>&, const Verdict& verdict) {
    return verdict.answer == Answer::fails;
  }
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    return jacobi_defect(system.algebra).nonzero != bool(verdict);
  }
};

struct Nondegenerate : Question {
  static constexpr std::string_view id = "nondegenerate";
  static constexpr std::string_view statement = "g is non-degenerate, on the algebra and on d";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, sec. 2";
  static constexpr std::string_view kind = "signature";
  static constexpr Needs needs = Needs::metric;
  template <class S>
  static bool regular_on_d(const AlgebraicSystem<S>& system) {
    const DynamicMatrix<S> d = system.d();
    return rank<S>(d.transpose() * system.metric * d) == d.cols();
  }
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static Verdict over_field(const Subject<S>& about) {
    const bool degenerate = !verify_regular(about.system());
    Verdict verdict = decide<S>(std::string(id), degenerate, degenerate);
    verdict.reason = degenerate ? "the metric is degenerate on the algebra or on d"
                                : "the metric is non-degenerate";
    return verdict;
  }
  template <class S>
  static bool ends(const Subject<S>& about, const Verdict&) {
    return !about.is_split();
  }
  template <class S>
  static bool verify_regular(const AlgebraicSystem<S>& system) {
    return rank<S>(system.metric) == system.dimension() && regular_on_d(system);
  }
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    return verify_regular(system) == bool(verdict);
  }
};

/// Questions about functions on the group: no algebraic system proves an answer again, `VaryingConditions` do.
struct OfFormulas : Question {
  static constexpr Needs needs = Needs::formulas;
  static constexpr bool in_families = false;
  template <class S>
  static bool verify(const AlgebraicSystem<S>&, const Verdict&) {
    return false;
  }
};

struct InvariantDecomposition : OfFormulas {
  static constexpr std::string_view id = "invariant_decomposition";
  static constexpr std::string_view statement = "d_perp does not depend on x";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, sec. 3";
  static constexpr bool is_open(bool metric_varies, bool) { return metric_varies; }
  template <class Conditions>
  static Verdict ask(const Conditions& about) {
    return about.invariant_decomposition();
  }
};

struct BracketGenerating : Question {
  static constexpr std::string_view id = "bracket_generating";
  static constexpr std::string_view statement = "brackets of d fill the algebra";
  static constexpr std::string_view source = "Chow 1939; Rashevskii 1938";
  static constexpr Needs needs = Needs::algebra;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const int n = system.dimension();
    if (verdict) return generated_subalgebra<S>(system.algebra, system.d()).cols() == n;
    const auto closure = verdict.evidence.template get_matrix<S>("closure");
    return closure.rows() == n && rank<S>(closure) < n && contains<S>(closure, system.d()) &&
           is_subalgebra<S>(system.algebra, closure);
  }
};

struct Eq39 : OfFormulas {
  static constexpr std::string_view id = "eq_3_9";
  static constexpr std::string_view statement = "the same for a metric that depends on x";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, cor. 3.3";
  static constexpr bool is_open(bool metric_varies, bool) { return metric_varies; }
  template <class Conditions>
  static Verdict ask(const Conditions& about) {
    return about.eq_3_9();
  }
};

struct Eq310 : OfFormulas {
  static constexpr std::string_view id = "eq_3_10";
  static constexpr std::string_view statement = "the potential is constant along d_perp";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, cor. 3.5";
  static constexpr bool is_open(bool, bool potential_varies) { return potential_varies; }
  template <class Conditions>
  static Verdict ask(const Conditions& about) {
    return about.eq_3_10();
  }
};

struct AdInvariant : Question {
  static constexpr std::string_view id = "ad_invariant";
  static constexpr std::string_view statement = "g(a,[b,c]) is totally skew";
  static constexpr std::string_view source = "Milnor 1976";
  static constexpr Needs needs = Needs::metric;
  static constexpr bool of_constraint = false;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    bool skew = true;
    for (int a = 0; a < system.dimension(); ++a) {
      const DynamicMatrix<S> form =
          system.metric * system.algebra.ad(system.algebra.basis_vector(a));
      skew = skew && all_zero(form + form.transpose());
    }
    return skew == bool(verdict);
  }
};

struct Unimodular : Question {
  static constexpr std::string_view id = "unimodular";
  static constexpr std::string_view statement = "tr ad = 0";
  static constexpr std::string_view source = "Milnor 1976";
  static constexpr Needs needs = Needs::algebra;
  static constexpr bool of_constraint = false;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    return is_unimodular(system.algebra) == bool(verdict);
  }
};

struct InvariantMeasure : Question {
  static constexpr std::string_view id = "invariant_measure";
  static constexpr std::string_view statement =
      "the reduced nonholonomic field preserves a smooth measure";
  static constexpr std::string_view source = "Kozlov 1988";
  static constexpr Needs needs = Needs::motion;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    return all_zero(reduced_divergence<S>(system)) == bool(verdict);
  }
};

struct GaugeMomenta : Question {
  static constexpr std::string_view id = "gauge_momenta";
  static constexpr std::string_view statement =
      "some b in d has g(a,[a,b]) = 0 for all a in d: g(a,b) is an integral of nonholonomic motion";
  static constexpr std::string_view source = "Bates, Graumann & MacDonnell 1996";
  static constexpr Needs needs = Needs::motion;
  static std::vector<const char*> read_by_verify(bool holds) {
    if (holds) return {"momenta"};
    return {};
  }

  template <class S>
  static Verdict ask(const Subject<S>& about);
  /// By the field: with p = M a and a' the projection of ad*_a p on d, g(a',b) = 0 for each b of the basis; and there
  /// are as many as linear functions that annihilate all values of the polarised field.
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const DynamicMatrix<S> d = system.d();
    const auto r = d.cols();
    DynamicMatrix<S> forces(r * (r + 1) / 2, r);  // <ad*_a p, D_k>, polarised
    for (Eigen::Index i = 0, row = 0; i < r; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++row)
        forces.row(row) = (system.algebra.ad_star(d.col(i), system.metric * d.col(j)) +
                           system.algebra.ad_star(d.col(j), system.metric * d.col(i)))
                              .transpose() *
                          d;
    const bool exists = rank<S>(forces) < r;
    if (verdict.answer == Answer::fails) return !exists;
    const DynamicMatrix<S> momenta = verdict.evidence.template get_matrix<S>("momenta");
    if (!exists || momenta.rows() != d.rows() || momenta.cols() != r - rank<S>(forces))
      return false;
    const auto coordinates = solve<S>(d, momenta);
    return coordinates && rank<S>(momenta) == momenta.cols() && all_zero(forces * *coordinates);
  }
};

}  // namespace question

/// The conditions, in the order they are asked. A new one is a header and a row here.
inline constexpr std::tuple<
    question::Jacobi, question::Nondegenerate, question::InvariantDecomposition,
    question::Integrable, question::BracketGenerating, question::Eq311, question::Eq39,
    question::Eq310, question::Cor39, question::Cor410, question::Prop46, question::AdInvariant,
    question::Unimodular, question::InvariantMeasure, question::GaugeMomenta>
    condition_rows{};

/// Calls f(row) on every condition in order.
template <class F>
constexpr void for_each_condition(F&& f) {
  std::apply([&](const auto&... row) { (f(row), ...); }, condition_rows);
}

/// Calls f(row) on every question in order: the conditions, Q1, Q2.
template <class F>
constexpr void for_each_question(F&& f) {
  for_each_condition(f);
  f(question::Q1());
  f(question::Q2());
}

/// Calls f(row) on every condition about functions on the group that is open where metric and potential vary so.
template <class F>
constexpr void for_each_open(bool metric_varies, bool potential_varies, F&& f) {
  for_each_condition([&]<class Row>(const Row& row) {
    if constexpr (Row::needs == Needs::formulas)
      if (row.is_open(metric_varies, potential_varies)) f(row);
  });
}

/// Calls f(row) on the question called `id`. Throws InputError when there is none of that name.
template <class F>
void with_question(std::string_view id, F&& f) {
  bool found = false;
  for_each_question([&](const auto& row) {
    if (row.id != id) return;
    found = true;
    f(row);
  });
  if (found) return;
  std::vector<std::string> known;
  for_each_question([&](const auto& row) { known.emplace_back(row.id); });
  throw InputError("question", "'" + std::string(id) + "'" + nearest_hint(id, known),
                   "one of " + comma_list(known));
}

}  // namespace hamel
