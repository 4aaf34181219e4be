// A file as polynomials in normal form, and its motions over any ring.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/io/system_file.hpp>

#include "exact/moving_distribution.hpp"
#include "polynomial_file.hpp"

namespace hamel {

/// Polynomials in the stored numbers of a point, their cosines and sines and functions adjoined, in normal form.
/// `slopes[k]` are derivatives along e_k.
struct StoredSystem {
  using Polynomial = CoordinatePolynomial;
  using Table = DynamicMatrix<Polynomial>;

  StructureConstants<Rational> algebra;
  NormalForm relations;
  int numbers = 0;  ///< how many are stored; velocities are variables behind them
  std::vector<std::vector<Polynomial>> rates;  ///< rates[k][i]: derivative of number i along e_k
  Table metric, d, offset;                     ///< M (n x n), D (n x r), v0 (n x 1)
  std::vector<Table> metric_slopes, d_slopes, offset_slopes;
  std::vector<Polynomial> potential_slopes;
  std::vector<ForceTerm> force;
  Table functions;  ///< what coefficients are polynomials in, m x 1: those of the ring
  std::vector<Table> function_slopes;
  /// Vectors around D and the brackets of v0 and D that span an involutive distribution, n x N, those of D the first:
  /// the leaves that motions stay on. A multiplier is asked for on these alone.
  Table frame;

  int dim() const { return static_cast<int>(metric.rows()); }
  int rank() const { return static_cast<int>(d.cols()); }
  Table reduced(const Table& m) const {
    return m.unaryExpr([&](const Polynomial& p) { return relations.reduced(p); });
  }
};

/// A formal point modulo the prime in use; throws std::overflow_error where that divides a denominator.
ResiduePoint residue_point(const StoredPoint& stored);

/// A polynomial in the functions of a ring with these replaced by what they are, in normal form.
CoordinatePolynomial in_stored_numbers(const CoordinatePolynomial& p, const CoordinateRing& ring);

/// Nothing for groups whose relations are not known.
std::optional<StoredSystem> stored_system(const SystemFile& file, const PolynomialFile& about);

/// The same in the functions of the ring themselves, as if nothing related them and with no frame.
StoredSystem system_in_functions(const PolynomialFile& about);

/// What the equations of motion at one point are made of, in a ring S:
///     a = D u + v0,  nu = pull + M D u',  D^T nu = 0,  mu' = transport mu - nu,  (M a + mu)' = drive + transport mu.
template <class S>
struct MotionTerms {
  DynamicMatrix<S> a, gram, pull, transport, drive;  ///< n x 1, r x r, n x 1, n x n, n x 1

  /// `value` maps polynomials without velocities to S, `u` are the velocities (r x 1), `half` is 1/2; `tidy` brings a
  /// matrix to normal form.
  template <class Value, class Tidy>
  MotionTerms(const StoredSystem& system, const DynamicMatrix<S>& u, const Value& value,
              const Tidy& tidy) {
    const int n = system.dim();
    const auto at = [&](const StoredSystem::Table& m) -> DynamicMatrix<S> {
      return m.unaryExpr([&](const CoordinatePolynomial& p) { return value(p); });
    };
    const DynamicMatrix<S> metric = at(system.metric), d = at(system.d);
    a = tidy(d * u + at(system.offset));
    gram = tidy(d.transpose() * tidy(metric * d));
    DynamicMatrix<S> metric_rate = DynamicMatrix<S>::Constant(n, n, S(0)),
                     turning = DynamicMatrix<S>::Constant(n, 1, S(0)), force = turning;
    transport = DynamicMatrix<S>::Constant(n, n, S(0));
    for (const auto& c : system.algebra.entries()) {  // ad*_a
      transport(c.j, c.k) += S(c.value) * a(c.i, 0);
      transport(c.i, c.k) -= S(c.value) * a(c.j, 0);
    }
    const DynamicMatrix<S> momentum = tidy(metric * a);
    const DynamicMatrix<S> carried = transport * momentum;
    for (int k = 0; k < n; ++k) {
      const auto place = static_cast<std::size_t>(k);
      const DynamicMatrix<S> slope = at(system.metric_slopes[place]);
      const DynamicMatrix<S> turned =
          tidy(at(system.d_slopes[place]) * u + at(system.offset_slopes[place]));
      force(k, 0) = S(Rational(1) / Rational(2)) * (a.transpose() * tidy(slope * a))(0, 0) -
                    value(system.potential_slopes[place]);
      metric_rate += a(k, 0) * slope;
      turning += a(k, 0) * turned;
      transport.row(k) -= turned.transpose();
    }
    for (const ForceTerm& term : system.force) {
      DynamicMatrix<S> part = at(term.covector);
      for (const int i : term.velocities) part = tidy(part * a(i, 0));
      force += part;
    }
    drive = carried + force;
    pull = tidy(tidy(metric_rate) * a + metric * tidy(turning) - carried - force);
    transport = tidy(transport);
  }
};

}  // namespace hamel
