// How the coordinates of a file's group change: along all fields at once, along one velocity, and pulled back.
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/io/system_file.hpp>

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
  }
}
