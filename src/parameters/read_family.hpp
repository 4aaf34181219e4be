// From a file with parameters left free to polynomials.
#pragma once

#include "parameter_family.hpp"
#include "reading/family_reader.hpp"

namespace hamel::varying {

/// The system of a file, and what was divided by to have polynomials.
struct ReadFamily {
  ParameterFamily family;
  Vector denominators;
};

ReadFamily read_family(const reading::FamilyFile& file);

}  // namespace hamel::varying
