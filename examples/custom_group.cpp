// A group of your own: the similarities y -> e^u y + v of the line, tested by the laws and simulated.
//
// With the metric that makes e1 (scaling) and e2 (shifting) orthonormal, the group is the hyperbolic plane in
// its half-plane model (v, e^u): free motions are semicircles about the axis.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <hamel/group/laws.hpp>
#include <hamel/group/series.hpp>
#include <hamel/group/structure_algebra.hpp>
#include <hamel/hamel.hpp>

#include "lesson.hpp"

using hamel::Vector;

/// [e1,e2] = e2.
struct Brackets {
  int dim() const { return 2; }
  double c(int i, int j, int k) const { return k == 1 && i != j ? j - i : 0; }
};

/// Stored: (u, v). The brackets give all that depends on the algebra alone; the rest is written here.
struct Similarities : hamel::Series<hamel::StructureAlgebra<2>> {
  static constexpr int storage = 2;
  template <class S>
  using Element = hamel::Element<Similarities, S>;

  Similarities() : Series(Brackets{}) {}
  int size() const noexcept { return 2; }

  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 2>(S(0), S(0))};
  }
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    using std::exp;
    return {Vector<S, 2>(x.data[0] + y.data[0], x.data[1] + exp(x.data[0]) * y.data[1])};
  }
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    using std::exp;
    return {Vector<S, 2>(-x.data[0], -exp(-x.data[0]) * x.data[1])};
  }
  /// (e^u - 1)/u, smooth through 0.
  template <class S>
  static S mean_growth(const S& u) noexcept {
    using std::exp;
    return exp(S(u / S(2))) * hamel::stumpff<1>(S(-u * u / S(4)))[1];
  }
  template <class S>
  Element<S> exp(const Vector<S, 2>& a) const noexcept {
    return {Vector<S, 2>(a[0], mean_growth(a[0]) * a[1])};
  }
  template <class S>
  Vector<S, 2> log(const Element<S>& x) const noexcept {
    return {x.data[0], x.data[1] / mean_growth(S(x.data[0]))};
  }
  template <class S>
  Vector<S, 2> Ad(const Element<S>& x, const Vector<S, 2>& b) const noexcept {
    using std::exp;
    return {b[0], exp(x.data[0]) * b[1] - x.data[1] * b[0]};
  }
  template <class S>
  Vector<S, 2> Ad_star(const Element<S>& x, const Vector<S, 2>& p) const noexcept {
    using std::exp;
    return {p[0] - x.data[1] * p[1], exp(x.data[0]) * p[1]};
  }
  std::vector<std::string> coordinate_names() const { return {"u", "v"}; }
  template <class S>
  hamel::CoordinateList<S, 2> coordinates(const Element<S>& x) const {
    return hamel::stored_coordinates(x);
  }
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    return hamel::vector_element(*this, "similarity", c);
  }
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    return hamel::finite_residual(x.data);
  }
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return x;
  }
};

int main() {
  Lesson lesson("A group of your own: similarities of the line");
  using V = Vector<double, 2>;
  const Similarities group;
  const auto element = [&](double u, double v) { return group.exp(V(u, v)); };
  double worst = 0;
  for (const auto& law : hamel::group_laws(group, element(0.3, 1), element(-0.7, 2), element(1, -1),
                                           V(0.4, -0.9), V(1, 2), V(-1, 0.5), V(0.3, 0.8)))
    worst = std::fmax(worst, law.limit > 0 ? law.residual / law.limit : law.residual);
  lesson.claim("worst law, residual over its limit", worst, 1);

  const auto system =
      hamel::mechanical(group, hamel::Matrix<double, 2>(hamel::Matrix<double, 2>::Identity()));
  const auto problem = hamel::free(system);
  const auto start = problem.start(group.identity<double>(), V(0, 1));
  const auto run = hamel::integrate(problem, start, hamel::Variational<>{},
                                    {.step = 1e-3, .steps = 2000, .every = 2000});
  const auto& end = run.states.back();
  const double u = end.x.data[0], v = end.x.data[1];
  lesson.claim("distance from the semicircle v^2 + e^2u = 1", std::abs(v * v + std::exp(2 * u) - 1),
               1e-6);
  lesson.claim("v = tanh t on it, t = 2", std::abs(v - std::tanh(2)), 1e-6);
  lesson.claim("speed stays 1", std::abs(problem.velocity(end.x, end.m).norm() - 1), 1e-6);
  return lesson.done();
}
