// A size that is part of a type, or held at run time when the type says `dynamic`.
#pragma once

#include <string>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The number N; nothing is stored.
template <int N>
struct Extent {
  static_assert(N >= 0);
  constexpr int get() const noexcept { return N; }
};

/// A number known at run time, refused outside 0..max_dimension.
template <>
class Extent<dynamic> {
 public:
  Extent() = default;
  explicit Extent(int n) : n_(n) {
    if (n < 0 || n > max_dimension)
      refuse<DimensionError>("size of a group", {n}, {"0 to ", max_dimension});
  }
  int get() const noexcept { return n_; }

 private:
  int n_ = 0;
};

}  // namespace hamel
