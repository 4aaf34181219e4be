// Components of perturbations on a leaf.
#include "steering/leaf_components.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include <hamel/core/factors.hpp>
#include <hamel/io/formula_tape.hpp>

#include "steering/reachable.hpp"

namespace hamel::steering {

namespace {

constexpr double dependent_pivot = 1e-10;

/// Orthonormal columns that span those given.
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& columns) {
  if (columns.cols() == 0 || columns.isZero(0)) return Eigen::MatrixXd(columns.rows(), 0);
  const Ranked qr(columns, dependent_pivot);
  return qr.q().leftCols(qr.rank());
}

/// dg of equations, column by column.
Eigen::MatrixXd gradients(const std::vector<Expression>& g, const Eigen::VectorXd& q) {
  const auto n = static_cast<int>(q.size());
  std::vector<double> at(q.data(), q.data() + n);
  at.push_back(0);  // t, which they do not name
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(g.size()));
  SlopeTape(g, 0, n).for_each(at, [&](int i, int j, double d) { columns(j, i) = d; });
  return columns;
}

}  // namespace

std::vector<std::string> LeafComponents::named(const std::vector<std::string>& names) const {
  std::vector<std::string> result;
  for (const int i : kept) result.push_back(names[static_cast<std::size_t>(i)]);
  result.insert(result.end(),
                names.begin() + (some.cols() - (some.rows() - static_cast<int>(kept.size()))),
                names.end());
  return result;
}

Eigen::MatrixXd LeafComponents::carried(const Eigen::MatrixXd& columns) const {
  const Eigen::MatrixXd independent = orthonormal(columns);
  const Eigen::MatrixXd along = some * independent;
  const Eigen::MatrixXd off = independent - whole * along;
  if (independent.cols() == 0 || off.norm() <= dependent_pivot) return orthonormal(along);
  return orthonormal(along * Ranked(off, dependent_pivot).kernel());
}

LeafComponents leaf_components(const SystemFile& file, Dynamics dynamics, const Eigen::VectorXd& x,
                               int n, int r) {
  LeafComponents result;
  Eigen::MatrixXd normals(n, 0);
  if (dynamics != Dynamics::free) {
    if (const auto* system = std::get_if<GroupSystem>(&file.system)) {
      const Eigen::MatrixXd leaf = leaf_directions(*system);
      if (leaf.cols() < n) normals = Ranked(leaf).q().rightCols(n - leaf.cols());
    } else {
      normals = orthonormal(gradients(std::get<ChartSystem>(file.system).holonomic, x));
    }
  }
  const Reflections pivots(normals.transpose(), Reflections::Columns::longest_first);
  const auto first = pivots.order().begin(), last = first + normals.cols();
  std::vector<int> follow;
  for (int i = 0; i < n; ++i)
    (std::find(first, last, i) != last ? follow : result.kept).push_back(i);
  const auto rows = [&](const std::vector<int>& which) {
    Eigen::MatrixXd chosen(static_cast<Eigen::Index>(which.size()), normals.cols());
    for (std::size_t i = 0; i < which.size(); ++i)
      chosen.row(static_cast<Eigen::Index>(i)) = normals.row(which[i]);
    return chosen;
  };
  const auto kept = static_cast<Eigen::Index>(result.kept.size());
  result.whole = Eigen::MatrixXd::Zero(n + r, kept + r);
  result.some = result.whole.transpose();
  result.whole.bottomRightCorner(r, r).setIdentity();
  result.some.bottomRightCorner(r, r).setIdentity();
  for (Eigen::Index j = 0; j < kept; ++j)
    result.whole(result.kept[static_cast<std::size_t>(j)], j) =
        result.some(j, result.kept[static_cast<std::size_t>(j)]) = 1;
  if (follow.empty()) return result;
  Eigen::MatrixXd others =
      -Elimination(rows(follow).transpose()).solve_columns(rows(result.kept).transpose());
  others = (others.array().abs() < 1e-14).select(0, others).eval();
  for (std::size_t i = 0; i < follow.size(); ++i)
    result.whole.row(follow[i]).head(kept) = others.row(static_cast<Eigen::Index>(i));
  return result;
}

}  // namespace hamel::steering
