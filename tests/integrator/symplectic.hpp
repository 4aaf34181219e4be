// Whether a step preserves the symplectic form of T*G, with its exact derivative.
#pragma once

#include <doctest/doctest.h>

#include <hamel/integrator/step_derivative.hpp>

/// The symplectic form of T*G in the left trivialisation at p:
/// w((e1,d1),(e2,d2)) = <d2,e1> - <d1,e2> + <p,[e1,e2]>.
template <class P, class V>
auto symplectic_form(const P& problem, const V& p) {
  using namespace hamel;
  constexpr int n = P::dimension;
  Matrix<double, 2 * n> w = Matrix<double, 2 * n>::Zero();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      w(i, j) = p.dot(problem.group().ad(V(V::Unit(i)), V(V::Unit(j))));
    }
    w(i, n + i) = 1;
    w(n + i, i) = -1;
  }
  return w;
}

/// J^T Omega J = Omega to 1e-12.
template <class P, class St, class M>
void check_symplectic(const P& problem, const St& start, const M& method, double h) {
  using namespace hamel;
  const auto derivative = step_derivative(problem, method, 0., h, start);
  REQUIRE(derivative.status);
  auto end = start;
  typename M::Memory memory{};
  method.step(problem, 0., h, end, memory);
  const auto& j = derivative.by_state;
  const auto defect =
      (j.transpose() * symplectic_form(problem, end.m) * j - symplectic_form(problem, start.m))
          .eval();
  CHECK(defect.cwiseAbs().maxCoeff() < 1e-12);
}
