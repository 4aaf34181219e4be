// A Lie algebra given by its structure constants.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/algebra/jacobi.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// A table of structure constants, [e_i,e_j] = sum_k c_ij^k e_k with indices from 0 and numbers that convert to
/// double: either dim() and c(i,j,k), or dimension() and operator()(i,j,k) as StructureConstants has.
template <class C>
concept StructureConstantsLike = requires(const C& c) {
  c.dim();
  static_cast<double>(c.c(0, 0, 0));
}
|| requires(const C& c) {
  c.dimension();
  static_cast<double>(c(0, 0, 0));
};

/// Said of structure constants that need no test of the Jacobi identity.
struct KnownLieAlgebra {};

/// The algebra of dimension N (possibly `dynamic`) with given structure constants, kept as doubles
/// in a list of the non-zero ones. The default is the algebra of dimension 0.
template <int N = dynamic>
class StructureAlgebra {
 public:
  static constexpr int dimension = N;

  StructureAlgebra() = default;

  /// Reads the constants; throws DimensionError beyond max_dimension and NotALieAlgebra when they are not antisymmetric
  /// or fail the Jacobi identity: exactly where their numbers are exact, else by more than the rounding of their type.
  template <StructureConstantsLike C>
  explicit StructureAlgebra(const C& constants) : StructureAlgebra(constants, KnownLieAlgebra{}) {
    using S = std::remove_cvref_t<decltype(raw(constants, 0, 0, 0))>;
    using Term = std::conditional_t<std::is_integral_v<S>, double, S>;
    const auto worst = jacobi_sum<Term>(dim_, entries<Term>(constants));
    if (worst.nonzero)
      refuse<NotALieAlgebra>(
          {"Jacobi identity of e", worst.i + 1, ", e", worst.j + 1, ", e", worst.k + 1},
          {"a sum of ", text(worst.part), " of its products"}, "0");
  }

  /// The same for constants whose Jacobi identity is known, as that of matrices or of exact numbers that were rounded.
  template <StructureConstantsLike C>
  StructureAlgebra(const C& constants, KnownLieAlgebra) : dim_(int(size_of(constants))) {
    if (dim_ < 1 || dim_ > max_dimension || (N != dynamic && N != dim_))
      refuse<DimensionError>("structure constants", {"dimension ", dim_},
                             {N == dynamic ? "1 to " : "", N == dynamic ? max_dimension : N});
    expect_antisymmetry(constants);
    terms_ = entries<double>(constants);
  }

  /// Dimension of the algebra.
  int dim() const noexcept { return dim_; }

  /// The bracket [a,b].
  template <class S>
  Vector<S, N> ad(const Vector<S, N>& a, const Vector<S, N>& b) const noexcept {
    Vector<S, N> c = Vector<S, N>::Zero(dim_);
    for_each([&](int i, int j, int k, double t) { c[k] += S(t) * (a[i] * b[j] - a[j] * b[i]); });
    return c;
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  Vector<S, N> ad_star(const Vector<S, N>& a, const Vector<S, N>& p) const noexcept {
    Vector<S, N> q = Vector<S, N>::Zero(dim_);
    for_each([&](int i, int j, int k, double t) {
      const S tp = S(t) * p[k];
      q[j] += tp * a[i];
      q[i] -= tp * a[j];
    });
    return q;
  }
  /// The matrix of b -> [a,b].
  template <class S>
  Matrix<S, N> ad_matrix(const Vector<S, N>& a) const noexcept {
    Matrix<S, N> m = Matrix<S, N>::Zero(dim_, dim_);
    for_each([&](int i, int j, int k, double t) {
      m(k, j) += S(t) * a[i];
      m(k, i) -= S(t) * a[j];
    });
    return m;
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  Matrix<S, N> lie_poisson(const Vector<S, N>& p) const noexcept {
    Matrix<S, N> m = Matrix<S, N>::Zero(dim_, dim_);
    for_each([&](int i, int j, int k, double t) {
      m(j, i) += S(t) * p[k];
      m(i, j) -= S(t) * p[k];
    });
    return m;
  }

 private:
  template <class C>
  static auto size_of(const C& constants) {
    if constexpr (requires { constants.dim(); }) {
      return constants.dim();
    } else {
      return constants.dimension();
    }
  }
  template <class C>
  static auto raw(const C& constants, int i, int j, int k) {
    if constexpr (requires { constants.c(i, j, k); }) {
      return constants.c(i, j, k);
    } else {
      return constants(i, j, k);
    }
  }
  /// The constants that are not 0, i < j.
  template <class T, class C>
  static std::vector<StructureConstant<T>> entries(const C& constants) {
    std::vector<StructureConstant<T>> all;
    const auto take = [&all](int i, int j, int k, const auto& c) {
      const T number = static_cast<T>(c);
      if (!(number == T(0))) all.push_back({i, j, k, number});
    };
    if constexpr (requires { constants.entries(); }) {
      for (const auto& c : constants.entries()) take(c.i, c.j, c.k, c.value);
    } else {
      const int n = int(size_of(constants));
      for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
          for (int k = 0; k < n; ++k) take(i, j, k, raw(constants, i, j, k));
    }
    return all;
  }
  /// c_ij^k = -c_ji^k, exactly or to few roundings of the largest number in the bracket; built into tables with
  /// entries().
  template <class C>
  void expect_antisymmetry(const C& constants) const {
    if constexpr (!requires { constants.entries(); }) {
      using S = std::remove_cvref_t<decltype(raw(constants, 0, 0, 0))>;
      for (int i = 0; i < dim_; ++i)
        for (int j = i; j < dim_; ++j) {
          double largest = 0;
          for (int k = 0; k < dim_; ++k)
            largest = std::max(largest, std::abs(static_cast<double>(raw(constants, i, j, k))));
          const double limit = std::is_floating_point_v<S> && i != j
                                   ? double(few_roundings * resolution<S>()) * largest
                                   : 0;
          for (int k = 0; k < dim_; ++k) {
            const S c = raw(constants, i, j, k), sum = c + raw(constants, j, i, k);
            if (!(std::abs(static_cast<double>(sum)) <= limit))
              refuse<NotALieAlgebra>({name(i, j), " + ", name(j, i)},
                                     {static_cast<double>(sum), " in e", k + 1}, "0");
          }
        }
    }
  }
  static std::string name(int i, int j) {
    return "[e" + std::to_string(i + 1) + ",e" + std::to_string(j + 1) + "]";
  }

  template <class F>
  void for_each(F&& f) const noexcept {
    for (const auto& t : terms_) f(t.i, t.j, t.k, t.value);
  }

  int dim_ = N == dynamic ? 0 : N;
  std::vector<StructureConstant<double>> terms_;
};

}  // namespace hamel
