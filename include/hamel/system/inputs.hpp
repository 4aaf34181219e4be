// Inputs of a system: m numbers w that act as the force B(x) w.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>

namespace hamel {

/// B, the same at every element.
template <class S, int N, int M>
struct ConstantInputs {
  Matrix<S, N, M> matrix;

  template <class X>
  const Matrix<S, N, M>& operator()(const X&) const noexcept {
    return matrix;
  }
};

/// A system that m inputs act on: F gains B(x) w, w in R^m, an argument of each step. Everything else is that of
/// `System`. Build one with `with_inputs`.
template <class System, class B>
class WithInputs : public System {
 public:
  /// m, which may be `dynamic`.
  static constexpr int input_dimension = std::remove_cvref_t<std::invoke_result_t<
      const B&,
      const Element<typename System::Group, typename TrialScalar<B>::type>&>>::ColsAtCompileTime;

  WithInputs(System system, B inputs, int count)
      : System(std::move(system)), inputs_(std::move(inputs)), count_(count) {}

  int inputs() const noexcept { return count_; }  ///< m

  /// B(x), n x m, in units of generalised force per unit of input.
  template <class S>
  Matrix<S, System::dimension, input_dimension> input_matrix(
      const Element<typename System::Group, S>& x) const {
    return converted<S>(inputs_(x));
  }

  /// B(x) w.
  template <class S>
  Vector<S, System::dimension> input_force(const Element<typename System::Group, S>& x,
                                           const Vector<S, input_dimension>& w) const {
    return inputs_(x) * w;
  }

 private:
  B inputs_;
  int count_;
};

/// How many inputs a system has, 0 where it has none.
template <class System>
inline constexpr int inputs_of = [] {
  if constexpr (requires { System::input_dimension; })
    return System::input_dimension;
  else
    return 0;
}();

/// Systems whose B is the same at every element, known when compiling.
template <class System>
inline constexpr bool constant_inputs = false;
template <class System, class S, int N, int M>
inline constexpr bool constant_inputs<WithInputs<System, ConstantInputs<S, N, M>>> = true;

/// The system under inputs with the matrix B, n x m: constant, or a callable `B(Element<G,S>) -> Matrix<S,n,m>`
/// generic in the scalar. Throws DimensionError on another shape (a callable of run-time size is asked at the
/// identity) and InputError on entries of a constant B that are not finite.
template <class System, class B>
auto with_inputs(System system, const B& b) {
  using G = typename System::Group;
  constexpr int n = System::dimension;
  const int dim = system.dim();
  if constexpr (MatrixLike<B>) {
    using S = KeptScalar<typename B::Scalar>;
    constexpr int m = B::ColsAtCompileTime;
    const int count = static_cast<int>(b.cols());
    const ConstantInputs<S, n, m> constant{matrix_argument<S, n, m>(b, dim, count, "input matrix")};
    if (!all_finite(constant.matrix))
      refuse<InputError>("input matrix", "an entry that is not finite", "finite entries");
    return WithInputs<System, ConstantInputs<S, n, m>>(std::move(system), constant, count);
  } else {
    using Trial = typename TrialScalar<B>::type;
    constexpr bool is_callable = std::invocable<const B&, const Element<G, Trial>&>;
    static_assert(is_callable,
                  "with_inputs: the inputs are neither a matrix nor a callable "
                  "B(Element<G,S>) -> Matrix<S,n,m>");
    if constexpr (is_callable) {
      const auto at_identity = b(system.group().template identity<Trial>());
      const int count = static_cast<int>(at_identity.cols());
      if (at_identity.rows() != dim)
        detail::refuse_shape("input matrix", at_identity.rows(), count, dim, count);
      if (WithInputs<System, B>::input_dimension == dynamic && count > max_dimension)
        refuse<DimensionError>("input matrix", {count, " inputs"}, {"at most ", max_dimension});
      return WithInputs<System, B>(std::move(system), b, count);
    }
  }
}

namespace detail {

/// The m inputs at time t, of which `w` is a vector or a callable; one that is not generic is asked at the plain time.
template <int m, class W, class S>
Vector<S, m> input_at(const W& w, [[maybe_unused]] const S& t) {
  if constexpr (MatrixLike<W>)
    return converted<S>(w);
  else if constexpr (std::invocable<const W&, const S&>)
    return w(t).template cast<S>();
  else
    return w(plain(t)).template cast<S>();
}

}  // namespace detail

/// A system while its inputs are given: a view of it whose force has B(x) w added. `W` is a vector of m numbers or a
/// callable w(t), asked at every time at which the force is.
template <class System, class W>
class UnderInputs {
 public:
  using Group = typename System::Group;
  using Number = typename System::Number;
  static constexpr int dimension = System::dimension;
  static constexpr bool metric_may_vary = System::metric_may_vary;
  static constexpr bool has_force = true;
  static constexpr bool has_potential = System::has_potential;
  static constexpr bool geodesic = false;
  template <class S>
  static constexpr bool potential_moves = System::template potential_moves<S>;

  UnderInputs(const System& system, W w) : system_(&system), w_(std::move(w)) {}

  const System& system() const noexcept { return *system_; }
  /// The numbers that are held.
  const W& held_inputs() const noexcept requires MatrixLike<W> { return w_; }

  const Group& group() const noexcept { return system_->group(); }
  int dim() const noexcept { return system_->dim(); }
  bool metric_is_constant() const noexcept { return system_->metric_is_constant(); }
  static constexpr bool force_is_zero() noexcept { return false; }
  static constexpr bool external_force_is_zero() noexcept { return false; }
  bool force_ignores_velocity() const noexcept { return system_->force_ignores_velocity(); }

  template <class S>
  Matrix<S, dimension> metric(const Element<Group, S>& x) const {
    return system_->metric(x);
  }
  template <class S>
  Matrix<S, dimension> metric_slope(const Element<Group, S>& x,
                                    const Vector<S, dimension>& a) const {
    return system_->metric_slope(x, a);
  }
  template <bool once = false, class S>
  auto metric_at(const Element<Group, S>& x) const {
    return system_->template metric_at<once>(x);
  }
  template <class S>
  S potential(const S& t, const Element<Group, S>& x) const {
    return system_->potential(t, x);
  }
  template <class S>
  S potential(const Element<Group, S>& x) const requires(!potential_moves<S>) {
    return system_->potential(x);
  }
  template <class S>
  S energy(const S& t, const Element<Group, S>& x, const Vector<S, dimension>& a) const {
    return system_->energy(t, x, a);
  }
  template <class S>
  Vector<S, dimension> potential_force(const S& t, const Element<Group, S>& x) const {
    return system_->potential_force(t, x);
  }
  template <class S>
  S potential_force_along(const S& t, const Element<Group, Dual<S, 1>>& moving,
                          const Vector<S, dimension>& b) const {
    return system_->potential_force_along(t, moving, b);
  }
  /// F(t,x,a) + B(x) w.
  template <class S>
  Vector<S, dimension> force(const S& t, const Element<Group, S>& x,
                             const Vector<S, dimension>& a) const {
    return system_->force(t, x, a) + system_->input_force(x, input(t));
  }
  /// f(t,x,a) + B(x) w.
  template <class S>
  Vector<S, dimension> external_force(const S& t, const Element<Group, S>& x,
                                      const Vector<S, dimension>& a) const {
    return system_->external_force(t, x, a) + system_->input_matrix(x) * input(t);
  }
  template <class S>
  Matrix<S, dimension> external_velocity_derivative(const S& t, const Element<Group, S>& x,
                                                    const Vector<S, dimension>& a) const {
    return system_->external_velocity_derivative(t, x, a);
  }
  template <class S>
  Matrix<S, dimension> force_velocity_derivative(const S& t, const Element<Group, S>& x,
                                                 const Vector<S, dimension>& a) const {
    return system_->force_velocity_derivative(t, x, a);
  }

 private:
  /// w at time t.
  template <class S>
  auto input(const S& t) const {
    return detail::input_at<System::input_dimension>(w_, t);
  }

  const System* system_;
  W w_;
};

}  // namespace hamel
