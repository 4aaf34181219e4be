// The search for integrals, class by class of degrees in the velocities or momenta.
#include "integral_search.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

#include <hamel/algebra/work_budget.hpp>

namespace hamel {

namespace {

constexpr std::int64_t fit_operations = 20'000'000;    // to write the energy in low degree
constexpr std::int64_t class_operations = 50'000'000;  // for all classes, the rest for names

Residue power_product(std::span<const Residue> z, const std::vector<int>& powers) {
  Residue result(1);
  for (std::size_t j = 0; j < powers.size(); ++j)
    for (int i = 0; i < powers[j]; ++i) result *= z[j];
  return result;
}

bool drifts(const StudiedFlow& flow) {
  return std::ranges::any_of(flow.system().offset.reshaped(),
                             [](const CoordinatePolynomial& p) { return !p.terms().empty(); });
}

/// Energy may change, and rates have terms of all degrees in the velocities.
bool is_driven(const StudiedFlow& flow) {
  return drifts(flow) || !flow.system().force.empty();
}

/// Which degrees an integral mixes: all with a drift or a force, those of one parity with a potential, else none.
std::vector<std::vector<int>> classes_of(const StudiedFlow& flow) {
  const bool falls =
      std::ranges::any_of(flow.system().potential_slopes,
                          [](const CoordinatePolynomial& p) { return !p.terms().empty(); });
  if (is_driven(flow)) return {{0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}};
  if (falls) return {{1}, {0, 2}, {1, 3}, {0, 2, 4}};
  return {{0}, {1}, {2}, {3}, {4}};
}

}  // namespace

IntegralSearch::IntegralSearch(const StudiedFlow& flow, const CoordinateRing& ring,
                               const FunctionMonomials& monomials, int degree)
    : flow_(flow), ring_(ring), degree_(degree), monomials_(monomials) {}

CoordinatePolynomial IntegralSearch::as_polynomial(const Unknown& unknown) {
  CoordinatePolynomial p(1);
  int variable = 0;
  for (const auto& part : {unknown.functions, unknown.variables})
    for (const int power : part) {
      for (int i = 0; i < power; ++i) p *= CoordinatePolynomial::variable(variable);
      ++variable;
    }
  return p;
}

CoordinatePolynomial IntegralSearch::combination(const std::vector<Unknown>& unknowns,
                                                 const DynamicMatrix<Rational>& factors,
                                                 Eigen::Index column) {
  CoordinatePolynomial sum;
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    if (const auto& c = factors(static_cast<Eigen::Index>(i), column); !c.is_zero())
      sum += CoordinatePolynomial(c) * as_polynomial(unknowns[i]);
  return sum;
}

Residue IntegralSearch::value(const FlowSample& at, const Unknown& unknown) const {
  Residue result = power_product({at.z.data(), unknown.variables.size()}, unknown.variables);
  for (std::size_t i = 0; i < unknown.functions.size(); ++i)
    for (int k = 0; k < unknown.functions[i]; ++k) result *= at.functions[i];
  return result;
}

Residue IntegralSearch::rate(const FlowSample& at, const Unknown& unknown) const {
  Residue sum(0);
  for (std::size_t i = 0; i < unknown.functions.size(); ++i) {
    if (unknown.functions[i] == 0) continue;
    Unknown lowered = unknown;
    --lowered.functions[i];
    sum += Residue(unknown.functions[i]) * value(at, lowered) * at.function_rates[i];
  }
  for (std::size_t j = 0; j < unknown.variables.size(); ++j) {
    if (unknown.variables[j] == 0) continue;
    Unknown lowered = unknown;
    --lowered.variables[j];
    sum += Residue(unknown.variables[j]) * value(at, lowered) *
           at.z_rates(static_cast<Eigen::Index>(j), 0);
  }
  return sum;
}

std::vector<IntegralSearch::Unknown> IntegralSearch::unknowns_of(const std::vector<int>& degrees,
                                                                 int total) const {
  std::vector<Unknown> all;
  for (const int degree : degrees)
    for (const auto& variables : monomials(flow_.variables(), degree))
      for (const auto& functions : monomials_.exponents()) {
        const int sum = std::accumulate(functions.begin(), functions.end(), degree);
        if (sum <= total && sum > 0) all.push_back({functions, variables});
      }
  std::ranges::stable_sort(all, {}, [](const Unknown& x) {
    return std::accumulate(x.functions.begin(), x.functions.end(), 0);
  });
  return all;
}

std::vector<IntegralSearch::Unknown> IntegralSearch::independent(
    const std::vector<Unknown>& unknowns) {
  EchelonRows rows(unknowns.size());
  for (const FlowSample& at : samples(unknowns.size() + 4)) {
    std::vector<Residue> row;
    for (const Unknown& unknown : unknowns) row.push_back(value(at, unknown));
    rows.add(row);
  }
  std::vector<Unknown> kept;
  for (const std::size_t pivot : rows.pivots()) kept.push_back(unknowns[pivot]);
  return kept;
}

std::span<const FlowSample> IntegralSearch::samples(std::size_t count) {
  constexpr int most_trials = 100;
  std::vector<FlowSample>& seen = seen_[Residue::prime()];
  while (seen.size() < std::min(count, points_.size()))
    seen.push_back(flow_.at(points_[seen.size()]));
  for (int trials = 0; points_.size() < count;) {
    SamplePoint point(ring_, flow_.sampled(), generator_);
    try {
      seen.push_back(flow_.at(point));
      points_.push_back(std::move(point));
    } catch (const std::overflow_error&) {  // D^T M D is degenerate there
      if (++trials > most_trials) throw BudgetExceeded("no point where the motion is determined");
    }
  }
  return std::span<const FlowSample>(seen).first(count);
}

FirstIntegrals IntegralSearch::integrals(const char* linear) {
  FirstIntegrals result;
  result.degree = degree_;
  const auto take = [&](const CoordinatePolynomial& p, const char* name) {
    result.generators.push_back({detail::degree_of(p), detail::primitive(p), name, false});
  };
  if (!is_driven(flow_) || flow_.keeps_energy()) {  // where v0 = 0 the reaction does no work
    auto unknowns = unknowns_of({0, 1, 2}, degree_);
    CoordinatePolynomial energy;
    if (unknowns.size() < largest() && !ring_.adjoins()) {
      unknowns.insert(unknowns.begin(),
                      {std::vector<int>(static_cast<std::size_t>(ring_.size()), 0),
                       std::vector<int>(static_cast<std::size_t>(flow_.variables()), 0)});
      try {
        const WorkBudget budget(fit_operations);
        energy = fitted(
            unknowns, [](const FlowSample& at) { return at.energy; },
            [&](const CoordinatePolynomial& p) { return flow_.is_energy(p); });
      } catch (const BudgetExceeded&) {  // as it is then
      }
    }
    energy_is_first_ = energy.terms().empty() && flow_.has_momenta();
    take(energy.terms().empty() ? flow_.energy() : energy, "energy");
  }
  try {
    const WorkBudget budget(class_operations);
    for (const auto& degrees : classes_of(flow_)) {
      int total = degree_;
      auto unknowns = unknowns_of(degrees, total);
      while (unknowns.size() > largest() && total > degrees.front()) {
        result.not_covered = std::to_string(unknowns.size()) + " monomials of total degree " +
                             std::to_string(total) + ", of degree " +
                             std::to_string(degrees.back()) + " in the velocities";
        unknowns = unknowns_of(degrees, --total);
      }
      if (unknowns.empty() || unknowns.size() > largest()) {
        result.dimensions.push_back(0);
        continue;
      }
      const auto found = kernel_at_points(
          unknowns, [&](const FlowSample& at, const Unknown& unknown) { return rate(at, unknown); },
          [&](const CoordinatePolynomial& p) { return flow_.keeps(p); });
      result.dimensions.push_back(found ? static_cast<int>(found->cols()) : 0);
      for (Eigen::Index k = 0; found && k < found->cols(); ++k) {
        const CoordinatePolynomial p = combination(unknowns, *found, k);
        if (is_new(result, p)) take(p, degrees.front() == 1 && degrees.back() == 1 ? linear : "");
      }
    }
  } catch (const BudgetExceeded& limit) {
    result.not_covered = limit.what();
  }
  const auto seen = are_independent(result);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    result.generators[i].independent = seen[i];
    result.independent += seen[i];
  }
  return result;
}

int IntegralSearch::dimension() {
  const FlowSample& at = samples(1)[0];
  return flow_.variables() +
         (at.function_slopes.rows() == 0 ? 0 : rank<Residue>(at.function_slopes));
}

/// Is it no polynomial in those before it, of degree up to four, or of as few as there are not too many of?
bool IntegralSearch::is_new(const FirstIntegrals& before, const CoordinatePolynomial& p) {
  std::vector<std::vector<int>> products;
  for (int degree = 0; degree <= degree_; ++degree) {
    for (auto& exponents : monomials(static_cast<int>(before.generators.size()), degree))
      products.push_back(std::move(exponents));
    if (products.size() > largest()) return true;
    if (degree > 1 && is_combination(before, products, p)) return false;
  }
  return true;
}

bool IntegralSearch::is_combination(const FirstIntegrals& of,
                                    const std::vector<std::vector<int>>& products,
                                    const CoordinatePolynomial& p) {
  EchelonRows rows(products.size() + 1);
  for (const FlowSample& at : samples(products.size() + 9)) {
    std::vector<Residue> factors, row;
    for (std::size_t g = 0; g < of.generators.size(); ++g)
      factors.push_back(g == 0 && energy_is_first_ ? at.energy : at(of.generators[g].polynomial));
    for (const auto& powers : products) row.push_back(power_product(factors, powers));
    row.push_back(at(p));
    rows.add(row);
    if (rows.rank() > products.size()) return false;
  }
  const auto pivots = rows.pivots();
  return pivots.empty() || pivots.back() != products.size();
}

/// By the rank of their gradients, along the basis and z, at a point.
std::vector<bool> IntegralSearch::are_independent(const FirstIntegrals& integrals) {
  const FlowSample& at = samples(1)[0];
  std::vector<bool> result;
  Table gradients(0, flow_.system().dim() + flow_.variables());
  for (std::size_t g = 0; g < integrals.generators.size(); ++g) {
    Table more(gradients.rows() + 1, gradients.cols());
    more.topRows(gradients.rows()) = gradients;
    more.bottomRows(1) = g == 0 && energy_is_first_ ? at.energy_slopes
                                                    : at.slopes(integrals.generators[g].polynomial);
    result.push_back(rank<Residue>(more) == more.rows());
    if (result.back()) gradients = std::move(more);
  }
  return result;
}

}  // namespace hamel
