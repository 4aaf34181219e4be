// Reverse-mode numbers against dual ones.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/core/dual.hpp>
#include <hamel/core/tape.hpp>

using namespace hamel;

TEST_CASE("a tape knows the derivatives of functions of numbers") {
  using T = Taped<double>;
  Tape<double> tape;
  const T x = T::variable(0.7), y = T::variable(-1.3);
  const T f = pow(x, T(2)) * sin(y) / (x + exp(y)) - atan2(y, x) + abs(y) * 3. + pow(x, y);
  CHECK(T(2).node() == 0);
  tape.adjoint(f.node()) = 1;
  tape.reverse(1, tape.size());
  const auto dual = [](int k) {
    using D = Dual<double, 1>;
    D u(0.7), v(-1.3);
    (k == 0 ? u : v).derivatives()[0] = 1;
    return D(pow(u, D(2)) * sin(v) / (u + exp(v)) - atan2(v, u) + abs(v) * 3. + pow(u, v));
  };
  CHECK(f.value() == doctest::Approx(dual(0).value()).epsilon(1e-15));
  CHECK(tape.adjoint(x.node()) == doctest::Approx(dual(0).derivatives()[0]).epsilon(1e-14));
  CHECK(tape.adjoint(y.node()) == doctest::Approx(dual(1).derivatives()[0]).epsilon(1e-14));
}
