// Maxima on orbits of a compact group as linear equations.
#include "planes_again.hpp"

#include <cstddef>

#include "checking/exact_algebra.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;
using Derivations = std::vector<Exact>;

Exact zeros(Eigen::Index rows, Eigen::Index columns) {
  return Exact::Constant(rows, columns, Rational(0));
}

/// Those combinations of X of which `image`, linear in X, vanishes.
template <class Image>
Derivations where_zero(const Derivations& all, const Image& image) {
  if (all.empty()) return {};
  Exact images;
  for (std::size_t a = 0; a < all.size(); ++a) {
    const Exact of_this = image(all[a]);
    if (a == 0) images = zeros(of_this.size(), static_cast<Eigen::Index>(all.size()));
    images.col(static_cast<Eigen::Index>(a)) = of_this.reshaped();
  }
  const Exact factors = kernel<Rational>(images);
  Derivations result;
  for (Eigen::Index s = 0; s < factors.cols(); ++s) {
    Exact sum = zeros(all[0].rows(), all[0].cols());
    for (std::size_t a = 0; a < all.size(); ++a)
      sum += Exact(all[a] * factors(static_cast<Eigen::Index>(a), s));
    result.push_back(std::move(sum));
  }
  return result;
}

/// Vectors of a space that are orthogonal to others.
Exact orthogonal(const Exact& space, const Exact& others, const Exact& metric) {
  const Exact products = others.transpose() * metric * space;
  return space * kernel<Rational>(products);
}

/// v less its part in <c_1, ..>, these orthogonal to each other.
Exact beyond(const Exact& c, const Exact& v, const Exact& metric) {
  const Exact gram = c.transpose() * metric * c, products = c.transpose() * metric * v;
  return v - c * *solve<Rational>(gram, products);
}

bool is_zero(const Exact& m) {
  return rank<Rational>(m) == 0;
}

Exact map_of(const Exact& maps, Eigen::Index row, Eigen::Index n) {
  const Eigen::Index r = maps.cols() / n;
  Exact m(n, r);
  for (Eigen::Index j = 0; j < r; ++j)
    for (Eigen::Index i = 0; i < n; ++i) m(i, j) = maps(row, j * n + i);
  return m;
}

}  // namespace

std::vector<DynamicMatrix<Rational>> isometric_derivations(
    const AlgebraicSystem<Rational>& system) {
  const Eigen::Index n = system.dimension();
  const auto unknown = [n](Eigen::Index row, Eigen::Index column) { return row * n + column; };
  std::vector<Exact> ad;
  for (int i = 0; i < n; ++i) ad.push_back(system.algebra.ad(system.algebra.basis_vector(i)));
  Exact equations = zeros(n * n * (n - 1) / 2 + n * (n + 1) / 2, n * n);
  Eigen::Index row = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      for (Eigen::Index k = 0; k < n; ++k, ++row)  // X [e_i, e_j] = [X e_i, e_j] + [e_i, X e_j]
        for (Eigen::Index l = 0; l < n; ++l) {
          equations(row, unknown(k, l)) += ad[static_cast<std::size_t>(i)](l, j);
          equations(row, unknown(l, i)) -= ad[static_cast<std::size_t>(l)](k, j);
          equations(row, unknown(l, j)) -= ad[static_cast<std::size_t>(i)](k, l);
        }
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j, ++row)
      for (Eigen::Index k = 0; k < n; ++k) {
        equations(row, unknown(k, i)) += system.metric(k, j);
        equations(row, unknown(k, j)) += system.metric(i, k);
      }
  const Exact solutions = kernel<Rational>(equations);
  Derivations all;
  for (Eigen::Index s = 0; s < solutions.cols(); ++s) {
    Exact x(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) x(i, j) = solutions(unknown(i, j), s);
    all.push_back(std::move(x));
  }
  return all;
}

TurnedPlanes all_planes(const AlgebraicSystem<Rational>& system) {
  const Eigen::Index n = system.dimension();
  Exact unit = zeros(n, n);
  for (Eigen::Index i = 0; i < n; ++i) unit(i, i) = Rational(1);
  return {{}, {}, unit, isometric_derivations(system)};
}

TurnedPlanes with_vector(const TurnedPlanes& planes, const DynamicVector<Rational>& c,
                         const DynamicMatrix<Rational>& metric) {
  TurnedPlanes result = planes;
  Exact moved = c;
  for (const auto& x : planes.turnings) moved = join<Rational>(moved, Exact(x * c));
  result.chosen.push_back(c);
  result.slices.push_back(orthogonal(planes.rest, moved, metric));
  result.rest = orthogonal(planes.rest, c, metric);
  result.turnings = where_zero(planes.turnings, [&](const Exact& x) { return Exact(x * c); });
  return result;
}

TurnedPlanes without_vector(const TurnedPlanes& planes, const DynamicVector<Rational>& c,
                            const DynamicMatrix<Rational>& metric) {
  Exact module = c;
  for (Eigen::Index size = 0; size < module.cols();) {
    size = module.cols();
    Exact moved = module;
    for (const auto& x : planes.turnings) moved = join<Rational>(moved, Exact(x * module));
    module = span<Rational>(moved);
  }
  TurnedPlanes result = planes;
  result.rest = orthogonal(planes.rest, module, metric);
  return result;
}

GraphsOfPlanes graphs_of(const TurnedPlanes& planes, const DynamicMatrix<Rational>& metric) {
  const auto r = static_cast<Eigen::Index>(planes.chosen.size());
  const Eigen::Index n = metric.rows();
  GraphsOfPlanes graphs{Exact(n, r), {}};
  for (Eigen::Index j = 0; j < r; ++j)
    graphs.chosen.col(j) = planes.chosen[static_cast<std::size_t>(j)];
  // M c_j is in values[j]: the slice beyond W and, where u_j has components along c_k, the values of M c_k.
  std::vector<Exact> values(static_cast<std::size_t>(r));
  Eigen::Index count = 0;
  for (Eigen::Index j = r; j-- > 0;) {
    const Exact& slice = planes.slices[static_cast<std::size_t>(j)];
    Exact all = beyond(graphs.chosen, slice, metric);
    for (Eigen::Index k = j + 1; k < r; ++k)
      if (!is_zero(graphs.chosen.col(k).transpose() * metric * slice))
        all = join<Rational>(all, values[static_cast<std::size_t>(k)]);
    values[static_cast<std::size_t>(j)] = span<Rational>(all);
    count += values[static_cast<std::size_t>(j)].cols();
  }
  graphs.maps = zeros(count, n * r);
  Eigen::Index row = 0;
  for (Eigen::Index j = 0; j < r; ++j) {
    const Exact& of_this = values[static_cast<std::size_t>(j)];
    for (Eigen::Index s = 0; s < of_this.cols(); ++s, ++row)
      graphs.maps.row(row).segment(j * n, n) = of_this.col(s).transpose();
  }
  graphs.maps = row_echelon<Rational>(graphs.maps).rows;
  return graphs;
}

GraphsOfPlanes with_largest(const GraphsOfPlanes& graphs,
                            const std::vector<DynamicMatrix<Rational>>& derivations,
                            const DynamicMatrix<Rational>& metric, int j, int i) {
  const Exact &c = graphs.chosen, &maps = graphs.maps;
  const Eigen::Index n = c.rows(), count = maps.rows();
  const Exact gram = c.transpose() * metric * c;
  const auto acted = [&](const Exact& x) {  // the X M - M X, as columns
    const Exact on_w = *solve<Rational>(gram, Exact(c.transpose() * metric * x * c));
    Exact result(maps.cols(), count);
    for (Eigen::Index s = 0; s < count; ++s) {
      const Exact m = map_of(maps, s, n);
      result.col(s) = Exact(x * m - m * on_w).reshaped();
    }
    return result;
  };
  const Exact equations = kernel<Rational>(maps);  // of the space of the M, columns
  const Derivations of_w =
      where_zero(derivations, [&](const Exact& x) { return beyond(c, Exact(x * c), metric); });
  const Derivations keeping =
      where_zero(of_w, [&](const Exact& x) { return Exact(equations.transpose() * acted(x)); });
  Exact critical = zeros(static_cast<Eigen::Index>(keeping.size()), count);
  for (std::size_t a = 0; a < keeping.size(); ++a)
    critical.row(static_cast<Eigen::Index>(a)) = acted(keeping[a]).row(j * n + i);
  GraphsOfPlanes result = graphs;
  const Exact left = kernel<Rational>(critical);
  result.maps = row_echelon<Rational>(Exact(left.transpose() * maps)).rows;
  return result;
}

namespace {

struct Walk {
  const AlgebraicSystem<Rational>& system;
  Eigen::Index r;
  Derivations derivations;
  std::vector<GraphsOfPlanes> families = {};

  /// False where the choices are none.
  bool on(const TurnedPlanes& planes, const PlaneChoices& choices) {
    const Exact& metric = system.metric;
    const auto left = r - static_cast<Eigen::Index>(planes.chosen.size());
    if (left == 0) {
      GraphsOfPlanes graphs = graphs_of(planes, metric);
      for (const auto& [j, i] : choices.largest) {
        if (j < 0 || j >= r || i < 0 || i >= metric.rows()) return false;
        graphs = with_largest(graphs, derivations, metric, j, i);
      }
      families.push_back(std::move(graphs));
      return choices.vector.size() == 0 && choices.next.empty();
    }
    const auto& c = choices.vector;
    if (c.size() != metric.rows() || is_zero(c) || !contains<Rational>(planes.rest, c))
      return false;
    const TurnedPlanes without = without_vector(planes, c, metric);
    const bool both = without.rest.cols() >= left;
    return choices.largest.empty() && choices.next.size() == (both ? 2 : 1) &&
           on(with_vector(planes, c, metric), choices.next[0]) &&
           (!both || on(without, choices.next[1]));
  }
};

}  // namespace

std::optional<std::vector<GraphsOfPlanes>> families_by(const AlgebraicSystem<Rational>& system,
                                                       int r, const PlaneChoices& choices) {
  const Signature signs = signature<Rational>(system.metric);
  if (signs.positive != system.dimension() && signs.negative != system.dimension())
    return std::nullopt;
  const TurnedPlanes all = all_planes(system);
  Walk walk{system, r, all.turnings};
  if (!walk.on(all, choices)) return std::nullopt;
  return walk.families;
}

}  // namespace hamel
