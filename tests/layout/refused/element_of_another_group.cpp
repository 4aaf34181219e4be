// An element of SE(2) is not an element of H(3), though both are three numbers.
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/se2.hpp>

int main() {
  hamel::Heisenberg<1> h;
  return h.inverse(hamel::SE2{}.identity<double>()).data[0] > 0;
}
