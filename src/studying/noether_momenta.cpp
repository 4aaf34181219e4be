// Right-invariant fields as polynomials, those among them that a potential does not feel, and the flow on what they
// name.
#include "noether_momenta.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include <hamel/core/error.hpp>

#include "claims/verify.hpp"
#include "exact/partial_derivative.hpp"
#include "flows/first_integrals.hpp"
#include "lowering/coordinate_ring.hpp"
#include "lowering/stored_system.hpp"
#include "reduced_flows.hpp"
#include "renamed_measures.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Field = std::vector<Formula>;  ///< components along the basis

constexpr Eigen::Index most_unknowns = 4000;
const std::string name_of_momentum = "noether momentum",
                  constant_on_group = "constant on the group";

int place_of(const std::string& name, const std::vector<std::string>& names) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

/// x_k, cos x_k and sin x_k of the coordinates by their names.
std::map<std::string, Formula> formulas_by_name(const std::vector<std::string>& coordinates) {
  std::map<std::string, Formula> all;
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    const int i = static_cast<int>(k);
    all[coordinates[k]] = Formula::variable(i);
    all["cos(" + coordinates[k] + ")"] = Formula::number(cosine_of(i));
    all["sin(" + coordinates[k] + ")"] = Formula::number(sine_of(i));
  }
  return all;
}

/// Polynomials of degree up to `degree` with e_k eta = -[e_k, eta].
std::vector<Field> fields_of_degree(const CoordinateRing& ring,
                                    const StructureConstants<Rational>& algebra, int degree) {
  const int n = algebra.dimension();
  std::vector<Formula> monomials;
  for (int k = 0; k <= degree; ++k)
    for (auto& monomial : detail::monomials_of(ring.size(), k))
      monomials.push_back(std::move(monomial));
  const auto count = static_cast<int>(monomials.size());
  if (Eigen::Index(count) * n > most_unknowns) return {};
  std::map<std::pair<int, Formula::Monomial>, SparseRows::value_type> rows;
  for (int k = 0; k < n; ++k) {
    const DynamicMatrix<Rational> turned = algebra.ad(algebra.basis_vector(k));
    for (int m = 0; m < count; ++m) {
      const Formula& monomial = monomials[static_cast<std::size_t>(m)];
      const Formula along = monomial.derivative(ring.along()[static_cast<std::size_t>(k)]);
      for (int j = 0; j < n; ++j) {
        for (const auto& [place, factor] : along.terms())
          rows[{k * n + j, place}][j * count + m] += factor;
        for (int l = 0; l < n; ++l)
          if (!turned(l, j).is_zero())
            rows[{k * n + l, monomial.terms().begin()->first}][j * count + m] += turned(l, j);
      }
    }
  }
  SparseRows equations;
  for (auto& [place, row] : rows) equations.push_back(std::move(row));
  const DynamicMatrix<Rational> basis = SparseKernel(std::move(equations), n * count).basis();
  std::vector<Field> fields;
  for (Eigen::Index column = 0; column < basis.cols(); ++column) {
    Field& field = fields.emplace_back(static_cast<std::size_t>(n));
    for (int i = 0; i < n * count; ++i)
      if (!basis(i, column).is_zero())
        field[static_cast<std::size_t>(i / count)] +=
            Formula(basis(i, column)) * monomials[static_cast<std::size_t>(i % count)];
  }
  return fields;
}

/// Ad_{x^-1} xi for a basis of the xi of which it is a polynomial of degree up to two: what it is at the identity tells
/// xi.
std::vector<Field> right_invariant_fields(const CoordinateRing& ring,
                                          const StructureConstants<Rational>& algebra) {
  const int n = algebra.dimension();
  const DynamicVector<Rational> identity = ring.at_identity();
  const std::vector<Rational> numbers(identity.data(), identity.data() + identity.size());
  std::vector<Field> kept;
  DynamicMatrix<Rational> values(n, 0);
  for (int degree = 0; degree <= 2 && values.cols() < n; ++degree)
    for (auto& field : fields_of_degree(ring, algebra, degree)) {
      DynamicMatrix<Rational> more(n, values.cols() + 1);
      more.leftCols(values.cols()) = values;
      for (int j = 0; j < n; ++j)
        more(j, values.cols()) = field[static_cast<std::size_t>(j)].at_identity(numbers);
      if (rank<Rational>(more) < more.cols()) continue;
      values = std::move(more);
      kept.push_back(std::move(field));
    }
  return kept;
}

/// Combinations of these along which a polynomial in the functions is constant on the group.
std::vector<Field> not_felt(const std::vector<Field>& fields, const Formula& potential,
                            const CoordinateRing& ring) {
  std::map<Formula::Monomial, SparseRows::value_type> rows;
  for (std::size_t s = 0; s < fields.size(); ++s) {
    Formula slope;
    for (std::size_t k = 0; k < fields[s].size(); ++k)
      slope += fields[s][k] * potential.derivative(ring.along()[k]);
    const Formula on_group = in_stored_numbers(slope, ring);
    for (const auto& [monomial, factor] : on_group.terms())
      rows[monomial][static_cast<int>(s)] = factor;
  }
  SparseRows equations;
  for (auto& [place, row] : rows) equations.push_back(std::move(row));
  const DynamicMatrix<Rational> basis =
      SparseKernel(std::move(equations), static_cast<int>(fields.size())).basis();
  std::vector<Field> all;
  for (Eigen::Index column = 0; column < basis.cols(); ++column) {
    Field& field = all.emplace_back(static_cast<std::size_t>(ring.along().size()));
    for (std::size_t s = 0; s < fields.size(); ++s)
      for (std::size_t k = 0; k < field.size(); ++k)
        field[k] += Formula(basis(static_cast<Eigen::Index>(s), column)) * fields[s][k];
  }
  return all;
}

/// The flow of a study on more functions of the coordinates: what it says in the variables of that field.
FlowStudy on_field(FlowStudy study, const PolynomialField& field) {
  std::map<int, int> places;
  for (std::size_t i = 0; i < study.field.names.size(); ++i)
    places[variable_of(static_cast<int>(i))] = place_of(study.field.names[i], field.names);
  for (auto& integral : study.integrals.generators)
    integral.polynomial = renamed(integral.polynomial, places);
  study.measures = renamed(study.measures, places);
  study.field = field;
  study.on_all_coordinates = true;
  return study;
}

/// The functions that the fields name, as formulas in the coordinates.
std::vector<Formula> named_by(const std::vector<Field>& fields, const CoordinateRing& ring,
                              const std::vector<std::string>& coordinates) {
  std::set<int> named;
  for (const Field& field : fields)
    for (const Formula& p : field) named.merge(p.variables());
  const auto by_name = formulas_by_name(coordinates);
  std::vector<Formula> all;
  for (const int i : named) all.push_back(by_name.at(ring.names()[static_cast<std::size_t>(i)]));
  return all;
}

/// Momenta and functions at a random element, modulo the prime in use.
std::vector<Residue> random_state(const CoordinateRing& ring, int n, std::mt19937& generator) {
  constexpr int trials = 20;
  std::optional<std::vector<Rational>> functions;
  for (int i = 0; i < trials && !functions; ++i) functions = ring.at(ring.formal_point(generator));
  if (!functions) throw BudgetExceeded("no element where the functions are rational");
  std::vector<Residue> at;
  for (int j = 0; j < n; ++j) at.emplace_back(generator());
  for (const auto& f : *functions) at.emplace_back(f);
  return at;
}

/// Momenta and functions at an element, and the derivatives of the functions along the basis, modulo the prime in use.
struct PlaceOnGroup {
  std::vector<Residue> at;
  DynamicMatrix<Residue> slopes;  ///< as many rows as functions

  PlaceOnGroup(const CoordinateRing& ring, int n) : slopes(ring.size(), n) {
    std::mt19937 generator(20260519);
    at = random_state(ring, n, generator);
    const std::vector<Residue> values(at.begin() + n, at.end());
    for (int i = 0; i < ring.size(); ++i)
      for (int k = 0; k < n; ++k)
        slopes(i, k) = detail::value_at(
            ring.along()[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)], values);
  }
  /// By the variables of a field.
  DynamicMatrix<Residue> partial(const Formula& p, const PolynomialField& field) const {
    DynamicMatrix<Residue> row(1, field.dimension());
    for (int v = 0; v < field.dimension(); ++v)
      row(0, v) = detail::value_at(hamel::partial(p, v), at);
    return row;
  }
  /// By the momenta and along the basis.
  DynamicMatrix<Residue> gradient(const Formula& p, const PolynomialField& field) const {
    const DynamicMatrix<Residue> whole = partial(p, field);
    DynamicMatrix<Residue> row(1, 2 * slopes.cols());
    row << whole.leftCols(slopes.cols()), whole.rightCols(slopes.rows()) * slopes;
    return row;
  }
};

/// An integral, and whether it is left out where it depends on those before.
struct Candidate {
  FirstIntegral integral;
  bool is_new;
};

/// Those of low degree first, among them those without a name last.
void sort_by_degree(std::vector<Candidate>& candidates) {
  std::ranges::stable_sort(candidates, {}, [](const Candidate& x) {
    return std::pair(x.integral.degree, x.integral.name.empty());
  });
}

/// Polynomials on the group, by their values at random elements modulo the prime.
class OnGroup {
 public:
  OnGroup(CoordinateRing ring, int n) : ring_(std::move(ring)), n_(n) {}

  /// Whether p is a polynomial in these integrals there, of no larger degree.
  bool follows(const FirstIntegral& p, const std::vector<FirstIntegral>& of) {
    struct Product {
      Formula value;
      int degree;
    };
    std::vector<Product> products{{Formula(1), 0}};
    for (const auto& [degree, factor, name, independent] : of)
      for (std::size_t i = 0; i < products.size() && products.size() <= most_products; ++i)
        if (products[i].degree + degree <= p.degree)
          products.push_back({products[i].value * factor, products[i].degree + degree});
    if (products.size() > most_products) return false;
    const auto columns = static_cast<Eigen::Index>(products.size());
    DynamicMatrix<Residue> values(columns + more_points, columns + 1);
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
      const auto& at = state(static_cast<std::size_t>(row));
      for (Eigen::Index j = 0; j < columns; ++j)
        values(row, j) = detail::value_at(products[static_cast<std::size_t>(j)].value, at);
      values(row, columns) = detail::value_at(p.polynomial, at);
    }
    return rank<Residue>(values) == rank<Residue>(DynamicMatrix<Residue>(values.leftCols(columns)));
  }

 private:
  static constexpr std::size_t most_products = 300;
  static constexpr Eigen::Index more_points = 8;

  const std::vector<Residue>& state(std::size_t i) {
    while (states_.size() <= i) states_.push_back(random_state(ring_, n_, generator_));
    return states_[i];
  }

  CoordinateRing ring_;
  int n_;
  std::mt19937 generator_{20260519};
  std::vector<std::vector<Residue>> states_;
};

constexpr Eigen::Index most_monomials_of_all =
    1100;  ///< of all degrees, where more functions are named

/// Of a field with more functions: all integrals up to a degree that are no polynomials in others on the group, the
/// known ones among them. What the search did not come to stays as it is known.
std::vector<Candidate> searched(FirstIntegrals& integrals, const PolynomialField& field,
                                const std::vector<Candidate>& known, OnGroup on_group) {
  int degree = integrals.degree;
  while (degree > 1 && monomial_count(field.dimension() + 1, degree) > most_monomials_of_all)
    --degree;
  std::vector<FirstIntegral> given;
  for (const auto& candidate : known) given.push_back(candidate.integral);
  FirstIntegrals found = find_integrals(field, given, degree);
  if (degree < integrals.degree && found.not_covered.empty())
    found.not_covered =
        "degree " + std::to_string(degree + 1) + " and higher, but for those printed";
  const auto is_among = [](const FirstIntegral& p, const std::vector<FirstIntegral>& integrals) {
    return std::ranges::any_of(integrals, [&](const FirstIntegral& other) {
      return detail::primitive(other.polynomial) == detail::primitive(p.polynomial);
    });
  };
  std::vector<Candidate> all;
  std::vector<FirstIntegral> kept;
  for (const auto& integral : found.generators)
    if (integral.degree == 1 || is_among(integral, given) || !on_group.follows(integral, kept)) {
      kept.push_back(integral);
      all.push_back({integral, false});
    }
  if (!found.not_covered.empty())
    for (const auto& candidate : known)
      if (!is_among(candidate.integral, found.generators))
        all.push_back(
            {candidate.integral, candidate.is_new || candidate.integral.degree <= degree});
  integrals.dimensions = std::move(found.dimensions);
  integrals.not_covered = std::move(found.not_covered);
  return all;
}

/// Of these that are counted, those that say more than where the group lies.
Eigen::Index independent_motion(const FirstIntegrals& integrals) {
  return std::ranges::count_if(integrals.generators, [](const FirstIntegral& integral) {
    return integral.independent && integral.name != constant_on_group;
  });
}

/// Counted in turn: relations of the group as functions of the variables, others on the group.
void count_in_turn(FlowStudy& study, std::vector<Candidate> candidates, const PlaceOnGroup& place) {
  const Eigen::Index n = place.slopes.cols();
  DynamicMatrix<Residue> on_group(0, 2 * n), across(0, study.field.dimension());
  study.integrals.generators.clear();
  study.integrals.independent = 0;
  for (auto& [integral, is_new] : candidates) {
    const bool is_relation = integral.name == constant_on_group;
    DynamicMatrix<Residue>& rows = is_relation ? across : on_group;
    DynamicMatrix<Residue> more(rows.rows() + 1, rows.cols());
    more << rows, is_relation ? place.partial(integral.polynomial, study.field)
                              : place.gradient(integral.polynomial, study.field);
    integral.independent = rank<Residue>(more) == more.rows();
    if (is_new && !integral.independent) continue;
    if (integral.independent) rows = std::move(more);
    study.integrals.independent += integral.independent;
    study.integrals.generators.push_back(std::move(integral));
  }
  study.dimension = static_cast<int>(n + across.rows()) + rank<Residue>(place.slopes);
}

}  // namespace

void add_noether_momenta(FlowStudy& study, const GroupSystem& file,
                         const DynamicMatrix<Rational>& k) {
  std::vector<Formula> coordinates;
  for (std::size_t i = 0; i < file.coordinates.size(); ++i)
    coordinates.push_back(Formula::variable(static_cast<int>(i)));
  std::optional<CoordinateRing> all_functions;
  try {
    all_functions.emplace(functions_beside_potential(file, coordinates));
  } catch (
      const InputError&) {  // coordinates that do not move as polynomials: those of the potential alone then
    return;
  }
  const CoordinateRing& ring = *all_functions;
  if (!ring.relations().complete()) return;
  const auto fields = not_felt(right_invariant_fields(ring, file.exact->algebra),
                               ring.in_functions(potential_of(file)), ring);
  const std::vector<Formula> named = named_by(fields, ring, file.coordinates);
  const ReducedFlow flow = momentum_flow(file, k, false, named);
  FlowStudy whole = on_field(study, flow.field);
  std::vector<Candidate> all;
  for (const auto& integral : whole.integrals.generators) all.push_back({integral, false});
  for (const auto& relation : flow.relations) all.push_back({relation, true});
  std::map<int, int> places;
  for (int i = 0; i < ring.size(); ++i)
    places[variable_of(i)] = place_of(ring.names()[static_cast<std::size_t>(i)], flow.field.names);
  for (const Field& field : fields) {
    Formula momentum;
    for (std::size_t j = 0; j < field.size(); ++j)
      momentum += Formula::variable(static_cast<int>(j)) * renamed(field[j], places);
    all.push_back(
        {{detail::degree_of(momentum), detail::primitive(momentum), name_of_momentum, false},
         true});
  }
  sort_by_degree(all);
  const CoordinateRing functions = functions_beside_potential(file, named);
  const int n = static_cast<int>(k.rows());
  if (flow.field.dimension() > study.field.dimension()) {
    all = searched(whole.integrals, flow.field, all, OnGroup(functions, n));
    sort_by_degree(all);
  }
  count_in_turn(whole, std::move(all), PlaceOnGroup(functions, n));
  if (independent_motion(whole.integrals) > independent_motion(study.integrals))
    study = std::move(whole);
}

}  // namespace hamel
