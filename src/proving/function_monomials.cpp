// Points, monomials and motions in numbers modulo a prime.
#include "function_monomials.hpp"

#include <utility>

#include <hamel/check/polynomial_field.hpp>

#include "checking/exact_algebra.hpp"

namespace hamel {

namespace {

using Table = DynamicMatrix<Residue>;

const auto same = [](const Table& m) -> Table { return m; };

/// All exponents of `count` variables with this sum.
void extend(std::vector<std::vector<int>>& all, std::vector<int> begun, int count, int left) {
  if (static_cast<int>(begun.size()) + 1 == count || count == 0) {
    if (count > 0) begun.push_back(left);
    if (count > 0 || left == 0) all.push_back(std::move(begun));
    return;
  }
  for (int k = left; k >= 0; --k) {
    std::vector<int> next = begun;
    next.push_back(k);
    extend(all, std::move(next), count, left - k);
  }
}

Residue product(const std::vector<Residue>& values, const std::vector<int>& exponents) {
  Residue result(1);
  for (std::size_t i = 0; i < exponents.size(); ++i)
    for (int k = 0; k < exponents[i]; ++k) result *= values[i];
  return result;
}

std::vector<Residue> column(const Table& m) {
  return {m.data(), m.data() + m.size()};
}

Table inverse_of(const std::pair<Residue, Table>& parts) {
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
  std::vector<std::vector<int>> all;
  for (int k = 0; k <= degree; ++k) extend(all, {}, ring.size(), k);
  Table values(static_cast<Eigen::Index>(all.size()) + 4, static_cast<Eigen::Index>(all.size()));
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    const ResiduePoint point = SamplePoint(ring, 0, generator).here();
    std::vector<Residue> functions;
    for (const auto& p : system.functions.reshaped()) functions.push_back(point(p));
    for (std::size_t j = 0; j < all.size(); ++j)
      values(i, static_cast<Eigen::Index>(j)) = product(functions, all[j]);
  }
  for (const auto pivot : row_echelon<Residue>(std::move(values)).pivots) {
    places_.emplace(all[static_cast<std::size_t>(pivot)], exponents_.size());
    exponents_.push_back(all[static_cast<std::size_t>(pivot)]);
  }
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
  const Table d = value(system.d), metric = value(system.metric);
  const auto parts = determinant_and_adjugate<Residue>(motion.gram, same);
  const Table inverse = inverse_of(parts);
  det = parts.first;
  u_rate = inverse * Table(-(d.transpose() * motion.pull));
  reaction = motion.pull + metric * Table(d * u_rate);
  const auto along = [&](const std::vector<StoredSystem::Table>& slopes) {
    Table sum = value(slopes[0]) * motion.a(0, 0);
    for (std::size_t k = 1; k < slopes.size(); ++k)
      sum += value(slopes[k]) * motion.a(static_cast<Eigen::Index>(k), 0);
    return sum;
  };
  const Table d_rate = along(system.d_slopes), metric_rate = along(system.metric_slopes);
  const Table half = d_rate.transpose() * Table(metric * d);
  const Table gram_rate =
      half + Table(half.transpose()) + Table(d.transpose() * Table(metric_rate * d));
  det_rate = det * Table(inverse * gram_rate).trace();
  functions = column(value(system.functions));
  function_rates = column(along(system.function_slopes));
  function_slopes = Table(system.functions.rows(), system.dim());
  for (int k = 0; k < system.dim(); ++k)
    function_slopes.col(k) = value(system.function_slopes[static_cast<std::size_t>(k)]);
}

}  // namespace hamel
