// The equations that motions of a file on a group are held on, for any scalar.
#pragma once

#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/system/left_derivative.hpp>

#include "generic_system.hpp"

namespace hamel::effort {

/// HolonomicRows in numbers that carry derivatives: A a = b of g(t,x) = 0, then of the rows of an annihilator.
class GenericRows {
 public:
  static constexpr int rows = dynamic;

  explicit GenericRows(const GroupSystem& file)
      : g_(file.group.product(), file.holonomic),
        annihilator_(file.group.product(), file.annihilator),
        drift_(file.group.product(), file.drift),
        held_(static_cast<int>(file.holonomic.size())),
        others_(static_cast<int>(file.annihilator.size()) / file.dim()) {}

  int count() const noexcept { return held_ + others_; }
  int held() const noexcept { return held_; }

  /// g, and 0 of the other rows.
  template <class S>
  Vector<S, dynamic> value(const S& t, const GenericPoint<S>& x) const {
    Vector<S, dynamic> g = Vector<S, dynamic>::Zero(count());
    g.head(held_) = g_at(t, x);
    return g;
  }
  /// A^T, n x count.
  template <class S>
  Matrix<S, dynamic> normals(const S& t, const GenericPoint<S>& x) const {
    const AnyGroup& group = g_.group();
    Matrix<S, dynamic> a(group.dim(), count());
    a.leftCols(held_) = left_derivative_rows(
        group, x, [&]<class T>(const GenericPoint<T>& y) { return g_at(T(t), y); });
    if (others_ > 0) a.rightCols(others_) = annihilator_.at(x, group.dim(), others_);
    return a;
  }
  template <class S>
  Vector<S, dynamic> rate(const S& t, const GenericPoint<S>& x) const {
    using T = Dual<S, 1>;
    Vector<S, dynamic> b = Vector<S, dynamic>::Zero(count());
    GenericPoint<T> still;
    still.data = x.data.template cast<T>();
    const auto later = g_at(T::variable(t, 0), still);
    for (int i = 0; i < held_; ++i) b[i] = -later[i].derivatives()[0];
    if (!drift_.empty()) b.tail(others_) = drift_.at(x, others_, 1, {t}).col(0);
    return b;
  }
  /// c of A a' = c: of g the second derivative of g(t + s, x exp(s a)), of the other rows b' - A'(x;a) a.
  template <class S>
  Vector<S, dynamic> bend(const S& t, const GenericPoint<S>& x, const Vector<S, dynamic>& a) const {
    using T = Dual<S, 1>;
    const AnyGroup& group = g_.group();
    const int n = group.dim();
    const T time = T::variable(t, 0);
    const auto once = moving_along(group, x, a);
    const Vector<T, dynamic> along = a.template cast<T>();
    const auto moved = g_at(Dual<T, 1>(time, {T(S(1))}), moving_along(group, once, along));
    Vector<S, dynamic> c = Vector<S, dynamic>::Zero(count());
    for (int i = 0; i < held_; ++i) c[i] = -moved[i].derivatives()[0].derivatives()[0];
    if (others_ == 0) return c;
    const auto turned = annihilator_.at(once, n, others_);
    for (int j = 0; j < others_; ++j)
      for (int i = 0; i < n; ++i) c[held_ + j] -= turned(i, j).derivatives()[0] * a[i];
    if (drift_.empty()) return c;
    const auto drifted = drift_.at(once, others_, 1, {time});
    for (int j = 0; j < others_; ++j) c[held_ + j] += drifted(j, 0).derivatives()[0];
    return c;
  }

 private:
  template <class S>
  Vector<S, dynamic> g_at(const S& t, const GenericPoint<S>& x) const {
    return g_.at(x, held_, 1, {t}).col(0);
  }

  GenericFormulas g_, annihilator_, drift_;
  int held_, others_;
};

}  // namespace hamel::effort
