// Rotations and planar motions against 60-digit references, at few angles: `bench_accuracy` takes many and all groups.
#include <doctest/doctest.h>

#include "audit.hpp"
#include "runs.hpp"

namespace {

template <class S>
void within(double limit) {
  Audit<S> all;
  audit_rotations(all, 8);
  audit_planar_motions(all, 8);
  CHECK(all.rows().size() > 60);
  for (const Row& row : all.rows()) {
    CAPTURE(row.group);
    CAPTURE(row.function);
    CAPTURE(row.angle);
    CHECK(row.samples > 0);
    CHECK(row.scaled <= limit);
  }
  CHECK(all.worst() <= limit);
}

}  // namespace

TEST_CASE("every function is accurate to rounding") {
  within<double>(2e-15);
  within<float>(1e-6);
}
