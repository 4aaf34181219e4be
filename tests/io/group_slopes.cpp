// How the coordinates of a file's group change: along all fields at once, along one velocity, and pulled back; and
// coordinates around an element.
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/io/system_file.hpp>

#include "cases/any_system.hpp"

using namespace hamel;

namespace {

SystemGroup group_of(const std::string& factors, int n) {
  std::string metric, a;
  for (int i = 0; i < n; ++i) {
    std::string row;
    for (int j = 0; j < n; ++j) row += std::string(j ? "," : "") + (i == j ? "1" : "0");
    metric += std::string(i ? "," : "") + "[" + row + "]";
    a += std::string(i ? "," : "") + "\"0\"";
  }
  const SystemFile file =
      parse_system_file("{\"schema\": 1, \"name\": \"any\", \"group\": " + factors +
                        ", \"metric\": [" + metric + "], \"initial\": {\"a\": [" + a + "]}}");
  return std::get<GroupSystem>(file.system).group;
}

}  // namespace

TEST_CASE("slopes along a velocity and pulled back are those along all fields") {
  const struct {
    const char* factors;
    int n;
  } cases[] = {{R"(["SO3"])", 3},
               {R"(["SE2", "T1"])", 4},
               {R"(["SE3", "T2"])", 8},
               {R"(["R2", "SO3"])", 5},
               {R"(["SO21"])", 3},
               {R"(["H3", "SE2"])", 6},
               {R"(["T1", "SE3", "R1"])", 8}};
  for (const auto& one : cases) {
    CAPTURE(one.factors);
    const SystemGroup group = group_of(one.factors, one.n);
    SystemGroup::V a(one.n), b(one.n);
    for (int i = 0; i < one.n; ++i) {
      a[i] = 0.3 + 0.1 * i;
      b[i] = std::cos(1. + i);
    }
    const SystemGroup::Point x = group.exp(a);
    const std::vector<double> q = group.coordinates(x);
    const SystemGroup::CoordinateSlopes slopes = group.coordinate_slopes(x);
    const int count = int(q.size());
    REQUIRE(slopes.cols() == count);
    std::vector<double> weights, rates(q.size());
    for (int i = 0; i < count; ++i) weights.push_back(std::sin(2. + i));
    const SystemGroup::V gradient = group.pull_back(x, q.data(), weights.data());
    group.push_forward(x, q.data(), b, rates.data());
    for (int k = 0; k < one.n; ++k) {
      double expected = 0;
      for (int i = 0; i < count; ++i) expected += slopes(k, i) * weights[std::size_t(i)];
      CHECK(std::abs(gradient[k] - expected) <= 1e-14);
    }
    for (int i = 0; i < count; ++i) {
      double expected = 0;
      for (int k = 0; k < one.n; ++k) expected += slopes(k, i) * b[k];
      CHECK(std::abs(rates[std::size_t(i)] - expected) <= 1e-14);
    }
    const std::vector<int> straight = group.straight_coordinates();
    REQUIRE(straight.size() == q.size());
    for (int i = 0; i < count; ++i) {
      const int only = straight[std::size_t(i)];
      for (int k = 0; k < one.n && only >= 0; ++k) CHECK(slopes(k, i) == (k == only));
    }
  }
  CHECK(group_of(R"(["SE2", "T1"])", 4).straight_coordinates() == std::vector{-1, -1, 2, 3});
}

TEST_CASE("a distribution and its slopes that are found together are those found apart") {
  std::string sum = "sin(theta1";
  for (int i = 2; i <= 9; ++i) sum += "+theta" + std::to_string(i);
  sum += ")";
  const struct {
    const char* factors;
    int n, r;
    std::string entry;
  } cases[] = {{R"(["SE2", "T1"])", 4, 2, "cos(theta1)*sin(theta1)^2"},
               {R"(["SE2", "T1"])", 4, 2, "cos(theta1)+x*sin(phi)"},
               {R"(["SE3", "T1"])", 7, 3, "R12*theta1+x*R31"},
               {R"(["T9"])", 9, 8, sum}};  // 648 derivatives
  for (const auto& one : cases) {
    CAPTURE(one.entry);
    const SystemGroup group = group_of(one.factors, one.n);
    const Expression::Scope scope{group.coordinate_names(), {}};
    std::vector<Expression> entries;
    for (int i = 0; i < one.n * one.r; ++i)
      entries.push_back(
          Expression::parse(i % 5 == 1 ? "3" : std::to_string(i) + "+" + one.entry, scope));
    const ExpressionDistribution distribution(group, entries);
    SystemGroup::V a(one.n);
    for (int i = 0; i < one.n; ++i) a[i] = 0.3 + 0.1 * i;
    const SystemGroup::Point x = group.exp(a);
    const auto both = distribution.at(x);
    CHECK((both.matrix() - distribution(x)).cwiseAbs().maxCoeff() == 0);
    const SystemGroup::M slope = distribution.slope(x, a);
    CHECK(slope.cwiseAbs().maxCoeff() > 0.01);
    CHECK((both.slope(a) - slope).cwiseAbs().maxCoeff() == 0);
    // and as differences say
    const double h = 1e-5;
    const auto near = [&](double s) {
      return distribution(group.compose(x, group.exp(SystemGroup::V(s * a))));
    };
    const SystemGroup::M difference = (1 / (2 * h)) * (near(h) - near(-h));
    CHECK((difference - slope).cwiseAbs().maxCoeff() <= 1e-8);
  }
}

TEST_CASE("potentials that are linear in the coordinates have the slopes of any") {
  const struct {
    const char* factors;
    int n;
    std::string formula;
  } cases[] = {{R"(["SO3"])", 3, "147*R32-2*R11"},
               {R"(["SE2", "T1"])", 4, "x/2+3*y-theta1"},
               {R"(["SE3", "R2"])", 8, "9*z+R13-r2/4"},
               {R"(["H3"])", 3, "z-x/3"}};
  for (const auto& one : cases) {
    CAPTURE(one.formula);
    const SystemGroup group = group_of(one.factors, one.n);
    const Expression::Scope scope{group.coordinate_names(), {}};
    const ExpressionPotential potential(group, Expression::parse(one.formula, scope));
    SystemGroup::V a(one.n);
    for (int i = 0; i < one.n; ++i) a[i] = 0.3 - 0.2 * i;
    const SystemGroup::Point x = group.exp(a);
    const SystemGroup::V gradient = potential.gradient(x);
    for (int k = 0; k < one.n; ++k) {
      // Errors of central differences: h^2 of up to 23 and rounding / h, 2e-9 and 1e-10.
      const double h = 1e-5;
      const auto at = [&](double s) {
        return potential(
            group.compose(x, group.exp(SystemGroup::V(s * SystemGroup::V::Unit(one.n, k)))));
      };
      CHECK(std::abs((at(h) - at(-h)) / (2 * h) - gradient[k]) <= 1e-8);
    }
  }
}

TEST_CASE(
    "coordinates around an element are its product with an exponential, and the inverse of its "
    "differential") {
  const struct {
    const char* factors;
    int n;
  } cases[] = {{R"(["SO3"])", 3},        {R"(["SE2", "T1"])", 4}, {R"(["T2", "SE2", "SO21"])", 8},
               {R"(["SE3", "R1"])", 7},  {R"(["H3", "SE2"])", 6}, {R"(["SO3", "SE3", "SO3"])", 12},
               {R"(["Aff1", "SE2"])", 5}};
  for (const auto& one : cases) {
    for (const double size : {0., 1e-9, 0.05, 0.4, 2.5, 9.}) {
      CAPTURE(one.factors);
      CAPTURE(size);
      const SystemGroup group = group_of(one.factors, one.n);
      SystemGroup::V start(one.n), s(one.n), a(one.n);
      for (int i = 0; i < one.n; ++i) {
        start[i] = 2 * std::cos(3. * i);
        s[i] = size * std::sin(1. + i) / std::sqrt(double(one.n));
        a[i] = std::cos(1. + i);
      }
      const SystemGroup::Point x = group.exp(start);
      const auto coordinates = group.around(x);
      const auto near = coordinates.at(s);
      const std::vector<double> place = group.coordinates(near.place),
                                product = group.coordinates(group.compose(x, group.exp(s)));
      REQUIRE(place.size() == product.size());
      for (std::size_t i = 0; i < place.size(); ++i)
        CHECK(std::abs(place[i] - product[i]) <=
              1e-14 * (1 + std::abs(product[i])) * std::exp(size));
      const SystemGroup::V rate = group.dexp_inv(SystemGroup::V(-s), a);
      CHECK((near.rate(a) - rate).cwiseAbs().maxCoeff() <=
            1e-13 * (1 + rate.cwiseAbs().maxCoeff()));
      CHECK((coordinates.rate(s, a) - rate).cwiseAbs().maxCoeff() == 0);
    }
  }
}
