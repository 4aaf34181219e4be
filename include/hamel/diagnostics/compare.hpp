// The three motions of one system from one start, and question Q2 for the nonholonomic one.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/check.hpp>
#include <hamel/check/q2_trajectory.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/diagnostics/comparison.hpp>
#include <hamel/diagnostics/observables.hpp>
#include <hamel/diagnostics/q2_along.hpp>
#include <hamel/diagnostics/sample.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/rounded.hpp>

namespace hamel {

/// How far and how finely to compare.
struct CompareOptions {
  double t_end = 10;
  int outputs = 500;                ///< per motion, in equal intervals
  long evaluations = 500000;        ///< of the velocity, per motion
  std::string name = "the system";  ///< in the report
};

namespace detail {

/// One motion as `compare` keeps it.
template <class P, class St>
ComparedMotion followed(const P& problem, const St& start, const CompareOptions& options) {
  ComparedMotion motion{P::kind, {}, {}};
  long left = options.evaluations;
  const auto see = [&](double t, const auto& state, const RunStatus&) {
    motion.samples.push_back(sample_of(problem, t, state));
    motion.samples.back().off_constraint = constraint_residual(problem, state);
  };
  if (options.t_end == 0) {
    motion.status.outcome = Outcome::ok;
    see(0, start, motion.status);
    return motion;
  }
  motion.status =
      observe_run(Rationed<P>(problem, left), start, Adaptive<DormandPrince8>{},
                  {.step = options.t_end / options.outputs, .steps = options.outputs}, see);
  if (!motion.status && left < 0) motion.status.outcome = Outcome::budget_spent;
  return motion;
}

template <class System, class Split, class V, class Prove>
Comparison compared(const System& system, const Split& split,
                    const Element<typename System::Group, double>& x, const V& a, const V& mu,
                    const CompareOptions& options, const Prove& prove) {
  Comparison result;
  result.name = options.name;
  result.t_end = options.t_end;
  const auto by_nonholonomic = nonholonomic(system, split);
  const auto by_vakonomic = vakonomic(system, split);
  const auto rolling = by_nonholonomic.start(x, a);
  const auto run = [&](Dynamics dynamics, const std::vector<double>* multiplier) {
    if (dynamics == Dynamics::nonholonomic) return followed(by_nonholonomic, rolling, options);
    if (dynamics == Dynamics::free) {
      const auto by_nothing = free(system);
      return followed(by_nothing, by_nothing.start(x, a), options);
    }
    V from = mu;
    if (multiplier != nullptr) std::copy(multiplier->begin(), multiplier->end(), from.data());
    return followed(by_vakonomic, by_vakonomic.start(x, a, from), options);
  };
  const auto fit = [&] {
    using P = std::remove_const_t<decltype(by_nonholonomic)>;
    return fit_along<CovectorAlong<P>>(by_nonholonomic, rolling, options.t_end);
  };
  compare_motions(result, run, fit, prove);
  result.names.emplace_back("t");
  const Sample& first = result.motions.front().samples.front();
  for (std::size_t i = 1; i <= first.x.size(); ++i) result.names.push_back("x" + std::to_string(i));
  for (std::size_t i = 1; i <= first.a.size(); ++i) result.names.push_back("a" + std::to_string(i));
  return result;
}

}  // namespace detail

/// The nonholonomic, vakonomic and free motions from the element x with velocity a in d and, for the vakonomic one, the
/// multiplier mu in Ann(d), over [0, t_end]; and question Q2: is the nonholonomic motion vakonomic for some multiplier?
/// By the fit along the motion; by proof too, where metric, distribution and velocity are Rational and no potential,
/// force or offset acts. The motions are computed in double. `io/comparison.hpp` prints the result. Throws as `start`
/// of the problems, and InputError on options without meaning.
template <class System, class Split, class A, class Mu>
Comparison compare(const System& system, const Split& split,
                   const Element<typename System::Group, double>& x, const Eigen::MatrixBase<A>& a,
                   const Eigen::MatrixBase<Mu>& mu, const CompareOptions& options = {}) {
  constexpr int n = System::dimension;
  if (!(options.t_end >= 0) || options.t_end > std::numeric_limits<double>::max())
    throw InputError("t_end", text(options.t_end), "a finite time >= 0");
  if (options.outputs < 1) throw InputError("outputs", text(options.outputs), "a number >= 1");
  const auto in_double = [&](const auto& v, const char* what) {
    using S = typename std::remove_cvref_t<decltype(v)>::Scalar;
    const auto given = vector_argument<S, n>(v, system.dim(), what);
    return Vector<double, n>(converted<double>(given));
  };
  const Vector<double, n> velocity = in_double(a, "initial velocity");
  const Vector<double, n> multiplier = in_double(mu, "initial multiplier");
  if constexpr (std::same_as<typename System::Number, Rational>) {
    const auto prove = [&]() -> std::optional<Verdict> {
      if constexpr (std::same_as<typename A::Scalar, Rational>) {
        const Verdict verdict = check_q2(system, split, a);
        if (verdict.exact && verdict.answer != Answer::undecided) return verdict;
      }
      return std::nullopt;
    };
    const auto by_doubles = rounded(system);
    return detail::compared(by_doubles, rounded(by_doubles, split), x, velocity, multiplier,
                            options, prove);
  } else {
    return detail::compared(system, split, x, velocity, multiplier, options,
                            [] { return std::optional<Verdict>(); });
  }
}

/// The same with mu = 0.
template <class System, class Split, class A>
Comparison compare(const System& system, const Split& split,
                   const Element<typename System::Group, double>& x, const Eigen::MatrixBase<A>& a,
                   const CompareOptions& options = {}) {
  using V = Vector<double, System::dimension>;
  return compare(system, split, x, a, V(V::Zero(system.dim())), options);
}

}  // namespace hamel
