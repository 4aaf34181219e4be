// How the coordinates of a group change along its left-invariant fields.
#include <concepts>
#include <vector>

#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>

#include "coordinate_values.hpp"

namespace hamel {

SystemGroup::CoordinateSlopes SystemGroup::coordinate_slopes(const Point& x) const {
  CoordinateSlopes slopes = CoordinateSlopes::Zero(dim(), coordinate_count_);
  int first = 0, stored = 0, column = 0;
  group_->factors().for_each([&](const auto& g) {
    const auto part = group_->part(g, x, stored);
    running::write_slopes(g, part, slopes, first, column);
    first += g.dim();
    stored += g.size();
    column += running::coordinate_count(g);
  });
  return slopes;
}

bool SystemGroup::pull_back_reads_coordinates() const noexcept {
  bool any = false;
  group_->factors().for_each(
      [&]<class G>(const G&) { any = any || running::gradient_reads_coordinates<G>; });
  return any;
}

SystemGroup::V SystemGroup::pull_back(const Point& x, const double* q,
                                      const double* slopes) const noexcept {
  V gradient(dim());
  group_->factors().for_each_part([&]<class G>(const G& g, int first, int stored) {
    double* const to = gradient.data() + first;
    if constexpr (NumbersInARow<G>)
      for (int k = 0; k < g.dim(); ++k) to[k] = slopes[k];
    else if constexpr (running::gradient_reads_coordinates<G>)
      running::write_gradient(g, {}, q, slopes, to);
    else
      running::write_gradient(g, group_->part(g, x, stored), q, slopes, to);
    const int count = running::coordinate_count(g);
    q += count;
    slopes += count;
  });
  return gradient;
}

void SystemGroup::push_forward(const Point& x, const double* q, const V& a,
                               double* rates) const noexcept {
  group_->factors().for_each_part([&]<class G>(const G& g, int first, int stored) {
    if constexpr (NumbersInARow<G>)
      for (int k = 0; k < g.dim(); ++k) rates[k] = a.coeff(first + k);
    else
      running::write_rates(g, group_->part(g, x, stored), q, a.data() + first, rates);
    const int count = running::coordinate_count(g);
    q += count;
    rates += count;
  });
}

std::vector<int> SystemGroup::straight_coordinates() const {
  std::vector<int> along;
  int first = 0;
  group_->factors().for_each([&]<class G>(const G& g) {
    for (int k = 0; k < running::coordinate_count(g); ++k) {
      const bool straight = NumbersInARow<G> || (std::same_as<G, SE2Cover> && k == 2);
      along.push_back(straight ? first + k : -1);
    }
    first += g.dim();
  });
  return along;
}

SystemGroup::M SystemGroup::coordinate_curvature(const Point& x, const double* weights) const {
  M curvature = M::Zero(dim(), dim());
  int first = 0, stored = 0;
  group_->factors().for_each([&](const auto& g) {
    running::add_curvature(g, group_->part(g, x, stored), weights, curvature, first);
    first += g.dim();
    stored += g.size();
    weights += running::coordinate_count(g);
  });
  return curvature;
}

std::vector<SystemGroup::Moving> SystemGroup::coordinates_along(const Point& x, int k) const {
  const CoordinateSlopes slopes = coordinate_slopes(x);
  std::vector<Moving> moving;
  for (const double q : coordinates(x)) {
    moving.emplace_back(q);
    moving.back().derivatives()[0] = slopes(k, static_cast<int>(moving.size()) - 1);
  }
  return moving;
}

}  // namespace hamel
