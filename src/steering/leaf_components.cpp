// Components of perturbations on a leaf.
#include "steering/leaf_components.hpp"

#include <algorithm>
#include <cstddef>

#include "searching/factors.hpp"

namespace hamel::steering {

namespace {

constexpr double dependent_pivot = 1e-10;

/// Orthonormal columns that span those given.
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& columns) {
  if (columns.cols() == 0 || columns.isZero(0)) return Eigen::MatrixXd(columns.rows(), 0);
  const Ranked qr(columns, dependent_pivot);
  return qr.q().leftCols(qr.rank());
}

/// Equations N y + B b = 0 between components y and others, in components of y that determine the rest.
struct Solved {
  std::vector<int> kept, follow;
  Eigen::MatrixXd by_kept, by_others;  ///< the y that follow

  Solved(Eigen::MatrixXd n, Eigen::MatrixXd b) {
    const auto size = static_cast<int>(n.cols());
    for (Eigen::Index i = 0; i < n.rows(); ++i) {
      const double length = n.row(i).norm();
      if (length == 0) continue;
      n.row(i) /= length;
      b.row(i) /= length;
    }
    // Of equations that depend on others those are left out; the rest are combined to orthonormal ones.
    const Eigen::MatrixXd image = orthonormal(n.transpose());
    const auto rank = image.cols();
    const Reflections rows(n.transpose(), Reflections::Columns::longest_first);
    Eigen::MatrixXd chosen(rank, size + b.cols());
    for (Eigen::Index i = 0; i < rank; ++i)
      chosen.row(i) << n.row(rows.order()[std::size_t(i)]), b.row(rows.order()[std::size_t(i)]);
    const Eigen::MatrixXd combined =
        Elimination(chosen.leftCols(size) * image).solve_columns(chosen);
    const Reflections pivots(image.transpose(), Reflections::Columns::longest_first);
    const auto first = pivots.order().begin(), last = first + rank;
    for (int i = 0; i < size; ++i) (std::find(first, last, i) != last ? follow : kept).push_back(i);
    const auto columns = [&](const std::vector<int>& which) {
      Eigen::MatrixXd part(rank, static_cast<Eigen::Index>(which.size()));
      for (std::size_t j = 0; j < which.size(); ++j)
        part.col(static_cast<Eigen::Index>(j)) = combined.col(which[j]);
      return part;
    };
    const Elimination factors(columns(follow));
    by_kept = -factors.solve_columns(columns(kept));
    by_others = -factors.solve_columns(combined.rightCols(b.cols()));
    by_kept = (by_kept.array().abs() < 1e-14).select(0, by_kept).eval();
  }

  /// All of y, by those that are kept.
  Eigen::MatrixXd whole() const {
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(by_kept.rows() + by_kept.cols(), by_kept.cols());
    for (std::size_t j = 0; j < kept.size(); ++j) all(kept[j], static_cast<Eigen::Index>(j)) = 1;
    for (std::size_t i = 0; i < follow.size(); ++i)
      all.row(follow[i]) = by_kept.row(static_cast<Eigen::Index>(i));
    return all;
  }
};

}  // namespace

std::vector<std::string> LeafComponents::named(const std::vector<std::string>& names) const {
  std::vector<std::string> result;
  for (const int i : kept) result.push_back(names[static_cast<std::size_t>(i)]);
  return result;
}

Eigen::MatrixXd LeafComponents::carried(const Eigen::MatrixXd& columns) const {
  const Eigen::MatrixXd independent = orthonormal(columns);
  const Eigen::MatrixXd along = some * independent;
  const Eigen::MatrixXd off = independent - whole * along;
  if (independent.cols() == 0 || off.norm() <= dependent_pivot) return orthonormal(along);
  return orthonormal(along * Ranked(off, dependent_pivot).kernel());
}

LeafComponents leaf_components(const StateField& field, const PlaceAndRates& at) {
  const int n = field.dim(), r = field.rank(), all = n + r + field.inputs();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(all, n + r);
  const Eigen::MatrixXd places = field.held_places(at, every).slopes,
                        rates = field.held_rates(at, every).slopes;
  const Solved place(places.leftCols(n), Eigen::MatrixXd(places.rows(), 0));
  const Eigen::MatrixXd place_whole = place.whole();
  const Solved rate(rates.rightCols(r), rates.leftCols(n) * place_whole);
  LeafComponents result;
  result.kept = place.kept;
  for (const int j : rate.kept) result.kept.push_back(n + j);
  const Eigen::Index of_place = place_whole.cols(), kept = Eigen::Index(result.kept.size());
  result.whole = Eigen::MatrixXd::Zero(n + r, kept);
  result.whole.topLeftCorner(n, of_place) = place_whole;
  result.whole.bottomRightCorner(r, kept - of_place) = rate.whole();
  for (std::size_t i = 0; i < rate.follow.size(); ++i)
    result.whole.row(n + rate.follow[i]).head(of_place) =
        rate.by_others.row(static_cast<Eigen::Index>(i));
  result.some = Eigen::MatrixXd::Zero(kept, n + r);
  for (Eigen::Index j = 0; j < kept; ++j) result.some(j, result.kept[std::size_t(j)]) = 1;
  return result;
}

std::optional<PlaceAndRates> onto_leaf(const StateField& field, PlaceAndRates at) {
  constexpr int most = 20;
  constexpr double near = 1e-9;  // Newton's method squares what is left
  const int n = field.dim(), r = field.rank(), all = n + r + field.inputs();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(all, n + r);
  const auto settled = [&](const auto& equations, int first, int count, const auto& move) {
    for (int k = 0; k < most; ++k) {
      const ValueAlong off = equations();
      if (off.value.size() == 0) return true;
      const Eigen::VectorXd step = LeastSquares(dependent_pivot)
                                       .compute(off.slopes.middleCols(first, count))
                                       .solve(-off.value);
      if (!step.allFinite()) return false;
      move(step);
      if (step.norm() <= near) return true;
    }
    return false;
  };
  const auto& group = field.group();
  const bool found =
      settled([&] { return field.held_places(at, every); }, 0, n,
              [&](const SystemGroup::V& xi) { at.x = group.compose(at.x, group.exp(xi)); }) &&
      settled([&] { return field.held_rates(at, every); }, n, r,
              [&](const Eigen::VectorXd& du) { at.u += du; });
  if (!found) return {};
  return at;
}

}  // namespace hamel::steering
