// The forces with which the constraint of a file acts along a motion.
#pragma once

#include <vector>

#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The forces that keep the constraint at outputs of a motion of the file, n components each in the units of a force:
/// on groups nu = (M a)' - ad*_a (M a) - F in the dual of the algebra, in coordinates d/dt L_v - L_q - F. Of
/// nonholonomic motion the reaction, which lies in Ann(d); of vakonomic motion what its multiplier does, -(mu' - ad*_a
/// mu) where d is constant, which need not. Of each output t, x and a are asked, of vakonomic motion p (in coordinates
/// lambda) too. Exact to rounding where the outputs are. Throws InputError for free motion, an algebra without a group,
/// and outputs of another size or off the group.
std::vector<std::vector<double>> reactions_of(const SystemFile& file, Dynamics dynamics,
                                              const std::vector<Sample>& outputs);

/// The multipliers of the rows that give the constraint of a file, in the order of row_names, at outputs where it acts
/// with these reactions: nu = sum_i lambda_i A_i. A_i is x^*dg_i of an equation g_i = 0 (whose normal force lambda_i is,
/// where dg_i has length 1), in coordinates the derivative of constraint i by the velocities. A row that depends on
/// those before it has 0. Of nonholonomic motion, and of motion under equations alone.
std::vector<std::vector<double>> row_multipliers(const SystemFile& file,
                                                 const std::vector<Sample>& outputs,
                                                 const std::vector<std::vector<double>>& reactions);

}  // namespace hamel
