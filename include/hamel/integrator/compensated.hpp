// Sums that keep what rounding takes from them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <hamel/core/sizes.hpp>
#include <hamel/integrator/runge_kutta.hpp>

namespace hamel::detail {

/// What rounding took from a sum; 0 where `low` is left from another one.
template <class S>
S rounding_of(const S& sum, double low) noexcept {
  const double most =
      4 * std::numeric_limits<double>::epsilon() * std::abs(static_cast<double>(sum));
  return S(std::abs(low) <= most ? low : 0);
}

/// The same for each component, as far as it is known.
template <class V, class X>
void take_rounding(V& rounding, const X& sum, const std::array<double, max_storage>& low) noexcept {
  for (int i = 0; i < sum.size(); ++i)
    rounding[i] =
        i < max_storage ? rounding_of(sum[i], low[std::size_t(i)]) : typename V::Scalar(0);
}

/// sum += increment, with what rounding takes from the sum kept in `low` for the next time.
template <class S>
void add_compensated(S& sum, const S& increment, double& low) noexcept {
  const auto size = [](const S& x) { return std::abs(static_cast<double>(x)); };
  const S old = sum;
  const S added = increment + rounding_of(old, low);
  sum = old + added;
  const bool old_is_big = size(old) >= size(added);
  const S big = old_is_big ? old : added, small = old_is_big ? added : old;
  low = static_cast<double>(small - (sum - big));
}

/// The same for each component, as far as there is room.
template <class V>
void add_compensated(V& sum, const V& increment, std::array<double, max_storage>& low) noexcept {
  for (int i = 0; i < sum.size(); ++i) {
    if (i < max_storage)
      add_compensated(sum[i], increment[i], low[std::size_t(i)]);
    else
      sum[i] += increment[i];
  }
}

/// x exp(s), compensated where the product adds the stored numbers, as far as that is known.
template <class G, class X, class V>
X compose_compensated(const G& group, const X& x, const V& s,
                      std::array<double, max_storage>& low) noexcept {
  X y = x;
  if constexpr (adds_numbers<G>) {
    add_compensated(y.data, decltype(y.data)(s), low);
  } else {
    const X e = group.exp(s);
    y = group.compose(x, e);
    if constexpr (G::storage == dynamic) {
      for (int i = 0; i < std::min(static_cast<int>(y.data.size()), max_storage); ++i) {
        if (y.data[i] != x.data[i] + e.data[i]) continue;
        y.data[i] = x.data[i];
        add_compensated(y.data[i], e.data[i], low[i]);
      }
    }
  }
  return y;
}

}  // namespace hamel::detail
