// The principal logarithm on a group of matrices.
#pragma once

#include <limits>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/matrix_functions.hpp>

namespace hamel {

/// The principal logarithm of the matrix x of a group with hat, vee and dexp_inv, refined by one Newton step; NaN where
/// there is none.
template <class G, class S>
Vector<S, G::dimension> matrix_logarithm(const G& group, const SmallMatrix<S>& x) noexcept {
  using V = Vector<S, G::dimension>;
  const V a = group.vee(matrix_log(x));
  const V minus = -a;
  const SmallMatrix<S> rest = matrix_exp(SmallMatrix<S>(group.hat(minus))) * x;
  const SmallMatrix<S> gap = rest - SmallMatrix<S>::Identity(x.rows(), x.rows());
  if (!(one_norm(gap) < Plain<S>(0.25)))
    return V::Constant(group.dim(), S(std::numeric_limits<Plain<S>>::quiet_NaN()));
  return a + group.dexp_inv(minus, V(group.vee(matrix_log(rest))));
}

}  // namespace hamel
