// Brackets of the sections of a distribution that moves with the configuration.
#include "moving_distribution.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>

namespace hamel {

auto MovingDistribution::order(std::size_t order) const -> const std::vector<Section>* {
  while (orders_.size() <= order) {
    std::vector<Section> next;
    const auto& last = orders_.back();
    for (std::size_t i = 0; i < sections().size(); ++i)
      for (std::size_t j = orders_.size() == 1 ? i + 1 : 0; j < last.size(); ++j) {
        next.push_back(bracket(sections()[i], last[j]));
        if (next.size() > most_sections || !is_known(next.back())) return nullptr;
      }
    orders_.push_back(std::move(next));
  }
  return &orders_[order];
}

auto MovingDistribution::bracket(const Section& x, const Section& y) const -> Section {
  Section result(x.size());
  for (const auto& c : algebra_.entries())
    result[std::size_t(c.k)] += Polynomial(c.value) * (x[std::size_t(c.i)] * y[std::size_t(c.j)] -
                                                       x[std::size_t(c.j)] * y[std::size_t(c.i)]);
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!x[i].terms().empty()) result[k] += x[i] * y[k].derivative(rates_[i]);
      if (!y[i].terms().empty()) result[k] -= y[i] * x[k].derivative(rates_[i]);
    }
  for (Polynomial& p : result) p = p.reduced(relations_);
  return result;
}

bool MovingDistribution::is_known(const Section& section) {
  return std::ranges::all_of(
      section, [](const Polynomial& p) { return p.is_known() && p.terms().size() <= most_terms; });
}

void ResiduePoint::set_angle(std::size_t i, const Residue& tangent) {
  const Residue square = tangent * tangent, inverse = Residue(1) / (Residue(1) + square);
  cosines[i] = (Residue(1) - square) * inverse;
  sines[i] = Residue(2) * tangent * inverse;
}

Residue ResiduePoint::operator()(const CoordinatePolynomial& p) const {
  Residue sum(0);
  for (const auto& [monomial, factor] : p.terms()) {
    Residue term(factor);
    for (const auto& [variable, power] : monomial) {
      const auto i = static_cast<std::size_t>(index_of(variable));
      const Residue& base = is_plain(variable)    ? numbers[i]
                            : is_cosine(variable) ? cosines[i]
                                                  : sines[i];
      for (int k = 0; k < power; ++k) term = term * base;
    }
    sum = sum + term;
  }
  return sum;
}

std::optional<ResiduePoint> generic_point(const MovingDistribution::Relations& relations,
                                          const std::vector<int>& zeros, std::size_t size,
                                          unsigned seed) {
  std::mt19937_64 draw(seed);
  const auto random = [&] { return Residue(static_cast<std::uint32_t>(draw() >> 32)); };
  ResiduePoint point{std::vector<Residue>(size), std::vector<Residue>(size),
                     std::vector<Residue>(size)};
  for (std::size_t i = 0; i < size; ++i) {
    point.numbers[i] = random();
    point.set_angle(i, random());
  }
  for (const int i : zeros) {
    point.numbers[std::size_t(i)] = Residue(0);
    point.set_angle(static_cast<std::size_t>(i), Residue(0));
  }
  for (auto relation = relations.rbegin(); relation != relations.rend(); ++relation) {
    Residue square(0);
    for (const auto& [monomial, factor] : relation->square) {
      Residue term(factor);
      for (const auto& [variable, power] : monomial)
        term = term * point.numbers[std::size_t(index_of(variable))].power(
                          static_cast<Residue::Word>(power));
      square = square + term;
    }
    const Residue root = square.power((Residue::standard_prime + 1) / 4);
    if (root * root != square) return std::nullopt;
    point.numbers[std::size_t(index_of(relation->variable))] = root;
  }
  return point;
}

MovingGrowth growth_at(const MovingDistribution& d, const ResiduePoint& point, int least) {
  MovingGrowth result;
  std::vector<DynamicVector<Residue>> columns;
  for (std::size_t order = 0;; ++order) {
    const auto* sections = d.order(order);
    if (sections == nullptr) {
      result.complete = false;
      break;
    }
    for (const auto& section : *sections) {
      DynamicVector<Residue> column(d.dim());
      for (int k = 0; k < d.dim(); ++k) column(k) = point(section[std::size_t(k)]);
      columns.push_back(std::move(column));
    }
    DynamicMatrix<Residue> all(d.dim(), static_cast<int>(columns.size()));
    for (int j = 0; j < all.cols(); ++j) all.col(j) = columns[std::size_t(j)];
    const int found = rank<Residue>(all);
    const bool gained = result.dimensions.empty() || found > result.dimensions.back();
    if (gained || static_cast<int>(order) < least) result.dimensions.push_back(found);
    if (found == d.dim() || (!gained && static_cast<int>(order) >= least)) break;
  }
  while (result.dimensions.size() > 1 &&
         result.dimensions.back() == result.dimensions[result.dimensions.size() - 2])
    result.dimensions.pop_back();
  return result;
}

std::optional<bool> is_integrable(const MovingDistribution& d, const ResiduePoint& generic) {
  const auto* brackets = d.order(1);
  const auto& sections = d.sections();
  const int n = d.dim(), r = static_cast<int>(sections.size());
  if (brackets == nullptr || r > 8) return std::nullopt;
  DynamicMatrix<Residue> rows(r, n);
  for (int j = 0; j < r; ++j)
    for (int i = 0; i < n; ++i) rows(j, i) = generic(sections[std::size_t(j)][std::size_t(i)]);
  const auto pivots = row_echelon<Residue>(rows).pivots;
  if (static_cast<int>(pivots.size()) < r) return std::nullopt;
  for (const auto& b : *brackets) {
    for (int i = 0; i < n; ++i) {
      if (std::ranges::count(pivots, i)) continue;
      std::vector<int> chosen(pivots.begin(), pivots.end());
      chosen.push_back(i);
      // Leibniz, row by row: minors of the first k rows by the set of their columns
      std::vector<CoordinatePolynomial> minors(std::size_t(1) << (r + 1));
      minors[0] = CoordinatePolynomial(1);
      for (std::size_t set = 1; set < minors.size(); ++set) {
        int row = -1;
        for (int c = 0; c <= r; ++c) row += (set >> c) & 1 ? 1 : 0;
        int behind = 0;  // columns of the set after c
        CoordinatePolynomial sum;
        for (int c = r; c >= 0; --c) {
          if (!((set >> c) & 1)) continue;
          const CoordinatePolynomial& entry =
              c < r ? sections[std::size_t(c)][std::size_t(chosen[std::size_t(row)])]
                    : b[std::size_t(chosen[std::size_t(row)])];
          const CoordinatePolynomial term = entry * minors[set & ~(std::size_t(1) << c)];
          if (behind++ % 2 == 0)
            sum += term;
          else
            sum -= term;
        }
        minors[set] = sum.reduced(d.relations());
        if (!minors[set].is_known() || minors[set].terms().size() > MovingDistribution::most_terms)
          return std::nullopt;
      }
      if (!minors.back().terms().empty()) return false;
    }
  }
  return true;
}

}  // namespace hamel
