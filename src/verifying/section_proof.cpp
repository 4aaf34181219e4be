// What a section for all motions must satisfy, as identities between polynomials: the whole of the proof.
#include <algorithm>
#include <cstddef>

#include "exact/determinants.hpp"
#include "multiplier_section.hpp"

namespace hamel {

bool proves_yes(const StoredSystem& system, const MultiplierSection& section) {
  using Polynomial = CoordinatePolynomial;
  using Table = StoredSystem::Table;
  const int n = system.dim(), r = system.rank(),
            functions = static_cast<int>(system.functions.rows());
  const auto reduced = [&](const Polynomial& p) { return system.relations.reduced(p); };
  const auto tidy = [&](const Table& m) { return system.reduced(m); };
  Table u(r, 1), mu = Table::Constant(n, 1, Polynomial());
  for (int j = 0; j < r; ++j) u(j, 0) = Polynomial::variable(system.numbers + j);
  for (const auto& term : section.terms) {
    if (term.component < 0 || term.component >= n || term.velocity < -1 || term.velocity >= r ||
        static_cast<int>(term.exponents.size()) != functions)
      return false;
    Polynomial value(term.factor);
    for (int i = 0; i < functions; ++i)
      for (int k = 0; k < term.exponents[static_cast<std::size_t>(i)]; ++k)
        value = reduced(value * system.functions(i, 0));
    mu(term.component, 0) += term.velocity < 0 ? value : value * u(term.velocity, 0);
  }
  const MotionTerms<Polynomial> motion(
      system, u, [](const Polynomial& p) { return p; }, tidy);
  // With det = det(D^T M D): det u' = -adjugate D^T pull, so that det times every rate is a polynomial.
  const auto [det, adjugate] = determinant_and_adjugate<Polynomial>(motion.gram, tidy);
  const Table u_rate = tidy(adjugate * tidy(-system.d.transpose() * motion.pull));
  std::vector<Polynomial> rates, unit_rates;
  for (int i = 0; i < system.numbers; ++i) {
    Polynomial rate;
    for (int k = 0; k < n; ++k)
      rate +=
          motion.a(k, 0) * system.rates[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
    unit_rates.push_back(reduced(rate));
    rates.push_back(reduced(det * unit_rates.back()));
  }
  for (int j = 0; j < r; ++j) rates.push_back(u_rate(j, 0));
  Table left = mu.unaryExpr([&](const Polynomial& p) { return p.derivative(rates); });
  left -= det * tidy(motion.transport * mu);
  Table nu = det * motion.pull + system.metric * tidy(system.d * u_rate);
  if (section.power == 1) {
    left -= reduced(det.derivative(unit_rates)) * mu;
    nu = det * tidy(nu);
  } else if (section.power != 0) {
    return false;
  }
  const Table defects[] = {tidy(system.d.transpose() * mu),
                           tidy(system.frame.transpose() * tidy(left + nu))};
  return std::ranges::all_of(defects, [&](const Table& m) {
    return std::ranges::all_of(m.reshaped(),
                               [&](const Polynomial& p) { return system.relations.vanishes(p); });
  });
}

}  // namespace hamel
