// The exact derivatives of the vakonomic motions of a file on a group.
#include "steering/group_curvature.hpp"

#include <span>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>

#include "steering/compiled_once.hpp"
#include "steering/entries.hpp"

namespace hamel::steering {

namespace {

using V = SystemGroup::V;

running::CurvatureTape tape_of(const GroupSystem& file, int r) {
  const int n = file.dim(), a = static_cast<int>(file.coordinates.size()) + 1;
  const int u = a + n, nu = u + r;
  std::vector<running::FormulaTerm> terms{{1, &file.potential, {}}};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      if (const Expression& m = file.metric[i * n + j]; !m.is_zero())
        terms.push_back({-0.5, &m, {a + i, a + j}});
    terms.push_back({-1, nullptr, {nu + i, a + i}});
    if (!file.offset.empty()) terms.push_back({1, &file.offset[i], {nu + i}});
    for (int j = 0; j < r; ++j) {
      if (file.moves()) {
        terms.push_back({1, &file.moving_span[j * n + i], {nu + i, u + j}});
      } else {
        const double d = file.constrained() ? file.span[j][i].value : double(i == j);
        if (d != 0) terms.push_back({d, nullptr, {nu + i, u + j}});
      }
    }
  }
  return {terms, nu + n};
}

/// Solves S_yy y = f, whose rows are -M a - nu = f_a, D^T nu = f_u and D u - a = f_nu, by one elimination of D^T M D.
class MultiplierSolve {
 public:
  /// From S_yy.
  MultiplierSolve(const Eigen::Ref<const Eigen::MatrixXd>& s_yy, int n, int r)
      : m_(-s_yy.topLeftCorner(n, n)),
        d_(s_yy.block(n + r, n, n, r)),
        gram_(d_.transpose() * m_ * d_) {}

  Eigen::MatrixXd operator()(const Eigen::MatrixXd& f) const {
    const Eigen::Index n = m_.rows(), r = d_.cols();
    const Eigen::MatrixXd p = f.topRows(n) - m_ * f.bottomRows(n);
    Eigen::MatrixXd y(f.rows(), f.cols());
    y.middleRows(n, r) = -gram_.solve_columns(f.middleRows(n, r) + d_.transpose() * p);
    y.topRows(n) = d_ * y.middleRows(n, r) - f.bottomRows(n);
    y.bottomRows(n) = -f.topRows(n) - m_ * y.topRows(n);
    return y;
  }

 private:
  Eigen::MatrixXd m_, d_;
  Elimination<double> gram_;
};

}  // namespace

GroupCurvature::GroupCurvature(const GroupSystem& file)
    : n_(file.dim()),
      r_(file.constrained() ? static_cast<int>(file.span.size()) : n_),
      coordinates_(static_cast<int>(file.coordinates.size())),
      tape_(tape_of(file, r_)) {}

LinearisedField<double, dynamic> GroupCurvature::at(const SystemGroup& group, double t,
                                                    const SystemGroup::Point& x, const V& p) const {
  const int c = coordinates_, y = 2 * n_ + r_, all = c + 1 + y;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(all), slope(all);
  Eigen::MatrixXd hessian(all, all);
  group.coordinates(x, std::span<double>(z.data(), static_cast<std::size_t>(c)));
  z[c] = t;
  tape_.evaluate(entries(z), entries(slope), entries(hessian));
  const MultiplierSolve inner(hessian.bottomRightCorner(y, y), n_, r_);
  Eigen::VectorXd force = slope.tail(y);
  force.head(n_) += p;
  z.tail(y) = inner(-force);
  tape_.evaluate(entries(z), entries(slope), entries(hessian));

  const Eigen::MatrixXd rates = group.coordinate_slopes(x);  // rows k: d_k c
  const Eigen::VectorXd s_c = slope.head(c);
  const Eigen::MatrixXd s_xy = rates * hessian.topRightCorner(c, y);
  const Eigen::MatrixXd y_x = -inner(s_xy.transpose());
  const Eigen::MatrixXd y_p = -inner(Eigen::MatrixXd::Identity(y, n_));
  const Eigen::MatrixXd s_xx = rates * hessian.topLeftCorner(c, c) * rates.transpose() +
                               Eigen::MatrixXd(group.coordinate_curvature(x, s_c.data())) +
                               s_xy * y_x;
  const Eigen::MatrixXd s_xp = s_xy * y_p;
  const V a = z.segment(c + 1, n_);
  LinearisedField<double, dynamic> field{
      {a, group.ad_star(a, p) - V(rates * s_c)}, y_x.topRows(n_), y_p.topRows(n_), -s_xx, -s_xp};
  for (int k = 0; k < n_; ++k) {
    field.m_x.col(k) += group.ad_star(V(y_x.col(k).head(n_)), p);
    field.m_p.col(k) +=
        group.ad_star(V(y_p.col(k).head(n_)), p) + group.ad_star(a, V(V::Unit(n_, k)));
  }
  return field;
}

}  // namespace hamel::steering
