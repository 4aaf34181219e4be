// Brackets of the sections of a distribution that moves with the configuration: its growth, and whether it is
// integrable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/residue.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// Sections X = sum_k X_k(x) e_k of a distribution, their components polynomials in the stored numbers of x and the
/// sines and cosines of these, and their brackets as vector fields in the left trivialisation,
///
///     [X,Y] = [X,Y]_g + x_*X[Y] - x_*Y[X].
///
/// A section may be multiplied by a function without zeros: no answer changes.
class MovingDistribution {
 public:
  using Polynomial = CoordinatePolynomial;
  using Section = std::vector<Polynomial>;
  using Relations = std::vector<Polynomial::SquareRelation>;

  static constexpr std::size_t most_sections = 400;  ///< of one order of brackets
  static constexpr std::size_t most_terms = 4000;    ///< of one component

  /// `rates[k][i]`: the derivative of stored number i along e_k.
  MovingDistribution(const StructureConstants<Rational>& algebra,
                     std::vector<std::vector<Polynomial>> rates, Relations relations,
                     std::vector<Section> sections)
      : algebra_(algebra),
        rates_(std::move(rates)),
        relations_(std::move(relations)),
        orders_{std::move(sections)} {
    for (Section& section : orders_[0])
      for (Polynomial& p : section) p = p.reduced(relations_);
  }

  int dim() const { return algebra_.dimension(); }
  const Relations& relations() const { return relations_; }
  const std::vector<Section>& sections() const { return orders_[0]; }

  /// The sections that take `order` brackets of D with itself (0: D); none beyond the limits.
  const std::vector<Section>* order(std::size_t order) const {
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

  Section bracket(const Section& x, const Section& y) const {
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

  static bool is_known(const Section& section) {
    return std::ranges::all_of(section, [](const Polynomial& p) {
      return p.is_known() && p.terms().size() <= most_terms;
    });
  }

 private:
  StructureConstants<Rational> algebra_;
  std::vector<std::vector<Polynomial>> rates_;
  Relations relations_;
  mutable std::vector<std::vector<Section>> orders_;
};

/// Where sections are evaluated, modulo a prime: a rank found there is a lower bound of the true one, hence a proof
/// when it is full.
struct ResiduePoint {
  std::vector<Residue> numbers, cosines, sines;  ///< of each stored number

  /// Fixes cos and sin of number i by the tangent of its half.
  void set_angle(std::size_t i, const Residue& tangent) {
    const Residue square = tangent * tangent, inverse = Residue(1) / (Residue(1) + square);
    cosines[i] = (Residue(1) - square) * inverse;
    sines[i] = Residue(2) * tangent * inverse;
  }

  Residue operator()(const CoordinatePolynomial& p) const {
    Residue sum(0);
    for (const auto& [monomial, factor] : p.terms()) {
      Residue term(factor);
      for (const auto& [variable, power] : monomial) {
        const auto i = static_cast<std::size_t>(variable / 3);
        const Residue& base = variable % 3 == 0   ? numbers[i]
                              : variable % 3 == 1 ? cosines[i]
                                                  : sines[i];
        for (int k = 0; k < power; ++k) term = term * base;
      }
      sum = sum + term;
    }
    return sum;
  }
};

namespace detail {

inline Residue power(Residue base, Residue::Word exponent) {
  Residue result(1);
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base;
    base = base * base;
  }
  return result;
}

}  // namespace detail

/// A point of the group that is in no special place: random numbers that satisfy the relations. Nothing when the seed
/// asks for a root that is not there.
inline std::optional<ResiduePoint> generic_point(const MovingDistribution::Relations& relations,
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
        term = term * detail::power(point.numbers[std::size_t(variable / 3)],
                                    static_cast<Residue::Word>(power));
      square = square + term;
    }
    const Residue root = detail::power(square, (Residue::standard_prime + 1) / 4);
    if (root * root != square) return std::nullopt;
    point.numbers[std::size_t(relation->variable / 3)] = root;
  }
  return point;
}

/// How the dimension grows with brackets at a point. `complete` is false where the search met a limit.
struct MovingGrowth {
  std::vector<int> dimensions;
  bool complete = true;
};

/// The growth vector at a point: dimensions of D, D + [D,D], ... there. At a generic point it ends where nothing is
/// gained; elsewhere it may stay the same for a while, so `least` orders are looked at.
inline MovingGrowth growth_at(const MovingDistribution& d, const ResiduePoint& point, int least) {
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

/// Is [D,D] in D everywhere? Each bracket b against D: det of r independent rows of (D, b) and any other row, as an
/// identity between polynomials. Nothing beyond the limits, and where `generic` does not tell independent rows.
inline std::optional<bool> is_integrable(const MovingDistribution& d, const ResiduePoint& generic) {
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
