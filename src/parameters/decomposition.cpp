// That sets of zeros together are one, from polynomials alone.
#include "decomposition.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t most_products = 2000;
constexpr int most_squarings = 6;  // the power 64

bool lies_in(const P& p, const Vector& ideal) {
  return p.remainder(ideal).second.is_zero();
}

/// Whether each product of one polynomial from every component has a power in the ideal. Products are made one factor
/// after the other, each time up to members of the ideal.
class Products {
 public:
  Products(const std::vector<Vector>& components, const Vector& ideal)
      : components_(components), ideal_(ideal) {}

  bool lie_in_radical() const { return lies_in_radical(up_to_ideal(P(ideal_[0].ring(), 1)), 0); }

 private:
  /// Of a product of one polynomial from each of the first `factors` components, up to the ideal.
  bool lies_in_radical(const P& product, std::size_t factors) const {
    if (product.is_zero()) return true;
    if (factors < components_.size())
      return std::ranges::all_of(components_[factors], [&](const P& p) {
        return lies_in_radical(up_to_ideal(product * p), factors + 1);
      });
    P power = product;
    for (int i = 0; i < most_squarings && !power.is_zero(); ++i) power = up_to_ideal(power * power);
    return power.is_zero();
  }

  /// Times a whole number.
  P up_to_ideal(const P& p) const {
    const P rest = p.remainder(ideal_).second;
    return rest.is_zero() ? rest : rest.primitive();
  }

  const std::vector<Vector>& components_;
  const Vector& ideal_;
};

}  // namespace

bool verify(const Decomposition& decomposition) {
  const auto& [of, components, basis] = decomposition;
  if (of.empty()) return false;
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
  return Products(components, ideal).lie_in_radical();
}

Decompositions::Decompositions(std::vector<Decomposition> given)
    : Decompositions([given = std::move(given)](const Vector& polynomials, std::string& why_not) {
        const auto place = std::ranges::find(given, polynomials, &Decomposition::of);
        why_not = "a decomposition that is not given";
        return place == given.end() ? std::nullopt : std::optional(*place);
      }) {}

std::optional<std::vector<Vector>> Decompositions::components_of(const Vector& polynomials) {
  const auto known = std::ranges::find(used_, polynomials, &Decomposition::of);
  if (known != used_.end()) return known->components;
  if (std::ranges::count(without_, polynomials) > 0) return std::nullopt;
  if (auto answer = source_(polynomials, why_not_)) {
    if (verify(*answer)) {
      used_.push_back(*std::move(answer));
      return used_.back().components;
    }
    why_not_ = "a decomposition that is not proved";
  }
  without_.push_back(polynomials);
  return std::nullopt;
}

}  // namespace hamel::varying
