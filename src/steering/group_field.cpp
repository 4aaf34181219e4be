// The equations of nonholonomic motion of a file on a group, in dual numbers.
#include "steering/group_field.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/dynamics/on_manifold.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/any_group.hpp>

#include "cases/any_system.hpp"
#include "generic_rows.hpp"
#include "generic_system.hpp"
#include "searching/factors.hpp"
#include "steering/reachable.hpp"
#include "steering/seeded_lanes.hpp"
#include "steering/system_under.hpp"
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

/// Under g(t,x) = 0 u is all of a, which the reactions hold along it.
GroupSystem without_held(const GroupSystem& file) {
  return file.holonomic.empty() ? file : without_constraint(file);
}

/// Without vectors in d there is a velocity, and no equation: the problem is that of free motion.
GroupSystem with_equations(const GroupSystem& file) {
  return file.kinematic ? without_constraint(file) : without_held(file);
}

/// Inputs that are 0.
std::shared_ptr<const effort::HeldNumbers> no_inputs(const GroupSystem& file) {
  return std::make_shared<const effort::HeldNumbers>(file.inputs.size(), Lanes(0.));
}

/// b(x) of the inputs that are velocities, 0 of the others, column by column.
std::vector<Expression> velocities_of(const GroupSystem& file) {
  std::vector<Expression> columns;
  for (const GroupInput& input : file.inputs) {
    columns.insert(columns.end(), input.velocity.begin(), input.velocity.end());
    if (input.velocity.empty()) columns.resize(columns.size() + std::size_t(file.dim()));
  }
  return columns;
}

/// The equations of a = v0(t,x) + D(x) u + b^(x) w with b^ = b - D (D^T M D)^-1 D^T M b: where an input that is a
/// velocity jumps, D^T M a goes on, and so does u. As D^T M b^ = 0, no w' enters u'.
class GroupField final : public StateField {
 public:
  explicit GroupField(const GroupSystem& file)
      : StateField(file.group, static_cast<int>(any_distribution(without_held(file)).cols()),
                   file.inputs),
        problem_(effort::generic_problem(with_equations(file), no_inputs(file))),
        offset_(file.group.product(), without_held(file), no_inputs(file)),
        velocities_(file.group.product(), velocities_of(file), inputs()),
        is_moved_(file.moved_by_inputs()),
        places_(place_names(file)),
        u_(without_held(file).constrained() ? "u" : "a") {
    if (!file.holonomic.empty())
      manifold_.emplace(problem_, effort::GenericRows(file), point_of<double>(any_start(file)));
    if (is_moved_) return;  // from leaf to leaf
    const Eigen::MatrixXd leaf = leaf_directions(file);
    if (leaf.cols() < dim()) across_ = Ranked(leaf).q().rightCols(dim() - leaf.cols());
  }

  std::vector<std::string> names() const override {
    std::vector<std::string> names = places_;
    for (int k = 0; k < rank(); ++k) names.push_back(u_ + std::to_string(k + 1));
    return names;
  }

  PlaceAndRates state(double t, const std::vector<double>& x, const std::vector<double>& a,
                      const std::vector<double>&) const override {
    PlaceAndRates at{t, group().from_coordinates(x), Eigen::VectorXd(rank())};
    if (rank() == 0) return at;
    at.u =
        problem_.coordinates(t, point_of<double>(at.x), SystemGroup::V(vector_of("a", a, dim())));
    return at;
  }

  ValueAlong rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const Place here(*this, at, seed);
      const auto problem = under(problem_, here.w);
      // D^T ((M a)' - ad*_a M a - F) = 0, where (M a)' is M D u' and what it is for u' = 0:
      const Moved ahead = here.moved(here.a);
      const LaneVector fixed = rate_of(ahead.inertia * ahead.a);
      const LaneVector force =
          ProblemAt<std::decay_t<decltype(problem)>, Lanes, true>(problem, Lanes(at.t), here.x)
              .force(here.a, here.lowered);
      const LaneVector turning = problem_.group().ad_star(here.a, here.lowered);
      return joined(here.a, here.held(here.solved(LaneVector(turning + force - fixed))));
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

  /// g, and the components across the leaf of an integrable constraint.
  ValueAlong held_places(const PlaceAndRates& at,
                         const Eigen::MatrixXd& directions) const override {
    const auto others = static_cast<int>(across_.cols());
    return along(directions, [&](const auto& seed) {
      const LaneVector xi = seed(0, Eigen::VectorXd::Zero(dim()));
      const int held = manifold_ ? manifold_->constraint().held() : 0;
      LaneVector all = LaneVector::Zero(held + others);
      if (manifold_)
        all.head(held) =
            manifold_->constraint().value(Lanes(at.t), Place(*this, at, seed).x).head(held);
      for (int j = 0; j < others; ++j)
        for (int i = 0; i < dim(); ++i) all[held + j] += Lanes(across_(i, j)) * xi[i];
      return all;
    });
  }
  /// A a - b.
  ValueAlong held_rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    if (!manifold_) return StateField::held_rates(at, directions);
    return along(directions, [&](const auto& seed) {
      const Place here(*this, at, seed);
      const auto& rows = manifold_->constraint();
      return LaneVector(transposed(rows.normals(Lanes(at.t), here.x)) * here.a -
                        rows.rate(Lanes(at.t), here.x));
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
      const LaneVector v = here.solved(here.inertia * wanted);
      return joined(v, LaneVector(wanted - here.d * v));
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
    LaneVector u, w, a, lowered;
    Matrix<Lanes, dynamic> d, inertia;

    template <class Seed>
    Place(const GroupField& of, const PlaceAndRates& at, const Seed& seed)
        : field(of),
          t(at.t),
          x(of.problem_.group().compose(
              point_of<Lanes>(at.x),
              of.problem_.group().exp(seed(0, Eigen::VectorXd::Zero(of.dim()))))),
          u(seed(of.dim(), at.u)),
          w(seed(of.dim() + of.rank(), of.inputs_at(at.t))) {
      d = field.basis(x);
      inertia = field.problem_.metric(x);
      a = field.velocity(Lanes(t), x, d, inertia, u, w);
      lowered = inertia * a;
    }

    LaneVector solved(const LaneVector& p) const { return raised(d, inertia, p); }
    /// a' with the reactions A^T lambda that hold A a' = c, from what it is without.
    LaneVector held(const LaneVector& rate) const {
      if (!field.manifold_) return rate;
      const auto& rows = field.manifold_->constraint();
      const Matrix<Lanes, dynamic> normals = rows.normals(Lanes(t), x);
      Matrix<Lanes, dynamic> factors = inertia, lifted = normals;
      solve_in_place(factors, lifted);
      const Consistent<Lanes, dynamic> gram(normals.transpose() * lifted, field.manifold_->ranks());
      const LaneVector off = rows.bend(Lanes(t), x, a) - normals.transpose() * rate;
      return rate + lifted * gram.solve(off);
    }
    /// At x exp(s direction), with the same u; a second later for each s, or at the same time.
    Moved moved(const LaneVector& direction, bool later = true) const {
      const auto& problem = field.problem_;
      const auto& group = problem.group();
      const auto y = group.compose(point_of<Ahead>(x), group.exp(infinitesimal_along(direction)));
      Moved result{field.basis(y), problem.metric(y), {}};
      const Ahead time(Lanes(t), {Lanes(later ? 1 : 0)});
      result.a = field.velocity(time, y, result.d, result.inertia, AheadVector(converted<Ahead>(u)),
                                AheadVector(converted<Ahead>(w)));
      return result;
    }
  };

  template <class S>
  Matrix<S, dynamic> basis(const GenericPoint<S>& x) const {
    if (rank() == 0) return Matrix<S, dynamic>(dim(), 0);
    return problem_.basis(x);
  }
  /// (D^T M D)^-1 D^T p
  template <class S>
  static Vector<S, dynamic> raised(const Matrix<S, dynamic>& d, const Matrix<S, dynamic>& inertia,
                                   const Vector<S, dynamic>& p) {
    Vector<S, dynamic> v = d.transpose() * p;
    Matrix<S, dynamic> gram = d.transpose() * (inertia * d);
    solve_in_place(gram, v);
    return v;
  }
  template <class S>
  Vector<S, dynamic> velocity(const S& t, const GenericPoint<S>& x, const Matrix<S, dynamic>& d,
                              const Matrix<S, dynamic>& inertia, const Vector<S, dynamic>& u,
                              const Vector<S, dynamic>& w) const {
    Vector<S, dynamic> a = d * u + offset_(t, x);
    if (!is_moved_) return a;
    const Vector<S, dynamic> b = velocities_(x) * w;
    const Vector<S, dynamic> lowered = inertia * b;
    return a + b - d * raised(d, inertia, lowered);
  }

  static LaneVector joined(const LaneVector& a, const LaneVector& b) {
    LaneVector all(static_cast<int>(a.size() + b.size()));
    for (int i = 0; i < a.size(); ++i) all[i] = a[i];
    for (int i = 0; i < b.size(); ++i) all[static_cast<int>(a.size()) + i] = b[i];
    return all;
  }

  GenericProblem problem_;
  effort::GenericOffset offset_;
  effort::GenericColumns velocities_;
  bool is_moved_;
  std::vector<std::string> places_;
  std::string u_;  // how components of u are called
  std::optional<OnManifold<GenericProblem, effort::GenericRows>> manifold_;  // of g = 0
  Eigen::MatrixXd across_;  // columns that vanish along the leaf of a constant d
};

}  // namespace

std::vector<std::string> place_names(const GroupSystem& file) {
  std::vector<std::string> names;
  const auto straight = file.group.straight_coordinates();
  for (int k = 0; k < file.dim(); ++k) {
    names.push_back("e" + std::to_string(k + 1));
    for (std::size_t i = 0; i < straight.size(); ++i)
      if (straight[i] == k) names.back() = file.coordinates[i];
  }
  return names;
}

std::unique_ptr<StateField> group_field(const GroupSystem& file) {
  return std::make_unique<GroupField>(file);
}

}  // namespace hamel::steering
