// The audit of every group of the library that needs no places of its own.
#include <cmath>
#include <string>
#include <type_traits>

#include <Eigen/Core>

#include <hamel/group/library.hpp>

#include "functions.hpp"
#include "runs.hpp"

namespace {

/// Groups that are audited elsewhere, at places where they are hard.
template <class G>
inline constexpr bool has_own_run = reference::Quaternionic<G>;
template <>
inline constexpr bool has_own_run<hamel::SE2Cover> = true;
template <>
inline constexpr bool has_own_run<hamel::SE3> = true;
template <>
inline constexpr bool has_own_run<hamel::SE23> = true;
template <>
inline constexpr bool has_own_run<hamel::Sim3> = true;

/// Magnitudes to audit a group at: fewer where references are powers of elements in 60 digits.
template <class G>
int places(int count) {
  return reference::is_flat<G> || std::is_same_v<G, hamel::Aff1> ? count : count / 20;
}

}  // namespace

template <class S>
void audit_named_groups(Audit<S>& audit, int count) {
  hamel::for_each_library_group([&](const auto& row) {
    const auto group = row.make(row.first + row.step);
    if constexpr (!has_own_run<std::remove_cvref_t<decltype(group)>>) {
      const int n = group.dim();
      const std::string name =
          std::string(row.name) + (row.is_family() ? std::to_string(n) : std::string());
      using G = std::remove_cvref_t<decltype(group)>;
      for (const double size : magnitudes(nearly_pi<S>, places<G>(count)))
        for (int direction = 0; direction < 5; ++direction) {
          Eigen::VectorXd xi(n);
          for (int i = 0; i < n; ++i) xi[i] = std::cos(1.0 + 2.3 * direction + 1.7 * i * direction);
          xi *= size / xi.norm();
          Functions functions(audit, name, group, xi, size);
          functions.of_exponential(true);
          functions.of_vectors();
          functions.of_elements();
          functions.of_cayley(1.9);
        }
    }
  });
}

template void audit_named_groups(Audit<double>&, int);
template void audit_named_groups(Audit<float>&, int);
