// The exact derivatives of the vakonomic motions of a file on a group.
#include "steering/group_curvature.hpp"

#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>

#include "steering/entries.hpp"

namespace hamel::steering {

namespace {

using V = SystemGroup::V;
using M = SystemGroup::M;

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

/// Columns y = (a, u, nu), or of right sides of their equations.
struct Columns {
  M a, u, nu;
};

/// Solves S_yy y = f, whose rows are -M a - nu = f_a, D^T nu = f_u and D u - a = f_nu, by one elimination of D^T M D.
class MultiplierSolve {
 public:
  /// From S_yy.
  MultiplierSolve(const Eigen::Ref<const Eigen::MatrixXd>& s_yy, int n, int r)
      : m_(-s_yy.topLeftCorner(n, n)),
        d_(s_yy.block(n + r, n, n, r)),
        gram_(d_.transpose() * M(m_ * d_)) {}

  Columns operator()(const Columns& f) const {
    M u = -(f.u + d_.transpose() * M(f.a - m_ * f.nu));
    eliminate(u);
    M a = d_ * u - f.nu;
    M nu = -f.a - m_ * a;
    return {std::move(a), std::move(u), std::move(nu)};
  }
  /// The a of the columns where f = (-1, 0, 0): D (D^T M D)^-1 D^T.
  M of_momenta() const {
    M u = d_.transpose();
    eliminate(u);
    return d_ * u;
  }

 private:
  void eliminate(M& columns) const {
    M gram = gram_;
    solve_in_place(gram, columns);
  }

  M m_, d_, gram_;
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
  const int of_a = c + 1, of_u = of_a + n_, of_nu = of_u + r_;
  const Columns still =
      inner({-(slope.segment(of_a, n_) + p), -slope.segment(of_u, r_), -slope.segment(of_nu, n_)});
  z << z.head(of_a), still.a, still.u, still.nu;
  tape_.evaluate(entries(z), entries(slope), entries(hessian));

  const SystemGroup::CoordinateSlopes rates = group.coordinate_slopes(x);  // rows k: d_k c
  const V s_c = slope.head(c);
  const auto s_yx = [&](int first, int rows) {
    return M(hessian.block(first, 0, rows, c) * rates.transpose());
  };
  const Columns along_x{s_yx(of_a, n_), s_yx(of_u, r_), s_yx(of_nu, n_)};
  const Columns y_x = inner({-along_x.a, -along_x.u, -along_x.nu});
  const M s_xx = rates * M(hessian.topLeftCorner(c, c) * rates.transpose()) +
                 group.coordinate_curvature(x, s_c.data()) + along_x.a.transpose() * y_x.a +
                 along_x.u.transpose() * y_x.u + along_x.nu.transpose() * y_x.nu;
  // S_xp = S_xy y_p is the transpose of a_x: p enters S beside a alone, and S_yy is symmetric.
  const V a = still.a.col(0);
  LinearisedField<double, dynamic> field{{a, group.ad_star(a, p) - V(rates * s_c)},
                                         y_x.a,
                                         inner.of_momenta(),
                                         -s_xx,
                                         -y_x.a.transpose()};
  for (int k = 0; k < n_; ++k) {
    field.m_x.col(k) += group.ad_star(V(y_x.a.col(k)), p);
    field.m_p.col(k) += group.ad_star(V(field.a_p.col(k)), p) + group.ad_star(a, V(V::Unit(n_, k)));
  }
  return field;
}

}  // namespace hamel::steering
