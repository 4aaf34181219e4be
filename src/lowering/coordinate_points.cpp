// Points for the functions of a ring.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "coordinate_ring.hpp"

namespace hamel {

namespace {

using Terms = CoordinatePolynomial::Terms;

/// The value with numbers for x_k, cos x_k, sin x_k.
Rational value_at(const Terms& terms, const StoredPoint& point) {
  return value_of<Rational>(terms, [&](int i) {
    return point[static_cast<std::size_t>(index_of(i))][static_cast<std::size_t>(kind_of(i))];
  });
}

/// x^2 - square.
Rational defect(const CoordinatePolynomial::SquareRelation& relation, const StoredPoint& point) {
  const Rational& x = point[static_cast<std::size_t>(index_of(relation.variable))][0];
  return x * x - value_at(relation.square, point);
}

/// A number between -most and most.
Rational number(std::mt19937& generator, int most) {
  return Rational(static_cast<int>(generator() % static_cast<unsigned>(2 * most + 1)) - most);
}

/// Cosine and sine of twice the angle of this tangent.
void turn(std::array<Rational, 3>& entry, const Rational& half) {
  const Rational square = half * half, whole = Rational(1) + square;
  entry[1] = (Rational(1) - square) / whole;
  entry[2] = Rational(2) * half / whole;
}

}  // namespace

std::set<int> CoordinateRing::used_numbers() const {
  std::set<int> used;
  for (const auto& p : stored_)
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial) used.insert(variable);
  return used;
}

DynamicVector<Rational> CoordinateRing::at_identity() const {
  DynamicVector<Rational> values(size());
  for (int i = 0; i < size(); ++i)
    values(i) = stored_[static_cast<std::size_t>(i)].at_identity(identity_);
  return values;
}

std::optional<DynamicVector<Rational>> CoordinateRing::exact_at_identity() const {
  std::map<int, Rational> values;
  for (const auto& [variable, place] : places_)
    if (variable < variable_of(adjoined_.first()))
      values[variable] = stored_[static_cast<std::size_t>(place)].at_identity(identity_);
  Transcendentals numbers{Rational(0)};
  const auto all = with_adjoined(std::move(values), {}, numbers);
  if (!all || !numbers.none()) return std::nullopt;
  return DynamicVector<Rational>(Eigen::Map<const DynamicVector<Rational>>(
      all->data(), static_cast<Eigen::Index>(all->size())));
}

std::optional<std::vector<CoordinatePolynomial>> CoordinateRing::adjoined_relations() const {
  std::vector<CoordinatePolynomial> relations;
  for (const int j : kept_) {
    const auto& [kind, argument] = adjoined_[j];
    const bool quotient = kind == AdjoinedFunctions::Kind::quotient;
    if (!quotient && kind != AdjoinedFunctions::Kind::root) return std::nullopt;
    const CoordinatePolynomial y =
        in_functions(CoordinatePolynomial::variable(adjoined_.first() + j));
    const CoordinatePolynomial p = in_functions(argument);
    relations.push_back(quotient ? y * p - CoordinatePolynomial(1) : y * y - p);
  }
  return relations;
}

std::vector<int> CoordinateRing::positive() const {
  std::vector<int> all;
  for (const int j : kept_) {
    const auto& [kind, argument] = adjoined_[j];
    if (kind != AdjoinedFunctions::Kind::quotient || argument.terms().size() != 1) continue;
    for (const int i : argument.variables()) {
      const int below = i - adjoined_.first();
      if (argument != CoordinatePolynomial::variable(i) || below < 0 ||
          adjoined_[below].kind != AdjoinedFunctions::Kind::root)
        continue;
      all.push_back(places_.at(variable_of(i)));
      all.push_back(places_.at(variable_of(adjoined_.first() + j)));
    }
  }
  return all;
}

StoredPoint CoordinateRing::random_point(std::mt19937& generator) const {
  const std::set<int> used = used_numbers();
  StoredPoint point(identity_.size());
  const bool sparse = adjoins() && generator() % 2 == 0;
  const auto step = [&]() -> Rational {  // roots and logarithms are known at few points
    if (!adjoins()) return number(generator, 4) / Rational(2);
    if (sparse && generator() % 2 == 0) return 0;
    return number(generator, 4) / Rational(static_cast<int>(generator() % 4 + 1));
  };
  for (std::size_t i = 0; i < point.size(); ++i) {
    const int k = static_cast<int>(i), x = variable_of(k);
    point[i] = {identity_[i], Rational(1), Rational(0)};
    if (!used.contains(cosine_of(k)) && !used.contains(sine_of(k))) {
      if (relations_.complete() && !std::ranges::count(relations_.constants, static_cast<int>(i)))
        point[i][0] += step();
    } else {
      if (!used.contains(x) || !transcendental_) turn(point[i], number(generator, 3) / Rational(2));
      if (used.contains(x)) point[i][0] += step();
    }
  }
  onto_quadrics(point, generator, 3);
  if (transcendental_)
    for (std::size_t j = 0; j < turning_.size(); ++j)
      point[point.size() - turning_.size() + j] = {value_at(turning_[j].terms(), point),
                                                   Rational(1), Rational(0)};
  return point;
}

StoredPoint CoordinateRing::formal_point(std::mt19937& generator) const {
  constexpr int most = 500, most_trials = 20000;
  const bool roots = std::ranges::any_of(
      kept_, [&](int i) { return adjoined_[i].kind == AdjoinedFunctions::Kind::root; });
  for (int trial = 0; trial < most_trials; ++trial) {
    const auto pick = [&]() -> Rational {
      if (!roots) return number(generator, most);
      return number(generator, 60) / Rational(static_cast<int>(generator() % 20 + 1));
    };
    StoredPoint point(identity_.size());
    for (std::size_t i = 0; i < point.size(); ++i) {
      point[i] = {identity_[i], Rational(1), Rational(0)};
      if (std::ranges::count(relations_.constants, static_cast<int>(i))) continue;
      point[i][0] = pick();
      turn(point[i], number(generator, roots ? 12 : most) / Rational(7));
    }
    onto_quadrics(point, generator, roots ? 12 : most);
    if (roots && generator() % 2 == 0) turn_about_axes(point, generator);
    if (adjoin_formally(point, generator, trial < most_trials / 2)) return point;
  }
  throw BudgetExceeded("no point where roots are rational in " + std::to_string(most_trials));
}

bool CoordinateRing::adjoin_formally(StoredPoint& point, std::mt19937& generator,
                                     bool generic) const {
  const int numbers = static_cast<int>(identity_.size());
  auto square =
      normal_form_.squares.begin() + static_cast<std::ptrdiff_t>(relations_.squares.size());
  auto quotient = normal_form_.quotients.begin();
  for (std::size_t j = 0; j < kept_.size(); ++j) {
    std::array<Rational, 3> entry{Rational(0), Rational(1), Rational(0)};
    const int variable = variable_of(numbers + static_cast<int>(j));
    if (square != normal_form_.squares.end() && square->variable == variable) {
      const auto root = exact_root(value_at(square->square, point));
      if (!root || root->is_zero() || (generic && *root == Rational(1))) return false;
      entry[0] = *root;
      ++square;
    } else if (quotient != normal_form_.quotients.end() && quotient->variable == variable) {
      const Rational below = value_at(quotient->divisor.terms(), point);
      if (below.is_zero()) return false;
      entry[0] = Rational(1) / below;
      ++quotient;
    } else {
      entry[0] = Rational(static_cast<int>(generator() % 500 + 1)) / Rational(7);
      turn(entry, number(generator, 500) / Rational(7));
    }
    point.push_back(entry);
  }
  return true;
}

/// Numbers with relations: a line through the identity meets a quadric once more.
void CoordinateRing::onto_quadrics(StoredPoint& point, std::mt19937& generator, int most) const {
  for (const auto& relation : relations_.squares) {
    std::set<int> inside{relation.variable};
    for (const auto& [monomial, factor] : relation.square)
      for (const auto& [variable, power] : monomial) inside.insert(variable);
    std::map<int, Rational> direction;
    for (const int variable : inside) direction[variable] = number(generator, most);
    const auto at_time = [&](const Rational& t) {
      for (const int variable : inside)
        point[static_cast<std::size_t>(index_of(variable))][0] =
            identity_[static_cast<std::size_t>(index_of(variable))] + t * direction[variable];
      return defect(relation, point);
    };
    const Rational up = at_time(1), down = at_time(-1);  // a t^2 + b t
    const Rational a = (up + down) / Rational(2), b = (up - down) / Rational(2);
    at_time(a.is_zero() ? Rational(0) : -b / a);
  }
}

/// Unit quaternions that are products of turns about axes by angles whose halves have rational cosines and sines: with
/// Cardan's and Euler's angles 1 - R_ij^2 is the square of a cosine or sine for some entry, each in its turn.
void CoordinateRing::turn_about_axes(StoredPoint& point, std::mt19937& generator) const {
  for (const auto& relation : relations_.squares) {
    std::vector<std::size_t> places{static_cast<std::size_t>(index_of(relation.variable))};
    bool unit = relation.square.size() == 4;
    for (const auto& [monomial, factor] : relation.square) {
      if (monomial.empty()) continue;
      unit = unit && monomial.size() == 1 && monomial[0].second == 2 && factor == Rational(-1);
      places.push_back(static_cast<std::size_t>(index_of(monomial[0].first)));
    }
    std::ranges::sort(places);
    const auto real =
        std::ranges::find_if(places, [&](std::size_t i) { return identity_[i] == Rational(1); });
    if (!unit || real == places.end()) continue;
    std::rotate(places.begin(), real, real + 1);
    std::array<Rational, 4> q{Rational(1), Rational(0), Rational(0), Rational(0)};
    for (std::size_t axis = generator() % 3, turns = 0; turns < 3; ++turns) {
      if (turns > 0) axis = (axis + generator() % 2 + 1) % 3;
      std::array<Rational, 3> half{};
      while (half[1].is_zero() || half[2].is_zero())  // quarters of turns are not as if any
        turn(half, number(generator, 12) / Rational(7));
      const auto product = q;  // with half[1] + half[2] e_axis
      const std::size_t i = axis + 1, j = (axis + 1) % 3 + 1, k = (axis + 2) % 3 + 1;
      q[0] = product[0] * half[1] - product[i] * half[2];
      q[i] = product[i] * half[1] + product[0] * half[2];
      q[j] = product[j] * half[1] + product[k] * half[2];
      q[k] = product[k] * half[1] - product[j] * half[2];
    }
    for (std::size_t i = 0; i < 4; ++i) point[places[i]][0] = q[i];
  }
}

std::optional<std::vector<Rational>> CoordinateRing::at(const StoredPoint& point) const {
  if (point.size() != identity_.size()) return std::nullopt;
  if (!relations_.complete()) {
    for (std::size_t i = 0; i < point.size(); ++i)
      if (point[i][0] != identity_[i]) return std::nullopt;
  }
  for (const int constant : relations_.constants)
    if (const auto i = static_cast<std::size_t>(constant); point[i][0] != identity_[i])
      return std::nullopt;
  for (const auto& relation : relations_.squares)
    if (!defect(relation, point).is_zero()) return std::nullopt;
  const std::set<int> used = used_numbers();
  std::vector<std::size_t>
      both;  // beside exponentials and other angles x and cos x are not as if independent
  for (std::size_t i = 0; i < point.size(); ++i) {
    const auto& [x, c, s] = point[i];
    const int k = static_cast<int>(i);
    const bool turns = used.contains(cosine_of(k)) || used.contains(sine_of(k));
    if (turns && c * c + s * s != Rational(1)) return std::nullopt;
    const std::size_t stored = point.size() - turning_.size();
    if (turns && transcendental_ && i >= stored &&
        (x != value_at(turning_[i - stored].terms(), point) || c != Rational(1)))
      return std::nullopt;
    if (turns && transcendental_ && (i >= stored || used.contains(variable_of(k))))
      both.push_back(i);
  }
  Transcendentals numbers(Rational(2) / Rational(7));
  for (const std::size_t i : both) numbers.angles.add(point[i][0]);
  std::optional<std::vector<Rational>> result;
  do {  // once more where an exponent or angle was met that is not a multiple of those before it
    StoredPoint turned = point;
    std::set<int> standing;  // stored numbers whose values stand for others
    for (const std::size_t i : both) {
      const auto known = numbers.angles.turned(point[i][0]);
      if (!known) return std::nullopt;
      turned[i] = {point[i][0], known->first, known->second};
      if (!point[i][0].is_zero())
        standing.insert({cosine_of(static_cast<int>(i)), sine_of(static_cast<int>(i))});
    }
    std::map<int, Rational> values;
    std::set<int> formal;
    for (const auto& [variable, place] : places_) {
      if (variable >= variable_of(adjoined_.first())) continue;
      const auto& terms = stored_[static_cast<std::size_t>(place)].terms();
      values[variable] = value_at(terms, turned);
      for (const auto& [monomial, factor] : terms)
        for (const auto& [number, power] : monomial)
          if (standing.contains(number)) formal.insert(variable);
    }
    result = with_adjoined(std::move(values), formal, numbers);
  } while (result && numbers.changed());
  return result;
}

}  // namespace hamel
