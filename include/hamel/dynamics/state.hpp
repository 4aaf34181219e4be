// What the three dynamics are about: kinds of motion, states and their velocities.
#pragma once

#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// Which variations of a motion are admissible.
enum class Dynamics {
  free,          ///< all: Euler-Poincare, p' = ad*_a p + F
  nonholonomic,  ///< those with b in d: d'Alembert, the same equation paired with d only
  vakonomic      ///< those that keep the constraint: p = M a + mu, mu in Ann(d), the full equation
};

/// The point of phase space a motion is at: x in G and the momentum m = p|_W in W*, where W is the
/// space of admissible variations: m = p in g* for free and vakonomic motion, m = D^T p for
/// nonholonomic.
template <class G, class S, int W>
struct State {
  Element<G, S> x;
  Vector<S, W> m;
};

/// Sets a state of the same sizes number by number: numbers just stored that are loaded in pairs stall the processor.
template <class G, class S, int W>
void write(State<G, S, W>& to, const State<G, S, W>& from) {
  put(to.x.data, 0, 0, from.x.data);
  put(to.m, 0, 0, from.m);
}

/// The velocity of a state: x' = x_* a, and m'.
template <class S, int N, int W>
struct Velocity {
  Vector<S, N> a;
  Vector<S, W> m_dot;
};

/// No constraint: d = g.
struct Unconstrained {
  using Number = double;
  static constexpr int rank = dynamic, corank = 0;
  static constexpr bool affine = false, moves = false;
};

}  // namespace hamel
