// A metric is a matrix or a function with values in matrices.
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  hamel::mechanical(hamel::SO3{}, [](double) { return 1.; });
}
