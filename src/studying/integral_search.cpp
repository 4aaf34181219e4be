// The search for integrals, class by class of degrees in the velocities or momenta.
#include "integral_search.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>

#include <hamel/algebra/work_budget.hpp>

namespace hamel {

namespace {

constexpr std::size_t most_products = 20'000;
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

bool falls(const StudiedFlow& flow) {
  return std::ranges::any_of(flow.system().potential_slopes,
                             [](const CoordinatePolynomial& p) { return !p.terms().empty(); });
}

/// Which degrees an integral mixes: all with a drift or a force, those of one parity with a potential, else none.
std::vector<std::vector<int>> chains_of(const StudiedFlow& flow) {
  if (is_driven(flow)) return {{0, 1, 2, 3, 4}};
  if (falls(flow)) return {{1, 3}, {0, 2, 4}};
  return {{0}, {1}, {2}, {3}, {4}};
}

/// The parts of these that dimensions are told of, one after the other.
std::vector<std::vector<int>> classes_of(const StudiedFlow& flow) {
  if (is_driven(flow)) return {{0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}};
  if (falls(flow)) return {{1}, {0, 2}, {1, 3}, {0, 2, 4}};
  return {{0}, {1}, {2}, {3}, {4}};
}

/// The first of them with this degree.
std::size_t class_of(int degree, const std::vector<std::vector<int>>& classes) {
  std::size_t place = 0;
  while (std::ranges::count(classes[place], degree) == 0) ++place;
  return place;
}

/// The powers of factors from `place` on whose degrees sum up to `left` at most.
void add_products(std::vector<std::vector<int>>& all, std::vector<int>& powers,
                  const std::vector<int>& degrees, std::size_t place, int left) {
  if (place == powers.size()) {
    if (all.size() == most_products) throw BudgetExceeded("products of many integrals");
    all.push_back(powers);
    return;
  }
  for (int degree = 0; degree <= left; degree += degrees[place], ++powers[place])
    add_products(all, powers, degrees, place + 1, left - degree);
  powers[place] = 0;
}

int sum_of(const std::vector<int>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0);
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
    AnswerBudget::require();
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
  while (seen.size() < std::min(count, points_.size())) {
    AnswerBudget::require();  // modulo a prime nothing is counted
    seen.push_back(flow_.at(points_[seen.size()]));
  }
  for (int trials = 0; points_.size() < count;) {
    AnswerBudget::require();
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
  if (!is_driven(flow_) || flow_.keeps_energy()) {  // where v0 = 0 the reaction does no work
    CoordinatePolynomial energy = energy_in_functions();
    energy_is_first_ = energy.terms().empty() && flow_.has_momenta();
    if (energy.terms().empty()) energy = flow_.energy();
    result.generators.push_back(
        {detail::degree_of(energy), detail::primitive(energy), "energy", false});
  }
  try {
    const WorkBudget budget(class_operations);
    take_integrals(result, linear);
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

/// Of low degree; 0 where it is none.
CoordinatePolynomial IntegralSearch::energy_in_functions() {
  auto unknowns = unknowns_of({0, 1, 2}, degree_);
  if (unknowns.size() >= largest_space || ring_.adjoins()) return {};
  unknowns.insert(unknowns.begin(),
                  {std::vector<int>(static_cast<std::size_t>(ring_.size()), 0),
                   std::vector<int>(static_cast<std::size_t>(flow_.variables()), 0)});
  try {
    const WorkBudget budget(fit_operations);
    return fitted(
        unknowns, [](const FlowSample& at) { return at.energy; },
        [&](const CoordinatePolynomial& p) { return flow_.is_energy(p); });
  } catch (const BudgetExceeded&) {
    return {};
  }
}

std::vector<IntegralSearch::Block> IntegralSearch::blocks(FirstIntegrals& result) {
  const auto parities = flow_.parities();
  std::vector<Block> all;
  for (const auto& degrees : chains_of(flow_))
    for (int total = degree_; total > 0; --total) {
      std::map<std::vector<int>, Block> parts;
      std::size_t largest = 0;
      for (auto& unknown : unknowns_of(degrees, total)) {
        std::vector<int> exponents = unknown.functions, place;
        exponents.insert(exponents.end(), unknown.variables.begin(), unknown.variables.end());
        for (const auto& parity : parities)
          place.push_back(std::inner_product(parity.begin(), parity.end(), exponents.begin(), 0) %
                          2);
        auto& unknowns = parts[place].unknowns;
        unknowns.push_back(std::move(unknown));
        largest = std::max(largest, unknowns.size());
      }
      if (largest <= largest_block) {
        for (auto& [place, block] : parts) all.push_back(std::move(block));
        break;
      }
      result.not_covered = std::to_string(largest) + " monomials of total degree " +
                           std::to_string(total) + ", of degree " + std::to_string(degrees.back()) +
                           " in the velocities";
    }
  const auto classes = classes_of(flow_);
  for (auto& block : all)
    std::ranges::stable_sort(block.unknowns, {}, [&](const Unknown& x) {
      return class_of(sum_of(x.variables), classes);
    });
  return all;
}

/// The combinations of a block's unknowns that are constant along the motion, modulo the prime in use.
const IntegralSearch::Table& IntegralSearch::kernel_of(Block& block) {
  const auto known = block.kernels.find(Residue::prime());
  if (known != block.kernels.end()) return known->second;
  constexpr std::size_t more = 8;  // equations than unknowns
  EchelonRows rows(block.unknowns.size());
  for (const FlowSample& at : samples(block.unknowns.size() + more)) {
    AnswerBudget::require();
    std::vector<Residue> row;
    for (const Unknown& unknown : block.unknowns) row.push_back(rate(at, unknown));
    rows.add(row);
    if (rows.rank() == block.unknowns.size()) break;
  }
  return block.kernels[Residue::prime()] = rows.kernel();
}

/// In the order of their degrees.
void IntegralSearch::take_integrals(FirstIntegrals& result, const char* linear) {
  struct Found {
    std::size_t class_of_last;
    int of_functions, of_variables;
    Unknown last;  // that occurs, of these degrees
    std::size_t block;
    Eigen::Index column;
  };
  const auto classes = classes_of(flow_);
  std::vector<Block> all = blocks(result);
  std::vector<Found> found;
  for (std::size_t b = 0; b < all.size(); ++b) {
    const Table& kernel = kernel_of(all[b]);
    for (Eigen::Index k = 0; k < kernel.cols(); ++k) {
      Eigen::Index last = kernel.rows() - 1;
      while (kernel(last, k).is_zero()) --last;
      const Unknown& unknown = all[b].unknowns[static_cast<std::size_t>(last)];
      const int degree = sum_of(unknown.variables);
      found.push_back(
          {class_of(degree, classes), sum_of(unknown.functions), degree, unknown, b, k});
    }
  }
  std::ranges::sort(found, [](const Found& x, const Found& y) {
    return std::tie(x.class_of_last, x.of_functions, x.of_variables, y.last.variables,
                    y.last.functions) < std::tie(y.class_of_last, y.of_functions, y.of_variables,
                                                 x.last.variables, x.last.functions);
  });
  for (const auto& degrees : classes)
    result.dimensions.push_back(static_cast<int>(std::ranges::count_if(
        found, [&](const Found& x) { return std::ranges::count(degrees, x.of_variables) > 0; })));
  EchelonRows products = values_of_products(result);
  for (const auto& [of_last, of_functions, of_variables, last, place, column] : found) {
    Block& block = all[place];
    std::vector<Residue> values;
    for (const FlowSample& at : samples(products.width())) {
      const Table& kernel = kernel_of(block);
      Residue sum(0);
      for (std::size_t i = 0; i < block.unknowns.size(); ++i)
        if (const Residue c = kernel(static_cast<Eigen::Index>(i), column); !c.is_zero())
          sum += c * value(at, block.unknowns[i]);
      values.push_back(sum);
    }
    if (!products.add(values)) continue;
    CoordinatePolynomial p;
    const auto modulo = [&, k = column]() -> std::optional<Table> {
      const Table& kernel = kernel_of(block);
      return k < kernel.cols() ? std::optional<Table>(kernel.col(k)) : std::nullopt;
    };
    const auto proves = [&](const DynamicMatrix<Rational>& basis) {
      p = combination(block.unknowns, basis, 0);
      return flow_.keeps(p);
    };
    if (!detail::from_residues(modulo, proves)) {
      result.not_covered = "an integral of degree " + std::to_string(classes[of_last].back()) +
                           " in the velocities whose numbers are not found";
      continue;
    }
    result.generators.push_back({detail::degree_of(p), detail::primitive(p),
                                 classes[of_last] == std::vector{1} ? linear : "", false});
    products = values_of_products(result);
  }
}

/// Products of up to four integrals at points, a row for each; where these are many, of a total degree that is
/// searched.
EchelonRows IntegralSearch::values_of_products(const FirstIntegrals& of) {
  const auto count = static_cast<int>(of.generators.size());
  const bool few = monomial_count(count + 1, degree_) <= static_cast<Eigen::Index>(largest_space);
  std::vector<int> degrees;
  for (const auto& generator : of.generators)
    degrees.push_back(few ? 1 : std::max(1, generator.degree));
  std::vector<std::vector<int>> products;
  std::vector<int> powers(of.generators.size(), 0);
  add_products(products, powers, degrees, 0, degree_);
  constexpr std::size_t more = 8;  // points than products
  std::vector<std::vector<Residue>> factors;
  for (const FlowSample& at : samples(products.size() + more)) {
    factors.emplace_back();
    for (std::size_t g = 0; g < of.generators.size(); ++g)
      factors.back().push_back(g == 0 && energy_is_first_ ? at.energy
                                                          : at(of.generators[g].polynomial));
  }
  EchelonRows rows(factors.size());
  for (const auto& product : products) {
    AnswerBudget::require();
    std::vector<Residue> row;
    for (const auto& at : factors) row.push_back(power_product(at, product));
    rows.add(row);
  }
  return rows;
}

int IntegralSearch::dimension() {
  const FlowSample& at = samples(1)[0];
  return flow_.variables() +
         (at.function_slopes.rows() == 0 ? 0 : rank<Residue>(at.function_slopes));
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
