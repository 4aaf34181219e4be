// Variables that stand for sines, cosines and exponentials of other arguments than combinations of variables.
#pragma once

#include <map>
#include <utility>

#include <hamel/algebra/integer.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// While one is alive, m / d with a monomial m (1 among them) and an integer d is named by a variable v: cos v and sin
/// v are then its cosine and sine, and v itself, which occurs nowhere else, its exponential. What is an identity for
/// independent variables is one for their arguments. One at a time in each thread.
class ArgumentNames {
 public:
  using Monomial = CoordinatePolynomial::Monomial;

  /// Names from `first` on.
  explicit ArgumentNames(int first) : next_(first), before_(std::exchange(current_, this)) {}
  ~ArgumentNames() { current_ = before_; }
  ArgumentNames(const ArgumentNames&) = delete;
  ArgumentNames& operator=(const ArgumentNames&) = delete;

  static ArgumentNames* current() { return current_; }

  /// The variable that stands for m / d.
  int name(const Monomial& m, const Integer& d) {
    const auto [place, is_new] = names_.try_emplace({m, d}, next_);
    if (is_new) ++next_;
    return place->second;
  }

 private:
  static inline thread_local ArgumentNames* current_ = nullptr;
  std::map<std::pair<Monomial, Integer>, int> names_;
  int next_;
  ArgumentNames* before_;
};

}  // namespace hamel
