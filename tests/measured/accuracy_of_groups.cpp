// The groups for programs alone against 60-digit references, at few vectors: `bench_accuracy` takes many.
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include <hamel/group/library.hpp>

#include "audit.hpp"
#include "functions.hpp"

TEST_CASE("every function of every further group is accurate to rounding") {
  Audit<double> all;
  std::apply(
      [&](const auto&... rows) {
        const auto audit = [&](const auto& row) {
          const auto group = row.make(0);
          const int n = group.dim();
          for (const double size : {1e-12, 0.3, 1.42, std::numbers::pi - 1e-9})
            for (const int direction : {0, 3}) {
              Eigen::VectorXd xi(n);
              for (int i = 0; i < n; ++i)
                xi[i] = std::cos(1.0 + 2.3 * direction + 1.7 * i * direction);
              xi *= size / xi.norm();
              Functions functions(all, std::string(row.name), group, xi, size);
              functions.of_exponential(true);
              functions.of_vectors();
              functions.of_elements();
            }
        };
        (audit(rows), ...);
      },
      hamel::further_group_rows);
  CHECK(all.rows().size() == 6 * 20);
  for (const Row& row : all.rows()) {
    CAPTURE(row.group);
    CAPTURE(row.function);
    CAPTURE(row.angle);
    CHECK(row.scaled <= 2e-15);
  }
}
