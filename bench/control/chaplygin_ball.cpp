// Chaplygin's ball over a million steps: writes what its energy and its integral K do under each method.
//
// A ball of radius r and unequal inertia rolls on a plane, D(x) moves with it: x' = r w_y, y' = -r w_x in space. It
// conserves its energy and the vector K = R (I w + m r^2 (w - (w.g) g)), g = R^T e_z (Chaplygin 1903). A homogeneous
// ball rolls along a line at a constant speed.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

namespace {

using namespace hamel;
using Group = decltype(SO3{} * Euclidean<2>{});
constexpr double radius = 0.8, h = 0.05;
constexpr long steps = 1000000;

struct Rolling {
  template <class S>
  Matrix<S, 5, 3> operator()(const Element<Group, S>& x) const {
    const Matrix<S, 3> r = rotation(x);
    Matrix<S, 5, 3> d = Matrix<S, 5, 3>::Zero();
    for (int j = 0; j < 3; ++j) {
      d(j, j) = S(1);
      d(3, j) = S(radius) * r(1, j);
      d(4, j) = S(-radius) * r(0, j);
    }
    return d;
  }
  template <class S>
  static Matrix<S, 3> rotation(const Element<Group, S>& x) {
    return SO3{}.matrix(Element<SO3, S>{x.data.template head<4>()});
  }
};

/// What a million steps of a method do to the ball of the given inertia.
template <class M>
void row(const char* name, const M& method, const Vector<double, 3>& inertia) {
  const Group group;
  Vector<double, 5> masses = Vector<double, 5>::Ones();
  masses.head<3>() = inertia;
  const Matrix<double, 5> metric = masses.asDiagonal();
  const auto system = mechanical(group, metric);
  const auto x = group.identity<double>();
  const auto ball = nonholonomic(system, MovingSplit(system, Rolling{}, x));
  const auto start = ball.start(x, Vector<double, 5>(0.3, 1, -0.4, 0.8, -0.24));
  const auto integral = [&](const auto& s) {
    const Matrix<double, 3> r = Rolling::rotation(s.x);
    const auto a = ball.velocity(s.x, s.m);
    const Vector<double, 3> w = a.template head<3>(), g = r.row(2).transpose();
    return Vector<double, 3>(r * (inertia.cwiseProduct(w) + radius * radius * (w - w.dot(g) * g)));
  };
  const double e0 = energy(ball, start);
  const Vector<double, 3> k0 = integral(start);
  const Vector<double, 2> speed(0.8, -0.24);
  double energy_half[2] = {0, 0}, k_half[2] = {0, 0}, off = 0, off_line = 0;
  long kept = 0;
  const auto run = observe_run(
      ball, start, method, {.step = h, .steps = steps, .every = 100},
      [&](double t, const auto& s, const auto&) {
        const int half = kept++ < steps / 200 ? 0 : 1;
        energy_half[half] = std::max(energy_half[half], std::abs(energy(ball, s) / e0 - 1));
        k_half[half] = std::max(k_half[half], (integral(s) - k0).norm() / k0.norm());
        off = std::max(off, constraint_residual(ball, s));
        if (t > 0)
          off_line = std::max(
              off_line, (s.x.data.template tail<2>() - t * speed).norm() / (t * speed.norm()));
      });
  std::printf("| %s | %.1e | %.1e | %.1e | %.1e | %.1e |", name, energy_half[0], energy_half[1],
              k_half[0], k_half[1], off);
  const bool homogeneous = inertia.maxCoeff() == inertia.minCoeff();
  if (homogeneous) std::printf(" %.1e |", off_line);
  std::printf(" %s |\n", text(run.outcome));
  std::fflush(stdout);
}

void rows(const Vector<double, 3>& inertia) {
  row("Variational", Variational<>{}, inertia);
  row("Variational<Cayley>", Variational<Cayley>{}, inertia);
  row("Variational<Exponential, Midpoint>", Variational<Exponential, Midpoint>{}, inertia);
  row("Composition<Suzuki4, Variational>", Composition<Suzuki4, Variational<>>{}, inertia);
  row("Composition<KahanLi6, Variational>", Composition<KahanLi6, Variational<>>{}, inertia);
  row("Composition<KahanLi8, Variational>", Composition<KahanLi8, Variational<>>{}, inertia);
  row("EnergyMidpoint", EnergyMidpoint{}, inertia);
  row("RungeKutta<Classical4>", RungeKutta<Classical4>{}, inertia);
  row("CommutatorFree4", CommutatorFree4{}, inertia);
  row("CrouchGrossman3", CrouchGrossman3{}, inertia);
  row("Adaptive<DormandPrince5>, 1e-13", Adaptive<DormandPrince5>{}, inertia);
  row("Adaptive<DormandPrince8>, 1e-13", Adaptive<DormandPrince8>{}, inertia);
  row("Collocation<Gauss4>", Collocation<Gauss4>{}, inertia);
  row("Collocation<Gauss6>", Collocation<Gauss6>{}, inertia);
}

}  // namespace

int main() {
  std::printf(
      "# Chaplygin's ball over %ld steps of %.2f\n\n"
      "Written by `bench_chaplygin_ball`; do not edit.\n\n"
      "A ball of inertia (0.5, 0.75, 1), mass 1 and radius 0.8 rolls without slipping, D(x) moves. "
      "Largest relative\n"
      "errors of the energy and of K = R (I w + m r^2 (w - (w.g) g)), g = R^T e_z, in the first "
      "half of the run and in\n"
      "the second: where the second is larger, the method drifts. The velocity is off its "
      "constraint by the last but\n"
      "one column at most.\n\n"
      "| method | energy, 1st half | energy, 2nd half | K, 1st half | K, 2nd half | constraint | "
      "run |\n"
      "|---|---|---|---|---|---|---|\n",
      steps, h);
  rows(Vector<double, 3>(0.5, 0.75, 1));
  std::printf(
      "\n## The homogeneous ball\n\n"
      "The same with the inertia 0.75 about every axis: it rolls along a line at a constant speed. "
      "The last but one column is\n"
      "the largest distance from where it should be, by the way it went.\n\n"
      "| method | energy, 1st half | energy, 2nd half | K, 1st half | K, 2nd half | constraint | "
      "line | run |\n"
      "|---|---|---|---|---|---|---|---|\n");
  rows(Vector<double, 3>::Constant(0.75));
  return 0;
}
