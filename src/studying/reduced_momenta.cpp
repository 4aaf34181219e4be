// The vakonomic flow on the functions that it needs, in u and l of its momenta: p(x, z)' = rates, so with P = dp/dz
//     P z' = drive = rates - (dp/dx) x'.
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "exact/determinants.hpp"
#include "function_fit.hpp"
#include "lowering/nowhere_zero.hpp"
#include "lowering/polynomial_text.hpp"
#include "reduced_parts.hpp"
#include "right_symmetries.hpp"

namespace hamel {

namespace {

using namespace reduced_parts;
using Table = DynamicMatrix<CoordinatePolynomial>;

std::vector<std::string> names_of(const StoredSystem& system) {
  std::vector<std::string> names;
  for (int j = 1; j <= system.dim(); ++j)
    names.push_back(j <= system.rank() ? "u" + std::to_string(j)
                                       : "l" + std::to_string(j - system.rank()));
  return names;
}

/// The rates of the stored numbers.
std::vector<Formula> moving(const MomentumFlow& flow) {
  const StoredSystem& system = flow.system();
  std::vector<Formula> rates(static_cast<std::size_t>(system.numbers) +
                             static_cast<std::size_t>(system.dim()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.numbers); ++i)
    for (int k = 0; k < system.dim(); ++k)
      rates[i] += flow.admissible()(k, 0) * system.rates[static_cast<std::size_t>(k)][i];
  return rates;
}

Table drive_of(const MomentumFlow& flow, const std::vector<Formula>& rates) {
  Table drive = flow.momentum_rates();
  for (Eigen::Index i = 0; i < drive.rows(); ++i)
    drive(i, 0) -= flow.momenta()(i, 0).derivative(rates);
  return flow.system().reduced(drive);
}

/// All functions being stored numbers: P is inverted among these.
std::optional<ReducedField> in_numbers_alone(const CoordinateRing& ring, const MomentumFlow& flow) {
  const StoredSystem& system = flow.system();
  const int n = system.dim();
  const Renaming renaming(system, n);
  const auto tidy = [&](const Table& m) { return system.reduced(m); };
  const std::vector<Formula> of_numbers = moving(flow);
  const Table drive = drive_of(flow, of_numbers);
  Table by_z(n, n);
  by_z << system.metric * system.d, flow.annihilators();
  const auto [determinant, adjugate] = determinant_and_adjugate<Formula>(tidy(by_z), tidy);
  const Table of_z = tidy(adjugate * drive);
  Rates rates;
  const auto add = [&](std::vector<Formula>& all, const Formula& p) {
    const auto named = renaming(p);
    if (named) all.push_back(*named);
    return named.has_value();
  };
  std::vector<Formula> dets;
  if (!add(dets, determinant)) return std::nullopt;
  rates.det = dets.front();
  for (int j = 0; j < n; ++j)
    if (!add(rates.of_z, of_z(j, 0)) || !add(rates.balance, drive(j, 0))) return std::nullopt;
  const auto sets = closed_sets(ring);
  std::set<int> needed;
  add_functions(needed, dets, sets);
  add_functions(needed, rates.of_z, sets);
  for (std::size_t known = 0; known != needed.size();) {
    known = needed.size();
    for (const int i : std::set<int>(needed)) {
      if (rates.of_f.contains(i)) continue;
      // Not in normal form: as it is it keeps the relations as identities.
      const auto rate = renaming(system.functions(i, 0).derivative(of_numbers));
      if (!rate) return std::nullopt;
      rates.moved[i] = *rate;
      rates.of_f[i] = rates.det * *rate;
      add_functions(needed, {*rate}, sets);
    }
  }
  for (int k = 0; k < n; ++k)
    if (const auto a = renaming(flow.admissible()(k, 0))) rates.group[k] = *a;
  return among(ring, needed, rates, names_of(system));
}

/// How symmetries change u and l, mu' = ad_xi^T mu: on the row of C where l_k alone stands
///     w_k l_k' = (ad_xi^T C l - (e_xi C) l)_row.
std::vector<TurnedVariables> turned_momenta(const PolynomialFile& about,
                                            const Multipliers& multipliers,
                                            const std::vector<int>& rows_of_l) {
  std::vector<TurnedVariables> all;
  const Table& c = multipliers.columns;
  const auto r = about.system.distribution.cols(), rest = c.cols();
  for (const auto& [xi, turning] : right_symmetries(about.system)) {
    Table by = Table::Constant(r + rest, r + rest, Formula());
    by.topLeftCorner(r, r) = turning.unaryExpr([](const Rational& x) { return Formula(x); });
    std::vector<Formula> along(static_cast<std::size_t>(about.ring.size()));
    for (int i = 0; i < about.ring.size(); ++i)
      along[static_cast<std::size_t>(i)] = rate_along(about.ring, xi, i);
    const Table ad =
        about.system.algebra.ad(xi).unaryExpr([](const Rational& x) { return Formula(x); });
    const Table changed =
        ad.transpose() * c - c.unaryExpr([&](const Formula& p) { return p.derivative(along); });
    bool divided = true;
    for (Eigen::Index k = 0; k < rest && divided; ++k)
      for (Eigen::Index j = 0; j < rest && divided; ++j) {
        const int row = rows_of_l[static_cast<std::size_t>(k)];
        const auto quotient = exact_quotient(changed(row, j), c(row, k));
        divided = quotient.has_value();
        if (divided) by(r + k, r + j) = *quotient;
      }
    if (divided) all.push_back({xi, std::move(by)});
  }
  return all;
}

/// Polynomials in stored numbers and z, each with the same in functions, as if nothing related these: the factor of
/// each monomial of z is fitted in few functions, or is what it is in these.
class ShortFormulas {
 public:
  ShortFormulas(const CoordinateRing& ring, const MomentumFlow& flow, IntegralSearch& search)
      : numbers_(flow.system().numbers), size_(ring.size()) {
    std::set<int> whole;
    for (int i = 0; i < size_; ++i) whole.insert(i);
    std::set<std::pair<std::size_t, std::set<int>>> sets{{0, {}}, {whole.size(), whole}};
    for (auto& set : closed_sets(ring)) sets.emplace(set.size(), set);
    for (const auto& [size, set] : sets) fits_.emplace_back(flow, search, set);
  }

  Formula operator()(const Formula& stored, const Formula& formula) {
    const auto among = by_z(formula, size_);
    Formula sum;
    for (const auto& [z, part] : by_z(stored, numbers_)) {
      std::optional<Formula> fitted;
      for (auto fit = fits_.begin(); !fitted && fit != fits_.end(); ++fit) fitted = (*fit)(part);
      sum += fitted ? *fitted : among.at(z);
    }
    return sum;
  }
  Table operator()(const Table& stored, const Table& formulas) {
    Table named = formulas;
    for (Eigen::Index i = 0; i < named.rows(); ++i)
      for (Eigen::Index j = 0; j < named.cols(); ++j)
        named(i, j) = (*this)(stored(i, j), formulas(i, j));
    return named;
  }

 private:
  /// The terms with each monomial of the variables from `first` on, called by their places behind it.
  static std::map<Formula::Monomial, Formula> by_z(const Formula& p, int first) {
    std::map<Formula::Monomial, Formula> parts;
    for (const auto& [monomial, factor] : p.terms()) {
      Formula::Monomial z;
      for (const auto& [variable, power] : monomial)
        if (index_of(variable) >= first) z.emplace_back(variable - variable_of(first), power);
      parts[z] += Formula::term(monomial, factor);
    }
    return parts;
  }

  int numbers_, size_;
  std::vector<FunctionFit> fits_;
};

/// In all functions, by values at points, from D^T drive = G u', G = D^T M D, and on the row of C where l_k alone
/// stands
///     w_k l_k' = (drive - M D u')_row.
std::optional<ReducedField> in_all_functions(const PolynomialFile& about, const MomentumFlow& flow,
                                             const Multipliers& multipliers,
                                             IntegralSearch& search) {
  const CoordinateRing& ring = about.ring;
  const StoredSystem &system = flow.system(), functions = system_in_functions(about);
  const MomentumFlow formulas(about, functions, multipliers);
  const int m = ring.size(), n = system.dim(), r = system.rank();
  ShortFormulas shortened(ring, flow, search);
  const auto of = [&](const auto& table) {
    return shortened(system.reduced(table(flow)), table(formulas));
  };
  const auto pushed = [](const MomentumFlow& f) -> Table {
    return f.system().metric * f.system().d;
  };
  const auto drive = [](const MomentumFlow& f) { return drive_of(f, moving(f)); };
  const auto in_d = [](const MomentumFlow& f, const Table& m) -> Table {
    return f.system().d.transpose() * m;
  };
  const Table by_u = of(pushed), driven = of(drive),
              gram = of([&](const MomentumFlow&f) { return in_d(f, pushed(f)); }),
              drive_in_d = of([&](const MomentumFlow&f) { return in_d(f, drive(f)); }),
              a = of([](const MomentumFlow&f) { return f.admissible(); });
  const auto [det_of_gram, adjugate] = determinant_and_adjugate<Formula>(gram);
  const Table of_u = adjugate * drive_in_d;
  std::vector<int> rows_of_l;
  Formula common(1);  // of all w_k
  for (int row = 0; row < n; ++row) {
    const auto k = static_cast<Eigen::Index>(rows_of_l.size());
    if (k == n - r || multipliers.columns(row, k).terms().empty()) continue;
    bool alone = true;
    for (Eigen::Index j = 0; j < n - r; ++j)
      alone = alone && (j == k) != multipliers.columns(row, j).terms().empty();
    if (!alone) continue;
    rows_of_l.push_back(row);
    if (!exact_quotient(common, multipliers.columns(row, k)))
      common = common * multipliers.columns(row, k);
  }
  Rates rates;
  rates.det = det_of_gram * common;
  for (int j = 0; j < r; ++j) rates.of_z.push_back(of_u(j, 0) * common);
  for (int k = 0; k < n - r; ++k) {
    const int row = rows_of_l[static_cast<std::size_t>(k)];
    const auto factor = exact_quotient(common, multipliers.columns(row, k));
    rates.of_z.push_back(*factor * (det_of_gram * driven(row, 0) - (by_u.row(row) * of_u)(0, 0)));
  }
  rates.balance.assign(driven.data(), driven.data() + n);
  for (int k = 0; k < n; ++k) rates.group[k] = a(k, 0);
  for (int i = 0; i < m; ++i) {
    Formula rate;  // along the left-invariant fields: these keep relations as identities
    for (std::size_t k = 0; k < ring.along().size(); ++k)
      rate += a(static_cast<Eigen::Index>(k), 0) * ring.along()[k][static_cast<std::size_t>(i)];
    rates.of_f[i] = rates.det * rate;
    rates.moved[i] = std::move(rate);
  }
  std::set<int> whole;
  for (int i = 0; i < m; ++i) whole.insert(i);
  ReducedField field = among(ring, whole, rates, names_of(system));
  Table by_z(n, n);
  by_z << by_u, multipliers.columns;
  add_turnings(field, ring, whole, turned_momenta(about, multipliers, rows_of_l), by_z);
  return field;
}

}  // namespace

std::optional<ReducedField> reduced_field(const PolynomialFile& about, const MomentumFlow& flow,
                                          const std::vector<int>& rows, IntegralSearch& search) {
  if (are_stored(about.ring)) return in_numbers_alone(about.ring, flow);
  if (about.ring.adjoins() && !FunctionValues::of(about.ring, 0).exist()) return std::nullopt;
  return in_all_functions(about, flow, multipliers_in_functions(about, rows), search);
}

std::string multiplier_in_words(const PolynomialFile& about, const MomentumFlow& flow,
                                const std::vector<int>& rows) {
  const CoordinateRing& ring = about.ring;
  const Renaming renaming(flow.system(), flow.variables());
  const Table c = are_stored(ring) ? Table(flow.annihilators().unaryExpr(
                                         [&](const Formula& p) { return renaming(p).value(); }))
                                   : multipliers_in_functions(about, rows).columns;
  std::vector<std::string> names = ring.names();
  Table l(c.cols(), 1);
  for (Eigen::Index j = 0; j < l.rows(); ++j) {
    names.push_back("l" + std::to_string(j + 1));
    l(j, 0) = Formula::variable(ring.size() + static_cast<int>(j));
  }
  const Table mu = c * l;
  std::string text;
  for (Eigen::Index i = 0; i < mu.rows(); ++i)
    text += (i > 0 ? ", " : "(") + polynomial_text(mu(i, 0), names);
  return text + ")";
}

}  // namespace hamel
