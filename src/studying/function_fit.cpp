// Independent monomials, degree by degree, and the fit of one factor after the other.
#include "function_fit.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace hamel {

namespace {

constexpr int most_degree = 6;

}  // namespace

std::vector<std::set<int>> closed_sets(const CoordinateRing& ring) {
  std::vector<std::set<int>> sets;
  for (int start = 0; start < ring.size(); ++start) {
    std::set<int> reached{start};
    for (std::vector<int> waiting{start}; !waiting.empty();) {
      const int i = waiting.back();
      waiting.pop_back();
      for (const auto& rates : ring.along())
        for (const auto& [monomial, factor] : rates[static_cast<std::size_t>(i)].terms())
          for (const auto& [variable, power] : monomial)
            if (reached.insert(index_of(variable)).second) waiting.push_back(index_of(variable));
    }
    sets.push_back(std::move(reached));
  }
  return sets;
}

Renaming::Renaming(const StoredSystem& system, int variables) {
  for (Eigen::Index i = 0; i < system.functions.rows(); ++i) {
    const auto& terms = system.functions(i, 0).terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1 ||
        terms.begin()->first[0].second != 1 || terms.begin()->second != Rational(1))
      return;
    places_[terms.begin()->first[0].first] = static_cast<int>(i);
  }
  for (int j = 0; j < variables; ++j)
    places_[variable_of(system.numbers + j)] = static_cast<int>(system.functions.rows()) + j;
  holds_ = true;
}

std::optional<CoordinatePolynomial> Renaming::operator()(const Polynomial& p) const {
  for (const auto& [monomial, factor] : p.terms())
    for (const auto& [variable, power] : monomial)
      if (!places_.contains(variable)) return std::nullopt;
  return renamed(p, places_);
}

FunctionFit::FunctionFit(const StudiedFlow& flow, IntegralSearch& search, std::set<int> functions)
    : flow_(flow), search_(search), functions_(std::move(functions)) {
  const auto none = [](Eigen::Index count) {
    return std::vector<int>(static_cast<std::size_t>(count), 0);
  };
  const IntegralSearch::Unknown one{none(flow.system().functions.rows()), none(flow.variables())};
  monomials_.push_back(std::vector{one});
}

const std::optional<std::vector<IntegralSearch::Unknown>>& FunctionFit::monomials_to(int degree) {
  while (static_cast<int>(monomials_.size()) <= degree) {
    const int next = static_cast<int>(monomials_.size());
    const auto lower = monomials_.back();
    monomials_.emplace_back();
    if (!lower) continue;
    std::set<std::vector<int>> known, raised;
    for (const auto& monomial : *lower) known.insert(monomial.functions);
    const auto stands = [&](std::vector<int> exponents) {  // every divisor does
      for (int& power : exponents) {
        if (power == 0) continue;
        --power;
        if (!known.contains(exponents)) return false;
        ++power;
      }
      return true;
    };
    for (const auto& monomial : *lower) {
      if (std::accumulate(monomial.functions.begin(), monomial.functions.end(), 0) + 1 != next)
        continue;
      for (const int i : functions_) {
        std::vector<int> more = monomial.functions;
        ++more[static_cast<std::size_t>(i)];
        if (stands(more)) raised.insert(std::move(more));
      }
    }
    std::vector<IntegralSearch::Unknown> all = *lower;
    for (auto place = raised.rbegin(); place != raised.rend(); ++place)
      all.push_back({*place, all.front().variables});
    if (all.size() <= IntegralSearch::largest_space) monomials_.back() = search_.independent(all);
  }
  return monomials_[static_cast<std::size_t>(degree)];
}

std::optional<CoordinatePolynomial> FunctionFit::of_coordinates(const Polynomial& factor) {
  for (int degree = 0; degree <= most_degree; ++degree) {
    const auto& monomials = monomials_to(degree);
    if (!monomials) return std::nullopt;
    Polynomial found = search_.fitted(
        *monomials, [&](const FlowSample& at) { return at.point(factor); },
        [&](const Polynomial& q) {
          return flow_.system().relations.vanishes(in_numbers(flow_.system(), q) - factor);
        });
    if (!found.terms().empty()) return found;
  }
  return std::nullopt;
}

std::optional<CoordinatePolynomial> FunctionFit::operator()(const Polynomial& p) {
  const int numbers = flow_.system().numbers;
  std::map<Polynomial::Monomial, Polynomial> factors;  // by the monomial of z
  for (const auto& [monomial, factor] : p.terms()) {
    Polynomial::Monomial of_z, of_point;
    for (const auto& power : monomial)
      (index_of(power.first) < numbers ? of_point : of_z).push_back(power);
    factors[of_z] += Polynomial::term(of_point, factor);
  }
  std::map<int, int> names;  // of z, behind the functions
  const auto m = static_cast<int>(flow_.system().functions.rows());
  for (int j = 0; j < flow_.variables(); ++j) names[variable_of(numbers + j)] = m + j;
  Polynomial sum;
  for (const auto& [in_z, factor] : factors) {
    const auto found = of_coordinates(factor);
    if (!found) return std::nullopt;
    sum += *found * renamed(Polynomial::term(in_z, Rational(1)), names);
  }
  return sum;
}

}  // namespace hamel
