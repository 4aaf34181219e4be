// Which questions are asked with parameters left free, and why an answer is what it is.
#include "findings.hpp"

namespace hamel::varying {

namespace {

using Kind = Finding::Kind;

struct Question {
  const char* id;
  bool of_motions;    ///< whose field is quadratic
  bool of_constants;  ///< D as a space alone
};
constexpr Question questions[] = {{"integrable", false, true},
                                  {"eq_3_11", false, true},
                                  {"linear_section", true, true},
                                  {"cor_3_9", true, true},
                                  {"q1", false, false}};

}  // namespace

const char* reason_of(const std::string& id, const Finding& finding) {
  const bool yes = finding.kind == Kind::yes;
  if (id == "integrable") return yes ? "[d,d] lies in d" : "a bracket of d leaves d";
  if (id == "eq_3_11") return yes ? "S vanishes" : "S does not vanish on d x d x d_perp";
  if (id == "linear_section") return yes ? "a section linear in u" : "no section is linear in u";
  if (id == "cor_3_9" && yes) return "an ideal complementary to d works";
  if (id == "cor_3_9")
    return finding.contradiction ? "no complement of d gives a linear section, so no ideal does"
                                 : "no complement of d that gives a linear section is an ideal";
  if (!yes) return "no multiplier satisfies the equations along generic motions";
  if (finding.section && finding.section->is_affine) return "a section affine in u";
  return finding.section ? "a section linear in u" : "d is integrable: the problem is holonomic";
}

std::vector<std::string> parametric_questions(const ParameterFamily& family) {
  std::vector<std::string> ids;
  for (const auto& question : questions)
    if (!(question.of_motions && !family.has_quadratic_field()) &&
        !(question.of_constants && family.moves))
      ids.emplace_back(question.id);
  return ids;
}

}  // namespace hamel::varying
