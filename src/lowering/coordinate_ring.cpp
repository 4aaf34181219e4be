// Functions of the coordinates, closed under the left-invariant fields.
#include "coordinate_ring.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <hamel/core/error.hpp>
#include <hamel/group/any_group.hpp>

#include "claims/any_points.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/sparse.hpp"
#include "formulas/expression_value.hpp"

namespace hamel {

namespace {

using Polynomials = std::vector<CoordinatePolynomial>;

Polynomials variables(std::size_t count) {
  Polynomials all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(CoordinatePolynomial::variable(static_cast<int>(i)));
  return all;
}

/// x_k, cos x_k or sin x_k where x_k is the given polynomial.
CoordinatePolynomial function(VariableKind kind, const CoordinatePolynomial& x) {
  return kind == VariableKind::plain ? x : kind == VariableKind::cosine ? cos(x) : sin(x);
}

/// The derivatives of the coordinates of a group along e_k as polynomials in the coordinates, of degree one in them,
/// their cosines and sines: found by comparison in the stored numbers. rates[k][j], not known where it is no such
/// polynomial.
std::vector<Polynomials> coordinate_rates(const AnyGroup& group, const StoredRelations& relations,
                                          const PolynomialPoints<AnyGroup>& points) {
  const Polynomials at = coordinates_of(group, points.general());
  Polynomials candidates{CoordinatePolynomial(1)}, images{CoordinatePolynomial(1)};
  for (std::size_t i = 0; i < at.size(); ++i)
    for (const auto kind : {VariableKind::plain, VariableKind::cosine, VariableKind::sine})
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
      if (!moved.is_known() || !system.solvable()) {
        rates.back().push_back(log(slope));
        continue;
      }
      const DynamicVector<Rational> solution = system.solution();
      CoordinatePolynomial sum;
      for (std::size_t c = 0; c < candidates.size(); ++c)
        sum += CoordinatePolynomial(solution(static_cast<Eigen::Index>(c))) * candidates[c];
      rates.back().push_back(std::move(sum));
    }
  }
  return rates;
}

}  // namespace

CoordinatePolynomial renamed(const CoordinatePolynomial& p, const std::map<int, int>& places) {
  return value_of<CoordinatePolynomial>(
      p.terms(), [&](int i) { return CoordinatePolynomial::variable(places.at(i)); });
}

CoordinateRing::CoordinateRing(const GroupSystem& file, const Polynomials& formulas,
                               AdjoinedFunctions adjoined, bool timed, const std::string& where)
    : adjoined_(std::move(adjoined)) {
  for (const auto& formula : formulas)
    if (!formula.is_known())
      throw InputError(where, "a function that is not known exactly",
                       "a function of coordinates made by + - * / and powers, sin, cos, tan, exp, "
                       "log and sqrt of few of them");
  const bool constant = std::ranges::all_of(formulas, [](const CoordinatePolynomial& p) {
    return p.terms().empty() || (p.terms().size() == 1 && p.terms().begin()->first.empty());
  });
  along_.resize(static_cast<std::size_t>(file.dim()) + (timed ? 1 : 0));
  stored_rates_.resize(along_.size());
  if (constant) return;
  const AnyGroup& group = file.group.product();
  relations_ = StoredRelations(group);
  const PolynomialPoints<AnyGroup> points(group, relations_);
  identity_ = points.identity();
  stored_rates_ = points.rates();
  std::vector<Polynomials> rates = coordinate_rates(group, relations_, points);
  Polynomials coordinates = coordinates_of(group, points.general());
  std::vector<std::string> names = file.coordinates;
  if (timed) {
    coordinates.push_back(CoordinatePolynomial::variable(static_cast<int>(identity_.size())));
    identity_.emplace_back(0);
    names.emplace_back("t");
    for (auto* all : {&rates, &stored_rates_}) {
      const std::size_t count = (*all)[0].size();
      for (auto& along : *all) along.emplace_back();
      all->emplace_back(count + 1);
      all->back().back() = CoordinatePolynomial(1);
    }
  }
  for (auto& along : rates)
    along.resize(static_cast<std::size_t>(adjoined_.first()));  // velocities change nothing
  close(formulas, names, rates);
  store(std::move(coordinates), rates);
}

CoordinateRing::CoordinateRing(const GroupSystem& file,
                               const std::vector<const Expression*>& formulas,
                               const std::string& where)
    : CoordinateRing(
          file,
          [&] {
            Polynomials all;
            const Polynomials at = variables(file.coordinates.size());
            for (const auto* formula : formulas)
              all.push_back(formula->evaluate(std::span<const CoordinatePolynomial>(at)));
            return all;
          }(),
          AdjoinedFunctions(static_cast<int>(file.coordinates.size())), false, where) {}

CoordinateRing::CoordinateRing(const ChartSystem& file, const Polynomials& formulas,
                               AdjoinedFunctions adjoined, bool timed)
    : adjoined_(std::move(adjoined)) {
  std::vector<std::string> names = file.coordinates;
  if (timed) names.emplace_back("t");
  const std::size_t n = names.size();
  std::vector<Polynomials> rates;
  for (std::size_t k = 0; k < n; ++k) {
    stored_rates_.emplace_back(n);
    stored_rates_.back()[k] = CoordinatePolynomial(1);
    rates.push_back(stored_rates_.back());
    rates.back().resize(static_cast<std::size_t>(adjoined_.first()));
  }
  along_.resize(n);
  identity_.resize(n);
  close(formulas, names, rates);
  store(variables(n), rates);
}

void CoordinateRing::close(const Polynomials& formulas, const std::vector<std::string>& coordinates,
                           std::vector<Polynomials>& rates) {
  for (int i = 0; i < adjoined_.count(); ++i)  // rates may add functions
    for (auto& along : rates) along.push_back(adjoined_.rate(i, along));
  std::vector<int> waiting;
  const auto need = [&](const CoordinatePolynomial& p) {
    if (!p.is_known())
      throw InputError("$", "derivatives of many functions", "formulas with fewer functions");
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial)
        if (places_.try_emplace(variable, 0).second) waiting.push_back(variable);
  };
  const auto in_coordinates = [](int variable) {
    return function(kind_of(variable), CoordinatePolynomial::variable(index_of(variable)));
  };
  for (const auto& formula : formulas) need(formula);
  while (!waiting.empty()) {
    const int variable = waiting.back(), added = index_of(variable) - adjoined_.first();
    waiting.pop_back();
    if (added >= 0) need(adjoined_[added].argument);
    for (const auto& along : rates)
      if (added < 0 && !along[static_cast<std::size_t>(index_of(variable))].is_known())
        throw InputError(
            "$.group", "coordinates that do not move as polynomials in themselves",
            "coordinates that move as polynomials in themselves, their cosines and sines");
    for (const auto& along : rates) need(in_coordinates(variable).derivative(along));
  }
  int count = 0;
  for (auto& [variable, place] : places_) {
    place = count++;
    const int index = index_of(variable), added = index - adjoined_.first();
    const std::string name = added < 0 ? coordinates[static_cast<std::size_t>(index)]
                                       : adjoined_.name(added, coordinates);
    names_.push_back(is_plain(variable) ? name
                                        : (is_cosine(variable) ? "cos(" : "sin(") + name + ")");
    if (added < 0) continue;
    if (kept_.empty() || kept_.back() != added) kept_.push_back(added);
    using Kind = AdjoinedFunctions::Kind;
    const Kind kind = adjoined_[added].kind;
    transcendental_ = transcendental_ || (kind != Kind::quotient && kind != Kind::root);
  }
  for (std::size_t k = 0; k < rates.size(); ++k)
    for (const auto& [variable, place] : places_)
      along_[k].push_back(in_functions(in_coordinates(variable).derivative(rates[k])));
}

void CoordinateRing::store(Polynomials coordinates, const std::vector<Polynomials>& rates) {
  const std::vector<int> turning = turning_polynomials(coordinates);
  const int first = static_cast<int>(identity_.size());
  for (const int i : turning) {
    turning_.push_back(coordinates[static_cast<std::size_t>(i)]);
    identity_.push_back(turning_.back().at_identity(identity_));
  }
  const int numbers = static_cast<int>(identity_.size());
  normal_form_.squares = relations_.squares;
  coordinates.resize(static_cast<std::size_t>(adjoined_.first() + adjoined_.count()));
  const auto kept_place = [&](std::size_t j) {
    const int index = adjoined_.first() + kept_[j];
    return static_cast<std::size_t>(index);
  };
  for (std::size_t j = 0; j < kept_.size(); ++j)
    coordinates[kept_place(j)] = CoordinatePolynomial::variable(numbers + static_cast<int>(j));
  const auto in_numbers = [&](int variable) {
    const int index = index_of(variable);
    const auto at = std::ranges::find(turning, index);
    return function(kind_of(variable), is_plain(variable) || at == turning.end()
                                           ? coordinates[static_cast<std::size_t>(index)]
                                           : CoordinatePolynomial::variable(
                                                 first + static_cast<int>(at - turning.begin())));
  };
  const auto all_in_numbers = [&](const CoordinatePolynomial& p) {
    return value_of<CoordinatePolynomial>(p.terms(), in_numbers, [&](auto& term, const auto& f) {
      term = (term * f).reduced(relations_.squares);
    });
  };
  for (const auto& [variable, place] : places_) stored_.push_back(in_numbers(variable));
  for (std::size_t k = 0; k < stored_rates_.size(); ++k)
    for (const int i : turning)
      stored_rates_[k].push_back(all_in_numbers(rates[k][static_cast<std::size_t>(i)]));
  for (std::size_t j = 0; j < kept_.size(); ++j) {
    const auto& [kind, argument] = adjoined_[kept_[j]];
    const CoordinatePolynomial inside = all_in_numbers(argument);
    const int variable = variable_of(numbers + static_cast<int>(j));
    if (kind == AdjoinedFunctions::Kind::root)
      normal_form_.squares.push_back({variable, inside.terms()});
    if (kind == AdjoinedFunctions::Kind::quotient)
      normal_form_.quotients.emplace_back(variable, inside, numbers);
    for (std::size_t k = 0; k < stored_rates_.size(); ++k)
      stored_rates_[k].push_back(all_in_numbers(rates[k][kept_place(j)]));
  }
  const std::set<int> used = used_numbers();
  for (auto& along : stored_rates_)
    for (std::size_t i = 0; i < along.size(); ++i) {
      if (along[i].is_known()) continue;
      const int k = static_cast<int>(i);
      if (used.contains(variable_of(k)) || used.contains(cosine_of(k)) || used.contains(sine_of(k)))
        throw InputError("$.group", "numbers that do not move as polynomials in themselves",
                         "numbers that move as polynomials in themselves");
      along[i] = CoordinatePolynomial();  // no function that occurs depends on this number
    }
}

std::vector<int> CoordinateRing::turning_polynomials(const Polynomials& coordinates) const {
  std::vector<int> turning;
  std::set<int> angles;  // coordinates that are polynomials whose cosines or sines occur
  for (const auto& [variable, place] : places_) {
    const int index = index_of(variable);
    if (is_plain(variable) || index >= adjoined_.first()) continue;
    const auto& x = coordinates[static_cast<std::size_t>(index)];
    if (x.is_known()) angles.insert(index);
    if (function(kind_of(variable), x).is_known() || std::ranges::count(turning, index)) continue;
    const bool algebraic = std::ranges::all_of(x.terms(), [](const auto& term) {
      return std::ranges::all_of(term.first,
                                 [](const auto& power) { return is_plain(power.first); });
    });
    if (!x.is_known() || !algebraic)
      throw InputError("$", "the sine of a coordinate that is not stored",
                       "sines of coordinates that are angles, or of polynomials in the numbers "
                       "stored");
    turning.push_back(index);
  }
  if (turning.empty()) return turning;
  std::map<CoordinatePolynomial::Monomial, SparseSystem<Rational>::Row> rows;
  int column = 0;
  for (const int index : angles) {
    const CoordinatePolynomial x =
        coordinates[static_cast<std::size_t>(index)].reduced(relations_.squares);
    for (const auto& [monomial, factor] : x.terms())
      if (!monomial.empty()) rows[monomial][column] = factor;
    ++column;
  }
  SparseSystem<Rational> system(column);
  for (auto& [monomial, row] : rows) system.add(std::move(row), Rational(0));
  if (system.kernel().cols() > 0)
    throw InputError("$", "sines of coordinates of which one is a combination of others",
                     "sines of coordinates that are linearly independent");
  return turning;
}

CoordinatePolynomial CoordinateRing::in_functions(const CoordinatePolynomial& p) const {
  return renamed(p, places_);
}

std::optional<std::vector<Rational>> CoordinateRing::at(
    const std::vector<TangentNumber>& coordinates, Transcendentals& numbers) const {
  std::map<int, Rational> values;
  std::set<int> formal;
  const auto at = [&](int variable) {
    return coordinates[static_cast<std::size_t>(index_of(variable))];
  };
  for (const auto& [variable, place] : places_) {
    if (variable >= variable_of(adjoined_.first())) continue;
    if (!at(variable).value()) return std::nullopt;
    if (is_plain(variable)) continue;
    if (!at(variable).is_rational()) return std::nullopt;
    numbers.angles.add(*at(variable).value());
  }
  for (const auto& [variable, place] : places_) {
    if (variable >= variable_of(adjoined_.first())) continue;
    const Rational x = *at(variable).value();
    if (is_plain(variable)) {
      values[variable] = x;
      if (!at(variable).is_rational()) formal.insert(variable);
      continue;
    }
    const auto turned = numbers.angles.turned(x);
    if (!turned) return std::nullopt;
    const auto& [c, s] = *turned;
    values[variable] = is_cosine(variable) ? c : s;
    if (!x.is_zero()) formal.insert(variable);
  }
  return with_adjoined(std::move(values), formal, numbers);
}

std::optional<std::vector<Rational>> CoordinateRing::with_adjoined(std::map<int, Rational> values,
                                                                   const std::set<int>& formal,
                                                                   Transcendentals& numbers) const {
  if (adjoins()) {
    std::vector<int> needed;
    for (const auto& [variable, place] : places_) needed.push_back(variable);
    if (!AdjoinedValues(adjoined_, numbers).complete(values, formal, needed)) return std::nullopt;
  }
  std::vector<Rational> all;
  for (const auto& [variable, place] : places_) all.push_back(values.at(variable));
  return all;
}

}  // namespace hamel
