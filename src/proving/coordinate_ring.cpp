// Functions of the coordinates, closed under the left-invariant fields.
#include "coordinate_ring.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <hamel/algebra/real_roots.hpp>
#include <hamel/algebra/sparse.hpp>
#include <hamel/core/error.hpp>
#include <hamel/group/any_group.hpp>

#include "checking/any_points.hpp"
#include "checking/exact_algebra.hpp"

namespace hamel {

namespace {

using Polynomials = std::vector<CoordinatePolynomial>;
using Terms = CoordinatePolynomial::Terms;

Polynomials variables(std::size_t count) {
  Polynomials all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(CoordinatePolynomial::variable(static_cast<int>(i)));
  return all;
}

/// x_k, cos x_k or sin x_k where x_k is the given polynomial.
CoordinatePolynomial function(int kind, const CoordinatePolynomial& x) {
  return kind == 0 ? x : kind == 1 ? cos(x) : sin(x);
}

/// The derivatives of the coordinates of a group along e_k as polynomials in the coordinates, of degree one in them, their
/// cosines and sines: found by comparison in the stored numbers. rates[k][j].
std::vector<Polynomials> coordinate_rates(const AnyGroup& group, const StoredRelations& relations,
                                          const PolynomialPoints<AnyGroup>& points) {
  const Polynomials at = coordinates_of(group, points.general());
  Polynomials candidates{CoordinatePolynomial(1)}, images{CoordinatePolynomial(1)};
  for (std::size_t i = 0; i < at.size(); ++i)
    for (int kind = 0; kind < 3; ++kind)
      if (const auto image = function(kind, at[i]); image.is_known()) {
        candidates.push_back(function(kind, CoordinatePolynomial::variable(static_cast<int>(i))));
        images.push_back(image.reduced(relations.squares));
      }
  std::vector<Polynomials> rates;
  for (int k = 0; k < group.dim(); ++k) {
    rates.emplace_back();
    for (const auto& moved : coordinates_of(group, points.displaced(k))) {
      const CoordinatePolynomial slope = moved.slope().reduced(relations.squares);
      std::map<CoordinatePolynomial::Monomial, SparseSystem<Rational>::Row> rows;
      for (std::size_t c = 0; c < images.size(); ++c)
        for (const auto& [monomial, factor] : images[c].terms())
          rows[monomial][static_cast<int>(c)] = factor;
      for (const auto& [monomial, factor] : slope.terms()) rows[monomial];
      SparseSystem<Rational> system(static_cast<int>(images.size()));
      for (auto& [monomial, row] : rows) {
        const auto right = slope.terms().find(monomial);
        system.add(std::move(row), right == slope.terms().end() ? Rational(0) : right->second);
      }
      if (!moved.is_known() || !system.solvable())
        throw InputError(
            "$.group", "coordinates that do not move as polynomials in themselves",
            "coordinates that move as polynomials in themselves, their cosines and sines");
      const DynamicVector<Rational> solution = system.solution();
      CoordinatePolynomial sum;
      for (std::size_t c = 0; c < candidates.size(); ++c)
        sum += CoordinatePolynomial(solution(static_cast<Eigen::Index>(c))) * candidates[c];
      rates.back().push_back(std::move(sum));
    }
  }
  return rates;
}

/// The value with numbers for x_k, cos x_k, sin x_k.
Rational value_at(const Terms& terms, const StoredPoint& point) {
  Rational sum;
  for (const auto& [monomial, factor] : terms) {
    Rational term = factor;
    for (const auto& [variable, power] : monomial)
      for (int i = 0; i < power; ++i)
        term *=
            point[static_cast<std::size_t>(variable / 3)][static_cast<std::size_t>(variable % 3)];
    sum += term;
  }
  return sum;
}

/// x^2 - square.
Rational defect(const CoordinatePolynomial::SquareRelation& relation, const StoredPoint& point) {
  const Rational& x = point[static_cast<std::size_t>(relation.variable / 3)][0];
  return x * x - value_at(relation.square, point);
}

}  // namespace

CoordinatePolynomial renamed(const CoordinatePolynomial& p, const std::map<int, int>& places) {
  CoordinatePolynomial sum;
  for (const auto& [monomial, factor] : p.terms()) {
    CoordinatePolynomial term(factor);
    for (const auto& [variable, power] : monomial)
      for (int i = 0; i < power; ++i) term *= CoordinatePolynomial::variable(places.at(variable));
    sum += term;
  }
  return sum;
}

CoordinateRing::CoordinateRing(const GroupSystem& file,
                               const std::vector<const Expression*>& formulas,
                               const std::string& where)
    : coordinates_(static_cast<int>(file.coordinates.size())) {
  Polynomials needed;
  bool constant = true;
  for (const auto* formula : formulas) {
    constant = constant && formula->is_constant();
    needed.push_back(formula->evaluate(
        std::span<const CoordinatePolynomial>(variables(file.coordinates.size()))));
    if (!needed.back().is_known())
      throw InputError(where, "a function that is not polynomial",
                       "a polynomial in coordinates, their cosines and sines");
  }
  along_.resize(static_cast<std::size_t>(file.dim()));
  stored_rates_.resize(along_.size());
  if (constant) return;
  const AnyGroup& group = file.group.product();
  relations_ = StoredRelations(group);
  const PolynomialPoints<AnyGroup> points(group, relations_);
  identity_ = points.identity();
  stored_rates_ = points.rates();
  close(needed, file.coordinates, coordinate_rates(group, relations_, points));
  const Polynomials at = coordinates_of(group, points.general());
  for (const auto& [variable, place] : places_)
    stored_.push_back(function(variable % 3, at[static_cast<std::size_t>(variable / 3)]));
}

CoordinateRing::CoordinateRing(const ChartSystem& file,
                               const std::vector<CoordinatePolynomial>& formulas)
    : coordinates_(file.dim()) {
  std::vector<Polynomials> rates;
  for (int k = 0; k < file.dim(); ++k) {
    rates.emplace_back(static_cast<std::size_t>(file.dim()));
    rates.back()[static_cast<std::size_t>(k)] = CoordinatePolynomial(1);
  }
  along_.resize(static_cast<std::size_t>(file.dim()));
  identity_.resize(static_cast<std::size_t>(file.dim()));
  close(formulas, file.coordinates, rates);
  stored_rates_ = std::move(rates);
  for (const auto& [variable, place] : places_)
    stored_.push_back(function(variable % 3, CoordinatePolynomial::variable(variable / 3)));
}

void CoordinateRing::close(const Polynomials& formulas, const std::vector<std::string>& coordinates,
                           const std::vector<Polynomials>& rates) {
  std::vector<int> waiting;
  const auto need = [&](const CoordinatePolynomial& p) {
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial)
        if (places_.try_emplace(variable, 0).second) waiting.push_back(variable);
  };
  const auto in_coordinates = [](int variable) {
    return function(variable % 3, CoordinatePolynomial::variable(variable / 3));
  };
  for (const auto& formula : formulas) need(formula);
  while (!waiting.empty()) {
    const int variable = waiting.back();
    waiting.pop_back();
    for (const auto& along : rates) need(in_coordinates(variable).derivative(along));
  }
  int count = 0;
  for (auto& [variable, place] : places_) {
    place = count++;
    const auto& name = coordinates[static_cast<std::size_t>(variable / 3)];
    names_.push_back(variable % 3 == 0 ? name : (variable % 3 == 1 ? "cos(" : "sin(") + name + ")");
  }
  for (std::size_t k = 0; k < rates.size(); ++k)
    for (const auto& [variable, place] : places_)
      along_[k].push_back(in_functions(in_coordinates(variable).derivative(rates[k])));
}

CoordinatePolynomial CoordinateRing::in_functions(const CoordinatePolynomial& p) const {
  return renamed(p, places_);
}

CoordinatePolynomial CoordinateRing::operator()(const Expression& formula) const {
  return in_functions(formula.evaluate(
      std::span<const CoordinatePolynomial>(variables(static_cast<std::size_t>(coordinates_)))));
}

std::optional<std::vector<Rational>> CoordinateRing::at(const std::vector<Number>& coordinates,
                                                        TangentNumber::Angles& angles) const {
  for (const auto& [variable, place] : places_) {
    const auto& exact = coordinates[static_cast<std::size_t>(variable / 3)].exact;
    if (!exact) return std::nullopt;
    if (variable % 3 != 0) angles.add(*exact);
  }
  std::vector<Rational> values;
  for (const auto& [variable, place] : places_) {
    const Rational& exact = *coordinates[static_cast<std::size_t>(variable / 3)].exact;
    if (variable % 3 == 0) {
      values.push_back(exact);
      continue;
    }
    const auto turned = angles.turned(exact);
    if (!turned) return std::nullopt;
    const auto& [c, s] = *turned;
    values.push_back(variable % 3 == 1 ? c : s);
  }
  return values;
}

namespace {

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

StoredPoint CoordinateRing::random_point(std::mt19937& generator) const {
  std::set<int> used;
  for (const auto& p : stored_)
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial) used.insert(variable);
  StoredPoint point(identity_.size());
  for (std::size_t i = 0; i < point.size(); ++i) {
    const int x = 3 * static_cast<int>(i);
    point[i] = {identity_[i], Rational(1), Rational(0)};
    if (!used.contains(x + 1) && !used.contains(x + 2)) {
      if (relations_.complete() && !std::ranges::count(relations_.constants, static_cast<int>(i)))
        point[i][0] += number(generator, 4) / Rational(2);
    } else {
      turn(point[i], number(generator, 3) / Rational(2));
      if (used.contains(x)) point[i][0] += number(generator, 4) / Rational(2);
    }
  }
  onto_quadrics(point, generator, 3);
  return point;
}

StoredPoint CoordinateRing::formal_point(std::mt19937& generator) const {
  constexpr int most = 500;
  StoredPoint point(identity_.size());
  for (std::size_t i = 0; i < point.size(); ++i) {
    point[i] = {identity_[i], Rational(1), Rational(0)};
    if (std::ranges::count(relations_.constants, static_cast<int>(i))) continue;
    point[i][0] = number(generator, most);
    turn(point[i], number(generator, most) / Rational(7));
  }
  onto_quadrics(point, generator, most);
  return point;
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
        point[static_cast<std::size_t>(variable / 3)][0] =
            identity_[static_cast<std::size_t>(variable / 3)] + t * direction[variable];
      return defect(relation, point);
    };
    const Rational up = at_time(1), down = at_time(-1);  // a t^2 + b t
    const Rational a = (up + down) / Rational(2), b = (up - down) / Rational(2);
    at_time(a.is_zero() ? Rational(0) : -b / a);
  }
}

std::optional<std::vector<Rational>> CoordinateRing::at(const StoredPoint& point) const {
  if (point.size() != identity_.size()) return std::nullopt;
  if (!relations_.complete()) {
    for (std::size_t i = 0; i < point.size(); ++i)
      if (point[i][0] != identity_[i]) return std::nullopt;
  }
  for (const int constant : relations_.constants)
    if (!point[static_cast<std::size_t>(constant)][0].is_zero()) return std::nullopt;
  for (const auto& relation : relations_.squares)
    if (!defect(relation, point).is_zero()) return std::nullopt;
  std::set<int> used;
  for (const auto& p : stored_)
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial) used.insert(variable);
  for (std::size_t i = 0; i < point.size(); ++i) {
    const auto& [x, c, s] = point[i];
    const int variable = 3 * static_cast<int>(i);
    const bool turns = used.contains(variable + 1) || used.contains(variable + 2);
    if (turns && c * c + s * s != Rational(1)) return std::nullopt;
  }
  std::vector<Rational> values;
  for (const auto& p : stored_) values.push_back(value_at(p.terms(), point));
  return values;
}

}  // namespace hamel
