// Cut times of the motions of a file, where they are known.
#include "steering/known_cut.hpp"

#include <concepts>
#include <variant>

#include <hamel/group/any_group.hpp>
#include <hamel/steer/cut_time.hpp>

#include "cases/any_system.hpp"

namespace hamel::steering {

namespace {

/// What cut_time() asks of a problem.
template <class G>
struct Kinetic {
  using Group = G;
  G group_;
  Matrix<double, 3> metric_;
  Matrix<double, 3, 2> basis_;

  bool is_invariant() const { return true; }
  int rank() const { return 2; }
  const G& group() const { return group_; }
  Matrix<double, 3> metric(const Element<G, double>&) const { return metric_; }
  Matrix<double, 3, 2> basis(const Element<G, double>&) const { return basis_; }
};

}  // namespace

std::optional<double> known_cut_time(const GroupSystem& system, const SystemGroup::V& p) {
  const auto& factors = system.group.product().factors().groups;
  const bool kinetic = system.metric_is_constant() && system.potential.is_constant() &&
                       system.offset.empty() && !system.moves();
  if (!kinetic || factors.size() != 1 || system.dim() != 3 || system.span.size() != 2) return {};
  const Matrix<double, 3> metric = system.rounded.metric;
  const Matrix<double, 3, 2> basis = any_distribution(system);
  return std::visit(
      [&]<class G>(const G&) -> std::optional<double> {
        const Vector<double, 3> momentum = p;
        if constexpr (std::same_as<G, SE2Cover>)
          return cut_time(Kinetic<SE2Cover>{{}, metric, basis}, momentum);
        else if constexpr (std::same_as<G, Heisenberg<>>)
          return cut_time(Kinetic<Heisenberg<1>>{{}, metric, basis}, momentum);
        else
          return {};
      },
      factors.front());
}

}  // namespace hamel::steering
