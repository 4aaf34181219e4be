// Sections by undetermined coefficients: equations at points, modulo primes.
#include "section_search.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "checking/starts.hpp"
#include "claims/verify.hpp"
#include "exact/determinants.hpp"
#include "exact/moving_distribution.hpp"
#include "exact/residue.hpp"
#include "lowering/function_monomials.hpp"

namespace hamel {

namespace {

constexpr std::size_t most_unknowns = 420;  // unknown coefficients

using Residues = DynamicMatrix<Residue>;

/// The equations [left | right] that a section with these coefficients satisfies at one point.
Residues equations_at(const StoredSystem& system,
                      const std::vector<MultiplierSection::Term>& unknowns,
                      const FunctionMonomials& monomials, int power, const SamplePoint& sample) {
  const SampledMotion at(system, sample);
  const auto values = monomials.values(at.functions),
             rates = monomials.rates(at.functions, at.function_rates);
  const auto r = at.u.rows(), leaf = system.frame.cols();
  const auto width = static_cast<Eigen::Index>(unknowns.size());
  const Residues d = at.value(system.d), frame = at.value(system.frame);
  const Residue weight = power == 0 ? Residue(1) : Residue(1) / at.det;
  Residues equations = Residues::Constant(r + leaf, width + 1, Residue(0));
  for (Eigen::Index c = 0; c < width; ++c) {
    const auto& term = unknowns[static_cast<std::size_t>(c)];
    const auto which = monomials.place(term.exponents);
    const Residue velocity = term.velocity < 0 ? Residue(1) : at.u(term.velocity, 0),
                  change = term.velocity < 0 ? Residue(0) : at.u_rate(term.velocity, 0);
    const Residue value = values[which] * velocity * weight;
    Residue rate = (rates[which] * velocity + values[which] * change) * weight;
    if (power == 1) rate -= value * at.det_rate * weight;
    equations.block(0, c, r, 1) = d.row(term.component).transpose() * value;
    equations.block(r, c, leaf, 1) =
        frame.row(term.component).transpose() * rate -
        frame.transpose() * Residues(at.motion.transport.col(term.component) * value);
  }
  equations.block(r, width, leaf, 1) = -(frame.transpose() * at.reaction);
  return equations;
}

}  // namespace

std::optional<MultiplierSection> find_section(const StoredSystem& system,
                                              const CoordinateRing& ring, int degree) {
  std::mt19937 generator(20260322);
  const FunctionMonomials monomials(system, ring, degree, generator);
  const bool affine =
      !system.force.empty() ||
      std::ranges::any_of(system.offset.reshaped(),
                          [](const CoordinatePolynomial& p) { return !p.terms().empty(); });
  std::vector<MultiplierSection::Term> unknowns;
  for (const auto& exponents : monomials.exponents())
    for (int i = 0; i < system.dim(); ++i)
      for (int j = affine ? -1 : 0; j < system.rank(); ++j)
        unknowns.push_back({i, j, exponents, Rational(0)});
  if (unknowns.size() > most_unknowns)
    throw BudgetExceeded("a section of " + std::to_string(unknowns.size()) + " coefficients");
  const auto width = static_cast<Eigen::Index>(unknowns.size());
  const auto height = system.rank() + system.frame.cols();
  const auto count = static_cast<std::size_t>((width + 24) / system.frame.cols() + 2);
  std::vector<SamplePoint> samples;
  for (std::size_t k = 0; k < count; ++k) samples.emplace_back(ring, system.rank(), generator);
  for (int power = 0; power <= 1; ++power) {
    MultiplierSection section{{}, power};
    const auto modulo = [&]() -> std::optional<Residues> {
      Residues all(static_cast<Eigen::Index>(count) * height, width + 1);
      for (std::size_t k = 0; k < count; ++k)
        all.middleRows(static_cast<Eigen::Index>(k) * height, height) =
            equations_at(system, unknowns, monomials, power, samples[k]);
      const auto echelon = row_echelon<Residue>(std::move(all));
      Residues solution = Residues::Constant(width, 1, Residue(0));
      for (std::size_t row = 0; row < echelon.pivots.size(); ++row) {
        if (echelon.pivots[row] == width) return std::nullopt;
        solution(echelon.pivots[row], 0) = echelon.rows(static_cast<Eigen::Index>(row), width);
      }
      return solution;
    };
    const auto proves = [&](const DynamicMatrix<Rational>& solution) {
      for (Eigen::Index c = 0; c < width; ++c)
        if (!solution(c, 0).is_zero()) {
          section.terms.push_back(unknowns[static_cast<std::size_t>(c)]);
          section.terms.back().factor = solution(c, 0);
        }
      return proves_yes(system, section);
    };
    if (detail::from_residues(modulo, proves)) return section;
    if (ring.size() == 0) break;  // the determinant is constant
  }
  return std::nullopt;
}

}  // namespace hamel
