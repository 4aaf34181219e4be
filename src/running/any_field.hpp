// The vector field of a problem behind one type: methods that ask for no more are compiled once.
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>

namespace hamel::running {

/// The vector field of a problem with run-time sizes, its momenta within the capacity W where one is given; the
/// problem must outlive it.
template <class Group_, int W = dynamic>
class AnyField {
 public:
  using Group = Group_;
  static constexpr int dimension = dynamic, variations = W;
  using Point = Element<Group, double>;
  using Momentum = Vector<double, W>;
  using Rate = Velocity<double, dynamic, W>;
  template <class S>
  using State = hamel::State<Group, S, W>;

  template <class P>
  explicit AnyField(const P& problem) noexcept
      : problem_(&problem),
        group_(problem.group()),
        field_([](const void* p, double t, const Point& x, const Momentum& m) -> Rate {
          return static_cast<const P*>(p)->field(t, x, m);
        }) {}

  const Group& group() const noexcept { return group_; }
  int dim() const noexcept { return group_.dim(); }
  Rate field(double t, const Point& x, const Momentum& m) const {
    return field_(problem_, t, x, m);
  }

 private:
  const void* problem_;
  const Group& group_;
  Rate (*field_)(const void*, double, const Point&, const Momentum&);
};

}  // namespace hamel::running
