// The equations of vakonomic motion of a file by position and momentum, with their derivatives.
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/error.hpp>

#include "cases/any_system.hpp"
#include "steering/file_motion.hpp"
#include "steering/group_field.hpp"
#include "steering/system_under.hpp"
#include "steering/vector_of.hpp"

namespace hamel::steering {

namespace {

/// u is the momentum p in g*, M a + mu, in coordinates L_v + lambda phi_v: Hamilton's equations of H(x,p) = <p,a> - L,
/// which inputs push by B(x) w.
class VakonomicField final : public StateField {
 public:
  VakonomicField(const SystemFile& file, const std::vector<GroupInput>& inputs)
      : VakonomicField(FileMotion(file), file, inputs) {}

  std::vector<std::string> names() const override {
    std::vector<std::string> names = places_;
    for (int k = 0; k < dim(); ++k) names.push_back("p" + std::to_string(k + 1));
    return names;
  }

  PlaceAndRates state(double t, const std::vector<double>& x, const std::vector<double>& a,
                      const std::vector<double>& mu) const override {
    const auto place = group().from_coordinates(x);
    const SystemGroup::V velocity = vector_of("a", a, dim()),
                         multiplier = vector_of("mu", mu, static_cast<int>(mu.size()));
    return {t, place, motion_.momentum(place, velocity, multiplier)};
  }

  ValueAlong rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    const auto field = motion_.linearised_field(at.t, at.x, at.u);
    const int n = dim();
    ValueAlong rates{Eigen::VectorXd(2 * n), Eigen::MatrixXd(2 * n, directions.cols())};
    rates.value << field.rate.a, field.rate.m_dot;
    const Eigen::MatrixXd xi = directions.topRows(n), dp = directions.middleRows(n, n);
    rates.slopes.topRows(n) = field.a_x * xi + field.a_p * dp;
    rates.slopes.bottomRows(n) =
        field.m_x * xi + field.m_p * dp + pushes(at.x) * directions.bottomRows(inputs());
    return rates;
  }

  /// H, whose derivative the field is.
  ValueAlong energy(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    const auto v = motion_.field(at.t, at.x, at.u);
    const Eigen::VectorXd by_place = group().ad_star(v.a, at.u) - v.m_dot;
    ValueAlong energy{Eigen::VectorXd(1), Eigen::MatrixXd(1, directions.cols())};
    energy.value[0] = at.u.dot(v.a) - motion_.lagrangian(at.t, at.x, v.a);
    energy.slopes = by_place.transpose() * directions.topRows(dim()) +
                    v.a.transpose() * directions.middleRows(dim(), dim());
    return energy;
  }

  /// Momenta of coordinates are carried by p' = -B^T p.
  Eigen::MatrixXd carried(const Eigen::MatrixXd& b) const override {
    return in_coordinates_ ? Eigen::MatrixXd(-b.transpose()) : Eigen::MatrixXd();
  }

  /// Momenta turn by Ad*: p' = ad*_zeta p, and a by -[zeta, a].
  ValueAlong turned(const PlaceAndRates& at, const Eigen::VectorXd& zeta,
                    const Eigen::MatrixXd& directions) const override {
    if (in_coordinates_) return {};
    const int n = dim();
    const auto field = motion_.linearised_field(at.t, at.x, at.u);
    const Eigen::VectorXd v = group().ad_star(zeta, at.u);
    ValueAlong turned{Eigen::VectorXd(2 * n), Eigen::MatrixXd::Zero(2 * n, directions.cols())};
    turned.value << v,
        field.a_x * zeta + field.a_p * v + Eigen::VectorXd(group().ad(zeta, field.rate.a));
    for (Eigen::Index j = 0; j < directions.cols(); ++j)
      turned.slopes.col(j).head(n) =
          group().ad_star(zeta, SystemGroup::V(directions.col(j).segment(n, n)));
    return turned;
  }

 private:
  VakonomicField(FileMotion motion, const SystemFile& file, const std::vector<GroupInput>& inputs)
      : StateField(motion.group(), motion.dim(), inputs), motion_(std::move(motion)) {
    for (const GroupInput& input : inputs)
      pushes_.insert(pushes_.end(), input.force.begin(), input.force.end());
    const auto* chart = std::get_if<ChartSystem>(&file.system);
    in_coordinates_ = chart != nullptr;
    places_ =
        chart != nullptr ? chart->coordinates : place_names(std::get<GroupSystem>(file.system));
  }

  /// B(x).
  Eigen::MatrixXd pushes(const SystemGroup::Point& x) const {
    const auto q = group().coordinates(x);
    Eigen::MatrixXd b(dim(), inputs());
    for (Eigen::Index k = 0; k < b.size(); ++k)
      b(k % dim(), k / dim()) = pushes_[static_cast<std::size_t>(k)].evaluate<double>(q);
    return b;
  }

  FileMotion motion_;
  std::vector<Expression> pushes_;  // B(x), column by column
  std::vector<std::string> places_;
  bool in_coordinates_ = false;
};

}  // namespace

std::unique_ptr<StateField> vakonomic_field(const SystemFile& file) {
  file.refuse_uncovered("vakonomic linearise");
  const auto refuse = [](const std::string& place, const char* what) {
    throw InputError("$." + place, std::string(what) + ", not covered by vakonomic linearise",
                     "a system without it; nonholonomic and free motion are linearised with it");
  };
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  const auto& inputs = chart != nullptr ? chart->inputs : on_group(file).inputs;
  if (chart == nullptr && !on_group(file).force.empty()) refuse("force", "a force");
  for (const GroupInput& input : inputs) {
    if (!input.velocity.empty()) refuse("inputs." + input.name, "a velocity");
    if (input.signal || input.table) refuse("inputs." + input.name + ".signal", "a signal");
  }
  if (chart != nullptr && !chart->start) throw InputError("$.initial", "nothing", "a start");
  return std::make_unique<VakonomicField>(file, inputs);
}

}  // namespace hamel::steering
