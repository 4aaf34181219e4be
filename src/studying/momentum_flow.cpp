// Momenta in parameters, and their rates.
#include "momentum_flow.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "exact/partial_derivative.hpp"
#include "lowering/nowhere_zero.hpp"
#include "parities.hpp"

namespace hamel {

namespace {

using Table = DynamicMatrix<CoordinatePolynomial>;

}  // namespace

MomentumFlow::MomentumFlow(const PolynomialFile& about, const StoredSystem& stored,
                           Multipliers multipliers)
    : about_(about), system_(stored), multipliers_(std::move(multipliers)) {
  const int r = system_.rank(), rest = system_.dim() - r;
  const auto tidy = [&](const Table& m) { return system_.reduced(m); };
  Table u(r, 1), l(rest, 1);
  for (int j = 0; j < r; ++j) u(j, 0) = CoordinatePolynomial::variable(system_.numbers + j);
  for (int j = 0; j < rest; ++j) l(j, 0) = CoordinatePolynomial::variable(system_.numbers + r + j);
  const MotionTerms<CoordinatePolynomial> motion(
      system_, u, [](const CoordinatePolynomial& p) { return p; }, tidy);
  const Table mu = tidy(annihilators() * l);
  a_ = motion.a;
  momenta_ = tidy(system_.metric * a_ + mu);
  rates_ = tidy(motion.drive + tidy(motion.transport * mu));
}

// det(M D, C)^2 minor^2 = det(G)^2 (det of C on the rows that are not given)^2.
bool MomentumFlow::reaches_all_momenta() const {
  CoordinatePolynomial power(1), product(1);
  for (std::size_t k = 0; k < multipliers_.factors.size(); ++k) {
    if (k > 0) power = power * multipliers_.minor;
    product = product * multipliers_.factors[k];
  }
  if (multipliers_.factors.size() == 1) return true;
  const auto quotient = exact_quotient(power, product);
  return quotient && is_nowhere_zero(*quotient);
}

CoordinatePolynomial MomentumFlow::in_parameters(const CoordinatePolynomial& p) const {
  const int m = static_cast<int>(system_.functions.rows()), n = system_.dim();
  const auto image = [&](int i) {
    const int k = index_of(i);
    return k < m       ? system_.functions(k, 0)
           : k < m + n ? momenta_(k - m, 0)
                       : CoordinatePolynomial::variable(system_.numbers + k - m - n);
  };
  return system_.relations.reduced(value_of<CoordinatePolynomial>(
      p.terms(), image,
      [&](auto& term, const auto& f) { term = system_.relations.reduced(term * f); }));
}

bool MomentumFlow::keeps(const CoordinatePolynomial& p) const {
  const int m = static_cast<int>(system_.functions.rows()), n = system_.dim();
  CoordinatePolynomial sum;
  for (int v = 0; v < m + n; ++v) {
    const CoordinatePolynomial slope = partial(p, v);
    if (slope.terms().empty()) continue;
    CoordinatePolynomial rate;
    if (v < m)
      for (int k = 0; k < n; ++k)
        rate += a_(k, 0) * system_.function_slopes[static_cast<std::size_t>(k)](v, 0);
    else
      rate = rates_(v - m, 0);
    sum += system_.relations.reduced(in_parameters(slope) * system_.relations.reduced(rate));
  }
  return system_.relations.vanishes(sum);
}

bool MomentumFlow::is_energy(const CoordinatePolynomial& p) const {
  return system_.relations.vanishes(in_parameters(p) - in_parameters(energy()));
}

CoordinatePolynomial MomentumFlow::energy() const {
  const PolynomialSystem& of = about_.system;
  const int m = about_.ring.size(), n = system_.dim(), r = system_.rank();
  Table u(r, 1), p(n, 1);
  for (int i = 0; i < n; ++i) p(i, 0) = CoordinatePolynomial::variable(m + i);
  for (int j = 0; j < r; ++j) u(j, 0) = CoordinatePolynomial::variable(m + n + j);
  const Table in_d = of.distribution * u;
  return CoordinatePolynomial(Rational(1) / Rational(2)) *
             ((in_d.transpose() * (of.metric * in_d))(0, 0) -
              (of.offset.transpose() * (of.metric * of.offset))(0, 0)) +
         (p.transpose() * of.offset)(0, 0) + of.potential;
}

std::vector<std::vector<int>> MomentumFlow::parities() const {
  FlowPolynomials flow{system_,
                       {},
                       {momenta_.data(), momenta_.data() + momenta_.size()},
                       {rates_.data(), rates_.data() + rates_.size()}};
  for (int i = 0; i < system_.numbers; ++i) {
    CoordinatePolynomial rate;
    for (int k = 0; k < system_.dim(); ++k)
      rate += a_(k, 0) * system_.rates[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
    flow.number_rates.push_back(system_.relations.reduced(rate));
  }
  return parities_of(flow);
}

FlowSample MomentumFlow::at(const SamplePoint& sample) const {
  using Numbers = DynamicMatrix<Residue>;
  const int n = system_.dim(), r = system_.rank();
  SamplePoint moving = sample;  // u are the first of its numbers, l the others
  moving.u.conservativeResize(r);
  const SampledMotion of(system_, moving);
  const Numbers l = cast<Residue, Rational>(DynamicMatrix<Rational>(sample.u.tail(n - r)));
  const Numbers mu = of.value(annihilators()) * l,
                momentum = of.value(system_.metric) * of.motion.a;
  FlowSample result{of.point,          of.functions,
                    of.function_rates, of.function_slopes,
                    momentum + mu,     of.motion.drive + of.motion.transport * mu,
                    Residue(0),        Numbers(1, 2 * n)};
  const Numbers &a = of.motion.a, &p = result.z;
  result.energy = (p.transpose() * a)(0, 0) - (a.transpose() * momentum)(0, 0) / Residue(2) +
                  result(about_.system.potential);
  Numbers turned = -result.z_rates;  // ad*_a p - p' = dH along the basis
  for (const auto& c : system_.algebra.entries()) {
    turned(c.j, 0) += Residue(c.value) * a(c.i, 0) * p(c.k, 0);
    turned(c.i, 0) -= Residue(c.value) * a(c.j, 0) * p(c.k, 0);
  }
  result.energy_slopes.leftCols(n) = turned.transpose();
  result.energy_slopes.rightCols(n) = a.transpose();
  return result;
}

}  // namespace hamel
