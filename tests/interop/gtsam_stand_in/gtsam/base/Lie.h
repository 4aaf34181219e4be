// What GTSAM asks of its types, for tests where it is not installed: the primary template `traits`, OptionalJacobian,
// and the operations of its concept checks as C++ concepts. It has the names of GTSAM's header and nothing of its text.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include <Eigen/Core>

namespace gtsam {

template <class T>
struct traits;

struct manifold_tag {};
struct group_tag {};
struct lie_group_tag : manifold_tag, group_tag {};
struct multiplicative_group_tag {};

/// A place for a Jacobian, or none.
template <int Rows, int Cols>
class OptionalJacobian {
 public:
  using Jacobian = Eigen::Matrix<double, Rows, Cols>;

  OptionalJacobian() = default;
  OptionalJacobian(std::nullptr_t) {}
  OptionalJacobian(std::nullopt_t) {}
  OptionalJacobian(Jacobian& place) : place_(place.data()) {}
  OptionalJacobian(Jacobian* place) : place_(place == nullptr ? nullptr : place->data()) {}
  OptionalJacobian(Eigen::MatrixXd& place) {
    place.resize(Rows, Cols);
    new (&place_) Place(place.data());
  }

  operator bool() const { return place_.data() != nullptr; }
  Eigen::Map<Jacobian>& operator*() { return place_; }
  Eigen::Map<Jacobian>* operator->() { return &place_; }

 private:
  using Place = Eigen::Map<Jacobian>;
  Place place_{nullptr};
};

/// Vectors of fixed size.
template <int N>
struct traits<Eigen::Matrix<double, N, 1>> {
  using X = Eigen::Matrix<double, N, 1>;
  using structure_category = manifold_tag;
  using ManifoldType = X;
  enum { dimension = N };
  using TangentVector = X;
  using ChartJacobian = OptionalJacobian<N, N>;
  static int GetDimension(const X&) { return N; }
  static X Retract(const X& x, const X& a) { return x + a; }
  static X Local(const X& x, const X& y) { return y - x; }
};

template <class T>
concept TestableType = requires(const T& x) {
  traits<T>::Print(x, std::string());
  traits<T>::Print(x);
  { traits<T>::Equals(x, x, 1.) } -> std::same_as<bool>;
  { traits<T>::Equals(x, x) } -> std::same_as<bool>;
};

template <class T>
concept ManifoldTypeOf = std::default_initializable<T> &&
    std::derived_from<typename traits<T>::structure_category, manifold_tag> &&
    traits<T>::TangentVector::SizeAtCompileTime == int(traits<T>::dimension) &&
    requires(const T& x, const typename traits<T>::TangentVector& a) {
  typename traits<T>::ManifoldType;
  typename traits<T>::ChartJacobian;
  { traits<T>::GetDimension(x) } -> std::same_as<int>;
  { traits<T>::Retract(x, a) } -> std::same_as<T>;
  { traits<T>::Local(x, x) } -> std::same_as<typename traits<T>::TangentVector>;
};

template <class T>
concept GroupType = std::default_initializable<T> &&
    std::derived_from<typename traits<T>::structure_category, group_tag> &&
    std::same_as<typename traits<T>::group_flavor, multiplicative_group_tag> &&
    requires(const T& x) {
  { traits<T>::Identity() } -> std::same_as<T>;
  { traits<T>::Compose(x, x) } -> std::same_as<T>;
  { traits<T>::Between(x, x) } -> std::same_as<T>;
  { traits<T>::Inverse(x) } -> std::same_as<T>;
  { x * x } -> std::same_as<T>;
};

template <class T>
concept LieGroupType = GroupType<T> && ManifoldTypeOf<T> &&
    std::derived_from<typename traits<T>::structure_category, lie_group_tag> &&
    requires(const T& x, const typename traits<T>::TangentVector& a,
             typename traits<T>::ChartJacobian h) {
  { traits<T>::Compose(x, x, h, h) } -> std::same_as<T>;
  { traits<T>::Between(x, x, h, h) } -> std::same_as<T>;
  { traits<T>::Inverse(x, h) } -> std::same_as<T>;
  { traits<T>::Expmap(a) } -> std::same_as<T>;
  { traits<T>::Expmap(a, h) } -> std::same_as<T>;
  { traits<T>::Logmap(x) } -> std::same_as<typename traits<T>::TangentVector>;
  { traits<T>::Logmap(x, h) } -> std::same_as<typename traits<T>::TangentVector>;
  { traits<T>::Retract(x, a, h, h) } -> std::same_as<T>;
  { traits<T>::Local(x, x, h, h) } -> std::same_as<typename traits<T>::TangentVector>;
};

}  // namespace gtsam
