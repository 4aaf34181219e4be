// A Lie algebra given by its structure constants.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
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

/// The algebra of dimension N (possibly `dynamic`) with given structure constants, kept as doubles
/// in a list of the non-zero ones that copies share. The default is the algebra of dimension 0.
template <int N = dynamic>
class StructureAlgebra {
 public:
  static constexpr int dimension = N;

  StructureAlgebra() = default;

  /// Reads the constants; throws DimensionError beyond max_dimension and NotALieAlgebra when they
  /// are not antisymmetric or fail the Jacobi identity (by more than rounding).
  template <StructureConstantsLike C>
  explicit StructureAlgebra(const C& constants) : dim_(int(size_of(constants))) {
    if (dim_ < 1 || dim_ > max_dimension || (N != dynamic && N != dim_))
      throw DimensionError(
          "structure constants", "dimension " + std::to_string(dim_),
          N == dynamic ? "1 to " + std::to_string(max_dimension) : std::to_string(N));
    auto terms = std::make_shared<std::vector<Term>>();
    for (int i = 0; i < dim_; ++i)
      for (int j = i; j < dim_; ++j)
        for (int k = 0; k < dim_; ++k) {
          const double c = entry(constants, i, j, k);
          if (!(c == -entry(constants, j, i, k)))
            throw NotALieAlgebra(
                name(i, j) + " + " + name(j, i),
                text(c + entry(constants, j, i, k)) + " in e" + std::to_string(k + 1), "0");
          if (c != 0) terms->push_back({i, j, k, c});
        }
    terms_ = std::move(terms);
    expect_jacobi();
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
  struct Term {
    int i, j, k;  ///< i < j
    double c;
  };

  template <class C>
  static auto size_of(const C& constants) {
    if constexpr (requires { constants.dim(); }) {
      return constants.dim();
    } else {
      return constants.dimension();
    }
  }
  template <class C>
  static double entry(const C& constants, int i, int j, int k) {
    if constexpr (requires { constants.c(i, j, k); }) {
      return static_cast<double>(constants.c(i, j, k));
    } else {
      return static_cast<double>(constants(i, j, k));
    }
  }
  static std::string name(int i, int j) {
    return "[e" + std::to_string(i + 1) + ",e" + std::to_string(j + 1) + "]";
  }

  template <class F>
  void for_each(F&& f) const noexcept {
    if (terms_)
      for (const Term& t : *terms_) f(t.i, t.j, t.k, t.c);
  }

  void expect_jacobi() const {
    using U = Vector<double, N>;
    const auto unit = [&](int i) { return U(U::Unit(dim_, i)); };
    for (int i = 0; i < dim_; ++i)
      for (int j = 0; j < i; ++j)
        for (int k = 0; k < j; ++k) {
          const U a = ad(unit(i), ad(unit(j), unit(k))), b = ad(unit(j), ad(unit(k), unit(i))),
                  c = ad(unit(k), ad(unit(i), unit(j)));
          const double scale = a.norm() + b.norm() + c.norm();
          const double defect = U(a + b + c).norm();
          if (!(defect <= 1e-10 * scale))
            throw NotALieAlgebra("Jacobi identity of e" + std::to_string(k + 1) + ", e" +
                                     std::to_string(j + 1) + ", e" + std::to_string(i + 1),
                                 text(defect), "0");
        }
  }

  int dim_ = N == dynamic ? 0 : N;
  std::shared_ptr<const std::vector<Term>> terms_;
};

}  // namespace hamel
