// A Runge-Kutta method needs its coefficients.
#include <hamel/integrator/runge_kutta.hpp>

struct Euler {
  static constexpr int order = 1;
  static constexpr int stages = 1;
};

int main() {
  return hamel::RungeKutta<Euler>::order;
}
