// Numbers in a row, taken two at a time: even and odd counts.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/core/pairs.hpp>
#include <hamel/core/types.hpp>

namespace {

template <int N>
void adds() {
  const auto f = [](int i) { return 0.1 + i; };
  const auto g = [](int i) { return i % 2 == 0 ? -3. - i : 0.5 * i; };
  hamel::Pairs<N> sum(f), most;
  const hamel::Pairs<N> other(g);
  sum.add(0.3, other);
  most.take_larger(other);
  most.take_larger(hamel::Pairs<N>([](int) { return 1.2; }));
  for (int i = 0; i < N; ++i) {
    CAPTURE(i);
    CHECK(sum.template part<1>(i)[0] == doctest::Approx(f(i) + 0.3 * g(i)).epsilon(1e-15));
    CHECK(most.template part<1>(i)[0] == std::fmax(1.2, std::fabs(g(i))));
  }
  if constexpr (N > 2) {
    const hamel::Vector<double, 2> last = other.template part<2>(N - 2);
    CHECK(last[0] == g(N - 2));
    CHECK(last[1] == g(N - 1));
  }
}

TEST_CASE("sums and the largest, number by number") {
  adds<1>();
  adds<2>();
  adds<3>();
  adds<6>();
  adds<7>();
}

}  // namespace
