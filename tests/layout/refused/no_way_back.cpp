// A method of one's own has no gradient of a run.
#include <hamel/group/so3.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

struct Body {
  template <class T>
  auto operator()(const Vector<T, 1>& theta) const {
    return free(mechanical(SO3{}, Matrix<T, 3>(Matrix<T, 3>::Identity() * theta[0])));
  }
};
struct Cost {
  template <class St>
  auto end(double, const St& s) const {
    return s.m[0];
  }
};

/// Nothing moves.
struct AtRest {
  static constexpr bool adaptive = false;
  struct Memory {};
  template <class P, class St>
  StepStatus step(const P&, double, double, St&, Memory&) const noexcept {
    return {Outcome::ok, 0, 0};
  }
};

int main() {
  const Vector<double, 1> theta(2);
  const State<SO3, double, 3> start{SO3{}.identity<double>(), {1, 0, 0}};
  run_gradient(Body{}, theta, AtRest{}, start, {.step = 0.1, .steps = 3},
               Eigen::Matrix<double, 0, 3>(), Cost{});
}
