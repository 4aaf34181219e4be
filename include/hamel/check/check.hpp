// The questions asked of the objects one simulates: a system and its split.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/answers.hpp>
#include <hamel/check/functions_on_group.hpp>
#include <hamel/check/question.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/group/brackets.hpp>
#include <hamel/system/rounded.hpp>
#include <hamel/system/split.hpp>

namespace hamel {

/// Says that doubles are meant as the binary numbers they are, 0.1 as 3602879701896397 / 2^55.
struct AsBinary {};
inline constexpr AsBinary as_binary;

namespace detail {

/// The scalar of proofs about data of type S: Rational stays, others are rounded unless they are meant as binary.
template <class S, bool binary>
using CheckScalar = std::conditional_t<binary || std::same_as<S, Rational>, Rational, double>;

/// What the questions may be about.
template <class System, class Split>
Needs most_of(const System& system, const Split& split) {
  bool linear = !Split::affine;
  if constexpr (requires { split.offset().is_zero(); }) linear = linear || split.offset().is_zero();
  if (linear && system.force_is_zero()) return Needs::motion;
  return system.metric_is_constant() ? Needs::metric : Needs::algebra;
}

/// The numbers of a system and its split; a metric that varies is replaced by the unit matrix.
template <class T, class System, class S, int N, int R, class Offset>
AlgebraicSystem<T> numbers_of(const System& system, const Split<S, N, R, Offset>& split) {
  AlgebraicSystem<T> result{constants_of<T>(system.group()),
                            {},
                            hamel::cast<T, S>(DynamicMatrix<S>(split.distribution()))};
  const int n = system.dim();
  if (system.metric_is_constant()) {
    using M = typename System::Number;
    result.metric =
        hamel::cast<T, M>(DynamicMatrix<M>(system.metric(system.group().template identity<M>())));
  } else {
    result.metric = DynamicMatrix<T>::Constant(n, n, T(0));
    for (int i = 0; i < n; ++i) result.metric(i, i) = T(1);
  }
  return result;
}

template <class System, class S, bool binary>
using SystemScalar = CheckScalar<
    std::conditional_t<System::metric_may_vary || std::same_as<typename System::Number, Rational>,
                       S, double>,
    binary>;

/// Whether metric and potential can be asked about as functions: exact numbers, and functions of the element alone.
template <class System, class T>
inline constexpr bool varies_on_group = std::same_as<T, Rational> &&
                                        (System::metric_may_vary || System::has_potential) &&
                                        !System::template potential_moves<double>;

/// f(functions) with those of a system whose metric or potential varies.
template <class System, class F>
auto with_functions(const System& system, const AlgebraicSystem<Rational>& exact, const F& f) {
  if constexpr (System::metric_may_vary) {
    return f(functions_on_group(system));
  } else {
    const auto in_double = rounded(system);
    return f(functions_on_group(in_double, exact.metric));
  }
}

template <bool binary, class System, class S, int N, int R, class Offset>
Verdict ask_q1(const System& system, const Split<S, N, R, Offset>& split) {
  using T = SystemScalar<System, S, binary>;
  const auto numbers = numbers_of<T>(system, split);
  if (most_of(system, split) == Needs::motion) return check_q1(Splitting<T>(numbers));
  if constexpr (varies_on_group<System, T> && !System::has_force && !Split<S, N, R, Offset>::affine)
    return with_functions(system, numbers, [&](const FunctionsOnGroup& functions) {
      return check_q1(numbers, functions);
    });
  Verdict verdict;
  verdict.id = "q1";
  verdict.reason =
      "no condition decides it with a force, an affine constraint or rounded data that vary";
  return verdict;
}

/// Those of `check_all` for numbers, and where these are exact those about metric and potential as functions.
template <bool binary, class System, class S, int N, int R, class Offset>
std::vector<Verdict> ask_all(const System& system, const Split<S, N, R, Offset>& split) {
  using T = SystemScalar<System, S, binary>;
  const auto numbers = numbers_of<T>(system, split);
  std::vector<Verdict> verdicts = check_all(numbers, most_of(system, split));
  if constexpr (varies_on_group<System, T>) {
    const auto more = with_functions(system, numbers, [&](const FunctionsOnGroup& functions) {
      return check_all(numbers, functions, !system.metric_is_constant(), System::has_potential);
    });
    verdicts.insert(verdicts.end(), more.begin(), more.end());
  }
  return verdicts;
}

}  // namespace detail

/// `q1` for a system and its split. A proof where metric and distribution are Rational (see `rational_matrix`), a
/// residual with a tolerance where they are double. A potential or a metric that varies is met by sufficient
/// conditions, for which it is evaluated over polynomials; undecided where nothing decides. Throws as
/// `Splitting`, and InputError when the group's structure constants are not whole numbers and a proof is asked for.
template <class System, class S, int N, int R, class Offset>
Verdict check_q1(const System& system, const Split<S, N, R, Offset>& split) {
  return detail::ask_q1<false>(system, split);
}
/// The same for doubles taken as the binary numbers they are: a proof about these numbers.
template <class System, class S, int N, int R, class Offset>
Verdict check_q1(const System& system, const Split<S, N, R, Offset>& split, AsBinary) {
  return detail::ask_q1<true>(system, split);
}

/// Every condition that applies to a system and its split, over the scalars of `check_q1`, and after them those about
/// metric and potential as functions on the group where these vary and the numbers are exact. Throws as `check_q1`.
template <class System, class S, int N, int R, class Offset>
std::vector<Verdict> check_all(const System& system, const Split<S, N, R, Offset>& split) {
  return detail::ask_all<false>(system, split);
}
/// The same for doubles taken as the binary numbers they are.
template <class System, class S, int N, int R, class Offset>
std::vector<Verdict> check_all(const System& system, const Split<S, N, R, Offset>& split,
                               AsBinary) {
  return detail::ask_all<true>(system, split);
}

/// `q2` for the motion of a system with Rational data from a velocity in d, by proof; undecided where a potential, a
/// force, an offset or a metric that varies puts it beyond the exact theory. Throws as `check_q2` of a `Splitting`.
template <class System, class S, int N, int R, class Offset, class Derived>
Verdict check_q2(const System& system, const Split<S, N, R, Offset>& split,
                 const Eigen::MatrixBase<Derived>& start) {
  static_assert(std::same_as<typename System::Number, Rational> && std::same_as<S, Rational> &&
                    std::same_as<typename Derived::Scalar, Rational>,
                "check_q2: metric, distribution and start are Rational, see rational_matrix");
  if constexpr (std::same_as<typename Derived::Scalar, Rational>) {
    if (detail::most_of(system, split) == Needs::motion)
      return check_q2(Splitting<Rational>(detail::numbers_of<Rational>(system, split)),
                      DynamicVector<Rational>(start));
  }
  Verdict verdict;
  verdict.id = "q2";
  verdict.reason = "a potential, a force or an offset: ask along the trajectory";
  return verdict;
}

}  // namespace hamel
