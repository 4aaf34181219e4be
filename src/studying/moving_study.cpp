// Integrals and densities of a field with polynomial numerators, by equations at points modulo primes, proved as identities.
#include "moving_study.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/starts.hpp>
#include <hamel/core/error.hpp>

#include "checking/exact_algebra.hpp"
#include "moving_flow.hpp"
#include "proving/function_monomials.hpp"

namespace hamel {

namespace {

using Polynomial = CoordinatePolynomial;
using Table = DynamicMatrix<Residue>;

constexpr std::size_t largest_space = 420;  // unknown coefficients
constexpr std::int64_t proof_operations = 100'000'000;

/// One unknown: a monomial of the functions times one of the velocities.
struct Unknown {
  std::vector<int> functions, velocities;
};

Polynomial as_polynomial(const Unknown& unknown) {
  Polynomial p(1);
  int variable = 0;
  for (const auto& part : {unknown.functions, unknown.velocities})
    for (const int power : part) {
      for (int i = 0; i < power; ++i) p *= Polynomial::variable(variable);
      ++variable;
    }
  return p;
}

Polynomial combination(const std::vector<Unknown>& unknowns, const DynamicMatrix<Rational>& factors,
                       Eigen::Index column) {
  Polynomial sum;
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    if (const auto& c = factors(static_cast<Eigen::Index>(i), column); !c.is_zero())
      sum += Polynomial(c) * as_polynomial(unknowns[i]);
  return sum;
}

/// Values and rates of unknowns at one point.
class Sampled {
 public:
  Sampled(const MovingFlow& flow, const FunctionMonomials& monomials, const SamplePoint& sample)
      : monomials_(monomials), at_(flow.system(), monomials, sample) {}

  Residue value(const Unknown& unknown) const {
    return at_.values[monomials_.place(unknown.functions)] * power(unknown.velocities);
  }
  Residue rate(const Unknown& unknown) const {
    const auto place = monomials_.place(unknown.functions);
    Residue change = at_.rates[place] * power(unknown.velocities);
    for (std::size_t j = 0; j < unknown.velocities.size(); ++j) {
      if (unknown.velocities[j] == 0) continue;
      std::vector<int> lowered = unknown.velocities;
      --lowered[j];
      change += at_.values[place] * Residue(unknown.velocities[j]) * power(lowered) *
                at_.u_rate(static_cast<Eigen::Index>(j), 0);
    }
    return change;
  }
  /// A polynomial in stored numbers and velocities.
  Residue operator()(const Polynomial& p) const {
    ResiduePoint all = at_.point;
    for (const auto& x : at_.u.reshaped()) {
      all.numbers.push_back(x);
      all.cosines.emplace_back(1);
      all.sines.emplace_back(0);
    }
    return all(p);
  }
  Residue det() const { return at_.det; }

 private:
  Residue power(const std::vector<int>& velocities) const {
    Residue product(1);
    for (std::size_t j = 0; j < velocities.size(); ++j)
      for (int i = 0; i < velocities[j]; ++i) product *= at_.u(static_cast<Eigen::Index>(j), 0);
    return product;
  }

  const FunctionMonomials& monomials_;
  SampledMotion at_;
};

/// A basis of the combinations that `equation` maps to 0 at every point, each proved by `proves`.
template <class Equation, class Proves>
std::optional<DynamicMatrix<Rational>> kernel_at_points(
    const MovingFlow& flow, const CoordinateRing& ring, const FunctionMonomials& monomials,
    const std::vector<Unknown>& unknowns, std::mt19937& generator, const Equation& equation,
    const Proves& proves) {
  std::vector<SamplePoint> samples;
  for (std::size_t i = 0; i < unknowns.size() + 8; ++i)
    samples.emplace_back(ring, flow.system().rank(), generator);
  const auto modulo = [&]() -> std::optional<Table> {
    Table rows(static_cast<Eigen::Index>(samples.size()),
               static_cast<Eigen::Index>(unknowns.size()));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Sampled at(flow, monomials, samples[i]);
      for (std::size_t j = 0; j < unknowns.size(); ++j)
        rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            equation(at, unknowns[j]);
    }
    Table found = kernel<Residue>(rows);
    return found.cols() == 0 ? std::nullopt : std::optional(std::move(found));
  };
  return detail::from_residues(modulo, proves);
}

/// Which velocity degrees an integral mixes: all with a drift, those of one parity with a potential, else none.
std::vector<std::vector<int>> classes_of(const MovingFlow& flow) {
  const bool drifts = std::ranges::any_of(flow.system().offset.reshaped(),
                                          [](const Polynomial& p) { return !p.terms().empty(); });
  const bool falls = std::ranges::any_of(flow.system().potential_slopes,
                                         [](const Polynomial& p) { return !p.terms().empty(); });
  if (drifts) return {{0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}};
  if (falls) return {{1}, {0, 2}, {1, 3}, {0, 2, 4}};
  return {{0}, {1}, {2}, {3}, {4}};
}

class Search {
 public:
  Search(const MovingFlow& flow, const PolynomialFile& about)
      : flow_(flow),
        ring_(about.ring),
        monomials_(flow.system(), about.ring, study_degree, generator_) {}

  FirstIntegrals integrals() {
    FirstIntegrals result;
    result.degree = study_degree;
    std::vector<Polynomial> stored;
    const auto take = [&](const Polynomial& p, const char* name) {
      result.generators.push_back({detail::degree_of(p), detail::primitive(p), name, false});
      stored.push_back(flow_.stored(result.generators.back().polynomial));
    };
    const Polynomial energy = flow_.energy();
    if (flow_.vanishes(flow_.along(flow_.stored(energy)))) take(energy, "energy");
    for (const auto& degrees : classes_of(flow_)) {
      const auto unknowns = unknowns_of(degrees, study_degree);
      if (unknowns.size() > largest_space) {
        result.not_covered = std::to_string(unknowns.size()) + " monomials of degree " +
                             std::to_string(degrees.back()) + " in the velocities";
        continue;
      }
      const auto found = kernel_at_points(
          flow_, ring_, monomials_, unknowns, generator_,
          [](const Sampled& at, const Unknown& unknown) { return at.rate(unknown); },
          [&](const DynamicMatrix<Rational>& basis) {
            for (Eigen::Index k = 0; k < basis.cols(); ++k)
              if (!flow_.vanishes(flow_.along(flow_.stored(combination(unknowns, basis, k)))))
                return false;
            return true;
          });
      result.dimensions.push_back(found ? static_cast<int>(found->cols()) : 0);
      for (Eigen::Index k = 0; found && k < found->cols(); ++k) {
        const Polynomial p = combination(unknowns, *found, k);
        if (is_new(stored, flow_.stored(p)))
          take(p, degrees.front() == 1 && degrees.back() == 1 ? "gauge momentum" : "");
      }
    }
    const auto independent = gradients_independent(stored);
    for (std::size_t i = 0; i < independent.size(); ++i) {
      result.generators[i].independent = independent[i];
      result.independent += independent[i];
    }
    return result;
  }

  InvariantMeasures measures() {
    InvariantMeasures result;
    if (flow_.vanishes(flow_.divergence())) return result;
    result.divergence = Polynomial(1);
    const Polynomial change = flow_.along(flow_.det()), weight = flow_.det() * flow_.divergence();
    for (const auto& power : powers()) {
      const Polynomial rest = flow_.reduced(Polynomial(power) * change + weight);
      if (!flow_.vanishes(rest)) continue;
      if (const Polynomial det = in_functions(flow_.det()); det.terms().empty())
        result.not_covered = "a density that is no polynomial of low degree in the functions";
      else
        result.densities.push_back({det, power});
      return result;
    }
    const auto unknowns = unknowns_of({0}, 2);
    for (const auto& power : powers()) {
      const auto found = kernel_at_points(
          flow_, ring_, monomials_, unknowns, generator_,
          [&](const Sampled& at, const Unknown& unknown) {
            return Residue(power) * at.rate(unknown) * at.det() +
                   at(flow_.divergence()) * at.value(unknown);
          },
          [&](const DynamicMatrix<Rational>& basis) {
            for (Eigen::Index k = 0; k < basis.cols(); ++k) {
              const Polynomial p = flow_.stored(combination(unknowns, basis, k));
              const Polynomial rest = Polynomial(power) * flow_.along(p) + flow_.divergence() * p;
              if (!flow_.vanishes(rest)) return false;
            }
            return true;
          });
      if (!found) continue;
      result.densities.push_back({detail::primitive(combination(unknowns, *found, 0)), power});
      return result;
    }
    return result;
  }

  /// The dimension of the space of functions and velocities.
  int dimension() {
    const Sampled at(flow_, monomials_, SamplePoint(ring_, flow_.system().rank(), generator_));
    Table slopes(flow_.system().functions.rows(), flow_.system().dim());
    for (Eigen::Index k = 0; k < slopes.cols(); ++k)
      for (Eigen::Index i = 0; i < slopes.rows(); ++i)
        slopes(i, k) = at(flow_.system().function_slopes[static_cast<std::size_t>(k)](i, 0));
    return flow_.system().rank() + (slopes.rows() == 0 ? 0 : rank<Residue>(slopes));
  }

 private:
  static std::vector<Rational> powers() {
    std::vector<Rational> all;
    for (const int top : {1, -1, 2, -2, 3, -3, 4, -4})
      for (const int bottom : {1, 2, 3, 4})
        if (std::gcd(top, bottom) == 1) all.emplace_back(Rational(top) / Rational(bottom));
    return all;
  }

  /// A polynomial in stored numbers as one of low degree in the functions, up to a factor; 0 where none is found.
  Polynomial in_functions(const Polynomial& p) {
    auto unknowns = unknowns_of({0}, study_degree);
    unknowns.insert(unknowns.begin(),
                    {std::vector<int>(static_cast<std::size_t>(ring_.size()), 0),
                     std::vector<int>(static_cast<std::size_t>(flow_.system().rank()), 0)});
    std::vector<SamplePoint> samples;
    for (std::size_t i = 0; i < unknowns.size() + 8; ++i)
      samples.emplace_back(ring_, flow_.system().rank(), generator_);
    const auto width = static_cast<Eigen::Index>(unknowns.size());
    const auto modulo = [&]() -> std::optional<Table> {
      Table rows(static_cast<Eigen::Index>(samples.size()), width + 1);
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const Sampled at(flow_, monomials_, samples[i]);
        for (Eigen::Index j = 0; j < width; ++j)
          rows(static_cast<Eigen::Index>(i), j) = at.value(unknowns[static_cast<std::size_t>(j)]);
        rows(static_cast<Eigen::Index>(i), width) = -at(p);
      }
      Table found = kernel<Residue>(rows);
      return found.cols() == 1 ? std::optional(std::move(found)) : std::nullopt;
    };
    const auto found = detail::from_residues(modulo, [&](const DynamicMatrix<Rational>& basis) {
      return flow_.vanishes(flow_.stored(combination(unknowns, basis, 0)) - p);
    });
    return found ? detail::primitive(combination(unknowns, *found, 0)) : Polynomial();
  }

  std::vector<Unknown> unknowns_of(const std::vector<int>& degrees, int total) const {
    std::vector<Unknown> all;
    for (const int degree : degrees)
      for (const auto& velocities : monomials(flow_.system().rank(), degree))
        for (const auto& functions : monomials_.exponents()) {
          const int sum = std::accumulate(functions.begin(), functions.end(), degree);
          if (sum <= total && sum > 0) all.push_back({functions, velocities});
        }
    std::ranges::stable_sort(all, {}, [](const Unknown& x) {
      return std::accumulate(x.functions.begin(), x.functions.end(), 0);
    });
    return all;
  }

  /// Is it no polynomial in those before it, of degree up to four?
  bool is_new(const std::vector<Polynomial>& before, const Polynomial& p) {
    std::vector<std::vector<int>> products;
    for (int degree = 0; degree <= study_degree; ++degree)
      for (auto& exponents : monomials(static_cast<int>(before.size()), degree))
        products.push_back(std::move(exponents));
    if (products.size() > largest_space) return true;
    Table values(static_cast<Eigen::Index>(products.size()) + 9,
                 static_cast<Eigen::Index>(products.size()) + 1);
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      const Sampled at(flow_, monomials_, SamplePoint(ring_, flow_.system().rank(), generator_));
      std::vector<Residue> of;
      for (const auto& q : before) of.push_back(at(q));
      for (std::size_t c = 0; c < products.size(); ++c) {
        Residue product(1);
        for (std::size_t g = 0; g < of.size(); ++g)
          product *= of[g].power(static_cast<Residue::Word>(products[c][g]));
        values(i, static_cast<Eigen::Index>(c)) = product;
      }
      values(i, values.cols() - 1) = at(p);
    }
    const auto pivots = row_echelon<Residue>(std::move(values)).pivots;
    return !pivots.empty() && pivots.back() == static_cast<int>(products.size());
  }

  /// By the rank of their gradients, along the basis and the velocities, at a point.
  std::vector<bool> gradients_independent(const std::vector<Polynomial>& functions) {
    const Sampled at(flow_, monomials_, SamplePoint(ring_, flow_.system().rank(), generator_));
    const int n = flow_.system().dim(), r = flow_.system().rank(), m = flow_.system().numbers;
    std::vector<bool> independent;
    Table gradients(0, n + r);
    for (const auto& f : functions) {
      Table more(gradients.rows() + 1, n + r);
      more.topRows(gradients.rows()) = gradients;
      for (int k = 0; k < n + r; ++k) {
        std::vector<Polynomial> rates(static_cast<std::size_t>(m + r));
        if (k < n)
          std::ranges::copy(flow_.system().rates[static_cast<std::size_t>(k)], rates.begin());
        else
          rates[static_cast<std::size_t>(m + k - n)] = Polynomial(1);
        more(gradients.rows(), k) = at(f.derivative(rates));
      }
      independent.push_back(rank<Residue>(more) == more.rows());
      if (independent.back()) gradients = std::move(more);
    }
    return independent;
  }

  const MovingFlow& flow_;
  const CoordinateRing& ring_;
  std::mt19937 generator_{20260519};
  FunctionMonomials monomials_;
};

}  // namespace

FlowStudy moving_study(const SystemFile& file) {
  const auto about = polynomial_file(file);
  auto stored = about ? stored_system(file, *about) : std::nullopt;
  if (!stored)
    throw InputError("$",
                     "formulas that are no polynomials in coordinates, their cosines and sines",
                     "such polynomials, which study covers");
  const bool free = stored->rank() == stored->dim();
  FlowStudy study{
      free ? "free" : "nonholonomic", "a = " + velocities_in_words(*about), {}, {}, {}, {}, {}, ""};
  study.varies = true;
  study.field.names = about->ring.names();
  for (int j = 1; j <= stored->rank(); ++j) study.field.names.push_back("u" + std::to_string(j));
  try {
    const WorkBudget budget(proof_operations);
    const MovingFlow flow(*about, std::move(*stored));
    Search search(flow, *about);
    study.dimension = search.dimension();
    try {
      study.integrals = search.integrals();
    } catch (const BudgetExceeded& limit) {
      study.integrals.not_covered = limit.what();
    }
    bool unimodular = true;
    for (int k = 0; k < flow.system().dim(); ++k)
      unimodular =
          unimodular &&
          flow.system().algebra.ad(flow.system().algebra.basis_vector(k)).trace().is_zero();
    if (unimodular)
      study.measures = search.measures();
    else
      study.measures.not_covered = "a group that is not unimodular";
  } catch (const BudgetExceeded& limit) {
    study.measures.not_covered = limit.what();
  }
  return study;
}

}  // namespace hamel
