// The differentials of exp follow from the brackets of an algebra.
#include <hamel/group/series.hpp>

struct Plane {
  static constexpr int dimension = 2;
};

int main() {
  hamel::Series<Plane> calculus;
}
