// The real four-dimensional Lie algebras, and subspaces of them in bases adapted to them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>

namespace classification {

using hamel::Rational;
using Constants = hamel::StructureConstants<Rational>;
using Columns = hamel::DynamicMatrix<Rational>;
using Column = hamel::DynamicVector<Rational>;

/// What the proof that all subspaces are met makes use of.
enum class Kind {
  abelian_ideal,  ///< R f + R^3 with R^3 abelian
  heisenberg,     ///< z, p, q, f with [p,q] = z, f acting on the rest
  two_planes,     ///< a1, b1, a2, b2 with [a,b] = b
  complex_plane,  ///< b, ib, -a, ia with [a,b] = b over the complex numbers
  simple          ///< three-dimensional simple, and R
};

/// By the name of Mubarakzyanov (1963) and Patera, Sharp, Winternitz & Zassenhaus (1976).
struct Algebra {
  std::string name;
  Kind kind;
  Constants constants;
  int f = 3;  ///< of Kind::abelian_ideal: the vector beside the ideal
};
std::vector<Algebra> algebras_of_dimension_4();

/// Subspaces d = <e1, .., er> of algebras with these brackets.
struct Adapted {
  std::string name;                     ///< of the algebras
  std::string structure;                ///< the brackets as a system file writes them
  std::vector<std::string> parameters;  ///< of the brackets
  std::vector<std::string> values;      ///< where a file starts
  std::vector<std::string> excluded;    ///< polynomials that vanish nowhere
};
/// The hyperplanes that are no subalgebras, and the planes that no smaller subalgebra holds: every one up to
/// automorphism.
std::vector<Adapted> hyperplanes();
std::vector<Adapted> planes_that_generate();

/// The brackets of a row.
Constants constants_of(const Adapted& row, const std::vector<Rational>& parameters);
/// The constants in the basis of these columns.
Constants in_basis(const Constants& constants, const Columns& basis);

/// A basis in which algebra and subspace are those of a row.
struct AdaptedBasis {
  int row;
  std::vector<Rational> parameters;
  Columns basis;
};
/// For the kernel of a covector, and for a plane; nothing where that is a subalgebra, or lies in a smaller one.
std::optional<AdaptedBasis> adapted_to_hyperplane(const Algebra& algebra, const Column& covector);
std::optional<AdaptedBasis> adapted_to_plane(const Algebra& algebra, const Columns& plane);

}  // namespace classification
