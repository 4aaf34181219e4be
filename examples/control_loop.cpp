// A control loop at 1 kHz in float and in double: balance, predict 20 steps with derivatives, no heap, jitter measured.
//
// Each tick takes the state of a two-wheeled inverted pendulum, computes the torques by a gain and advances the machine
// by a millisecond; every tenth tick predicts a horizon of 20 steps with their derivatives too. Counted are the
// allocations of all ticks (every size is fixed, so Eigen has none of its own), and their times beside the millisecond
// there is.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

#include "balancing_robot.hpp"
#include "lesson.hpp"
#include "picture.hpp"
#include "regulator.hpp"

namespace {
std::atomic<long> allocations = 0;
}
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

using namespace hamel;

namespace {

/// The times of the ticks of a loop, in microseconds, sorted.
struct Loop {
  std::vector<double> ticks;
  long allocated = 0, failed = 0;
  double pitch = 0;

  double part(double p) const { return ticks[std::size_t(p * double(ticks.size() - 1))]; }
};

/// The gain at rest, from the linearisation at the period of the loop.
template <class P, class State>
auto gain_at(const P& robot, const State& rest, double h) {
  const auto upright = linearise(robot, Variational<>{}, 0., h, rest, Vector<double, 2>(0, 0));
  using A = Eigen::Matrix<double, 9, 9>;
  using B = Eigen::Matrix<double, 9, 2>;
  A q = A::Zero();
  q.diagonal() << 20, 0, 5, 0, 0, 10, 0, 0, 1;
  const std::vector<A> a(8000, upright.A);
  const std::vector<B> b(8000, upright.B);
  return regulator(a, b, q, Matrix<double, 2>(Matrix<double, 2>::Identity())).front();
}

template <class S, class P, class Gain>
Loop run(const P& robot, const Gain& gain_in_double, int ticks) {
  using Clock = std::chrono::steady_clock;
  const balancing::Group group;
  const auto gain = gain_in_double.template cast<S>().eval();
  const auto rest = robot.start(group.template identity<S>(), Vector<S, 6>(Vector<S, 6>::Zero()));
  auto state = rest;
  state.x = group.exp(Vector<S, 6>(S(0), S(0), S(0.2), S(0), S(0), S(0.1)));
  const S h = S(1e-3);
  const Variational<> method;
  Variational<>::Memory memory;
  Loop loop;
  loop.ticks.resize(std::size_t(ticks));
  const long before = allocations;
  for (int k = 0; k < ticks; ++k) {
    const auto start = Clock::now();
    Eigen::Matrix<S, 9, 1> off;
    off << group.log(group.compose(group.inverse(rest.x), state.x)), state.m - rest.m;
    const Vector<S, 2> w = -(gain * off);
    auto ahead = state;
    for (int i = 0; k % 10 == 0 && i < 20; ++i) {
      const auto step = linearise(robot, method, S(k + i) * h, h, ahead, w);
      loop.failed += !step.status;
      ahead = step.end;
    }
    loop.failed += !method.step(robot, S(k) * h, h, state, w, memory);
    loop.ticks[std::size_t(k)] =
        std::chrono::duration<double, std::micro>(Clock::now() - start).count();
  }
  loop.allocated = allocations - before;
  std::sort(loop.ticks.begin(), loop.ticks.end());
  loop.pitch = std::abs(double(state.x.data[6]));
  return loop;
}

void tell(Lesson& lesson, const char* scalar, const Loop& loop) {
  std::printf("\n%s, microseconds of a tick: median %.1f, 90%% %.1f, 99.9%% %.1f, worst %.1f\n",
              scalar, loop.part(0.5), loop.part(0.9), loop.part(0.999), loop.part(1));
  lesson.claim("allocations on the heap", double(loop.allocated), 0);
  lesson.claim("steps that failed", double(loop.failed), 0);
  lesson.claim("half of the ticks, as a part of their millisecond", 1e-3 * loop.part(0.5), 0.1);
  lesson.claim("half of those that predict", 1e-3 * loop.part(0.95), 1);
  lesson.claim("pitch at the end", loop.pitch, 1e-2);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("A control loop at 1 kHz: balance and predict, in float and in double");
  const auto robot = balancing::robot();
  const auto rest = robot.start(balancing::Group{}.identity<double>(),
                                Vector<double, 6>(Vector<double, 6>::Zero()));
  const auto gain = gain_at(robot, rest, 1e-3);
  const auto in_double = run<double>(robot, gain, 5000);
  const auto in_float = run<float>(robot, gain, 5000);
  tell(lesson, "double", in_double);
  tell(lesson, "float", in_float);

  const auto curve_of = [](const char* name, int colour, const Loop& loop) {
    Curve curve;
    curve.name = name;
    curve.colour = colour;
    for (std::size_t i = 0; i < loop.ticks.size(); i += 10) {
      curve.x.push_back(100. * double(i) / double(loop.ticks.size()));
      curve.y.push_back(loop.ticks[i]);
    }
    return curve;
  };
  picture("control_loop",
          {"A loop at 1 kHz: a tick in ten predicts 20 steps with derivatives",
           log_panel("Times of the ticks, sorted", "ticks below  (%)", "time  (us)",
                     {curve_of("double", 0, in_double), curve_of("float", 1, in_float)}),
           {}},
          argc, argv);
  return lesson.done();
}
