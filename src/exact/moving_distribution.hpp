// Brackets of the sections of a distribution that moves with the configuration: its growth, and whether it is
// integrable.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "residue.hpp"

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
  const std::vector<Section>* order(std::size_t order) const;

  Section bracket(const Section& x, const Section& y) const;

  static bool is_known(const Section& section);

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
  void set_angle(std::size_t i, const Residue& tangent);

  Residue operator()(const CoordinatePolynomial& p) const;
};

/// A point of the group that is in no special place: random numbers that satisfy the relations. Nothing when the seed
/// asks for a root that is not there.
std::optional<ResiduePoint> generic_point(const MovingDistribution::Relations& relations,
                                          const std::vector<int>& zeros, std::size_t size,
                                          unsigned seed);

/// How the dimension grows with brackets at a point. `complete` is false where the search met a limit.
struct MovingGrowth {
  std::vector<int> dimensions;
  bool complete = true;
};

/// The growth vector at a point: dimensions of D, D + [D,D], ... there. At a generic point it ends where nothing is
/// gained; elsewhere it may stay the same for a while, so `least` orders are looked at.
MovingGrowth growth_at(const MovingDistribution& d, const ResiduePoint& point, int least);

/// Is [D,D] in D everywhere? Each bracket b against D: det of r independent rows of (D, b) and any other row, as an
/// identity between polynomials. Nothing beyond the limits, and where `generic` does not tell independent rows.
std::optional<bool> is_integrable(const MovingDistribution& d, const ResiduePoint& generic);

}  // namespace hamel
