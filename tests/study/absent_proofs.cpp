// A build without proofs by series and sections says so where they might decide.
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include "proving/proofs.hpp"

TEST_CASE("an undecided answer of the light command names what it was built without") {
  alignas(hamel::SystemFile) const std::byte place[sizeof(hamel::SystemFile)] = {};
  const auto& file = *reinterpret_cast<const hamel::SystemFile*>(place);  // nobody looks at it
  std::string looked;
  CHECK(!hamel::prove_no_by_series(file));
  CHECK(!hamel::prove_yes_by_section(file, &looked));
  CHECK(looked.find("-DHAMEL_BUILD_STUDY=ON") != std::string::npos);
  CHECK(!hamel::prove_q2_of_free_start(file));
  CHECK(!hamel::prove_q2_of_steady_start(file));
  CHECK(!hamel::prove_q2_no_by_series(file));
  CHECK(!hamel::prove_q2_yes_by_section(file));
}
