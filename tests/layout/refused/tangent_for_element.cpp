// A tangent vector is not a group element, though both are three numbers.
#include <hamel/group/se2.hpp>

int main() {
  const hamel::Vector<double, 3> a(1, 2, 3);
  return hamel::SE2{}.inverse(a).data[0] > 0;
}
