// The picture of eigenvalues while a number varies.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/linear_family.hpp>
#include <hamel/io/plot.hpp>

namespace hamel::command {

/// The eigenvalues that no symmetry accounts for, in the complex plane, and their real parts over the number.
Figure root_locus(const std::string& system, const LinearFamily& family);

}  // namespace hamel::command
