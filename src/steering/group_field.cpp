// The nonholonomic equations of a file on a group, in dual numbers.
#include "steering/group_field.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/input_signals.hpp>

#include "generic_system.hpp"
#include "steering/seeded_lanes.hpp"
#include "steering/vector_of.hpp"

namespace hamel::steering {

namespace {

using effort::GenericPoint;
using effort::GenericProblem;

/// Numbers with derivatives that move along one more direction.
using Ahead = Dual<Lanes, 1>;
using AheadVector = Vector<Ahead, dynamic>;

template <class S, class X>
GenericPoint<S> point_of(const X& x) {
  GenericPoint<S> y;
  y.data = x.data.template cast<S>();
  return y;
}

LaneVector rate_of(const AheadVector& v) {
  LaneVector rate(static_cast<int>(v.size()));
  for (int i = 0; i < v.size(); ++i) rate[i] = v[i].derivatives()[0];
  return rate;
}

class GroupField final : public StateField {
 public:
  explicit GroupField(const GroupSystem& file)
      : StateField(file.group, static_cast<int>(any_distribution(file).cols()),
                   static_cast<int>(file.inputs.size())),
        problem_(effort::generic_problem(file)),
        signals_(file.inputs, nullptr),
        coordinates_(file.coordinates),
        constrained_(file.constrained()) {
    if (file.moved_by_inputs())
      throw InputError("$.inputs", "a velocity, not covered by linearise", "forces");
  }

  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    const auto straight = group().straight_coordinates();
    for (int k = 0; k < dim(); ++k) {
      names.push_back("e" + std::to_string(k + 1));
      for (std::size_t i = 0; i < straight.size(); ++i)
        if (straight[i] == k) names.back() = coordinates_[i];
    }
    for (int k = 0; k < rank(); ++k)
      names.push_back((constrained_ ? "u" : "a") + std::to_string(k + 1));
    return names;
  }

  PlaceAndRates state(double t, const std::vector<double>& x,
                      const std::vector<double>& a) const override {
    PlaceAndRates at{t, group().from_coordinates(x), {}};
    at.u =
        problem_.coordinates(t, point_of<double>(at.x), SystemGroup::V(vector_of("a", a, dim())));
    return at;
  }

  ValueAlong rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    Eigen::VectorXd w(inputs());
    signals_.at(at.t, {w.data(), static_cast<std::size_t>(w.size())});
    return along(directions, [&](const auto& seed) {
      const Place here(*this, at, seed);
      const auto problem = under(problem_, seed(dim() + rank(), w));
      // D^T ((M a)' - ad*_a M a - F) = 0, where (M a)' is M D u' and what it is for u' = 0:
      const Moved ahead = here.moved(here.a);
      const LaneVector fixed = rate_of(times(ahead.inertia, ahead.a));
      const LaneVector force =
          ProblemAt<std::decay_t<decltype(problem)>, Lanes, true>(problem, Lanes(at.t), here.x)
              .force(here.a, here.lowered);
      const LaneVector turning = problem_.group().ad_star(here.a, here.lowered);
      return joined(here.a, here.solved(LaneVector(turning + force - fixed)));
    });
  }

  ValueAlong energy(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const Place here(*this, at, seed);
      LaneVector energy(1);
      energy[0] = problem_.system().potential(Lanes(at.t), here.x);
      for (int i = 0; i < dim(); ++i) energy[0] += Lanes(0.5) * here.a[i] * here.lowered[i];
      return energy;
    });
  }

  ValueAlong turned(const PlaceAndRates& at, const Eigen::VectorXd& zeta,
                    const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const Place here(*this, at, seed);
      LaneVector direction(dim());
      for (int i = 0; i < dim(); ++i) direction[i] = Lanes(zeta[i]);
      const LaneVector turning = -problem_.group().ad(direction, here.a);
      const LaneVector wanted = turning - rate_of(here.moved(direction, false).a);
      const LaneVector v = here.solved(times(here.inertia, wanted));
      return joined(v, LaneVector(wanted - times(here.d, v)));
    });
  }

 private:
  struct Moved {
    Matrix<Ahead, dynamic> d, inertia;
    AheadVector a;
  };

  /// What the equations are made of at a state.
  struct Place {
    const GroupField& field;
    double t;
    GenericPoint<Lanes> x;
    LaneVector u, a, lowered;
    Matrix<Lanes, dynamic> d, inertia;

    template <class Seed>
    Place(const GroupField& of, const PlaceAndRates& at, const Seed& seed)
        : field(of),
          t(at.t),
          x(of.problem_.group().compose(
              point_of<Lanes>(at.x),
              of.problem_.group().exp(seed(0, Eigen::VectorXd::Zero(of.dim()))))),
          u(seed(of.dim(), at.u)) {
      d = field.problem_.basis(x);
      inertia = field.problem_.metric(x);
      a = times(d, u) + field.problem_.offset(Lanes(t), x);
      lowered = times(inertia, a);
    }

    /// (D^T M D)^-1 D^T p
    LaneVector solved(const LaneVector& p) const {
      LaneVector v = times(transposed(d), p);
      Matrix<Lanes, dynamic> gram = times(transposed(d), times(inertia, d));
      solve_in_place(gram, v);
      return v;
    }
    /// At x exp(s direction), with the same u; a second later for each s, or at the same time.
    Moved moved(const LaneVector& direction, bool later = true) const {
      const auto& problem = field.problem_;
      const auto& group = problem.group();
      const auto y = group.compose(point_of<Ahead>(x), group.exp(infinitesimal_along(direction)));
      Moved result{problem.basis(y), problem.metric(y), {}};
      const Ahead time(Lanes(t), {Lanes(later ? 1 : 0)});
      result.a = times(result.d, converted<Ahead>(u)) + problem.offset(time, y);
      return result;
    }
  };

  static LaneVector joined(const LaneVector& a, const LaneVector& b) {
    LaneVector all(static_cast<int>(a.size() + b.size()));
    for (int i = 0; i < a.size(); ++i) all[i] = a[i];
    for (int i = 0; i < b.size(); ++i) all[static_cast<int>(a.size()) + i] = b[i];
    return all;
  }

  GenericProblem problem_;
  InputSignals signals_;
  std::vector<std::string> coordinates_;
  bool constrained_;
};

}  // namespace

std::unique_ptr<StateField> group_field(const GroupSystem& file) {
  return std::make_unique<GroupField>(file);
}

}  // namespace hamel::steering
