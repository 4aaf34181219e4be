// Formulas over stored numbers, and the leaves that motions stay on.
#include "stored_system.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "exact/linear_algebra.hpp"
#include "involutive_frame.hpp"

namespace hamel {

namespace {

using Table = DynamicMatrix<CoordinatePolynomial>;

bool is_constant(const Table& m) {
  return std::ranges::all_of(m.reshaped(), [](const CoordinatePolynomial& p) {
    return p.terms().empty() || (p.terms().size() == 1 && p.terms().begin()->first.empty());
  });
}

DynamicMatrix<Rational> constants(const Table& m) {
  return m.unaryExpr([](const CoordinatePolynomial& p) { return p.at_identity({}); });
}

/// The smallest space around D with [D, .] and [v0, .] in it.
Table constant_frame(const StoredSystem& system) {
  const DynamicMatrix<Rational> d = constants(system.d), v0 = constants(system.offset);
  DynamicMatrix<Rational> inside = d;
  for (Eigen::Index before = 0; before < inside.cols();) {
    before = inside.cols();
    for (Eigen::Index j = 0; j <= d.cols(); ++j) {
      const DynamicVector<Rational> left = j < d.cols() ? d.col(j) : v0.col(0);
      for (Eigen::Index k = 0; k < before; ++k) {
        const DynamicMatrix<Rational> more = join<Rational>(
            inside, DynamicMatrix<Rational>(system.algebra.ad(left) * inside.col(k)));
        if (rank<Rational>(more) == more.cols()) inside = more;
      }
    }
  }
  return inside.unaryExpr([](const Rational& x) { return CoordinatePolynomial(x); });
}

/// Leaves that move with the configuration, and in time where there is an offset.
Table moving_frame(const StoredSystem& system, const CoordinateRing& ring, bool timed) {
  Fields fields{system.algebra, ring.stored_rates(), system.d};
  const bool drifts = std::ranges::any_of(
      system.offset.reshaped(), [](const CoordinatePolynomial& p) { return !p.terms().empty(); });
  if (drifts && !timed)
    return frame_beside_time(fields, system.offset, CoordinatePolynomial(1), ring);
  if (timed) fields.drift = system.offset;
  return involutive_frame(fields, ring);
}

/// The tables of a file and their slopes, polynomials in functions becoming `in(p)`, in numbers that change so.
template <class In>
StoredSystem system_over(const PolynomialFile& about, NormalForm relations,
                         std::vector<std::vector<CoordinatePolynomial>> rates, const In& in) {
  const int size = about.ring.size(), n = static_cast<int>(about.system.metric.rows());
  const auto tables = [&](const Table& m) -> Table { return m.unaryExpr(in); };
  const int numbers = size > 0 ? static_cast<int>(rates[0].size()) : 0;
  StoredSystem system{about.system.algebra,
                      std::move(relations),
                      numbers,
                      std::move(rates),
                      tables(about.system.metric),
                      tables(about.system.distribution),
                      tables(about.system.offset),
                      {},
                      {},
                      {},
                      {},
                      {},
                      {},
                      {},
                      {}};
  for (const auto& [velocities, covector] : about.system.force)
    system.force.push_back({velocities, tables(covector)});
  system.functions = Table(size, 1);
  for (int i = 0; i < size; ++i) system.functions(i, 0) = CoordinatePolynomial::variable(i);
  system.functions = tables(system.functions);
  const auto slopes = [&](const Table& m, std::vector<Table>& along) {
    for (int k = 0; k < n; ++k)
      along.push_back(system.reduced(m.unaryExpr([&](const CoordinatePolynomial& p) {
        return p.derivative(system.rates[static_cast<std::size_t>(k)]);
      })));
  };
  slopes(system.metric, system.metric_slopes);
  slopes(system.d, system.d_slopes);
  slopes(system.offset, system.offset_slopes);
  slopes(system.functions, system.function_slopes);
  std::vector<Table> descent;
  slopes(Table::Constant(1, 1, in(about.system.potential)), descent);
  for (const auto& slope : descent) system.potential_slopes.push_back(slope(0, 0));
  return system;
}

}  // namespace

ResiduePoint residue_point(const StoredPoint& stored) {
  ResiduePoint point;
  for (const auto& [x, c, s] : stored) {
    point.numbers.emplace_back(x);
    point.cosines.emplace_back(c);
    point.sines.emplace_back(s);
  }
  return point;
}

CoordinatePolynomial in_stored_numbers(const CoordinatePolynomial& p, const CoordinateRing& ring) {
  const NormalForm& relations = ring.normal_form();
  return relations.reduced(value_of<CoordinatePolynomial>(
      p.terms(), [&](int i) { return ring.stored()[static_cast<std::size_t>(index_of(i))]; },
      [&](auto& term, const auto& f) { term = relations.reduced(term * f); }));
}

std::optional<StoredSystem> stored_system(const SystemFile& file, const PolynomialFile& about) {
  const CoordinateRing& ring = about.ring;
  if (ring.size() > 0 && !ring.relations().complete()) return std::nullopt;
  StoredSystem system =
      system_over(about, ring.normal_form(), ring.stored_rates(),
                  [&](const CoordinatePolynomial& p) { return in_stored_numbers(p, ring); });
  if (is_constant(system.d) && is_constant(system.offset) &&
      std::holds_alternative<GroupSystem>(file.system))
    system.frame = constant_frame(system);
  else
    system.frame = moving_frame(system, ring, about.timed);
  return system;
}

StoredSystem system_in_functions(const PolynomialFile& about) {
  return system_over(about, {}, about.ring.along(),
                     [](const CoordinatePolynomial& p) { return p; });
}

}  // namespace hamel
