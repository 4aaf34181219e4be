// The equations of motion of a file derived anew, for claims about its flows: nothing here is shared with src/studying.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/io/system_file.hpp>

#include "lowering/function_values.hpp"
#include "lowering/normal_form.hpp"
#include "lowering/polynomial_file.hpp"

namespace hamel {

/// A flow z' = rates / det in variables z that `relations` relate.
struct FlowAgain {
  using Polynomial = CoordinatePolynomial;
  using Point = std::vector<std::array<Rational, 3>>;  ///< z_k, cos z_k, sin z_k

  std::vector<std::string>
      names;  ///< of the functions and velocities or momenta that claims are about
  std::vector<Polynomial> functions;  ///< what these are in z
  NormalForm relations;
  std::vector<Polynomial> rates;
  Polynomial det = Polynomial(1);
  Polynomial divergence;  ///< times det, where `measured`
  bool measured = false;
  bool plain = false;                               ///< z are `names` themselves
  std::vector<std::vector<Polynomial>> directions;  ///< rates of z along a basis of tangent vectors
  std::vector<Point> points;                        ///< some, for ranks
  FunctionValues values;  ///< of the functions of a plain flow, on the group
  bool valued = true;     ///< these are known: else no variables are a plain flow
  std::optional<StructureConstants<Rational>> algebra = {};
  std::vector<Polynomial> velocity = {};  ///< of the group, in its algebra, in z
  /// Of a plain flow less c times each of these fields, symmetries of it: the c are its last variables, and rest.
  std::vector<std::vector<Polynomial>> turnings = {};

  void moves_by(const StructureConstants<Rational>& of, const DynamicMatrix<Polynomial>& a) {
    algebra = of;
    velocity.assign(a.data(), a.data() + a.size());
  }
  /// det times the rate of a polynomial in z.
  Polynomial along(const Polynomial& p) const { return relations.reduced(p.derivative(rates)); }
  bool vanishes(const Polynomial& p) const { return relations.vanishes(p); }
};

/// The flow `nonholonomic`, `free` or `vakonomic` of a file in the variables of its study; nothing for others. With all
/// `coordinates` only where formulas name some. `rows` of the vakonomic flow where metric or constraint vary: see
/// momenta_again.
std::optional<FlowAgain> flow_again(const SystemFile& file, const std::string& flow,
                                    Coordinates coordinates = Coordinates::named,
                                    const std::vector<int>& rows = {});

/// The variables of a plain flow with these names, where their rates name no others; nothing else.
std::optional<FlowAgain> part_of(const FlowAgain& flow, const std::vector<std::string>& names);
/// The variables with these names as a plain flow, if their rates are rates / det, polynomials in these variables,
/// and det does not vanish identically; else nothing.
std::optional<FlowAgain> part_of(const FlowAgain& flow, const std::vector<std::string>& names,
                                 const std::vector<CoordinatePolynomial>& rates,
                                 const CoordinatePolynomial& det);

}  // namespace hamel
