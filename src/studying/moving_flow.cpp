// Rates, divergence and energy over the polynomials of a file.
#include "moving_flow.hpp"

#include <cstddef>
#include <random>
#include <utility>

#include "exact/determinants.hpp"
#include "parities.hpp"

namespace hamel {

MovingFlow::MovingFlow(const PolynomialFile& about, const StoredSystem& stored)
    : about_(about), system_(stored), energy_(energy_of_file()) {
  const int n = system_.dim(), r = system_.rank();
  const auto tidy = [&](const StoredSystem::Table& m) { return system_.reduced(m); };
  StoredSystem::Table u(r, 1);
  for (int j = 0; j < r; ++j) u(j, 0) = velocity(j);
  const MotionTerms<Polynomial> motion(
      system_, u, [](const Polynomial& p) { return p; }, tidy);
  auto [determinant, adjugate] = determinant_and_adjugate<Polynomial>(motion.gram, tidy);
  det_ = std::move(determinant);
  gram_ = motion.gram;
  const StoredSystem::Table force = tidy(-system_.d.transpose() * motion.pull),
                            u_rate = tidy(adjugate * force);
  admissible_.assign(motion.a.data(), motion.a.data() + n);
  for (int i = 0; i < system_.numbers; ++i) {
    Polynomial rate;
    for (int k = 0; k < n; ++k)
      rate +=
          motion.a(k, 0) * system_.rates[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
    undivided_.push_back(reduced(rate));
    rates_.push_back(reduced(det_ * undivided_.back()));
  }
  Polynomial spread;  // of a along the basis
  for (int k = 0; k < n; ++k)
    spread += (system_.d_slopes[static_cast<std::size_t>(k)] * u +
               system_.offset_slopes[static_cast<std::size_t>(k)])(k, 0);
  divergence_ = det_ * reduced(spread);
  for (int j = 0; j < r; ++j) {
    undivided_.push_back(force(j, 0));
    rates_.push_back(u_rate(j, 0));
    std::vector<Polynomial> unit(static_cast<std::size_t>(system_.numbers + r));
    unit[static_cast<std::size_t>(system_.numbers + j)] = Polynomial(1);
    divergence_ += u_rate(j, 0).derivative(unit);
  }
  divergence_ = reduced(divergence_);
}

Residue MovingFlow::value(const Polynomial& p, const FlowSample& at) {
  ResiduePoint all = at.point;
  for (const auto& x : at.z.reshaped()) {
    all.numbers.push_back(x);
    all.cosines.emplace_back(1);
    all.sines.emplace_back(0);
  }
  return all(p);
}

FlowSample MovingFlow::at(const SamplePoint& sample) const {
  const SampledMotion motion(system_, sample);
  FlowSample result{motion.point,
                    motion.functions,
                    motion.function_rates,
                    motion.function_slopes,
                    motion.u,
                    motion.u_rate,
                    Residue(0),
                    {}};
  result.energy = result(energy_);
  return result;
}

StoredPoint MovingFlow::some_point() const {
  std::mt19937 generator(20260519);
  StoredPoint point = about_.ring.formal_point(generator);
  point.resize(static_cast<std::size_t>(system_.numbers));
  return point;
}

std::vector<std::vector<int>> MovingFlow::parities() const {
  FlowPolynomials flow{system_, {}, {}, {}, det_};
  flow.number_rates.assign(rates_.begin(), rates_.begin() + system_.numbers);
  flow.z_rates.assign(rates_.begin() + system_.numbers, rates_.end());
  for (int j = 0; j < system_.rank(); ++j) flow.z.push_back(velocity(j));
  return parities_of(flow);
}

CoordinatePolynomial MovingFlow::energy_of_file() const {
  const PolynomialSystem& of = about_.system;
  const int m = about_.ring.size();
  DynamicMatrix<Polynomial> a = of.offset;
  for (Eigen::Index j = 0; j < of.distribution.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      a(i, 0) += of.distribution(i, j) * Polynomial::variable(m + static_cast<int>(j));
  return Polynomial(Rational(1) / Rational(2)) * (a.transpose() * (of.metric * a))(0, 0) +
         of.potential;
}

}  // namespace hamel
