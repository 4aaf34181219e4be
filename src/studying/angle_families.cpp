// What families say of angles, and members at rational ones.
#include "angle_families.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "lowering/angle_number.hpp"
#include "steady_members.hpp"

namespace hamel {

namespace {

bool is_rational(const VariableQuotient& value) {
  return value.value.variables().empty() && value.over.variables().empty();
}

}  // namespace

bool are_turned(const ZeroFamily& family, const ReducedField& reduced) {
  const auto is = [&](int k, int number) {
    return family.is_zero(CoordinatePolynomial::variable(k) - CoordinatePolynomial(number));
  };
  return std::ranges::all_of(reduced.values.angles, [&](const auto& angle) {
    return is(angle[0], 0) && is(angle[1], 1) && is(angle[2], 0);
  });
}

bool are_at_rest(const ZeroFamily& family, const ReducedField& reduced) {
  return std::ranges::all_of(reduced.values.angles, [&](const auto& angle) {
    return family.is_zero(CoordinatePolynomial::variable(angle[0]));
  });
}

bool is_at_no_angle(const ZeroFamily& family, const ReducedField& reduced) {
  const auto has_number = [&](int k) {
    const auto value = family.values.find(k);
    return value != family.values.end() && is_rational(value->second);
  };
  return std::ranges::any_of(reduced.values.angles, [&](const auto& angle) {
    const auto& [x, cosine, sine] = angle;
    return has_number(x) && (has_number(cosine) || has_number(sine)) &&
           !family.is_zero(CoordinatePolynomial::variable(x));
  });
}

bool add_members_at_angles(SteadyFamily& family, const ReducedField& reduced,
                           const ZeroFamily& zero, const std::vector<int>& free,
                           const std::string& name) try {
  constexpr std::int64_t member_operations = 40'000'000;
  family.name_of_number = name;
  for (const auto& point :
       members_at_angles(zero, reduced.values, free, reduced.field.dimension())) {
    const WorkBudget budget(member_operations);
    for (const auto& member :
         stabilities<AngleNumber>(reduced, {point}, std::max(0, family.dimension))) {
      std::vector<RationalFunction> characteristic;
      for (const auto& c : member.characteristic.coefficients())
        characteristic.push_back(c.function());
      family.members_at_angle.push_back(
          {member.at.unaryExpr([](const AngleNumber& x) { return x.function(); }),
           PolynomialOver<RationalFunction>(std::move(characteristic)), member.roots,
           member.semisimple, member.stability});
      family.angle = transcendental_in(member.at)->angle;
    }
  }
  return !family.members_at_angle.empty();
} catch (const std::runtime_error&) {  // the budget is spent, or a number is too near to 0
  return !family.members_at_angle.empty();
} catch (const std::domain_error&) {  // an angle is too large for enclosures
  return false;
}

}  // namespace hamel
