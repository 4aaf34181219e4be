// m' = D^T (ad*_a p + F) + (D')^T p for m = D^T p, p = M a, a = D u + v0, solved for u'; and, for p = M a + mu,
// p' = ad*_a p + F - <mu, (d_k D) u + d_k v0>_k, solved for u' and l'.
#include "varying_again.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <utility>

#include "exact/determinants.hpp"
#include "flow_parts.hpp"
#include "lowering/multipliers.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

PolynomialTable variables(int first, int count) {
  PolynomialTable z(count, 1);
  for (int j = 0; j < count; ++j) z(j, 0) = CoordinatePolynomial::variable(first + j);
  return z;
}

/// A file in stored numbers, and a flow in these and in `count` variables behind them.
struct VaryingFile {
  const PolynomialFile& about;
  int n, numbers, count = 0;
  PolynomialTable metric, d, offset;
  CoordinatePolynomial potential;
  FlowAgain flow = {};

  explicit VaryingFile(const PolynomialFile& file)
      : about(file),
        n(static_cast<int>(file.system.metric.rows())),
        numbers(file.ring.size() > 0 ? static_cast<int>(file.ring.stored_rates()[0].size()) : 0),
        metric(stored(file.system.metric)),
        d(stored(file.system.distribution)),
        offset(stored(file.system.offset)),
        potential(in_stored_numbers(file.system.potential, file.ring)) {
    flow.relations = file.ring.normal_form();
  }

  PolynomialTable stored(const PolynomialTable& m) const {
    return m.unaryExpr(
        [&](const CoordinatePolynomial& p) { return in_stored_numbers(p, about.ring); });
  }
  PolynomialTable tidy(const PolynomialTable& m) const {
    return m.unaryExpr([&](const CoordinatePolynomial& p) { return flow.relations.reduced(p); });
  }
  /// Along e_k.
  PolynomialTable slope(const PolynomialTable& m, int k) const {
    return tidy(m.unaryExpr([&](const CoordinatePolynomial& p) {
      return p.derivative(flow.directions[static_cast<std::size_t>(k)]);
    }));
  }

  /// The left-invariant fields, and their names for what is stored.
  void add_directions(int variables_behind) {
    count = variables_behind;
    for (int k = 0; k < n; ++k) {
      auto along = about.ring.size() > 0 ? about.ring.stored_rates()[static_cast<std::size_t>(k)]
                                         : std::vector<CoordinatePolynomial>();
      along.resize(static_cast<std::size_t>(numbers + count));
      flow.directions.push_back(std::move(along));
    }
    flow.names = about.ring.names();
    for (int i = 0; i < about.ring.size(); ++i)
      flow.functions.push_back(in_stored_numbers(CoordinatePolynomial::variable(i), about.ring));
  }
  void add_names(const std::string& letter, const PolynomialTable& values) {
    for (Eigen::Index j = 0; j < values.rows(); ++j) {
      flow.names.push_back(letter + std::to_string(j + 1));
      flow.functions.push_back(values(j, 0));
    }
  }
  /// ad*_a p + F, without what a force adds.
  PolynomialTable balance(const PolynomialTable& a, const PolynomialTable& p) const {
    PolynomialTable force = coadjoint(about.system.algebra, a, p), of_potential(1, 1);
    of_potential(0, 0) = potential;
    for (int k = 0; k < n; ++k)
      force(k, 0) += CoordinatePolynomial(Rational(1) / Rational(2)) *
                         (a.transpose() * tidy(slope(metric, k) * a))(0, 0) -
                     slope(of_potential, k)(0, 0);
    return force;
  }
  /// det times the rates of the stored numbers, those of the variables behind them, and the divergence of all, for the
  /// right-invariant measure, which left-invariant fields keep.
  void add_rates(const PolynomialTable& a, const PolynomialTable& of_variables) {
    flow.moves_by(about.system.algebra, a);
    CoordinatePolynomial spread;
    for (int k = 0; k < n; ++k)
      spread += a(k, 0).derivative(flow.directions[static_cast<std::size_t>(k)]);
    for (int i = 0; i < numbers; ++i) {
      CoordinatePolynomial sum;
      for (int k = 0; k < n; ++k)
        sum += a(k, 0) * flow.directions[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
      flow.rates.push_back(flow.relations.reduced(flow.det * flow.relations.reduced(sum)));
    }
    flow.divergence = flow.det * flow.relations.reduced(spread);
    for (int j = 0; j < count; ++j) {
      flow.rates.push_back(of_variables(j, 0));
      flow.directions.push_back(unit_direction(static_cast<std::size_t>(numbers + count),
                                               static_cast<std::size_t>(numbers + j)));
      flow.divergence += of_variables(j, 0).derivative(flow.directions.back());
    }
    flow.measured = true;
  }
  void add_points() {
    flow.values = FunctionValues::of(about.ring, 0);
    flow.valued = flow.values.exist();
    std::mt19937 generator(11);
    for (int i = 0; i < 3; ++i) {
      FlowAgain::Point point;
      if (about.ring.size() > 0) point = about.ring.formal_point(generator);
      point.resize(static_cast<std::size_t>(numbers));
      for (int j = 0; j < count; ++j)
        point.push_back({random_number(generator), Rational(1), Rational(0)});
      flow.points.push_back(std::move(point));
    }
  }
};

std::optional<PolynomialFile> covered(const SystemFile& file, Coordinates coordinates) {
  auto about = polynomial_file(file, coordinates);
  if (about && about->ring.size() > 0 && !about->ring.relations().complete()) about.reset();
  return about;
}

/// mu = C l with D^T C = 0.
std::optional<Multipliers> multipliers(const VaryingFile& file, const std::vector<int>& rows) {
  Multipliers of = multipliers_of(file.about, rows);
  if (file.flow.vanishes(of.minor)) return std::nullopt;
  const PolynomialTable product = file.tidy(file.d.transpose() * of.columns);
  for (const auto& p : product.reshaped())
    if (!file.flow.vanishes(p)) return std::nullopt;
  int column = 0;  // C determines l
  for (int row = 0; row < file.n; ++row) {
    if (std::ranges::count(rows, row) > 0) continue;
    for (int k = 0; k < of.columns.cols(); ++k)
      if (!file.flow.vanishes(of.columns(row, k) * of.factors[static_cast<std::size_t>(k)] -
                              (k == column ? of.minor : CoordinatePolynomial())))
        return std::nullopt;
    ++column;
  }
  return of;
}

}  // namespace

std::optional<FlowAgain> velocities_again(const SystemFile& system, bool free,
                                          Coordinates coordinates) {
  const auto about = covered(system, coordinates);
  if (!about) return std::nullopt;
  VaryingFile file(*about);
  const int n = file.n;
  const auto tidy = [&](const PolynomialTable& m) { return file.tidy(m); };
  if (free) {
    const int space = about->timed ? n - 1 : n;
    file.d = PolynomialTable::Constant(n, space, CoordinatePolynomial());
    for (int k = 0; k < space; ++k) {
      file.offset(k, 0) = CoordinatePolynomial();
      file.d(k, k) = CoordinatePolynomial(1);
    }
  }
  const int r = static_cast<int>(file.d.cols());
  file.add_directions(r);
  const PolynomialTable u = variables(file.numbers, r), &d = file.d;
  const PolynomialTable a = tidy(d * u + file.offset), p = tidy(file.metric * a),
                        gram = tidy(d.transpose() * tidy(file.metric * d)),
                        carried = tidy(d.transpose() * tidy(file.metric * file.offset));
  PolynomialTable force = file.balance(a, p);
  for (const auto& [velocities, covector] : about->system.force) {
    PolynomialTable term = file.stored(covector);
    for (const int i : velocities) term = tidy(term * a(i, 0));
    force += term;
  }
  PolynomialTable rate = PolynomialTable::Constant(
      r, 1, CoordinatePolynomial());  // of m less that of G in m = G u + D^T M v0
  for (int k = 0; k < n; ++k)
    rate += a(k, 0) * PolynomialTable(tidy(file.slope(d, k).transpose() * p) -
                                      tidy(file.slope(gram, k) * u) - file.slope(carried, k));
  rate = tidy(rate + d.transpose() * tidy(force));
  auto [det, adjugate] = determinant_and_adjugate<CoordinatePolynomial>(gram, tidy);
  file.flow.det = std::move(det);
  file.add_rates(a, tidy(adjugate * rate));
  file.add_names("u", u);
  file.add_points();
  return std::move(file.flow);
}

std::optional<FlowAgain> momenta_again(const SystemFile& system, Coordinates coordinates,
                                       const std::vector<int>& rows) {
  const auto about = covered(system, coordinates);
  if (!about || about->timed || !about->system.force.empty()) return std::nullopt;
  VaryingFile file(*about);
  const int n = file.n, r = static_cast<int>(file.d.cols());
  if (r == n || r == 0 || static_cast<int>(rows.size()) != r || !std::ranges::is_sorted(rows) ||
      std::ranges::adjacent_find(rows) != rows.end() || rows.front() < 0 || rows.back() >= n)
    return std::nullopt;
  const auto of = multipliers(file, rows);
  if (!of) return std::nullopt;
  const CoordinatePolynomial& minor = of->minor;
  file.add_directions(n);
  const auto tidy = [&](const PolynomialTable& m) { return file.tidy(m); };
  const PolynomialTable u = variables(file.numbers, r), l = variables(file.numbers + r, n - r),
                        &d = file.d;
  const PolynomialTable a = tidy(d * u + file.offset), mu = tidy(of->columns * l),
                        p = tidy(file.metric * a + mu), in_d = tidy(file.metric * d),
                        gram = tidy(d.transpose() * in_d);
  PolynomialTable drive =
      file.balance(a, p);  // p' less what p(x,u,l) changes by where x alone moves: M D u' + C l'
  for (int k = 0; k < n; ++k) {
    const PolynomialTable turned = tidy(file.slope(d, k) * u) + file.slope(file.offset, k);
    drive(k, 0) -= (mu.transpose() * turned)(0, 0);
    drive -= a(k, 0) * file.slope(p, k);
  }
  drive = tidy(drive);
  // D^T (M D u' + C l') = G u', and of a row that is not given C l' is the minor over a factor times its l'.
  const auto [det, adjugate] = determinant_and_adjugate<CoordinatePolynomial>(gram, tidy);
  const PolynomialTable u_rate = tidy(adjugate * tidy(d.transpose() * drive)),
                        left = tidy(det * drive - tidy(in_d * u_rate));
  PolynomialTable rates(n, 1);
  for (int j = 0; j < r; ++j) rates(j, 0) = minor * u_rate(j, 0);
  for (int row = 0, j = r; row < n; ++row)
    if (std::ranges::count(rows, row) == 0) {
      rates(j, 0) = of->factors[static_cast<std::size_t>(j - r)] * left(row, 0);
      ++j;
    }
  file.flow.det = file.flow.relations.reduced(det * minor);
  file.add_rates(a, tidy(rates));
  // dp = |det(M D, C)| du dl, which is that of G times the minor's power n-r-1 over the factors.
  const auto along = [&](const CoordinatePolynomial& f) {
    CoordinatePolynomial sum;
    for (int k = 0; k < n; ++k)
      sum += a(k, 0) * f.derivative(file.flow.directions[static_cast<std::size_t>(k)]);
    return file.flow.relations.reduced(sum);
  };
  file.flow.divergence += minor * along(det) + CoordinatePolynomial(n - r - 1) * det * along(minor);
  int column = 0;
  for (int row = 0; row < n; ++row) {
    if (std::ranges::count(rows, row) > 0) continue;
    const CoordinatePolynomial& factor = of->factors[static_cast<std::size_t>(column)];
    file.flow.divergence -= det * of->columns(row, column++) * along(factor);
  }
  file.add_names("p", p);
  file.add_names("u", u);
  file.add_names("l", l);
  file.add_points();
  return std::move(file.flow);
}

}  // namespace hamel
