// Which targets the motions of a constraint reach at all.
#pragma once

#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::steering {

/// Orthonormal columns that span the algebra of d, in which motions stay; all of g where d moves with the
/// configuration, an offset acts or nothing is constrained.
Eigen::MatrixXd leaf_directions(const GroupSystem& system);

/// The directions in which coordinates of the end are free: columns b with dc(b) = 0 for the fixed ones.
Matrix<double, dynamic> free_directions(const SystemGroup& group, const SystemGroup::Point& at,
                                        const std::vector<bool>& is_free);

/// Refuses a target outside the leaf of motions from `from`: where d with its brackets does not fill the
/// algebra, motions stay in from exp(Lie d). `free` are the directions (columns) in which the end may move. Throws
/// InputError with the growth of d and what motions keep; says nothing where d moves with the configuration.
void require_reachable(const GroupSystem& system, const SystemGroup::Point& from,
                       const SystemGroup::Point& to, const Matrix<double, dynamic>& free);

}  // namespace hamel::steering
