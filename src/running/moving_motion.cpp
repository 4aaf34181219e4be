// The motions of systems of a file whose constraint moves with the configuration.
#include <memory>
#include <utility>

#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>

#include "motion.hpp"

namespace hamel::running {

namespace {

AnyMovingSplit split_of(const GroupSystem& file, const AnySystem& system,
                        const std::shared_ptr<const InputSignals>& signals) {
  return {system, ExpressionDistribution(file.group, file.moving_span), any_start(file),
          ExpressionOffset(file.group, file.offset, file.inputs, signals)};
}

}  // namespace

template <Dynamics kind>
MovingMotion<kind>::MovingMotion(const GroupSystem& file, std::shared_ptr<const HeldInputs> held)
    : MovingMotion(file, std::make_shared<const InputSignals>(file.inputs, std::move(held))) {}

template <Dynamics kind>
MovingMotion<kind>::MovingMotion(const GroupSystem& file,
                                 std::shared_ptr<const InputSignals> signals)
    : Base(any_system(file, signals), split_of(file, any_system(file, signals), signals)),
      signals_(std::move(signals)) {
  if constexpr (kind == Dynamics::nonholonomic) equations_ = MovingEquations::of(file);
}

template <Dynamics kind>
Velocity<double, dynamic, dynamic> MovingMotion<kind>::field(double t, const Point& x,
                                                             const V& m) const {
  return counted([&] {
    Velocity<double, dynamic, dynamic> velocity;
    if (!equations_ || !equations_->field(this->group(), x, m, velocity))
      velocity = Base::field(t, x, m);
    return velocity;
  });
}

template <Dynamics kind>
SystemGroup::M MovingMotion<kind>::velocity_slope(double t, const Point& x, const V& p) const {
  const V a = velocity(t, x, p);
  const M d = this->basis(x), m = this->metric(x);
  const M w = this->constraint_slope(t, x, this->coordinates(t, x, a));
  M pushed = w * m;  // rows M w_k + (d_k M) a
  if (!this->system().metric_is_constant()) pushed += this->system().metric_slope(x, a);
  const V mu = p - m * a;
  const M rates = this->split().distribution().transposed_slopes(x, mu) - M(pushed * d);
  const M on_d = d.transpose() * (m * d);
  return w + M(d * hamel::solve(on_d, M(transposed(rates)))).transpose();
}

template class MovingMotion<Dynamics::nonholonomic>;
template class MovingMotion<Dynamics::vakonomic>;

}  // namespace hamel::running
