// Metric and potential of a system as functions on its group: as polynomials where they are such, and at points.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/polynomial_points.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// The functions at one point, in floating point.
struct SampledFunctions {
  std::vector<double> coordinates;
  Eigen::MatrixXd metric;               ///< M
  std::vector<Eigen::MatrixXd> slopes;  ///< d_k M along e_k, empty where M is constant
  Eigen::VectorXd gradient;             ///< d_k U
};

/// M(x) and U(x) over polynomials in the stored numbers of x (sines and cosines among them); what is no polynomial is
/// not known. All that questions about what varies ask of a system.
struct FunctionsOnGroup {
  StoredRelations relations;                             ///< of the stored numbers
  std::vector<std::vector<CoordinatePolynomial>> rates;  ///< of these along e_k
  std::vector<Rational> identity;                        ///< these at 1
  DynamicMatrix<CoordinatePolynomial> metric;
  std::vector<DynamicMatrix<CoordinatePolynomial>> slopes;  ///< d_k M
  std::vector<CoordinatePolynomial> gradient;               ///< d_k U
  DynamicMatrix<double> metric_at_identity;
  std::vector<std::string> names;  ///< of coordinates

  static constexpr int samples = 64;
  std::function<std::vector<SampledFunctions>()>
      sampled;  ///< the functions at so many seeded points
};

namespace detail {

/// The functions at seeded points.
template <class System>
std::vector<SampledFunctions> functions_at_points(const System& system, bool metric_varies) {
  using Group = typename System::Group;
  const Group& group = system.group();
  const int n = group.dim();
  std::mt19937 generator(20220719);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<SampledFunctions> all;
  for (int k = 0; k < FunctionsOnGroup::samples; ++k) {
    Vector<double, Group::dimension> a = Vector<double, Group::dimension>::Zero(n);
    for (int i = 0; i < n; ++i) a(i) = number(generator);
    const auto x = group.exp(a);
    SampledFunctions here;
    const auto coordinates = group.coordinates(x);
    for (std::size_t i = 0; i < std::size_t(coordinates.size()); ++i)
      here.coordinates.push_back(coordinates[i]);
    here.metric = system.metric(x);
    for (int j = 0; metric_varies && j < n; ++j) {
      const Vector<double, Group::dimension> direction =
          Vector<double, Group::dimension>::Unit(n, j);
      const auto m =
          system.metric(displaced<Dual<double, 1>>(group, x, infinitesimal_along(direction)));
      Eigen::MatrixXd slope(n, n);
      for (int p = 0; p < n; ++p)
        for (int q = 0; q < n; ++q) slope(p, q) = m(p, q).derivatives()[0];
      here.slopes.push_back(std::move(slope));
    }
    here.gradient = left_gradient(
        group, x, [&]<class S>(const Element<Group, S>& y) { return system.potential(y); });
    all.push_back(std::move(here));
  }
  return all;
}

}  // namespace detail

/// The functions of a system; `metric` exactly where it is constant. Keeps a reference to the system.
template <class System>
FunctionsOnGroup functions_on_group(const System& system,
                                    const std::optional<DynamicMatrix<Rational>>& metric = {}) {
  using Group = typename System::Group;
  using Table = DynamicMatrix<CoordinatePolynomial>;
  const Group& group = system.group();
  const int n = group.dim();
  FunctionsOnGroup all;
  all.relations = StoredRelations(group);
  const PolynomialPoints<Group> points(group, all.relations);
  all.identity = points.identity();
  if (!all.relations.complete() && all.relations.derivable()) all.rates = points.rates();
  all.metric =
      metric ? Table(metric->unaryExpr([](const Rational& c) { return CoordinatePolynomial(c); }))
             : Table(system.metric(points.general()));
  all.metric_at_identity = system.metric(group.template identity<double>());
  for (int k = 0; k < n; ++k) {
    const auto near = points.displaced(k);
    all.gradient.push_back(system.potential(near).slope());
    all.slopes.push_back(
        metric ? Table(Table::Constant(n, n, CoordinatePolynomial()))
               : Table(Table(system.metric(near)).unaryExpr([](const CoordinatePolynomial& p) {
                   return p.slope();
                 })));
  }
  for (const auto& name : group.coordinate_names()) all.names.emplace_back(name);
  all.sampled = [&system, varies = !metric.has_value()] {
    return detail::functions_at_points(system, varies);
  };
  return all;
}

}  // namespace hamel
