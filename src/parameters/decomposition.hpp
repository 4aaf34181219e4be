// The common zeros of polynomials as a union of irreducible sets: given by a certificate or a search, and proved.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parameter_polynomial.hpp"

namespace hamel::varying {

/// The common zeros of `of` are those of the components together, each a Groebner basis in the order of the ring.
struct Decomposition {
  /// Of a Groebner basis of the ideal: value = sum of factors[k] of[k].
  struct Member {
    ParameterPolynomial value;
    Vector factors;
  };
  Vector of;
  std::vector<Vector> components;
  std::vector<Member> basis;
};

/// Proves that, from these polynomials alone: each of `of` is a combination of every component, and each product of one
/// polynomial from every component has a power that is a combination of `of`.
bool verify(const Decomposition& decomposition);

/// Those that one question needs.
class Decompositions {
 public:
  /// Where they come from: one of these polynomials, or nothing, and the text says why.
  using Source = std::function<std::optional<Decomposition>(const Vector&, std::string& why_not)>;

  explicit Decompositions(Source source) : source_(std::move(source)) {}
  /// Of these alone.
  explicit Decompositions(std::vector<Decomposition> given = {});

  /// The components of these polynomials, proved; or nothing, and `why_not` says why.
  std::optional<std::vector<Vector>> components_of(const Vector& polynomials);
  const std::string& why_not() const { return why_not_; }
  /// What was proved.
  const std::vector<Decomposition>& used() const { return used_; }

 private:
  Source source_;
  std::vector<Decomposition> used_;
  std::vector<Vector> without_;
  std::string why_not_;
};

}  // namespace hamel::varying
