// Symmetries of the equations of motion, from their derivatives at some states.
#include "steering/flow_symmetries.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include <hamel/core/factors.hpp>

#include "steering/leaf_components.hpp"

namespace hamel::steering {

namespace {

constexpr double rounding = 1e-10;
constexpr int states_wanted = 4, states_tried = 24;

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
};

/// The state and others of its leaf nearby at which the equations have values.
std::vector<Seen> states(const StateField& field, const PlaceAndRates& at) {
  const int n = field.dim(), r = field.rank(), all = n + r + field.inputs();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(all, all);
  std::vector<Seen> seen{{at, field.rates(at, every)}};
  Draws draw;
  const double size = 1 + (r > 0 ? at.u.cwiseAbs().maxCoeff() : 0);
  for (int k = 0; k < states_tried && static_cast<int>(seen.size()) < states_wanted; ++k) {
    const SystemGroup::V away = 0.3 * draw(n);
    std::optional<PlaceAndRates> near = onto_leaf(
        field,
        {at.t, field.group().compose(at.x, field.group().exp(away)), at.u + 0.3 * size * draw(r)});
    if (!near) continue;
    ValueAlong rates = field.rates(*near, every);
    if (rates.value.allFinite() && rates.slopes.allFinite())
      seen.push_back({std::move(*near), std::move(rates)});
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

}  // namespace

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
  FlowSymmetries result;
  std::vector<Eigen::MatrixXd> from_left, from_right;
  std::vector<double> scales, right_scales;
  result.keeps_energy = true;
  for (const auto& [place, rates] : states(field, at)) {
    const double scale = rates.slopes.cwiseAbs().maxCoeff();
    scales.push_back(scale);
    from_left.push_back(rates.slopes.leftCols(n) * inverse_adjoint(field.group(), place.x));

    Eigen::MatrixXd flow = Eigen::MatrixXd::Zero(n + r + field.inputs(), 1);
    flow.topRows(n + r) = rates.value;
    for (const double later : {0.37, 1.3}) {
      PlaceAndRates then = place;
      then.t += later;
      const Eigen::VectorXd off = field.rates(then, flow.leftCols(0)).value - rates.value;
      if (!(off.norm() <= rounding * (scale + rates.value.norm()))) result.in_time = true;
    }
    const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(flow.rows(), flow.rows());
    const Eigen::VectorXd gradient = field.energy(place, every).slopes.row(0).transpose();
    const double power = gradient.dot(flow.col(0)),
                 terms = gradient.cwiseAbs().dot(flow.col(0).cwiseAbs());
    if (!(std::abs(power) <= rounding * terms)) result.keeps_energy = false;

    Eigen::MatrixXd rows(n + r, n);
    bool turns = true;
    for (int k = 0; k < n && turns; ++k) {
      const ValueAlong by = field.turned(place, Eigen::VectorXd::Unit(n, k), flow);
      turns = by.value.size() > 0;
      if (!turns) break;
      Eigen::VectorXd generator = Eigen::VectorXd::Zero(flow.rows());
      generator[k] = 1;
      generator.segment(n, r) = by.value.head(r);
      rows.col(k).head(n) = by.value.tail(n);
      rows.col(k).tail(r) = rates.slopes.bottomRows(r) * generator - by.slopes.col(0).head(r);
    }
    if (!turns) continue;
    from_right.push_back(rows);
    right_scales.push_back(scale * (1 + rates.value.cwiseAbs().maxCoeff()));
  }
  if (result.in_time) result.keeps_energy = false;
  result.left = common_kernel(from_left, scales, n, counts != nullptr ? &counts->left : nullptr);
  result.right = from_right.empty() ? Eigen::MatrixXd(n, 0)
                                    : common_kernel(from_right, right_scales, n,
                                                    counts != nullptr ? &counts->right : nullptr);
  return result;
}

}  // namespace hamel::steering
