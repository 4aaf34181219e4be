// Integrals of a flow in functions of the coordinates and in velocities or momenta.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "checking/starts.hpp"
#include "claims/verify.hpp"
#include "flows/first_integrals.hpp"
#include "lowering/echelon_rows.hpp"
#include "lowering/function_monomials.hpp"
#include "studied_flow.hpp"

namespace hamel {

/// Integrals and other polynomials by equations at points modulo primes, proved as identities on the group.
class IntegralSearch {
 public:
  using Polynomial = CoordinatePolynomial;
  using Table = DynamicMatrix<Residue>;
  /// A monomial of the functions times one of the variables z.
  struct Unknown {
    std::vector<int> functions, variables;
  };
  static constexpr std::size_t largest_space = 420;  ///< unknown coefficients of what is fitted
  static constexpr std::size_t largest_block =
      1600;  ///< and of integrals of which one equation tells

  /// Keeps references; `degree` bounds the total degree.
  IntegralSearch(const StudiedFlow& flow, const CoordinateRing& ring,
                 const FunctionMonomials& monomials, int degree);

  /// Of total degree up to `degree`, the energy the first; those linear in z are called `linear`. Unknown coefficients
  /// fall in blocks that no equation joins, by parities and by what degrees in z an integral mixes. Of each the kernel
  /// modulo one prime tells how many integrals there are; those that are no polynomials in others are assembled from
  /// their residues modulo more primes.
  FirstIntegrals integrals(const char* linear);
  /// The dimension of the space of functions and z.
  int dimension();

  /// Monomials whose degrees in z are these, of a total degree up to `total`, those of low degree in the functions
  /// first.
  std::vector<Unknown> unknowns_of(const std::vector<int>& degrees, int total) const;
  /// Those that are no combinations of the ones before them.
  std::vector<Unknown> independent(const std::vector<Unknown>& unknowns);
  Residue value(const FlowSample& at, const Unknown& unknown) const;
  Residue rate(const FlowSample& at, const Unknown& unknown) const;
  static Polynomial as_polynomial(const Unknown& unknown);
  static Polynomial combination(const std::vector<Unknown>& unknowns,
                                const DynamicMatrix<Rational>& factors, Eigen::Index column);

  /// A basis of the combinations c of unknowns with row(at) . c = 0 at every point, each proved by `proves`.
  template <class Row, class Proves>
  std::optional<DynamicMatrix<Rational>> kernel_at_points(const std::vector<Unknown>& unknowns,
                                                          const Row& row, const Proves& proves) {
    const std::size_t count = unknowns.size() + 8;
    const auto modulo = [&]() -> std::optional<Table> {
      EchelonRows rows(unknowns.size());
      for (const FlowSample& at : samples(count)) {
        AnswerBudget::require();
        rows.add(row(at));
        if (rows.rank() == unknowns.size()) return std::nullopt;
      }
      Table found = rows.kernel();
      return found.cols() == 0 ? std::nullopt : std::optional(std::move(found));
    };
    return detail::from_residues(modulo, [&](const DynamicMatrix<Rational>& basis) {
      for (Eigen::Index k = 0; k < basis.cols(); ++k)
        if (!proves(combination(unknowns, basis, k))) return false;
      return true;
    });
  }
  /// The combination whose values are `of(at)`, proved; 0 where none is found.
  template <class Of, class Proves>
  Polynomial fitted(const std::vector<Unknown>& unknowns, const Of& of, const Proves& proves) {
    const std::size_t count = unknowns.size() + 8;
    const auto width = static_cast<Eigen::Index>(unknowns.size());
    const auto modulo = [&]() -> std::optional<Table> {
      EchelonRows rows(unknowns.size() + 1);
      for (const FlowSample& at : samples(count)) {
        AnswerBudget::require();
        std::vector<Residue> row;
        for (const Unknown& unknown : unknowns) row.push_back(value(at, unknown));
        row.push_back(-of(at));
        rows.add(row);
      }
      Table found = rows.kernel();
      return found.cols() == 1 ? std::optional(std::move(found)) : std::nullopt;
    };
    const auto found = detail::from_residues(modulo, [&](const DynamicMatrix<Rational>& basis) {
      return !basis(width, 0).is_zero() &&
             proves(Polynomial(Rational(Rational(1) / basis(width, 0))) *
                    combination(unknowns, basis, 0));
    });
    return found ? combination(unknowns, *found, 0) : Polynomial();
  }
  /// Numbers x, the last of them 1, with row(at) . x = 0 at every point, proved; those that are not needed are 0.
  template <class Row, class Proves>
  bool relation_at_points(std::size_t width, const Row& row, const Proves& proves) {
    const auto modulo = [&]() -> std::optional<Table> {
      EchelonRows rows(width);
      for (const FlowSample& at : samples(width + 8)) {
        AnswerBudget::require();
        rows.add(row(at));
      }
      const auto pivots = rows.pivots();
      if (!pivots.empty() && pivots.back() + 1 == width) return std::nullopt;
      return Table(rows.kernel().rightCols(1));
    };
    return detail::from_residues(modulo,
                                 [&](const DynamicMatrix<Rational>& found) {
                                   return proves(DynamicVector<Rational>(found.col(0)));
                                 })
        .has_value();
  }

 private:
  /// Unknown coefficients that no equation joins to others, those of low degree in z first, and the combinations of
  /// them that are constant along the motion, by the prime.
  struct Block {
    std::vector<Unknown> unknowns;
    std::map<Residue::Word, Table> kernels;
  };
  std::vector<Block> blocks(FirstIntegrals& result);
  const Table& kernel_of(Block& block);
  CoordinatePolynomial energy_in_functions();
  void take_integrals(FirstIntegrals& result, const char* linear);
  EchelonRows values_of_products(const FirstIntegrals& of);

  /// The motion at points where it is known modulo the prime in use, the same each time. Throws std::overflow_error
  /// where the prime divides a denominator.
  std::span<const FlowSample> samples(std::size_t count);
  std::vector<bool> are_independent(const FirstIntegrals& integrals);

  const StudiedFlow& flow_;
  const CoordinateRing& ring_;
  int degree_;
  std::mt19937 generator_{20260519};
  std::vector<SamplePoint> points_;
  std::map<Residue::Word, std::vector<FlowSample>> seen_;  // at these, by the prime
  const FunctionMonomials& monomials_;
  bool energy_is_first_ = false;  // and names velocities beside momenta
};

}  // namespace hamel
