// Functions that formulas add to polynomials in coordinates, their cosines and sines.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "tangent_number.hpp"

namespace hamel {

/// Quotients, square roots, exponentials, logarithms, and cosines of other angles than combinations of coordinates,
/// each a variable of its own behind the coordinates; arguments are polynomials in the variables before it.
class AdjoinedFunctions {
 public:
  enum class Kind { quotient, root, exponential, logarithm, angle };
  struct Function {
    Kind kind;
    CoordinatePolynomial argument;
  };

  /// Of formulas in the variables 0 .. first - 1.
  explicit AdjoinedFunctions(int first) : first_(first) {}

  /// While one is alive, formulas of this thread that are evaluated over AdjoinedPolynomial add their functions here.
  class Scope {
   public:
    explicit Scope(AdjoinedFunctions& functions) : before_(std::exchange(current_, &functions)) {}
    ~Scope() { current_ = before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    AdjoinedFunctions* before_;
  };
  static AdjoinedFunctions* current() { return current_; }

  int first() const { return first_; }
  int count() const { return static_cast<int>(functions_.size()); }
  const Function& operator[](int i) const { return functions_[static_cast<std::size_t>(i)]; }
  CoordinatePolynomial quotient(const CoordinatePolynomial& p);  ///< 1 / p
  CoordinatePolynomial root(const CoordinatePolynomial& p);
  CoordinatePolynomial exponential(const CoordinatePolynomial& p);
  CoordinatePolynomial logarithm(const CoordinatePolynomial& p);
  CoordinatePolynomial circular(const CoordinatePolynomial& p, bool cosine);
  /// The derivative of function i where the variables have these rates; may add functions.
  CoordinatePolynomial rate(int i, const std::vector<CoordinatePolynomial>& rates);
  /// p times what clears all of them of quotients, which is nowhere 0 where they are defined.
  void clear(std::vector<CoordinatePolynomial>& all) const;

  std::string name(int i, const std::vector<std::string>& names) const;

 private:
  CoordinatePolynomial added(Kind kind, const CoordinatePolynomial& argument);
  /// The variable of an argument of one term, and how often it is that.
  std::pair<CoordinatePolynomial, Rational> multiple(Kind kind, const CoordinatePolynomial& term);

  inline static constinit thread_local AdjoinedFunctions* current_ = nullptr;

  int first_;
  std::vector<Function> functions_;
};

/// The square root of the square of a rational number.
std::optional<Rational> exact_root(const Rational& x);

/// Angles and exponents that occur at a point, by their common parts.
struct Transcendentals {
  TangentNumber::Angles angles, exponents{Rational(1)};

  explicit Transcendentals(const Rational& tangent) : angles(tangent) {}
  /// No value stands for another.
  bool none() const { return angles.none() && exponents.none(); }
  /// Whether a common part is another one since the last call: then values that were given before are not right.
  bool changed() {
    const bool turned = angles.changed();
    return exponents.changed() || turned;
  }
};

/// Values of functions at a point where stored numbers are rational. Angles and exponents are rational there, so that
/// cosines lie in Q(t), exponentials in Q(e^q), with t and e^q algebraically independent (Lindemann & Weierstrass):
/// both are given rational values, and what does not vanish then does not vanish.
class AdjoinedValues {
 public:
  AdjoinedValues(const AdjoinedFunctions& functions, Transcendentals& numbers)
      : functions_(functions), numbers_(numbers) {}

  /// Adds the values of the functions named in `needed` (x_k, cos x_k, sin x_k) to those known. `formal` holds the
  /// variables whose values stand for others. False where a value is not known. All is to be asked again where the
  /// numbers changed.
  bool complete(std::map<int, Rational>& values, std::set<int> formal,
                const std::vector<int>& needed);

 private:
  const AdjoinedFunctions& functions_;
  Transcendentals& numbers_;
};

}  // namespace hamel
