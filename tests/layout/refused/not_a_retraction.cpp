// A variational step moves by a retraction: a struct without its maps is none.
#include <hamel/hamel.hpp>

struct Nothing {};

int main() {
  const hamel::Matrix<double, 3> inertia = hamel::Matrix<double, 3>::Identity();
  const auto body = hamel::free(hamel::mechanical(hamel::SO3{}, inertia));
  const auto start = body.start(hamel::SO3{}.identity<double>(), hamel::Vector<double, 3>(1, 2, 3));
  hamel::integrate(body, start, hamel::Variational<Nothing>{}, {.step = 0.1, .steps = 1});
}
