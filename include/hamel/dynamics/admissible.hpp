// The velocities that a constraint admits, and what covectors are to them.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/velocity.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// A system and where its velocities lie: a = D(x) u + v0(t,x), with D = 1 and v0 = 0 for free motion; and W, the space
/// of the variations that its equations of motion are paired with: d for nonholonomic motion, g else.
template <Dynamics kind_, class System_, class Split_>
class Admissible {
 public:
  using System = System_;
  using Group = typename System::Group;
  /// The scalar of the data, wider than double where a metric or a distribution is.
  using Number = std::conditional_t<std::same_as<typename System::Number, double>,
                                    typename Split_::Number, typename System::Number>;
  static constexpr Dynamics kind = kind_;
  static constexpr int dimension = System::dimension;                                   ///< n
  static constexpr int velocities = kind == Dynamics::free ? dimension : Split_::rank;  ///< dim d
  static constexpr int variations =
      kind == Dynamics::nonholonomic ? velocities : dimension;  ///< dim W
  static constexpr int multipliers =
      kind == Dynamics::vakonomic ? Split_::corank : 0;  ///< dim Ann(d) where mu is dynamical
  static constexpr bool affine = kind != Dynamics::free && Split_::affine;
  static constexpr bool moves = kind != Dynamics::free && Split_::moves;  ///< D depends on x

  Admissible(System system, Split_ split) : system_(std::move(system)), split_(std::move(split)) {}

  /// Can a motion of this type be of that kind, and is this one? A type that leaves the kind to run time
  /// differs in the second.
  static constexpr bool may_be(Dynamics other) noexcept { return other == kind; }
  constexpr bool is(Dynamics other) const noexcept { return other == kind; }

  const System& system() const noexcept { return system_; }
  const Group& group() const noexcept { return system_.group(); }
  const Split_& split() const noexcept { return split_; }
  int dim() const noexcept { return system_.dim(); }  ///< n
  /// r, the number of free velocities.
  int rank() const noexcept {
    if constexpr (kind == Dynamics::free)
      return dim();
    else
      return split_.columns();
  }
  /// dim W, the number of momenta in a state.
  int state_dim() const noexcept { return kind == Dynamics::nonholonomic ? rank() : dim(); }

  /// D(x), n x r (the identity for free motion).
  template <class S>
  Matrix<S, dimension, velocities> basis([[maybe_unused]] const Element<Group, S>& x) const {
    if constexpr (kind == Dynamics::free) {
      return Matrix<S, dimension, velocities>::Identity(dim(), dim());
    } else if constexpr (moves) {
      return split_.distribution(x);
    } else {
      return converted<S>(split_.distribution());
    }
  }

  /// D at x, `matrix()`, and D'(x;a), `slope(a)`: found together where the distribution says both at once, by its
  /// member `at(x)`.
  template <class S>
  auto basis_at(const Element<Group, S>& x) const {
    if constexpr (requires { split_.distribution().at(x); })
      return split_.distribution().at(x);
    else
      return BasisAt<S>{*this, x, basis(x)};
  }

  /// D(x) u.
  template <class S>
  Vector<S, dimension> expand([[maybe_unused]] const Element<Group, S>& x,
                              const Vector<S, velocities>& u) const {
    if constexpr (kind == Dynamics::free)
      return u;
    else if constexpr (moves)
      return basis(x) * u;
    else
      return split_.distribution() * u;
  }

  /// The part of a covector in g* that pairs with the variations admissible at x, c|_W.
  template <class S>
  Vector<S, variations> restrict([[maybe_unused]] const Element<Group, S>& x,
                                 const Vector<S, dimension>& c) const {
    if constexpr (kind == Dynamics::nonholonomic && moves) {
      return transposed(basis(x)) * c;
    } else if constexpr (kind == Dynamics::nonholonomic) {
      return split_.distribution().transpose() * c;
    } else {
      return c;
    }
  }

  /// Is there an offset? Where the type has one it may still be known to vanish at run time.
  constexpr bool is_affine() const noexcept {
    if constexpr (requires { split_.offset().is_zero(); })
      return affine && !split_.offset().is_zero();
    else
      return affine;
  }

  /// v0 depends on t.
  template <class S>
  static constexpr bool offset_moves = [] {
    if constexpr (affine) {
      using Offset = std::remove_cvref_t<decltype(std::declval<const Split_&>().offset())>;
      return std::invocable<const Offset&, const S&, const Element<Group, S>&>;
    } else {
      return false;
    }
  }();

  /// v0(t,x) of an affine constraint.
  template <class S>
  Vector<S, dimension> offset([[maybe_unused]] const S& t,
                              [[maybe_unused]] const Element<Group, S>& x) const {
    if constexpr (offset_moves<S>)
      return split_.offset()(t, x);
    else if constexpr (affine)
      return split_.offset()(x);
    else
      return zeros<S, dimension>(dim());
  }

  /// The matrix with rows (d_k D) u + d_k v0, the left derivatives of D(x) u + v0(t,x), n x n.
  template <class S>
  Matrix<S, dimension> constraint_slope([[maybe_unused]] const S& t, const Element<Group, S>& x,
                                        [[maybe_unused]] const Vector<S, velocities>& u) const {
    if constexpr (requires { split_.slopes(t, x, u); }) {
      return split_.slopes(t, x, u);
    } else if constexpr (!moves && requires { split_.offset().slope(t, x); }) {
      return split_.offset().slope(t, x);
    } else if constexpr (!moves && requires { split_.offset().slope(x); }) {
      return split_.offset().slope(x);
    } else {
      return left_derivative_rows(group(), x, [&]<class D>(const Element<Group, D>& y) {
        Vector<D, dimension> v = offset(D(t), y);
        if constexpr (moves) v += basis(y) * Vector<D, velocities>(u.template cast<D>());
        return v;
      });
    }
  }

 protected:
  /// v0(t,x) when asked for.
  template <class S>
  auto offset_at(const S& t, const Element<Group, S>& x) const {
    const auto value = [this, &t, &x] { return offset(t, x); };
    return OffsetWhere<affine, decltype(value)>{is_affine(), value};
  }

  System system_;
  Split_ split_;

 private:
  /// D(x), and D'(x;a) when asked for.
  template <class S>
  struct BasisAt {
    const Admissible& problem;
    const Element<Group, S>& x;
    Matrix<S, dimension, velocities> d;

    const auto& matrix() const noexcept { return d; }
    auto slope(const Vector<S, dimension>& a) const {
      return problem.split_.slope(problem.group(), x, a);
    }
  };
};

}  // namespace hamel
