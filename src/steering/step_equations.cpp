// A step of the system of a file in dual numbers.
#include "step_equations.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/momentum_balance.hpp>
#include <hamel/retraction/exponential.hpp>

#include "cases/any_system.hpp"
#include "generic_system.hpp"

namespace hamel::effort {

namespace {

using VD = Vector<D, dynamic>;
using Held = UnderInputs<GenericSystem, VD>;
using HeldProblem = Problem<Dynamics::nonholonomic, Held, SplitView<GenericSplit>>;
using Balance = MomentumBalance<HeldProblem, Exponential, D>;

std::vector<Expression> spanning(const GroupSystem& file) {
  if (file.moves()) return file.moving_span;
  const Matrix<double, dynamic> d = any_distribution(file);
  std::vector<Expression> entries;
  for (int j = 0; j < d.cols(); ++j)
    for (int i = 0; i < d.rows(); ++i) entries.emplace_back(Rational(d(i, j)));
  return entries;
}

template <class S, class X>
GenericPoint<S> generic(const X& x) {
  GenericPoint<S> y;
  y.data = x.data.template cast<S>();
  return y;
}

/// The derivative of f(x exp(e), v) by (e, v) at e = 0.
template <class F>
Eigen::MatrixXd slopes(const AnyGroup& group, const SystemGroup::Point& x, const Eigen::VectorXd& v,
                       const F& f) {
  const int n = group.dim(), all = n + static_cast<int>(v.size());
  Eigen::MatrixXd derivative;
  for (int first = 0; first < all; first += lanes) {
    const auto moved = [&](int i, double value) {
      const int lane = i - first;
      return lane >= 0 && lane < lanes ? D::variable(value, lane) : D(value);
    };
    VD e(n), w(v.size());
    for (int i = 0; i < n; ++i) e[i] = moved(i, 0);
    for (int i = 0; i < w.size(); ++i) w[i] = moved(n + i, v[i]);
    const VD value = f(group.compose(generic<D>(x), group.exp(e)), w);
    if (first == 0) derivative.resize(value.size(), all);
    for (int i = 0; i < value.size(); ++i)
      for (int lane = 0; lane < std::min(lanes, all - first); ++lane)
        derivative(i, first + lane) = value[i].derivatives()[std::size_t(lane)];
  }
  return derivative;
}

}  // namespace

GenericProblem generic_problem(const GroupSystem& file, std::shared_ptr<const HeldNumbers> held) {
  const AnyGroup& group = file.group.product();
  std::vector<Expression> columns;
  for (const auto& input : file.inputs) {
    columns.insert(columns.end(), input.force.begin(), input.force.end());
    columns.resize(columns.size() + input.velocity.size());  // a velocity is no force
  }
  const int k = static_cast<int>(file.inputs.size());
  const int r = static_cast<int>(any_distribution(file).cols());
  const GenericSystem system(
      GenericMechanical(group, GenericMetric(group, file.metric),
                        GenericPotential(group, {file.potential}), GenericForce(group, file.force)),
      GenericColumns(group, columns, k), k);
  return {system, GenericSplit(system, GenericColumns(group, spanning(file), r),
                               generic<double>(any_start(file)),
                               GenericOffset(group, file, std::move(held)))};
}

struct StepEquations::Data {
  std::shared_ptr<HeldNumbers> held;
  GenericProblem problem;

  explicit Data(const GroupSystem& file)
      : held(std::make_shared<HeldNumbers>(file.inputs.size(), D(0.))),
        problem(generic_problem(file, held)) {}
};

StepEquations::StepEquations(const GroupSystem& file)
    : data_(new Data(file)),
      group_(file.group),
      n_(file.dim()),
      r_(data_->problem.rank()),
      k_(static_cast<int>(file.inputs.size())) {
  if (n_ + r_ > max_dimension)
    throw DimensionError("unknowns of a step",
                         std::to_string(n_) + " + " + std::to_string(r_) + " of velocity and span",
                         "at most " + std::to_string(max_dimension));
}
StepEquations::~StepEquations() = default;

void StepEquations::hold(const Eigen::VectorXd& w) const {
  std::copy(w.begin(), w.end(), data_->held->begin());
}

void StepEquations::evaluate(double t, double h, const Point& from, const Point& to,
                             const Eigen::VectorXd& z, Eigen::VectorXd& values,
                             Eigen::MatrixXd& derivative) const {
  const AnyGroup& group = data_->problem.group();
  const Exponential exponential;
  values.resize(equations());
  derivative.resize(equations(), unknowns());
  const int ends = 2 * (n_ + r_) + k_;  // where e+ begins
  for (int first = 0; first < unknowns(); first += lanes) {
    const auto part = [&](int begin, int count) {
      VD v(count);
      for (int i = 0; i < count; ++i) {
        const int lane = begin + i - first;
        v[i] = lane >= 0 && lane < lanes ? D::variable(z[begin + i], lane) : D(z[begin + i]);
      }
      return v;
    };
    const VD w = part(2 * (n_ + r_), k_);
    std::copy(w.begin(), w.end(), data_->held->begin());
    const HeldProblem problem = under(data_->problem, w);
    const State<AnyGroup, D, dynamic> start{group.compose(generic<D>(from), group.exp(part(0, n_))),
                                            part(n_, r_)};
    Balance balance(problem, exponential, D(t), D(h), start, part(n_ + r_, n_ + r_));
    const VD defect = balance.defect();
    const auto end = balance.end_state();
    const auto aim = group.compose(generic<D>(to), group.exp(part(ends, n_)));
    const VD off = group.log(group.compose(group.inverse(aim), end.x));
    const VD missing = end.m - part(ends + n_, r_);
    const auto put = [&](int row, const VD& v) {
      for (int i = 0; i < v.size(); ++i) {
        values[row + i] = v[i].value();
        for (int lane = 0; lane < std::min(lanes, unknowns() - first); ++lane)
          derivative(row + i, first + lane) = v[i].derivatives()[std::size_t(lane)];
      }
    };
    put(0, defect);
    put(n_ + r_, off);
    put(2 * n_ + r_, missing);
  }
}

void StepEquations::coordinates(const Point& x, const Eigen::VectorXd& e, Eigen::VectorXd& values,
                                Eigen::MatrixXd& derivative) const {
  const AnyGroup& group = data_->problem.group();
  for (int first = 0; first < n_; first += lanes) {
    VD away(n_);
    for (int i = 0; i < n_; ++i)
      away[i] = i >= first && i < first + lanes ? D::variable(e[i], i - first) : D(e[i]);
    const auto c = group.coordinates(group.compose(generic<D>(x), group.exp(away)));
    if (first == 0) {
      values.resize(static_cast<int>(c.size()));
      derivative.resize(values.size(), n_);
    }
    for (int i = 0; i < values.size(); ++i) {
      values[i] = c[std::size_t(i)].value();
      for (int lane = 0; lane < std::min(lanes, n_ - first); ++lane)
        derivative(i, first + lane) = c[std::size_t(i)].derivatives()[std::size_t(lane)];
    }
  }
}

Eigen::VectorXd StepEquations::momentum(const Point& x, const Eigen::VectorXd& a) const {
  const auto at = generic<double>(x);
  const Eigen::MatrixXd d = data_->problem.basis(at), m = data_->problem.metric(at);
  return d.transpose() * (m * a);
}

Eigen::VectorXd StepEquations::rates(double t, const Point& x, const Eigen::VectorXd& a) const {
  const auto at = generic<double>(x);
  return data_->problem.coordinates(t, at, SystemGroup::V(a));
}

Eigen::VectorXd StepEquations::velocity(double t, const Point& x, const Eigen::VectorXd& u) const {
  const auto at = generic<double>(x);
  return data_->problem.expand(at, SystemGroup::V(u)) + data_->problem.offset(t, at);
}

Eigen::VectorXd StepEquations::velocity_of(double t, const Point& x,
                                           const Eigen::VectorXd& m) const {
  return data_->problem.velocity(t, generic<double>(x), SystemGroup::V(m));
}

Eigen::MatrixXd StepEquations::velocity_slopes(double t, const Point& x,
                                               const Eigen::VectorXd& u) const {
  const auto& problem = data_->problem;
  return slopes(problem.group(), x, u, [&](const auto& at, const VD& given) {
    return VD(problem.basis(at) * given + problem.offset(D(t), at));
  });
}

Eigen::MatrixXd StepEquations::momentum_slopes(double t, const Point& x,
                                               const Eigen::VectorXd& u) const {
  const auto& problem = data_->problem;
  return slopes(problem.group(), x, u, [&](const auto& at, const VD& given) {
    const Matrix<D, dynamic> d = problem.basis(at), m = problem.metric(at);
    const VD a = d * given + problem.offset(D(t), at);
    return VD(d.transpose() * VD(m * a));
  });
}

}  // namespace hamel::effort
