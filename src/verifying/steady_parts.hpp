// Parts that a family of steady motions has in certificates, written and read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <hamel/io/proof_kinds.hpp>

#include "base/json.hpp"
#include "flow_again.hpp"
#include "study_claims.hpp"

namespace hamel {

using FamilyValues = std::map<int, ClaimedQuotient>;

/// The motions of a family whose one free variable is the parameter.
inline std::optional<std::vector<Polynomial>> line(const FamilyValues& values,
                                                   std::size_t variables) {
  if (values.size() + 1 != variables) return std::nullopt;
  std::vector<Polynomial> motion;
  for (int k = 0; k < static_cast<int>(variables); ++k) {
    if (values.contains(k) && !values.at(k).over.variables().empty()) return std::nullopt;
    if (!values.contains(k)) {
      motion.push_back(Polynomial::variable());
      continue;
    }
    motion.push_back(in_one_variable(values.at(k).value));
  }
  return motion;
}

inline std::optional<int> place_of(const FlowAgain& flow, const std::string& name) {
  const auto place = std::ranges::find(flow.names, name);
  return place == flow.names.end() ? std::nullopt
                                   : std::optional(static_cast<int>(place - flow.names.begin()));
}

inline int dimension_of(const ClaimedFamily& family, const FlowAgain& flow) {
  return static_cast<int>(flow.names.size() - family.values.size() - family.spheres.size());
}

/// How many of the variables are free where cosines and sines are those of angles that are named beside them, and these
/// follow one another: an angle is free or a number while they are free on a circle of their own, or is free or 0 while
/// they are numbers. Nothing for other families.
template <class Values>
std::optional<int> dimension_at_angles(const Values& values,
                                       const std::vector<std::vector<int>>& spheres,
                                       const FunctionValues& functions, std::size_t variables) {
  int dimension = static_cast<int>(variables - values.size() - spheres.size());
  const auto is_free = [&](int k) { return !values.contains(k); };
  const auto is_number = [&](int k) {
    const auto value = values.find(k);
    return value != values.end() && value->second.value.variables().empty() &&
           value->second.over.variables().empty();
  };
  for (const auto& angle : functions.angles) {
    const bool turns = std::ranges::any_of(spheres, [&](const auto& sphere) {
      return sphere.size() == 2 && std::ranges::count(sphere, angle[1]) == 1 &&
             std::ranges::count(sphere, angle[2]) == 1;
    });
    const bool stands = is_number(angle[1]) && is_number(angle[2]);
    if (!(turns || stands) || !(is_free(angle[0]) || is_number(angle[0]))) return std::nullopt;
    if (turns || is_free(angle[0])) --dimension;
  }
  return dimension;
}
/// The same of a family that is claimed; 0 of others: nothing is claimed of them.
inline int dimension_at_angles(const ClaimedFamily& family, const FlowAgain& flow) {
  if (!family.zeros.empty() || family.number) return 0;
  return dimension_at_angles(family.values, family.spheres, flow.values, flow.names.size())
      .value_or(0);
}

/// The flow with a number behind its variables, for polynomials that name it.
inline FlowAgain with_number(FlowAgain flow, const std::string& name) {
  flow.functions.push_back(CoordinatePolynomial::variable(static_cast<int>(flow.names.size())));
  flow.names.push_back(name);
  return flow;
}

/// A field that was proved to be that of variables of a flow: the families of a study mostly claim the same one.
struct ProvedPart {
  const FlowAgain* flow = nullptr;
  std::optional<FlowAgain> part = {};
};
/// Proves all that is claimed of a family, or throws InputError with the place of what is not proved. `known` is the
/// field of the family before. Returns the kinds of the proofs.
std::vector<ProofCount> verify_steady_family(const SystemFile& file, const JsonNode& node,
                                             const FlowAgain& flow, ProvedPart& known);

}  // namespace hamel
