// How large numbers are, with the derivatives that they carry: what iterations wait for.
#pragma once

#include <cmath>

#include <hamel/core/scalar.hpp>

namespace hamel {

/// How large some numbers are, and the derivatives that they carry.
struct Magnitude {
  double values = 0, derivatives = 0;

  template <class A>
  Magnitude& add(const A& vector) {
    for (int i = 0; i < vector.size(); ++i) {
      widen(values, plain(vector[i]));
      each_derivative(vector[i]);
    }
    return *this;
  }

  /// Derivatives as large as those of `other` at least.
  void widen_derivatives(const Magnitude& other) { widen(derivatives, other.derivatives); }

  /// The larger of the two; NaN where a number is.
  double largest() const {
    return derivatives <= values || std::isnan(values) ? values : derivatives;
  }

  /// The larger of two ratios, those of the values and of the derivatives, to `whole`; NaN where a number is not
  /// finite.
  double relative_to(const Magnitude& whole) const {
    const double value = ratio(values, whole.values),
                 derivative = ratio(derivatives, whole.derivatives);
    return derivative <= value || std::isnan(value) ? value : derivative;
  }

 private:
  template <class S>
  void each_derivative(const S& x) {
    if constexpr (AutoDiffLike<S>) {
      each_derivative(x.value());
      for (int k = 0; k < static_cast<int>(x.derivatives().size()); ++k) {
        const auto d = x.derivatives()[static_cast<decltype(x.derivatives().size())>(k)];
        widen(derivatives, plain(d));
        each_derivative(d);
      }
    } else if constexpr (JetLike<S>) {
      for (int k = 0; k < x.v.size(); ++k) widen(derivatives, plain(x.v[k]));
    }
  }
  template <class S>
  static void widen(double& most, const S& x) {
    using std::abs;
    const double size = static_cast<double>(S(abs(x)));
    if (!std::isnan(most) && !(size <= most)) most = size;
  }
  static double ratio(double part, double whole) { return part == 0 ? 0 : part / whole; }
};

}  // namespace hamel
