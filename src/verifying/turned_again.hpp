// A flow less what a symmetry turns its variables by, for claims about motions that are turned all the time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flow_again.hpp"

namespace hamel {

/// x -> x exp(s xi), and the rates of the variables of a plain flow under it.
struct ClaimedTurning {
  DynamicVector<Rational> xi;
  std::vector<CoordinatePolynomial> rates;
};

/// z' = rates / det - sum c A(z) in the variables of `part` and the c, which have these names, behind them; nothing
/// where the A are not what x -> x exp(s xi) makes of functions and velocities, linear in velocities or momenta, or do
/// not commute with the flow that the variables are part of.
std::optional<FlowAgain> turned_again(const FlowAgain& flow, const FlowAgain& part,
                                      const std::vector<ClaimedTurning>& turnings,
                                      const std::vector<std::string>& names);

}  // namespace hamel
