// The common zeros of polynomials as a union of irreducible sets: asked of the program Singular, and proved.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
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

/// While one is alive Singular takes no more time of the processor for the questions of this thread together than that,
/// nor more than what is left of the one that was there before.
class SingularTime {
 public:
  explicit SingularTime(double seconds) : outer_(current_), left_(within(seconds)) {
    current_ = this;
  }
  ~SingularTime() {
    current_ = outer_;
    spend(spent_);
  }
  SingularTime(const SingularTime&) = delete;
  SingularTime& operator=(const SingularTime&) = delete;

  /// What is left of this.
  static double within(double seconds) {
    return current_ == nullptr ? seconds : std::min(seconds, current_->left_);
  }
  static void spend(double seconds) {
    if (current_ == nullptr) return;
    current_->left_ -= seconds;
    current_->spent_ += seconds;
  }

 private:
  inline static constinit thread_local SingularTime* current_ = nullptr;

  SingularTime* outer_;
  double left_, spent_ = 0;
};

/// Those that one question needs.
class Decompositions {
 public:
  /// Singular is asked for them.
  Decompositions() = default;
  /// Of these alone.
  explicit Decompositions(std::vector<Decomposition> given)
      : asks_(false), given_(std::move(given)) {}

  /// The components of these polynomials, proved; or nothing, and `why_not` says why.
  std::optional<std::vector<Vector>> components_of(const Vector& polynomials);
  const std::string& why_not() const { return why_not_; }
  /// What was proved.
  const std::vector<Decomposition>& used() const { return used_; }

 private:
  std::optional<Decomposition> found(const Vector& polynomials);

  bool asks_ = true;
  std::vector<Decomposition> given_, used_;
  std::vector<Vector> without_;
  std::string why_not_;
};

/// What Singular says within so many seconds of the processor. Throws reading::ProgramError where it is not there, fails
/// or takes longer.
std::optional<Decomposition> decomposed_by_singular(const Vector& polynomials, double seconds);

}  // namespace hamel::varying
