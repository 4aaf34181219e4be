// The equations of motion of a file by position and independent velocities, with their derivatives.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/diagnostics/sample.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

#include "cases/input_signals.hpp"

namespace hamel::steering {

/// A position, and u: the velocity a = v0(t,x) + D(x) u there, all of a, or the momentum.
struct PlaceAndRates {
  double t = 0;
  SystemGroup::Point x;
  Eigen::VectorXd u;
};

/// A value and its derivative along directions, the columns.
struct ValueAlong {
  Eigen::VectorXd value;
  Eigen::MatrixXd slopes;
};

/// x' = x_* a and u' of a motion. Directions have n + r + k components: x exp(s xi), u + s du, w + s dw, with the inputs w
/// at their signals.
class StateField {
 public:
  StateField(SystemGroup group, int rank, const std::vector<GroupInput>& inputs)
      : group_(std::move(group)),
        n_(group_.dim()),
        r_(rank),
        k_(static_cast<int>(inputs.size())),
        signals_(inputs, nullptr) {}
  virtual ~StateField() = default;

  const SystemGroup& group() const noexcept { return group_; }
  int dim() const noexcept { return n_; }
  int rank() const noexcept { return r_; }
  int inputs() const noexcept { return k_; }
  const InputSignals& signals() const noexcept { return signals_; }

  /// Of the components of (xi, du).
  virtual std::vector<std::string> names() const = 0;
  /// The state of coordinates, velocity and the multiplier of vakonomic motion.
  virtual PlaceAndRates state(double t, const std::vector<double>& x, const std::vector<double>& a,
                              const std::vector<double>& mu) const = 0;
  /// (a, u').
  virtual ValueAlong rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const = 0;
  /// In coordinates, C: a flow q' = B q carries u by u' = C u. No matrix on a group.
  virtual Eigen::MatrixXd carried(const Eigen::MatrixXd& /*b*/) const { return {}; }
  /// The energy.
  virtual ValueAlong energy(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const = 0;
  /// What motions keep at 0 of their place, and then of place and velocity: the equations of their leaf.
  virtual ValueAlong held_places(const PlaceAndRates&, const Eigen::MatrixXd& directions) const {
    return {Eigen::VectorXd(0), Eigen::MatrixXd(0, directions.cols())};
  }
  virtual ValueAlong held_rates(const PlaceAndRates&, const Eigen::MatrixXd& directions) const {
    return {Eigen::VectorXd(0), Eigen::MatrixXd(0, directions.cols())};
  }
  /// x exp(s zeta) with the velocity Ad_exp(-s zeta) a has u + s v: v, the nearest where that is not admissible; and what
  /// is then missing of the velocity. r + n numbers; none in coordinates, where that is a translation as from the left.
  virtual ValueAlong turned(const PlaceAndRates&, const Eigen::VectorXd& /*zeta*/,
                            const Eigen::MatrixXd& /*directions*/) const {
    return {};
  }

 protected:
  /// The inputs at a time.
  Eigen::VectorXd inputs_at(double t) const {
    Eigen::VectorXd w(k_);
    signals_.at(t, {w.data(), static_cast<std::size_t>(k_)});
    return w;
  }

 private:
  SystemGroup group_;
  int n_, r_, k_;
  InputSignals signals_;
};

/// That of a file under one of the dynamics; free motion is that without its constraint. Throws InputError where it has
/// no group, and where n + r is beyond max_dimension.
std::unique_ptr<StateField> state_field(const SystemFile& file, Dynamics dynamics);

}  // namespace hamel::steering
