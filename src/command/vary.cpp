// hamel check --vary.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "answer.hpp"
#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "claims/claim_json.hpp"
#include "commands.hpp"
#include "exact/real_roots.hpp"
#include "families/families.hpp"
#include "reading/family_reader.hpp"
#include "reading/system_family.hpp"
#include "reading/tables.hpp"
#include "varying/open_ranges.hpp"
#include "verifying_families/pieces_text.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

/// An answer in the words of its question.
const char* answer_of(const std::string& id, Answer answer) {
  return id == "q1" ? yes_or_no(answer) : text(answer);
}

/// 17 significant digits.
std::string digits(double x) {
  char shown[40];
  std::snprintf(shown, sizeof shown, "%.17g", x);
  return shown;
}

/// An end of a range: exact when rational, else 17 digits.
std::string end_of_range(const RealRoot& root) {
  return root.is_rational() ? root.lower.str() : digits(root.approximate());
}

/// The polynomials of irrational values in a range, in the order they appear.
std::vector<RealRoot> irrational_ends(const ParameterRange& range) {
  std::vector<RealRoot> ends;
  if (range.lower && !range.lower->is_rational()) ends.push_back(*range.lower);
  if (!range.is_point && range.upper && !range.upper->is_rational()) ends.push_back(*range.upper);
  return ends;
}

/// `-3 < l < 2.5980762`.
std::string shown(const ParameterRange& range, const std::string& name) {
  const auto short_text = [](const RealRoot& root) {
    char number[32];
    std::snprintf(number, sizeof number, "%.8g", root.approximate());
    return root.is_rational() ? root.lower.str() : std::string(number);
  };
  if (range.is_point) return name + " = " + short_text(*range.lower);
  if (!range.lower && !range.upper) return "all " + name;
  return (range.lower ? short_text(*range.lower) + " < " : "") + name +
         (range.upper ? " < " + short_text(*range.upper) : "");
}

bool is_open(const ParameterRange& range) {
  return range.answer == Answer::undecided;
}

Json as_json(const ParameterVerdict& verdict, const std::string& parameter) {
  Json ranges = Json::array();
  for (const auto& range : verdict.ranges) {
    Json entry;
    const auto add_end = [&](const char* key, const std::optional<RealRoot>& root) {
      entry[key] = root ? Json(end_of_range(*root)) : Json(nullptr);
      if (root && !root->is_rational())
        entry[std::string(key) + "_root_of"] = root->polynomial.str(parameter);
    };
    add_end("from", range.lower);
    add_end("to", range.upper);
    entry["point"] = range.is_point;
    entry["answer"] = answer_of(verdict.id, range.answer);
    entry["exact"] = range.answer != Answer::undecided;
    if (verdict.id == "q1") entry["generic"] = range.generic;
    entry["reason"] = range.reason;
    ranges.push_back(entry);
  }
  Json answer{{"id", verdict.id}, {"ranges", ranges}};
  add_claim(answer, verdict.id,
            std::ranges::any_of(verdict.ranges, is_open)
                ? ClaimStatus::undecided
                : varying::status_of_parts(verdict.ranges.size()));
  return answer;
}

void print(const ParameterVerdict& verdict, const std::string& parameter) {
  std::string id = verdict.id;
  for (const auto& range : verdict.ranges) {
    std::printf("  %-20s%-27s %-11s%s%s\n", id.c_str(), shown(range, parameter).c_str(),
                answer_of(verdict.id, range.answer), range.generic ? "for generic starts: " : "",
                range.reason.c_str());
    if (range.is_point)
      for (const auto& end : irrational_ends(range))
        std::printf("  %20s(root of %s)\n", "", end.polynomial.str(parameter).c_str());
    id.clear();
  }
}

/// Families with a potential, a force, an offset or a constraint that moves are answered by pieces, in one parameter
/// too.
bool needs_pieces(const std::string& text, const std::string& parameter) {
  const reading::FamilyFile file(text, {parameter});
  return file.has_potential() || file.is_forced() || file.is_affine() || file.moves();
}

}  // namespace

int check_family(const std::string& file, const std::string& parameter, bool json) {
  const reading::SystemText given = reading::read_system_text(file);
  const std::string& text = given.whole;
  if (parameter.find(',') != std::string::npos || needs_pieces(text, parameter))
    return check_parameters(given, parameter, json);
  const SystemFamily family = parse_system_family(text, parameter);
  std::vector<ParameterVerdict> conditions = hamel::check_family(family.system);
  varying::settle_open_ranges(conditions, text, parameter,
                              [&](const std::string& id, const RealRoot& root) {
                                return answer_at(id, family.system, root);
                              });
  const auto place = std::find_if(conditions.begin(), conditions.end(),
                                  [](const auto& verdict) { return verdict.id == "q1"; });
  const ParameterVerdict q1 = *place;
  conditions.erase(place);
  if (json) {
    Json list = Json::array();
    for (const auto& verdict : conditions) list.push_back(as_json(verdict, parameter));
    std::cout << opened("check", AboutFile(family.name, given),
                        as_text(Json{{"name", family.name},
                                     {"parameter", parameter},
                                     {"conditions", list},
                                     {"q1", as_json(q1, parameter)}}));
    return done;
  }
  std::printf("%s with %s free, by exact arithmetic\n\n  %-20s%-27s %-11s%s\n",
              printable(family.name).c_str(), parameter.c_str(), "condition",
              ("values of " + parameter).c_str(), "answer", "why");
  for (const auto& verdict : conditions) print(verdict, parameter);
  std::printf("\nIs every nonholonomic motion vakonomic?\n");
  print(q1, parameter);
  return done;
}

}  // namespace hamel::command
