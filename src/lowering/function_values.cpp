// Along a curve with constant velocity u the functions f move by f' = X u; u is chosen, by Levenberg & Marquardt, so
// that they come nearer to the values that are looked for.
#include "function_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <type_traits>
#include <utility>

#include <Eigen/Cholesky>

#include "angle_number.hpp"
#include "exact/algebraic_number.hpp"
#include "exact/common_kernel.hpp"

namespace hamel {

namespace {

/// The point with other values of the functions.
template <class K>
DynamicVector<K> with_functions(DynamicVector<K> point, const std::vector<int>& places,
                                const DynamicVector<Rational>& values) {
  for (std::size_t i = 0; i < places.size(); ++i)
    point(places[i]) = K(values(static_cast<Eigen::Index>(i)));
  return point;
}

/// The fields as matrices of terms in doubles.
class RoundedFields {
 public:
  explicit RoundedFields(const FunctionValues& values)
      : functions_(static_cast<Eigen::Index>(values.places.size())),
        fields_(static_cast<Eigen::Index>(values.along.size())) {
    for (Eigen::Index k = 0; k < fields_; ++k)
      for (Eigen::Index i = 0; i < functions_; ++i)
        for (const auto& [monomial, factor] :
             values.along[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)].terms()) {
          Term term{i, k, to_double(factor), {}};
          for (const auto& [variable, power] : monomial)
            for (std::size_t place = 0; place < values.places.size(); ++place)
              if (values.places[place] == index_of(variable))
                term.factors.insert(term.factors.end(), static_cast<std::size_t>(power), place);
          terms_.push_back(std::move(term));
        }
  }
  /// X.
  Eigen::MatrixXd operator()(const Eigen::VectorXd& f) const {
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(functions_, fields_);
    for (const auto& term : terms_) {
      double product = term.factor;
      for (const std::size_t place : term.factors) product *= f[static_cast<Eigen::Index>(place)];
      x(term.function, term.field) += product;
    }
    return x;
  }
  /// The functions at x exp(u), by classical steps of Runge & Kutta.
  Eigen::VectorXd moved(Eigen::VectorXd f, const Eigen::VectorXd& u) const {
    constexpr int steps = 30;
    const Eigen::VectorXd v = u / steps;
    for (int i = 0; i < steps; ++i) {
      const Eigen::VectorXd a = (*this)(f)*v, b = (*this)(f + a / 2) * v,
                            c = (*this)(f + b / 2) * v, d = (*this)(f + c) * v;
      f += (a + 2 * b + 2 * c + d) / 6;
    }
    return f;
  }
  Eigen::Index fields() const { return fields_; }

 private:
  struct Term {
    Eigen::Index function, field;
    double factor;
    std::vector<std::size_t> factors;
  };
  Eigen::Index functions_, fields_;
  std::vector<Term> terms_;
};

/// Polynomials of degree up to two in these variables that no field changes, less their values.
std::vector<FunctionValues::Polynomial> relations_among(const FunctionValues& values,
                                                        const std::vector<int>& variables,
                                                        const FunctionValues::Point& known) {
  std::vector<FunctionValues::Polynomial> columns, relations;
  for (int degree = 1; degree <= 2; ++degree)
    for (const auto& monomial : detail::monomials_of(static_cast<int>(variables.size()), degree)) {
      std::map<int, int> names;
      for (const auto& [factor, power] : monomial.terms().begin()->first)
        names[factor] = variables[static_cast<std::size_t>(index_of(factor))];
      columns.push_back(renamed(monomial, names));
    }
  for (auto& p : detail::common_kernel(columns, [&](const FunctionValues::Polynomial& q) {
         std::vector<FunctionValues::Polynomial> images;
         for (const auto& rates : values.along) {
           std::vector<FunctionValues::Polynomial> all;
           for (std::size_t i = 0; i < rates.size(); ++i) {
             const auto place = static_cast<std::size_t>(values.places[i]);
             if (all.size() <= place) all.resize(place + 1);
             all[place] = rates[i];
           }
           images.push_back(q.derivative(all));
         }
         return images;
       }))
    relations.push_back(p - FunctionValues::Polynomial(value_at(p, known)));
  return relations;
}

/// Whether the path from f ends at these values; else how far from them it ended.
struct Path {
  bool leads;
  double distance;
};

Path path_to(const Eigen::VectorXd& to, const RoundedFields& fields, Eigen::VectorXd f) {
  constexpr double near = 1e-6;  // beyond the error of the steps
  constexpr double flat = 1e-5;  // no direction leads nearer: another component, or a saddle
  double damping = 1;
  for (int i = 0; i < 200 && damping < 1e12; ++i) {
    const Eigen::VectorXd rest = to - f;
    if (rest.norm() <= near * (1 + to.norm())) return {true, 0};
    const Eigen::MatrixXd x = fields(f);
    const Eigen::VectorXd slope = x.transpose() * rest;
    if (slope.norm() <= flat * rest.norm() * x.norm()) break;
    Eigen::MatrixXd normal = x.transpose() * x;
    normal.diagonal().array() += damping * rest.norm();
    Eigen::VectorXd u = normal.ldlt().solve(slope);
    if (u.norm() > 1) u.normalize();
    const Eigen::VectorXd next = fields.moved(f, u);
    const bool nearer = (to - next).norm() < rest.norm();
    if (nearer) f = next;
    damping *= nearer ? 0.3 : 4;
  }
  return {false, (to - f).norm()};
}

}  // namespace

FunctionValues FunctionValues::of(const CoordinateRing& ring, int first) {
  FunctionValues values;
  const auto identity = ring.exact_at_identity();
  const auto adjoined = ring.adjoined_relations();
  if (!identity || !adjoined) return values;
  values.known.push_back(*identity);
  std::map<int, int> up;
  std::map<int, std::array<int, 3>> numbers;  // by what is stored: x, cos x and sin x, from 1
  for (int i = 0; i < ring.size(); ++i) {
    values.places.push_back(first + i);
    up[variable_of(i)] = first + i;
    const auto& terms = ring.stored()[static_cast<std::size_t>(i)].terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1) continue;
    const auto [variable, power] = terms.begin()->first.front();
    if (power == 1)
      numbers[index_of(variable)][static_cast<std::size_t>(kind_of(variable))] = i + 1;
  }
  for (const auto& rates : ring.along()) {
    values.along.emplace_back();
    for (const auto& rate : rates) values.along.back().push_back(renamed(rate, up));
  }
  for (const auto& p : *adjoined) values.relations.push_back(renamed(p, up));
  for (const int i : ring.positive()) values.positive.push_back(first + i);
  for (const auto& [number, triple] : numbers)
    if (std::ranges::count(triple, 0) == 0)
      values.angles.push_back(
          {first + triple[0] - 1, first + triple[1] - 1, first + triple[2] - 1});
  return values;
}

void FunctionValues::add_field(const DynamicVector<Rational>& velocity) {
  std::vector<Polynomial> sum(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (Eigen::Index k = 0; k < velocity.size(); ++k)
      sum[i] += Polynomial(velocity(k)) * along[static_cast<std::size_t>(k)][i];
  along.push_back(std::move(sum));
}

FunctionValues FunctionValues::among(const std::map<int, int>& kept) const {
  FunctionValues result;
  std::vector<std::size_t> left;
  std::vector<int> variables;
  std::map<int, int> names;
  for (const auto& [variable, name] : kept) names[variable_of(variable)] = name;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (kept.contains(places[i])) {
      left.push_back(i);
      variables.push_back(places[i]);
      result.places.push_back(kept.at(places[i]));
    }
  const auto stays = [&](std::size_t i, const std::vector<Polynomial>& rates) {
    return std::ranges::all_of(rates[i].terms(), [&](const auto& term) {
      return std::ranges::all_of(
          term.first, [&](const auto& factor) { return kept.contains(index_of(factor.first)); });
    });
  };
  for (const auto& rates : along) {
    if (!std::ranges::all_of(left, [&](std::size_t i) { return stays(i, rates); })) continue;
    result.along.emplace_back();
    for (const std::size_t i : left) result.along.back().push_back(renamed(rates[i], names));
  }
  for (const auto& all : known) {
    result.known.emplace_back(static_cast<Eigen::Index>(left.size()));
    for (std::size_t i = 0; i < left.size(); ++i)
      result.known.back()(static_cast<Eigen::Index>(i)) = all(static_cast<Eigen::Index>(left[i]));
  }
  if (places.empty()) return result;
  const Point identity = with_functions<Rational>(Point::Constant(places.back() + 1, Rational(0)),
                                                  places, known.front());
  for (const auto& p : relations_among(*this, variables, identity))
    result.relations.push_back(renamed(p, names));
  for (const auto& p : relations)
    if (std::ranges::all_of(p.variables(), [&](int i) { return kept.contains(i); }))
      result.relations.push_back(renamed(p, names));
  for (const int i : positive)
    if (kept.contains(i)) result.positive.push_back(kept.at(i));
  for (const auto& [x, cosine, sine] : angles)
    if (kept.contains(x) && kept.contains(cosine) && kept.contains(sine))
      result.angles.push_back({kept.at(x), kept.at(cosine), kept.at(sine)});
  return result;
}

template <class K>
bool FunctionValues::are_turned(const DynamicVector<K>& z) const {
  return std::ranges::all_of(angles, [&](const auto& angle) {
    const auto& [x, cosine, sine] = angle;
    if constexpr (std::is_same_v<K, AngleNumber>) {
      const auto both = turned(z(x).function(), transcendental_in(z));
      return both && z(cosine) == both->first && z(sine) == both->second;
    } else {
      return z(x).is_zero() && z(cosine) == K(1) && z(sine).is_zero();
    }
  });
}

template <class K>
bool FunctionValues::have_directions(const DynamicVector<K>& point) const {
  if (places.empty()) return true;
  const auto directions = [&](const DynamicVector<K>& z) {
    DynamicMatrix<K> x(static_cast<Eigen::Index>(places.size()),
                       static_cast<Eigen::Index>(along.size()));
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      for (Eigen::Index k = 0; k < x.cols(); ++k)
        x(i, k) = value_at(along[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)], z);
    return rank<K>(x);
  };
  return directions(point) == directions(with_functions<K>(point, places, known.front()));
}

template <class K>
bool FunctionValues::include(const DynamicVector<K>& point) const {
  if (places.empty()) return true;
  if (!are_turned(point) || !have_directions(point) ||
      !std::ranges::all_of(relations,
                           [&](const Polynomial& p) { return value_at(p, point).is_zero(); }))
    return false;
  constexpr int trials = 8, enough = 3;  // ends of paths as near as any: there are no nearer ones
  const auto count = static_cast<Eigen::Index>(places.size());
  Eigen::VectorXd to(count);
  for (Eigen::Index i = 0; i < count; ++i)
    to[i] = to_double(point(places[static_cast<std::size_t>(i)]));
  const RoundedFields fields(*this);
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const auto& values : known) {
    std::vector<double> distances;
    for (int trial = 0; trial < trials; ++trial) {
      Eigen::VectorXd from(count), u(fields.fields());
      for (Eigen::Index i = 0; i < count; ++i) from[i] = to_double(values(i));
      for (double& x : u.reshaped()) x = trial == 0 ? 0 : number(generator);
      const Path path = path_to(to, fields, fields.moved(std::move(from), u));
      if (path.leads) return true;
      distances.push_back(path.distance);
      const double least = std::ranges::min(distances);
      if (std::ranges::count_if(distances, [&](double x) { return x < 1.001 * least; }) == enough)
        break;
    }
  }
  return false;
}

template bool FunctionValues::are_turned(const DynamicVector<Rational>&) const;
template bool FunctionValues::are_turned(const DynamicVector<AlgebraicNumber>&) const;
template bool FunctionValues::are_turned(const DynamicVector<AngleNumber>&) const;
template bool FunctionValues::have_directions(const DynamicVector<Rational>&) const;
template bool FunctionValues::have_directions(const DynamicVector<AlgebraicNumber>&) const;
template bool FunctionValues::have_directions(const DynamicVector<AngleNumber>&) const;
template bool FunctionValues::include(const DynamicVector<Rational>&) const;
template bool FunctionValues::include(const DynamicVector<AlgebraicNumber>&) const;
template bool FunctionValues::include(const DynamicVector<AngleNumber>&) const;

}  // namespace hamel
