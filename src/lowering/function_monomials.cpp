// Points, monomials and motions in numbers modulo a prime.
#include "function_monomials.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include <hamel/core/answer_budget.hpp>

#include "echelon_rows.hpp"
#include "exact/linear_algebra.hpp"

namespace hamel {

namespace {

using Residues = DynamicMatrix<Residue>;

/// Points in a row that must show no more independent monomials.
constexpr std::size_t confirming_points = 40;

const auto same = [](const Residues& m) -> Residues { return m; };

Residue product(const std::vector<Residue>& values, const std::vector<int>& exponents) {
  Residue result(1);
  for (std::size_t i = 0; i < exponents.size(); ++i)
    for (int k = 0; k < exponents[i]; ++k) result *= values[i];
  return result;
}

std::vector<Residue> column(const Residues& m) {
  return {m.data(), m.data() + m.size()};
}

Residues inverse_of(const std::pair<Residue, Residues>& parts) {
  return (Residue(1) / parts.first) * parts.second;
}

}  // namespace

SamplePoint::SamplePoint(const CoordinateRing& ring, int velocities, std::mt19937& generator)
    : stored(ring.formal_point(generator)), u(velocities) {
  for (auto& x : u) x = Rational(static_cast<int>(generator() % 997) - 498);
}

ResiduePoint SamplePoint::here() const {
  return residue_point(stored);
}

FunctionMonomials::FunctionMonomials(const StoredSystem& system, const CoordinateRing& ring,
                                     int degree, std::mt19937& generator) {
  std::vector<std::vector<Residue>> points;  // the functions there
  for (int k = 0; k <= degree; ++k) {
    std::vector<std::vector<int>> all = exponents_;
    for (auto& exponents : next_degree(ring.size(), k)) all.push_back(std::move(exponents));
    if (all.size() == exponents_.size()) break;
    EchelonRows rows(all.size());
    for (std::size_t i = 0, idle = 0; idle < confirming_points && rows.rank() < all.size(); ++i) {
      AnswerBudget::require();  // modulo a prime nothing is counted
      if (i == points.size()) {
        const ResiduePoint point = SamplePoint(ring, 0, generator).here();
        points.emplace_back();
        for (const auto& p : system.functions.reshaped()) points.back().push_back(point(p));
      }
      std::vector<Residue> row;
      for (const auto& exponents : all) row.push_back(product(points[i], exponents));
      idle = rows.add(row) ? 0 : idle + 1;
    }
    exponents_.clear();
    for (const std::size_t pivot : rows.pivots()) {
      places_.emplace(all[pivot], exponents_.size());
      exponents_.push_back(all[pivot]);
    }
  }
}

/// Monomials of this degree in lexicographic order without those that have a divisor which is a combination of
/// monomials before it: multiplied, they are one too.
std::vector<std::vector<int>> FunctionMonomials::next_degree(int count, int degree) const {
  if (degree == 0) return {std::vector<int>(static_cast<std::size_t>(count), 0)};
  std::set<std::vector<int>, std::greater<>> candidates;
  for (const auto& exponents : exponents_) {
    if (std::accumulate(exponents.begin(), exponents.end(), 0) != degree - 1) continue;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      std::vector<int> raised = exponents;
      ++raised[i];
      bool stands = true;
      for (std::size_t j = 0; j < raised.size() && stands; ++j) {
        if (raised[j] == 0) continue;
        --raised[j];
        stands = places_.contains(raised);
        ++raised[j];
      }
      if (stands) candidates.insert(std::move(raised));
    }
  }
  return {candidates.begin(), candidates.end()};
}

std::vector<Residue> FunctionMonomials::values(const std::vector<Residue>& functions) const {
  std::vector<Residue> result;
  for (const auto& exponents : exponents_) result.push_back(product(functions, exponents));
  return result;
}

std::vector<Residue> FunctionMonomials::rates(const std::vector<Residue>& functions,
                                              const std::vector<Residue>& changes) const {
  std::vector<Residue> result;
  for (const auto& exponents : exponents_) {
    Residue sum(0);
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      if (exponents[i] == 0) continue;
      std::vector<int> lowered = exponents;
      --lowered[i];
      sum += Residue(exponents[i]) * product(functions, lowered) * changes[i];
    }
    result.push_back(sum);
  }
  return result;
}

SampledMotion::SampledMotion(const StoredSystem& system, const SamplePoint& sample)
    : point(sample.here()),
      u(cast<Residue, Rational>(sample.u)),
      motion(
          system, u, [&](const CoordinatePolynomial& p) { return point(p); }, same) {
  const Residues d = value(system.d), metric = value(system.metric);
  const auto parts = determinant_and_adjugate<Residue>(motion.gram);
  const Residues inverse = inverse_of(parts);
  det = parts.first;
  u_rate = inverse * Residues(-(d.transpose() * motion.pull));
  reaction = motion.pull + metric * Residues(d * u_rate);
  const auto along = [&](const std::vector<StoredSystem::Table>& slopes) {
    Residues sum = value(slopes[0]) * motion.a(0, 0);
    for (std::size_t k = 1; k < slopes.size(); ++k)
      sum += value(slopes[k]) * motion.a(static_cast<Eigen::Index>(k), 0);
    return sum;
  };
  const Residues d_rate = along(system.d_slopes), metric_rate = along(system.metric_slopes);
  const Residues half = d_rate.transpose() * Residues(metric * d);
  const Residues gram_rate =
      half + Residues(half.transpose()) + Residues(d.transpose() * Residues(metric_rate * d));
  det_rate = det * Residues(inverse * gram_rate).trace();
  functions = column(value(system.functions));
  function_rates = column(along(system.function_slopes));
  function_slopes = Residues(system.functions.rows(), system.dim());
  for (int k = 0; k < system.dim(); ++k)
    function_slopes.col(k) = value(system.function_slopes[static_cast<std::size_t>(k)]);
}

}  // namespace hamel
