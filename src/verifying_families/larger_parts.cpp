// Refutations of larger parts.
#include "larger_parts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "parameters/common_zeros.hpp"
#include "parameters/null_velocities.hpp"
#include "pieces.hpp"
#include "proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;
using Kind = Finding::Kind;

constexpr std::size_t largest_left = 300;  ///< terms of polynomials that sets of zeros are cut with
constexpr std::ptrdiff_t most_left = 6;

}  // namespace

bool is_refuted_by(const Larger& larger, const Part& part, Vector& left_out) {
  const auto& family = larger.part.family;
  const auto& refutation = larger.finding.refutation;
  if (!refutation || refutation->minor || !family.has_quadratic_field()) return false;
  const auto zeros = outside_zeros(part, family, refutation->remainder);
  if (zeros) left_out.insert(left_out.end(), zeros->begin(), zeros->end());
  return zeros.has_value();
}

Vector zeros_left_by(const std::string& id, const std::vector<Larger>& parts) {
  Vector all;
  const auto add = [&](const Vector& polynomials) {
    for (const auto& p : reduced_span(polynomials))
      if (p.terms() <= largest_left) all.push_back(p);
  };
  add(condition_equations(id, parts.back().part.family));
  for (const auto& [part, finding] : parts) {
    const auto& refutation = finding.refutation;
    if (!refutation || refutation->minor || !part.family.has_quadratic_field()) continue;
    add(coefficients_in_parameters(part.family, refutation->remainder));
  }
  std::ranges::stable_sort(all, {}, [](const P& p) { return p.terms(); });
  if (condition_equations(id, parts.back().part.family).empty() && all.size() > most_left)
    all.erase(all.begin() + most_left, all.end());
  return all;
}

bool is_proved(const std::string& id, const Part& part, const Finding& finding,
               const std::vector<Larger>& larger) {
  if (!finding.refuted_on) return is_proved(id, part, finding);
  Vector left_out;
  return id == "q1" && finding.kind == Kind::no && are_exceptions(part, finding.exceptions) &&
         std::ranges::any_of(larger,
                             [&](const Larger& candidate) {
                               return key_of(candidate.part) == finding.refuted_on &&
                                      is_refuted_by(candidate, part, left_out);
                             }) &&
         std::ranges::all_of(left_out, [&](const P& p) {
           return std::ranges::find(finding.exceptions, p) != finding.exceptions.end();
         });
}

}  // namespace hamel::varying
