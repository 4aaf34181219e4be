// Symmetries of the equations of motion, from their derivatives at some states.
#include "steering/flow_symmetries.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "searching/factors.hpp"
#include "steering/leaf_components.hpp"

namespace hamel::steering {

namespace {

constexpr double rounding = 1e-10;
constexpr int states_wanted = 4, states_tried = 6;  // the second for each of the first

/// Random numbers from -1 to 1 that are the same everywhere.
class Draws {
 public:
  Eigen::VectorXd operator()(int count) {
    Eigen::VectorXd v(count);
    for (int i = 0; i < count; ++i)
      v[i] = 2 * (double(engine_()) / double(std::mt19937::max())) - 1;
    return v;
  }

 private:
  std::mt19937 engine_{1};
};

struct Seen {
  PlaceAndRates at;
  ValueAlong rates;
  Eigen::RowVectorXd energy;  ///< its derivative

  double scale() const { return rates.slopes.cwiseAbs().maxCoeff(); }
};

/// The state and others of its leaf nearby at which the equations have values.
std::vector<Seen> states(const StateField& field, const PlaceAndRates& at, int wanted) {
  const int n = field.dim(), r = field.rank(), all = n + r + field.inputs();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(all, all);
  std::vector<Seen> seen{{at, field.rates(at, every), field.energy(at, every).slopes}};
  Draws draw;
  const double size = 1 + (r > 0 ? at.u.cwiseAbs().maxCoeff() : 0);
  for (int k = 0; k < states_tried * wanted && static_cast<int>(seen.size()) < wanted; ++k) {
    const SystemGroup::V away = 0.3 * draw(n);
    std::optional<PlaceAndRates> near = onto_leaf(
        field,
        {at.t, field.group().compose(at.x, field.group().exp(away)), at.u + 0.3 * size * draw(r)});
    if (!near) continue;
    ValueAlong rates = field.rates(*near, every);
    if (!rates.value.allFinite() || !rates.slopes.allFinite()) continue;
    Eigen::RowVectorXd energy = field.energy(*near, every).slopes;
    seen.push_back({std::move(*near), std::move(rates), std::move(energy)});
  }
  return seen;
}

/// The kernel of blocks of rows, one under the other, each of them in units of its scale; of a dimension where one is
/// given.
Eigen::MatrixXd common_kernel(const std::vector<Eigen::MatrixXd>& blocks,
                              const std::vector<double>& scales, int columns,
                              const int* dimension) {
  Eigen::MatrixXd rows(0, columns);
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const Eigen::Index above = rows.rows();
    rows.conservativeResize(above + blocks[k].rows(), Eigen::NoChange);
    rows.bottomRows(blocks[k].rows()) = blocks[k] / std::max(scales[k], 1e-300);
  }
  if (dimension != nullptr) return Ranked(rows.transpose()).q().rightCols(*dimension);
  rows = (rows.cwiseAbs().array() <= rounding).select(0, rows).eval();
  if (rows.rows() == 0 || rows.isZero(0)) return Eigen::MatrixXd::Identity(columns, columns);
  return Ranked(rows, rounding).kernel();
}

/// Those of x -> x exp(s zeta): the derivative of the field along (zeta, v) is that of (zeta, v) along the field.
std::vector<ValueAlong> turning_on_group(const StateField& field, const std::vector<Seen>& seen,
                                         const int* count) {
  const int n = field.dim(), r = field.rank();
  std::vector<Eigen::MatrixXd> blocks;
  std::vector<double> scales;
  for (const Seen& one : seen) {
    Eigen::MatrixXd flow = Eigen::MatrixXd::Zero(n + r + field.inputs(), 1), rows(n + r, n);
    flow.topRows(n + r) = one.rates.value;
    for (int k = 0; k < n; ++k) {
      const ValueAlong by = field.turned(one.at, Eigen::VectorXd::Unit(n, k), flow);
      if (by.value.size() == 0) return {};
      Eigen::VectorXd generator = Eigen::VectorXd::Zero(flow.rows());
      generator[k] = 1;
      generator.segment(n, r) = by.value.head(r);
      rows.col(k).head(n) = by.value.tail(n);
      rows.col(k).tail(r) = one.rates.slopes.bottomRows(r) * generator - by.slopes.col(0).head(r);
    }
    blocks.push_back(std::move(rows));
    scales.push_back(one.scale() * (1 + one.rates.value.cwiseAbs().maxCoeff()));
  }
  const Eigen::MatrixXd zetas = common_kernel(blocks, scales, n, count);
  const int all = n + r + field.inputs();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(all, n + r);
  std::vector<ValueAlong> fields;
  for (const Eigen::VectorXd zeta : zetas.colwise()) {
    const ValueAlong by = field.turned(seen.front().at, zeta, every);
    ValueAlong turning{Eigen::VectorXd(n + r), Eigen::MatrixXd::Zero(n + r, n + r)};
    turning.value << zeta, by.value.head(r);
    turning.slopes.topLeftCorner(n, n) = -bracket_with(field.group(), zeta);
    turning.slopes.bottomRows(r) = by.slopes.topRows(r);
    fields.push_back(std::move(turning));
  }
  return fields;
}

/// Vector fields q' = B (q - q0) + b on R^n, as combinations of n (n + 1) of them, with what their flows do to u.
class AffineFields {
 public:
  explicit AffineFields(const StateField& field) : field_(field), n_(field.dim()) {}

  int count() const { return n_ * (n_ + 1); }

  Eigen::MatrixXd b(const Eigen::VectorXd& c) const { return c.head(n_ * n_).reshaped(n_, n_); }

  /// (xi, du) at q0 + q.
  Eigen::VectorXd at(const Eigen::VectorXd& c, const Eigen::VectorXd& q,
                     const Eigen::VectorXd& u) const {
    Eigen::VectorXd all(n_ + u.size());
    all << b(c) * q + c.tail(n_), field_.carried(b(c)) * u;
    return all;
  }

  /// What is 0 for a symmetry: of the rates the derivative along the field less what it makes of them; of the energy and of
  /// what motions hold, the derivative.
  Eigen::MatrixXd unseen(const Seen& seen, const Eigen::VectorXd& q) const {
    const auto r = seen.at.u.size(), all = n_ + r;
    const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(all + field_.inputs(), all);
    const Eigen::MatrixXd places = field_.held_places(seen.at, every).slopes,
                          rates = field_.held_rates(seen.at, every).slopes;
    Eigen::MatrixXd slopes(all + 1 + places.rows() + rates.rows(), all);
    slopes << seen.rates.slopes.leftCols(all), seen.energy.head(all), places, rates;
    const double largest = seen.scale();
    for (Eigen::Index i = all; i < slopes.rows(); ++i)
      if (const double size = slopes.row(i).cwiseAbs().maxCoeff(); size > 0)
        slopes.row(i) *= largest / size;
    Eigen::MatrixXd rows(slopes.rows(), count());
    for (int k = 0; k < count(); ++k) {
      const Eigen::VectorXd c = Eigen::VectorXd::Unit(count(), k);
      rows.col(k) = slopes * at(c, q, seen.at.u);
      rows.col(k).head(n_) -= b(c) * seen.rates.value.head(n_);
      rows.col(k).segment(n_, r) -= field_.carried(b(c)) * seen.rates.value.tail(r);
    }
    return rows;
  }

 private:
  const StateField& field_;
  int n_;
};

/// Those in coordinates, beside the translations `left`.
std::vector<ValueAlong> turning_in_coordinates(const StateField& field,
                                               const std::vector<Seen>& seen,
                                               const Eigen::MatrixXd& left, const int* count) {
  const int n = field.dim(), r = field.rank();
  const AffineFields affine(field);
  // b in a complement of the translations
  const Eigen::MatrixXd others = left.cols() == 0
                                     ? Eigen::MatrixXd(Eigen::MatrixXd::Identity(n, n))
                                     : Eigen::MatrixXd(Ranked(left).q().rightCols(n - left.cols()));
  Eigen::MatrixXd some = Eigen::MatrixXd::Zero(affine.count(), n * n + others.cols());
  some.topLeftCorner(n * n, n * n).setIdentity();
  some.bottomRightCorner(n, others.cols()) = others;
  std::vector<Eigen::MatrixXd> blocks;
  std::vector<double> scales;
  const PlaceAndRates& start = seen.front().at;
  for (const Seen& one : seen) {
    blocks.emplace_back(affine.unseen(one, one.at.x.data - start.x.data) * some);
    scales.push_back(one.scale() * (1 + one.rates.value.cwiseAbs().maxCoeff()));
  }
  const Eigen::MatrixXd kernel =
      some * common_kernel(blocks, scales, static_cast<int>(some.cols()), count);
  std::vector<ValueAlong> fields;
  for (const Eigen::VectorXd c : kernel.colwise()) {
    ValueAlong turning{affine.at(c, Eigen::VectorXd::Zero(n), start.u),
                       Eigen::MatrixXd::Zero(n + r, n + r)};
    turning.slopes.topLeftCorner(n, n) = affine.b(c);
    turning.slopes.bottomRightCorner(r, r) = field.carried(affine.b(c));
    fields.push_back(std::move(turning));
  }
  return fields;
}

}  // namespace

Eigen::MatrixXd bracket_with(const SystemGroup& group, const Eigen::VectorXd& a) {
  const int n = group.dim();
  Eigen::MatrixXd ad(n, n);
  for (int k = 0; k < n; ++k)
    ad.col(k) = group.ad(SystemGroup::V(a), SystemGroup::V(SystemGroup::V::Unit(n, k)));
  return ad;
}

Eigen::MatrixXd inverse_adjoint(const SystemGroup& group, const SystemGroup::Point& x) {
  const int n = group.dim();
  const auto inverse = group.inverse(x);
  Eigen::MatrixXd ad(n, n);
  for (int k = 0; k < n; ++k)
    ad.row(k) = group.Ad_star(inverse, SystemGroup::V(SystemGroup::V::Unit(n, k)));
  return ad;
}

FlowSymmetries flow_symmetries(const StateField& field, const PlaceAndRates& at,
                               const SymmetryCounts* counts) {
  const int n = field.dim(), r = field.rank();
  const bool in_coordinates = field.carried(Eigen::MatrixXd::Zero(n, n)).size() > 0;
  const int wanted = states_wanted + (in_coordinates ? n * (n + 1) / (r + 1) : 0);
  const std::vector<Seen> seen = states(field, at, wanted);
  FlowSymmetries result;
  std::vector<Eigen::MatrixXd> from_left;
  std::vector<double> scales;
  result.keeps_energy = true;
  for (const auto& one : seen) {
    const double scale = one.scale();
    scales.push_back(scale);
    from_left.push_back(one.rates.slopes.leftCols(n) * inverse_adjoint(field.group(), one.at.x));
    for (const double later : {0.37, 1.3}) {
      PlaceAndRates then = one.at;
      then.t += later;
      const Eigen::VectorXd off =
          field.rates(then, Eigen::MatrixXd(n + r + field.inputs(), 0)).value - one.rates.value;
      if (!(off.norm() <= rounding * (scale + one.rates.value.norm()))) result.in_time = true;
    }
    const Eigen::VectorXd gradient = one.energy.head(n + r), flow = one.rates.value;
    // Where the energy rests along the motion, all its terms may be rounding.
    const double power = gradient.dot(flow), size = gradient.norm() * flow.norm();
    if (!(std::abs(power) <= rounding * size)) result.keeps_energy = false;
  }
  if (result.in_time) result.keeps_energy = false;
  result.left = common_kernel(from_left, scales, n, counts != nullptr ? &counts->left : nullptr);
  const int* const count = counts != nullptr ? &counts->turning : nullptr;
  result.turning = in_coordinates ? turning_in_coordinates(field, seen, result.left, count)
                                  : turning_on_group(field, seen, count);
  return result;
}

}  // namespace hamel::steering
