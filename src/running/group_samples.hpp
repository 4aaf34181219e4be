// Where motions on a group start, and what is shown of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/io/simulate.hpp>

#include "cases/any_system.hpp"
#include "cases/holonomic_rows.hpp"
#include "manifold_motion.hpp"
#include "motion.hpp"

namespace hamel::running {

inline SystemGroup::V as_vector(const std::vector<Number>& numbers) {
  SystemGroup::V v(static_cast<int>(numbers.size()));
  for (int i = 0; i < v.size(); ++i) v[i] = numbers[i].value;
  return v;
}

/// The state of the motion that the file starts at; what is known to be admissible is not tested.
template <class P>
typename P::template State<double> start_of(const GroupSystem& file, const P& motion,
                                            Dynamics dynamics) {
  using V = SystemGroup::V;
  const V mu = dynamics == Dynamics::vakonomic ? as_vector(file.start->mu) : V(V::Zero(file.dim()));
  const auto x = any_start(file);
  const V a = as_vector(file.start->a);
  if (!file.start->is_admissible) return motion.start(x, a, mu);
  const V p = motion.metric(x) * a;
  if (dynamics == Dynamics::nonholonomic) return {x, motion.restrict(x, p)};
  return {x, V(p + mu)};
}

/// The same on holonomic constraints, which are kept from the start on.
inline ManifoldMotion::State<double> start_of(const GroupSystem& file, const ManifoldMotion& motion,
                                              Dynamics) {
  auto state = motion.start(any_start(file), as_vector(file.start->a));
  motion.restore(0., state);
  return state;
}

/// How far the velocity is off the constraint of the file, whichever dynamics produced it.
class OffConstraint {
 public:
  OffConstraint(const GroupSystem& file, std::shared_ptr<const InputSignals> signals)
      : constrained_(file.constrained()),
        distribution_(file.group, file.moving_span),
        offset_(file.group, file.offset, file.inputs, std::move(signals)) {
    if (constrained_ && !file.moves()) annihilator_ = annihilator(any_distribution(file));
  }

  double operator()(double t, const SystemGroup::Point& x, SystemGroup::V a) const {
    if (!constrained_) return 0;
    const double size = std::max(1., a.norm());
    a -= offset_(t, x);
    const DynamicMatrix<double> normals =
        distribution_.columns() > 0 ? annihilator(distribution_(x)) : annihilator_;
    return normals.cols() == 0 ? 0 : (normals.transpose() * a).cwiseAbs().maxCoeff() / size;
  }

 private:
  static DynamicMatrix<double> annihilator(const DynamicMatrix<double>& d) {
    DynamicMatrix<double> normals = kernel<double>(d.transpose());
    for (int j = 0; j < normals.cols(); ++j) normals.col(j).normalize();
    return normals;
  }

  bool constrained_;
  ExpressionDistribution distribution_;
  ExpressionOffset offset_;
  DynamicMatrix<double> annihilator_;
};

/// How far a state is off the holonomic constraints of the file.
class OffManifold {
 public:
  explicit OffManifold(const GroupSystem& file) : rows_(file) {}

  void look(double t, const SystemGroup::Point& x, const SystemGroup::V& a, Sample& sample) const {
    if (rows_.held() == 0) return;
    const auto g = rows_.value(t, x);
    const auto normals = rows_.normals(t, x);
    const auto b = rows_.rate(t, x);
    const double size = std::max(1., a.norm());
    for (int i = 0; i < rows_.held(); ++i) {
      const double length = normals.col(i).norm();
      sample.off_manifold = std::max(sample.off_manifold, std::abs(g[i]));
      if (length > 0)
        sample.off_constraint = std::max(sample.off_constraint,
                                         std::abs(normals.col(i).dot(a) - b[i]) / (length * size));
    }
  }

 private:
  HolonomicRows rows_;
};

/// Makes samples of a motion of a file, under its inputs.
class GroupSampler {
 public:
  GroupSampler(const GroupSystem& file, std::shared_ptr<const InputSignals> signals)
      : group_(file.group),
        has_elements_(!file.coordinates.empty()),
        off_constraint_(file, std::move(signals)),
        off_manifold_(file) {}

  template <class P, class State>
  void look(const P& motion, double t, const State& state, Sample& sample) const {
    using V = SystemGroup::V;
    const auto put = [](const V& v, std::vector<double>& list) {
      list.assign(v.data(), v.data() + v.size());
    };
    const V a = motion.velocity(t, state.x, state.m);
    const V p = motion.momentum(state.x, a, state.m);
    sample.t = t;
    sample.x = group_.coordinates(state.x);
    put(a, sample.a);
    put(p, sample.p);
    sample.energy = motion.system().energy(state.x, a);
    sample.off_constraint = off_constraint_(t, state.x, a);
    sample.off_manifold = 0;
    off_manifold_.look(t, state.x, a, sample);
    if (has_elements_) put(group_.Ad_star(group_.inverse(state.x), p), sample.spatial);
  }

 private:
  SystemGroup group_;
  bool has_elements_;
  OffConstraint off_constraint_;
  OffManifold off_manifold_;
};

}  // namespace hamel::running
