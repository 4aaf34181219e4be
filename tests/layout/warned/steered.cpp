// A car between two states, and the free motion of a body.
#include <vector>

#include <hamel/hamel.hpp>
#include <hamel/steer/steer.hpp>
#include <hamel/system/moving_split.hpp>

using namespace hamel;

namespace {

struct Steers {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Product<SE2, Torus<1>>, S>& x) const {
    using std::cos, std::sin;
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = cos(x.data[4]);
    d(2, 0) = sin(x.data[4]);
    d(3, 1) = S(1);
    return d;
  }
};

}  // namespace

int main() {
  const auto group = SE2{} * Torus<1>{};
  const auto car = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const MovingSplit split(car, Steers{}, group.identity<double>());
  Steering steering(vakonomic(car, split));
  const auto found = steering.solve(group.identity<double>(),
                                    group.from_coordinates(std::vector<double>{1, 0.5, 0.3, 0}), 1);
  return found.empty() ? 1 : 0;
}
