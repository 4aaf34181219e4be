// The holonomic constraints of a file, and rows of covectors beside them, as the equations that motions are held on.
#pragma once

#include <memory>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

#include "any_system.hpp"
#include "formulas/formula_tape.hpp"

namespace hamel {

namespace running {
class CurvatureTape;
}

/// The equations A a = b of a file on a group, with the members of Holonomic: first those of g(t,x) = 0, which are
/// held, with A_i = x^*dg_i and b_i = -d_t g_i, then the rows of its `annihilator`, with b their drift.
class HolonomicRows {
 public:
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;
  using M = SystemGroup::M;
  static constexpr int rows = dynamic;

  explicit HolonomicRows(const GroupSystem& file);

  int count() const noexcept { return held() + drift_.size(); }
  int held() const noexcept { return g_.size(); }

  /// g, and 0 of the other rows.
  V value(double t, const Point& x) const;
  /// A^T, n x count.
  M normals(double t, const Point& x) const;
  V rate(double t, const Point& x) const;
  /// c of A a' = c: of g the second derivative of g(t + s, x exp(s a)), of the other rows b' - A'(x;a) a.
  V bend(double t, const Point& x, const V& a) const;

 private:
  int coordinates_;
  GroupFormulas g_, annihilator_, drift_;
  SlopeTape g_by_time_, drift_by_time_;
  std::shared_ptr<const std::vector<running::CurvatureTape>>
      curvatures_;    // of each g, by coordinates and t
  bool is_straight_;  // is the second derivative of all coordinates 0 along the basis?
};

}  // namespace hamel
