// What stays is read again, and the reaction is expanded.
#include "reaction.hpp"

#include "exact/rational_function.hpp"
#include "file_start.hpp"

namespace hamel {

std::optional<Reaction::Numbers> rational_ones(const SystemFile& file,
                                               const PolynomialFile& about) {
  Reaction::Numbers known;
  const auto start = start_of(file, about, RationalFunction::parameter());
  if (!start) return std::nullopt;
  detail::MotionSeries<RationalFunction>(about.system, *start, 1);
  const auto add = [&](int i, const RationalFunction& x) {
    if (x.is_constant()) known[i] = x.numerator().leading();
  };
  for (int i = 0; i < about.ring.size(); ++i) add(i, start->functions[static_cast<std::size_t>(i)]);
  for (Eigen::Index j = 0; j < start->u.size(); ++j)
    add(about.ring.size() + static_cast<int>(j), start->u(j));
  return known;
}

std::string names_of(const Reaction::Numbers& known, const PolynomialFile& about) {
  std::string names;
  for (const auto& [i, x] : known)
    names += (names.empty() ? "" : ", ") + (i < about.ring.size()
                                                ? about.ring.names()[static_cast<std::size_t>(i)]
                                                : "u" + std::to_string(i - about.ring.size() + 1));
  return names;
}

bool verify_free_start(const SystemFile& file, const Verdict& verdict) {
  if (verdict.id != "q2" || verdict.answer != Answer::holds || verdict.generic) return false;
  const auto about = polynomial_file(file);
  auto known = about && !about->ring.adjoins() ? rational_ones(file, *about) : std::nullopt;
  const auto stored = known ? stored_system(file, *about) : std::nullopt;
  if (!stored) return false;
  const std::string said = verdict.evidence.get_text("stay"), separated = ", " + said + ", ";
  std::erase_if(*known, [&](const auto& entry) {
    return separated.find(", " + names_of({entry}, *about) + ", ") == std::string::npos;
  });
  const Reaction reaction(*about, *stored);
  return names_of(*known, *about) == said && reaction.moving(*known) == known->end() &&
         reaction.vanishes_where(*known);
}

}  // namespace hamel
