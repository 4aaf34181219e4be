// That sets of zeros together are one, from polynomials alone: nothing of who found them is used.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "decomposition.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t most_products = 2000;
constexpr int largest_power = 6;

bool lies_in(const P& p, const Vector& ideal) {
  return p.remainder(ideal).second.is_zero();
}

/// The next choice of one entry from each list; false after the last.
bool next(std::vector<std::size_t>& choice, const std::vector<Vector>& lists) {
  for (std::size_t i = 0; i < choice.size(); ++i) {
    if (++choice[i] < lists[i].size()) return true;
    choice[i] = 0;
  }
  return false;
}

}  // namespace

bool verify(const Decomposition& decomposition) {
  const auto& [of, components, basis] = decomposition;
  if (of.empty()) return false;
  const Ring& ring = of[0].ring();
  const auto vanishes = [](const P& p) { return p.is_zero(); };
  std::size_t products = 1;
  for (const auto& component : components) {
    if (component.empty() || std::ranges::any_of(component, vanishes)) return false;
    if ((products *= component.size()) > most_products) return false;
    for (const auto& p : of)
      if (!lies_in(p, component)) return false;
  }
  Vector ideal;
  for (const auto& member : basis) {
    P rest = -member.value;
    if (member.factors.size() != of.size() || member.value.is_zero()) return false;
    for (std::size_t k = 0; k < of.size(); ++k) rest = rest + member.factors[k] * of[k];
    if (!rest.is_zero()) return false;
    ideal.push_back(member.value.primitive());
  }
  if (ideal.empty()) return false;
  std::vector<std::size_t> choice(components.size(), 0);
  do {
    P product(ring, 1);
    for (std::size_t i = 0; i < choice.size(); ++i) product = product * components[i][choice[i]];
    P rest = product.remainder(ideal).second;
    for (int exponent = 1; !rest.is_zero(); ++exponent) {
      if (exponent == largest_power) return false;
      rest = (rest.primitive() * product)
                 .remainder(ideal)
                 .second;  // of a division times a whole number
    }
  } while (next(choice, components));
  return true;
}

}  // namespace hamel::varying
