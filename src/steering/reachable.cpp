// Leaves of constraints that are not bracket generating.
#include "steering/reachable.hpp"

#include <cmath>
#include <string>

#include <Eigen/Core>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/error.hpp>

#include "cases/any_system.hpp"
#include "exact/subspaces.hpp"
#include "searching/factors.hpp"

namespace hamel::steering {

namespace {

using V = SystemGroup::V;

/// Covectors of g that vanish on the algebra that d generates, as rows, exact where the numbers of the file are.
struct Kept {
  std::vector<int> growth;
  Eigen::MatrixXd rows;
  std::vector<std::string> words;  ///< c1*e1 + ..., exact coefficients
};

std::string coefficient(const Rational& c) {
  return c.str();
}
std::string coefficient(double c) {
  return text(c);
}

template <class S>
Kept kept(const AlgebraicSystem<S>& system, const std::vector<std::string>& names) {
  const auto grown = growth<S>(system.algebra, system.distribution);
  const DynamicMatrix<S> ann = kernel<S>(DynamicMatrix<S>(grown.closure.transpose()));
  Kept result{grown.dimensions, Eigen::MatrixXd(ann.cols(), ann.rows()), {}};
  for (int j = 0; j < ann.cols(); ++j) {
    std::string words;
    for (int i = 0; i < ann.rows(); ++i) {
      result.rows(j, i) = static_cast<double>(ann(i, j));
      if (ann(i, j) == S(0)) continue;
      words += (words.empty() ? "" : " + ") + std::string("(") + coefficient(ann(i, j)) + ") " +
               names[i];
    }
    result.words.push_back(words);
  }
  return result;
}

/// The coordinate that grows with e_k and no other direction, at the start; else the k-th velocity's name.
std::vector<std::string> direction_names(const GroupSystem& system) {
  const auto e = system.group.identity<double>();
  std::vector<std::string> names;
  for (int k = 0; k < system.dim(); ++k) {
    names.push_back("the integral of a" + std::to_string(k + 1));
    const auto along = system.group.coordinates_along(e, k);
    for (std::size_t i = 0; i < along.size(); ++i) {
      const bool angle = system.coordinates[i].starts_with("phi") ||
                         system.coordinates[i].starts_with("theta") ||
                         system.coordinates[i].starts_with("r");
      if (angle && along[i].derivatives()[0] == 1) names.back() = system.coordinates[i];
    }
  }
  return names;
}

/// Do motions stay in from exp(Lie d)? An offset carries them from leaf to leaf.
bool stays_on_leaf(const GroupSystem& system) {
  return system.constrained() && !system.moves() && system.offset.empty();
}

Kept kept(const GroupSystem& system) {
  const auto names = direction_names(system);
  return system.exact ? kept(*system.exact, names) : kept(system.rounded, names);
}

}  // namespace

Eigen::MatrixXd leaf_directions(const GroupSystem& system) {
  const int n = system.dim();
  if (!stays_on_leaf(system)) return Eigen::MatrixXd::Identity(n, n);
  const Eigen::MatrixXd normals = kept(system).rows.transpose();
  return orthogonal_factor(normals).rightCols(n - normals.cols());
}

Matrix<double, dynamic> free_directions(const SystemGroup& group, const SystemGroup::Point& at,
                                        const std::vector<bool>& is_free) {
  const int n = group.dim(), all = static_cast<int>(is_free.size());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(all, n);
  for (int k = 0; k < n; ++k) {
    const auto along = group.coordinates_along(at, k);
    for (int i = 0; i < all; ++i)
      if (!is_free[i]) slopes(i, k) = along[i].derivatives()[0];
  }
  const Ranked qr(slopes.transpose(), 1e-10);
  return qr.q().rightCols(n - qr.rank());
}

void require_reachable(const GroupSystem& system, const SystemGroup::Point& from,
                       const SystemGroup::Point& to, const Matrix<double, dynamic>& free) {
  if (!stays_on_leaf(system)) return;
  const Kept k = kept(system);
  if (k.rows.rows() == 0) return;
  const auto& group = system.group;
  const V way = group.log(group.compose(group.inverse(from), to));
  if (!way.allFinite()) return;
  Eigen::VectorXd off = k.rows * way;
  if (free.cols() > 0) {
    const Eigen::MatrixXd freedom = k.rows * free;
    off += freedom * LeastSquares().compute(freedom).solve(-off);
  }
  for (int j = 0; j < off.size(); ++j) {
    if (std::abs(off[j]) <= 1e-9 * (1 + k.rows.row(j).transpose().cwiseAbs().dot(way.cwiseAbs())))
      continue;
    std::string growth;
    for (const int d : k.growth) growth += (growth.empty() ? "" : ", ") + std::to_string(d);
    throw InputError(
        "target",
        "one that no motion reaches: the constraint is not bracket generating (growth " + growth +
            " of " + std::to_string(system.dim()) + "), every motion keeps " + k.words[j] +
            ", and the target differs from the start in it by " + text(off[j]),
        "a target on the leaf of the start");
  }
}

}  // namespace hamel::steering
