// What the flows keep where metric, constraint or offset vary, and in coordinates.
#pragma once

#include <vector>

#include <hamel/io/system_file.hpp>

#include "flows/study.hpp"

namespace hamel {

/// The flows of a file in the functions of its coordinates that its formulas lead to: the nonholonomic one in
/// velocities u, a = v0 + D u, the free one in u = a where there is no constraint, and the vakonomic one in momenta
/// where time is not named and no force acts. Integrals are polynomials of total degree up to `study_degree`, found
/// by exact linear algebra and proved as identities on the group; densities are powers of polynomials in the
/// functions. Throws InputError for files whose formulas are no polynomials in coordinates, cosines and sines.
Study moving_study(const SystemFile& file);

}  // namespace hamel
