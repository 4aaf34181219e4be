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

#include <hamel/check/first_integrals.hpp>
#include <hamel/core/error.hpp>

#include "checking/exact_algebra.hpp"
#include "proving/coordinate_ring.hpp"
#include "proving/stored_system.hpp"
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
    const int x = 3 * static_cast<int>(k);
    all[coordinates[k]] = Formula::number(x);
    all["cos(" + coordinates[k] + ")"] = Formula::number(x + 1);
    all["sin(" + coordinates[k] + ")"] = Formula::number(x + 2);
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
    places[3 * static_cast<int>(i)] = place_of(study.field.names[i], field.names);
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

/// Momenta and functions at an element, and the derivatives of the functions along the basis, modulo the prime in use.
struct PlaceOnGroup {
  std::vector<Residue> at;
  DynamicMatrix<Residue> slopes;  ///< as many rows as functions

  PlaceOnGroup(const CoordinateRing& ring, int n) : slopes(ring.size(), n) {
    constexpr int trials = 20;
    std::mt19937 generator(20260519);
    std::optional<std::vector<Rational>> functions;
    for (int i = 0; i < trials && !functions; ++i)
      functions = ring.at(ring.formal_point(generator));
    if (!functions) throw BudgetExceeded("no element where the functions are rational");
    std::vector<Residue> values;
    for (const auto& f : *functions) values.emplace_back(f);
    for (int j = 0; j < n; ++j) at.emplace_back(generator());
    at.insert(at.end(), values.begin(), values.end());
    for (int i = 0; i < ring.size(); ++i)
      for (int k = 0; k < n; ++k)
        slopes(i, k) = detail::value_at(
            ring.along()[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)], values);
  }
  /// By the variables of a field.
  DynamicMatrix<Residue> partial(const Formula& p, const PolynomialField& field) const {
    DynamicMatrix<Residue> row(1, field.dimension());
    for (int v = 0; v < field.dimension(); ++v)
      row(0, v) = detail::value_at(field.partial(p, v), at);
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

/// Those of low degree first, among them those without a name last, counted: relations of the group as functions of the
/// variables, others on the group.
void count_in_turn(FlowStudy& study, std::vector<Candidate> candidates, const PlaceOnGroup& place) {
  std::ranges::stable_sort(candidates, {}, [](const Candidate& x) {
    return std::pair(x.integral.degree, x.integral.name.empty());
  });
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
    places[3 * i] = place_of(ring.names()[static_cast<std::size_t>(i)], flow.field.names);
  for (const Field& field : fields) {
    Formula momentum;
    for (std::size_t j = 0; j < field.size(); ++j)
      momentum += Formula::variable(static_cast<int>(j)) * renamed(field[j], places);
    all.push_back(
        {{detail::degree_of(momentum), detail::primitive(momentum), name_of_momentum, false},
         true});
  }
  count_in_turn(whole, std::move(all),
                PlaceOnGroup(functions_beside_potential(file, named), static_cast<int>(k.rows())));
  const auto count = [](const FlowStudy& of) {
    return std::ranges::count(of.integrals.generators, name_of_momentum, &FirstIntegral::name);
  };
  if (count(whole) > count(study)) study = std::move(whole);
}

}  // namespace hamel
