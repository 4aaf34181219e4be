// A system in coordinates as its motions are computed: autonomous, its holonomic constraints differentiated.
#pragma once

#include <vector>

#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

#include "formulas/formula_tape.hpp"

namespace hamel::running {

/// Where L or a constraint depends on t, time is one more coordinate s, with 1/2 s'^2 in L and the constraint s' = 1:
/// the equations of the other coordinates are those of L(t,q,v), the new multiplier takes what is left. Equations
/// g(t,q) = 0 enter as the constraints d/dt g = 0. A file without any of this stays what it is.
struct ChartInMotion {
  /// Without its constraints where they are not `constrained`.
  explicit ChartInMotion(const ChartSystem& file, bool constrained = true);

  ChartSystem system;
  int coordinates, constraints;  ///< of the file
  bool has_clock = false;
  std::vector<Expression> held;  ///< g in (q, t), those first that enter
  int independent = 0;           ///< how many of them do; the others follow from these at the start
  std::vector<int> dependent;    ///< which of the file are these others

 private:
  void add_clock();
  void add_rows();
};

/// g(t,q) of a chart with their derivatives by q.
class HeldPlaces {
 public:
  explicit HeldPlaces(const ChartInMotion& chart)
      : independent_(chart.independent),
        coordinates_(chart.coordinates),
        size_(static_cast<int>(chart.held.size())),
        slopes_(chart.held, 0, chart.coordinates, true) {}

  bool any() const noexcept { return size_ > 0; }
  int independent() const noexcept { return independent_; }

  /// The largest |g|.
  double off(double t, const Vector<double, dynamic>& q) const;
  /// The independent ones and their derivatives, in as many columns as q has numbers.
  void look(double t, const Vector<double, dynamic>& q, Vector<double, dynamic>& g,
            Matrix<double, dynamic>& rows) const;

 private:
  template <class Use>
  void for_each(double t, const Vector<double, dynamic>& q, const Use& use) const;

  int independent_, coordinates_, size_;
  SlopeTape slopes_;
};

}  // namespace hamel::running
