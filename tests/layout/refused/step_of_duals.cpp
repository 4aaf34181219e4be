#include <hamel/core/dual.hpp>
#include <hamel/hamel.hpp>

int main() {
  using namespace hamel;
  return (unit<SO3>() + Vector<Dual<double, 1>, 3>()).data[0] > 0;
}
