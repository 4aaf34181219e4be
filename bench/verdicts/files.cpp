#include "files.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <hamel/io/certificate.hpp>
#include <hamel/io/report.hpp>

using namespace hamel;

namespace {

/// What the answer rests on, up to its first comma or colon.
std::string because(const Verdict& verdict) {
  return verdict.reason.substr(0, verdict.reason.find_first_of(":,"));
}

std::string cell(const std::optional<Verdict>& verdict) {
  if (!verdict || verdict->answer == Answer::undecided) return "undecided";
  const std::string generic = verdict->generic ? " (generic starts)" : "";
  return (verdict->answer == Answer::holds ? "yes" : "**no**") + generic +
         (verdict->exact ? "" : " (by samples)");
}

}  // namespace

bool write_files(std::ostream& out) {
  out << "\n## Every file of examples/systems\n\nQ1, and Q2 of the motion from the start of the "
         "file, as `hamel check` and `hamel compare` answer them: constraints that move, "
         "potentials, offsets and systems in coordinates too. The proofs are written as "
         "certificates and read again by `hamel verify`'s functions.\n\n"
         "| file | Q1 | because | Q2 | verified |\n|---|---|---|---|---|\n";
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(HAMEL_SYSTEMS))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  bool all = true;
  for (const auto& path : paths) {
    const SystemFile file = read_system_file(path.string());
    const Report report = report_on(file);
    const auto q2 = prove_q2(file);
    std::string verified = "-";
    if (report.q1.exact && report.q1.answer != Answer::undecided) {
      const auto proved = verify_certificate(file, certificate_of(file, report));
      const bool again = std::any_of(proved.begin(), proved.end(),
                                     [](const Verdict& verdict) { return verdict.id == "q1"; });
      verified = again ? "yes" : "NO";
      all = all && again;
    }
    const bool every = report.q1.exact && !report.q1.generic && report.q1.answer == Answer::holds;
    out << "| " << path.stem().string() << " | " << cell(report.q1) << " | " << because(report.q1)
        << " | " << (every ? "yes" : cell(q2)) << " | " << verified << " |\n";
  }
  return all;
}
