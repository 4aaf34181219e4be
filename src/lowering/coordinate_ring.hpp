// The functions of the coordinates that the formulas of a file are polynomials in, how they change, and points for
// them.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/io/system_file.hpp>

#include "adjoined_functions.hpp"
#include "normal_form.hpp"
#include "tangent_number.hpp"

namespace hamel {

/// A point by the numbers that are stored of it: x_k, cos x_k and sin x_k, of which only those that are needed are
/// true. Behind them time, where formulas name it, and in formal points the functions that formulas adjoin.
using StoredPoint = std::vector<std::array<Rational, 3>>;

/// Coordinates, their cosines and sines, and functions adjoined: those of the given formulas, and all that the
/// left-invariant fields lead to from them. They are variables 0 .. size()-1 of the polynomials below.
class CoordinateRing {
 public:
  /// Formulas in the coordinates of a group, behind which t is one more variable where `timed`: then the fields are
  /// those of the group times R. Throws InputError naming `$.group` where the coordinates do not move as polynomials in
  /// themselves, their cosines and sines, and `where` when a formula is not known.
  CoordinateRing(const GroupSystem& file, const std::vector<CoordinatePolynomial>& formulas,
                 AdjoinedFunctions adjoined, bool timed, const std::string& where);
  /// The same of formulas that are polynomials.
  CoordinateRing(const GroupSystem& file, const std::vector<const Expression*>& formulas,
                 const std::string& where);
  /// Formulas in the coordinates of a chart, whose group is R^n, likewise. Functions are adjoined behind coordinates,
  /// time and velocities.
  CoordinateRing(const ChartSystem& file, const std::vector<CoordinatePolynomial>& formulas,
                 AdjoinedFunctions adjoined, bool timed);

  int size() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }
  /// along()[k][i]: the derivative of function i along e_k.
  const std::vector<std::vector<CoordinatePolynomial>>& along() const { return along_; }
  /// The functions as polynomials in the stored numbers, how these change along the basis, and what relates them.
  const std::vector<CoordinatePolynomial>& stored() const { return stored_; }
  const std::vector<std::vector<CoordinatePolynomial>>& stored_rates() const {
    return stored_rates_;
  }
  const StoredRelations& relations() const { return relations_; }
  /// What relates these numbers and the functions adjoined.
  const NormalForm& normal_form() const { return normal_form_; }
  bool adjoins() const { return !kept_.empty(); }
  /// A polynomial in coordinates and functions adjoined as one in the functions.
  CoordinatePolynomial in_functions(const CoordinatePolynomial& in_coordinates) const;

  /// The functions at the identity; none of them is adjoined.
  DynamicVector<Rational> at_identity() const;
  /// The same of all functions, where their values are rational there.
  std::optional<DynamicVector<Rational>> exact_at_identity() const;
  /// What is 0 for each function adjoined, y p - 1 or y^2 - p, in the functions; nothing where one is neither a
  /// quotient nor a root.
  std::optional<std::vector<CoordinatePolynomial>> adjoined_relations() const;
  /// Functions that are positive where all are defined: roots that something is divided by, and 1 over them.
  std::vector<int> positive() const;
  /// The functions at the start of a file, where coordinates are known in Q(t) and angles rational; these join the
  /// numbers that are there. To be asked again where those changed.
  std::optional<std::vector<Rational>> at(const std::vector<TangentNumber>& coordinates,
                                          Transcendentals& numbers) const;
  /// The functions at coordinates over any scalar that has functions of its own.
  template <class S>
  std::vector<S> values(const std::vector<S>& coordinates) const;
  /// Numbers of a random point: rational, on the group, sines and cosines rational too. Where x and cos x both occur
  /// they are chosen as if they were independent: what does not vanish there does not vanish at generic x.
  StoredPoint random_point(std::mt19937& generator) const;
  /// The same for all stored numbers and functions adjoined, with many more to choose from; these are chosen as if they
  /// were independent too, but for quotients and roots. Throws BudgetExceeded where no roots are found.
  StoredPoint formal_point(std::mt19937& generator) const;
  /// The values of the functions at such a point; nothing when there is no point with these numbers.
  std::optional<std::vector<Rational>> at(const StoredPoint& point) const;

 private:
  void close(const std::vector<CoordinatePolynomial>& formulas,
             const std::vector<std::string>& coordinates,
             std::vector<std::vector<CoordinatePolynomial>>& rates);
  /// The functions in the stored numbers, in which the coordinates, that have these rates, are polynomials.
  void store(std::vector<CoordinatePolynomial> coordinates,
             const std::vector<std::vector<CoordinatePolynomial>>& rates);
  /// Coordinates that occur under a cosine or sine but are polynomials in the stored numbers, as the entries of a
  /// matrix are. Their cosines and sines are numbers stored behind these: where no combination of the coordinates that
  /// turn is constant, they are algebraically independent of all that is algebraic (Ax, 1971). Beside exponentials they
  /// are taken at the point itself, where exponents and angles are rational (Lindemann & Weierstrass).
  std::vector<int> turning_polynomials(const std::vector<CoordinatePolynomial>& coordinates) const;
  void onto_quadrics(StoredPoint& point, std::mt19937& generator, int most) const;
  void turn_about_axes(StoredPoint& point, std::mt19937& generator) const;
  std::set<int> used_numbers() const;
  /// The values of all functions, those of coordinates, their cosines and sines being known.
  std::optional<std::vector<Rational>> with_adjoined(std::map<int, Rational> values,
                                                     const std::set<int>& formal,
                                                     Transcendentals& numbers) const;
  /// False where roots are not rational; where the point is to be `generic` also where one is 1, as at many points of a
  /// symmetry.
  bool adjoin_formally(StoredPoint& point, std::mt19937& generator, bool generic) const;

  AdjoinedFunctions adjoined_{0};
  std::vector<int> kept_;        ///< those of them that occur
  bool transcendental_ = false;  ///< one of these has values that are not algebraic
  NormalForm normal_form_;
  // of x_j, cos x_j, sin x_j of coordinates and of functions adjoined behind them, among the functions
  std::map<int, int> places_;
  std::vector<std::string> names_;
  std::vector<std::vector<CoordinatePolynomial>> along_;
  std::vector<CoordinatePolynomial> stored_;  // the functions in the stored numbers
  std::vector<std::vector<CoordinatePolynomial>> stored_rates_;
  StoredRelations relations_;
  std::vector<CoordinatePolynomial>
      turning_;                     // what the last of the stored numbers are in those before
  std::vector<Rational> identity_;  // its stored numbers
};

template <class S>
std::vector<S> CoordinateRing::values(const std::vector<S>& coordinates) const {
  std::map<int, S> known;  // arguments are functions before
  const auto at = [&](const CoordinatePolynomial& p) {
    return value_of<S>(p.terms(), [&](int i) { return known.at(i); });
  };
  std::vector<S> all;
  for (const auto& [variable, place] : places_) {
    const int added = index_of(variable) - adjoined_.first();
    S x(0);
    if (added < 0) {
      x = coordinates[static_cast<std::size_t>(index_of(variable))];
    } else {
      using Added = AdjoinedFunctions::Kind;
      const auto& [kind, argument] = adjoined_[added];
      x = at(argument);
      if (kind == Added::quotient) x = S(1) / x;
      if (kind == Added::root) x = sqrt(x);
      if (kind == Added::exponential) x = exp(x);
      if (kind == Added::logarithm) x = log(x);
    }
    known[variable] = is_plain(variable) ? x : is_cosine(variable) ? cos(x) : sin(x);
    all.push_back(known[variable]);
  }
  return all;
}

/// The names of the functions.
inline std::string functions_in_words(const CoordinateRing& ring) {
  std::string text;
  for (const auto& name : ring.names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// The polynomial in other variables.
CoordinatePolynomial renamed(const CoordinatePolynomial& p, const std::map<int, int>& places);

}  // namespace hamel
