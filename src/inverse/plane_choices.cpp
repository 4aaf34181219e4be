// One vector of each kind is tried, by the dimensions of its orbit and of its module.
#include "plane_choices.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include <hamel/io/inverse.hpp>

#include "checking/exact_algebra.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

constexpr int largest_search = 400;  ///< places at which several vectors are tried

/// Parameters of the largest family, then of all.
using Price = std::pair<Eigen::Index, Eigen::Index>;

struct Chosen {
  PlaneChoices choices;
  Price price;
};

class Search {
 public:
  Search(const AlgebraicSystem<Rational>& system, Eigen::Index r,
         const std::vector<Exact>& derivations)
      : algebra_(system.algebra),
        metric_(system.metric),
        radical_(radical<Rational>(system.algebra)),
        r_(r),
        derivations_(derivations) {}

  Chosen best(const TurnedPlanes& planes) {
    const auto left = r_ - static_cast<Eigen::Index>(planes.chosen.size());
    if (left == 0) return family(planes);
    std::set<std::pair<int, Eigen::Index>> kinds;
    std::optional<Chosen> result;
    const bool thorough = ++places_ < largest_search;
    for (const auto& c : candidates(planes.rest)) {
      const TurnedPlanes with = with_vector(planes, c, metric_),
                         without = without_vector(planes, c, metric_);
      const int orbit = static_cast<int>(planes.turnings.size() - with.turnings.size());
      if (!kinds.emplace(orbit, without.rest.cols()).second) continue;
      if (result && !thorough) break;
      Chosen reached = best(with);
      Chosen here{{c, {std::move(reached.choices)}, {}}, reached.price};
      if (without.rest.cols() >= left) {
        Chosen others = best(without);
        here.choices.next.push_back(std::move(others.choices));
        here.price = {std::max(here.price.first, others.price.first),
                      here.price.second + others.price.second};
      }
      if (!result || here.price < result->price) result = std::move(here);
    }
    return *std::move(result);
  }

 private:
  /// Those of a basis that act on most, orthogonal to the radical where some are: the last of d are in ideals then.
  std::vector<DynamicVector<Rational>> candidates(const Exact& rest) const {
    const Exact products = radical_.transpose() * metric_ * rest;
    const Exact across = rest * kernel<Rational>(products);
    const Exact basis = span<Rational>(across.cols() > 0 ? across : rest);
    std::vector<DynamicVector<Rational>> result;
    int most = -1;
    for (Eigen::Index k = 0; k < basis.cols(); ++k) {
      const int acts_on = rank<Rational>(algebra_.ad(basis.col(k)));
      if (acts_on > most) result.clear();
      if (acts_on >= most) result.emplace_back(basis.col(k));
      most = std::max(most, acts_on);
    }
    return result;
  }

  /// Of components those that leave the fewest parameters, the first of these.
  Chosen family(const TurnedPlanes& planes) const {
    PlaneChoices choices;
    GraphsOfPlanes graphs = graphs_of(planes, metric_);
    const auto n = static_cast<int>(metric_.rows());
    for (bool turned = true; turned;) {
      turned = false;
      GraphsOfPlanes fewest = graphs;
      std::pair<int, int> by;
      for (const int place : row_echelon<Rational>(graphs.maps).pivots) {
        GraphsOfPlanes fewer = with_largest(graphs, derivations_, metric_, place / n, place % n);
        if (fewer.maps.rows() >= fewest.maps.rows()) continue;
        fewest = std::move(fewer);
        by = {place / n, place % n};
        turned = true;
      }
      if (turned) choices.largest.push_back(by);
      graphs = std::move(fewest);
    }
    return {std::move(choices), {graphs.maps.rows(), graphs.maps.rows() + 1}};
  }

  const StructureConstants<Rational>& algebra_;
  const Exact& metric_;
  Exact radical_;
  Eigen::Index r_;
  const std::vector<Exact>& derivations_;
  int places_ = 0;
};

}  // namespace

std::optional<PlaneChoices> choices_of_planes(const AlgebraicSystem<Rational>& system, int r) {
  const Signature signs = signature<Rational>(system.metric);
  if (signs.positive != system.dimension() && signs.negative != system.dimension())
    return std::nullopt;
  const TurnedPlanes all = all_planes(system);
  // Of r (n - r) parameters a group takes away as many at most as it has.
  if (r * (system.dimension() - r) - static_cast<int>(all.turnings.size()) > largest_inverse)
    return std::nullopt;
  return Search(system, r, all.turnings).best(all).choices;
}

std::vector<GraphsOfPlanes> families_up_to_symmetries(const AlgebraicSystem<Rational>& system) {
  const auto r = static_cast<int>(system.d().cols());
  const auto choices = choices_of_planes(system, r);
  return choices ? families_by(system, r, *choices).value() : std::vector<GraphsOfPlanes>{};
}

std::string normal_form_of_planes(const AlgebraicSystem<Rational>& system) {
  const auto dimension = isometric_derivations(system).size();
  return dimension == 0 ? "the identity"
                        : "automorphisms that are isometric, a group of dimension " +
                              std::to_string(dimension);
}

}  // namespace hamel
