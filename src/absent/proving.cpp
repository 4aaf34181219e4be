// Proofs by series and by sections, in a build without them.
#include "proving/proofs.hpp"

namespace hamel {

std::optional<Verdict> prove_no_by_series(const SystemFile&) {
  return std::nullopt;
}

std::optional<Verdict> prove_q2_no_by_series(const SystemFile&) {
  return std::nullopt;
}

std::optional<Verdict> prove_q2_of_free_start(const SystemFile&) {
  return std::nullopt;
}

std::optional<Verdict> prove_q2_of_steady_start(const SystemFile&) {
  return std::nullopt;
}

std::optional<Verdict> prove_yes_by_section(const SystemFile&, std::string* looked) {
  if (looked != nullptr)
    *looked =
        "series and sections, which may decide it, are in a command configured with "
        "-DHAMEL_BUILD_STUDY=ON";
  return std::nullopt;
}

std::optional<Verdict> prove_q2_yes_by_section(const SystemFile&) {
  return std::nullopt;
}

}  // namespace hamel
