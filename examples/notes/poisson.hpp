// Brackets of observables: the canonical one, and Dirac's on a manifold of second-class constraints.
#pragma once

#include <utility>
#include <vector>

#include <Eigen/LU>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Omega w for w = (x, p) in halves: {f,g} = df^T Omega dg = f_x g_p - f_p g_x.
template <class Derived>
typename Derived::PlainObject symplectic(const Eigen::MatrixBase<Derived>& w) {
  typename Derived::PlainObject turned(w.rows(), w.cols());
  const auto half = w.rows() / 2;
  turned.topRows(half) = w.bottomRows(half);
  turned.bottomRows(half) = -w.topRows(half);
  return turned;
}

/// The canonical bracket of two observables, again an observable: all are callables of a phase point
/// z = (x, p), generic in the scalar, called with Vector<S, K>.
template <class F, class G>
struct CanonicalBracket {
  F f;
  G g;

  template <class S, int K>
  S operator()(const Vector<S, K>& z) const {
    return gradient(f, z).dot(symplectic(gradient(g, z)));
  }
};
template <class F, class G>
CanonicalBracket(F, G) -> CanonicalBracket<F, G>;

/// Constraints phi_a(z) = 0 on phase space and the bracket they leave (Dirac 1950; Martinez, Cortes &
/// de Leon 2000, section VII): {f,g}_D = {f,g} - {f,phi_a} C^ab {phi_b,g}, C_ab = {phi_a,phi_b}.
template <class Constraints>
class Dirac {
 public:
  explicit Dirac(Constraints constraints) : constraints_(std::move(constraints)) {}

  /// C_ab(z).
  template <class S, int K>
  auto matrix(const Vector<S, K>& z) const {
    const auto j = jacobian(constraints_, z);
    return (j * symplectic(j.transpose().eval())).eval();
  }

  /// The observable {f,g}_D. Where C is singular (a first-class constraint) it is not finite.
  template <class F, class G>
  auto bracket(F f, G g) const {
    return [self = *this, f = std::move(f),
            g = std::move(g)]<class S, int K>(const Vector<S, K>& z) -> S {
      const auto j = jacobian(self.constraints_, z);
      const Vector<S, K> df = gradient(f, z), dg = symplectic(gradient(g, z));
      auto c = (j * symplectic(j.transpose().eval())).eval();
      auto solved = (j * dg).eval();
      const auto left = (j * symplectic(df)).eval();  // {phi_a, f}
      solve_in_place(c, solved);
      return S(df.dot(dg)) + S(left.dot(solved));
    };
  }

 private:
  Constraints constraints_;
};

/// Dirac's classes of constraints at a point of their manifold.
struct ConstraintClasses {
  std::vector<bool> second;  ///< constraint a has a bracket with another one that is not zero
  int second_class = 0;      ///< rank C: this many can be used to eliminate variables in pairs
  int first_class = 0;       ///< the other ones: they generate gauge transformations
};

/// The classes from C, entries below `tolerance` times the largest counting as zero.
template <class Matrix>
ConstraintClasses classify(const Matrix& c, double tolerance = 1e-10) {
  ConstraintClasses classes;
  const double scale = c.size() == 0 ? 0 : c.cwiseAbs().maxCoeff();
  for (int a = 0; a < c.rows(); ++a) {
    classes.second.push_back(c.row(a).cwiseAbs().maxCoeff() > tolerance * scale && scale > 0);
  }
  if (scale > 0) {
    Eigen::FullPivLU<typename Matrix::PlainObject> lu(c);
    lu.setThreshold(tolerance);
    classes.second_class = static_cast<int>(lu.rank());
  }
  classes.first_class = static_cast<int>(c.rows()) - classes.second_class;
  return classes;
}

}  // namespace hamel
