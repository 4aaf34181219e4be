// Reaction and rates as polynomials in functions and velocities, of which some are numbers; Q2 answered "yes" by them,
// verified.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "exact/determinants.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

/// The motion in functions f and velocities u, of which some are numbers.
class Reaction {
 public:
  using Numbers = std::map<int, Rational>;  ///< of functions and, behind them, u

  Reaction(const PolynomialFile& about, const StoredSystem& stored)
      : in_functions_(system_in_functions(about)), stored_(stored) {}

  /// One that does not stay where the determinant of G is not 0, all others being what they are; the end where all
  /// stay.
  Numbers::const_iterator moving(const Numbers& known) const {
    const Motion motion(in_functions_, known);
    return std::ranges::find_if(known, [&](const auto& entry) {
      const int i = entry.first, m = functions();
      return !vanishes(i < m ? motion.rate_of_function(in_functions_, known, i)
                             : motion.rates(i - m, 0));
    });
  }
  /// det(G) nu = 0 on all that has these numbers.
  bool vanishes_where(const Numbers& known) const {
    const Motion motion(in_functions_, known);
    const Table nu = motion.across * motion.rates + motion.terms.pull * motion.det;
    return std::ranges::all_of(nu.reshaped(), [&](const Formula& p) { return vanishes(p); });
  }

 private:
  using Formula = CoordinatePolynomial;
  using Table = DynamicMatrix<CoordinatePolynomial>;

  static Formula with(const Formula& p, const Numbers& known) {
    return value_of<Formula>(p.terms(), [&](int variable) {
      const auto place = known.find(index_of(variable));
      return place == known.end() ? Formula::variable(index_of(variable)) : Formula(place->second);
    });
  }
  static Table with(const Table& m, const Numbers& known) {
    return m.unaryExpr([&](const Formula& p) { return with(p, known); });
  }

  struct Motion {
    MotionTerms<Formula> terms;
    Formula det;
    Table across, rates;  ///< M D, and det(G) u'

    Motion(const StoredSystem& system, const Numbers& known)
        : terms(
              system, velocities(system, known), [&](const Formula& p) { return with(p, known); },
              as_it_is) {
      auto [determinant, adjugate] = determinant_and_adjugate<Formula>(terms.gram);
      const Table d = with(system.d, known);
      det = std::move(determinant);
      across = with(system.metric, known) * d;
      rates = adjugate * -(d.transpose() * terms.pull);
    }
    Formula rate_of_function(const StoredSystem& system, const Numbers& known, int i) const {
      Formula sum;
      for (int k = 0; k < system.dim(); ++k)
        sum +=
            terms.a(k, 0) * with(system.function_slopes[static_cast<std::size_t>(k)](i, 0), known);
      return sum;
    }
  };

  static Table as_it_is(const Table& m) { return m; }
  static Table velocities(const StoredSystem& system, const Numbers& known) {
    Table u(system.rank(), 1);
    for (int j = 0; j < system.rank(); ++j) {
      const int variable = static_cast<int>(system.functions.rows()) + j;
      u(j, 0) = with(Formula::variable(variable), known);
    }
    return u;
  }
  int functions() const { return static_cast<int>(in_functions_.functions.rows()); }
  /// On the group: functions are what they are in stored numbers, velocities beside them.
  bool vanishes(const Formula& p) const {
    return p.is_known() &&
           stored_.relations.vanishes(value_of<Formula>(p.terms(), [&](int variable) {
             const int i = index_of(variable), m = functions();
             return i < m ? stored_.functions(i, 0) : Formula::variable(stored_.numbers + i - m);
           }));
  }

  StoredSystem in_functions_;
  const StoredSystem& stored_;
};

/// Functions and velocities that are rational at the start, where the motion is determined.
std::optional<Reaction::Numbers> rational_ones(const SystemFile& file, const PolynomialFile& about);

std::string names_of(const Reaction::Numbers& known, const PolynomialFile& about);

/// Proves an answer "yes" to `q2` with evidence `free_start`.
bool verify_free_start(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
