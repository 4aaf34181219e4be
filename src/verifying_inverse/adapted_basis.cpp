// Flags of ideals cut with d, and brackets.
#include "adapted_basis.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "exact/linear_algebra.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;
using ExactVector = DynamicVector<Rational>;

/// The multiple by whole numbers without common divisor, the first positive.
ExactVector primitive_multiple(const ExactVector& v) {
  Integer common = 1, divisor = 0;
  bool negative = false;
  for (const auto& x : v.reshaped()) common = lcm(common, x.denominator());
  for (const auto& x : v.reshaped()) {
    if (divisor == 0) negative = x.sign() < 0;
    divisor = gcd(divisor, (x * Rational(common)).numerator());
  }
  if (divisor == 0) return v;
  return v * (Rational(common) / Rational(negative ? Integer(-divisor) : divisor));
}

/// Vectors that are independent of those before.
class Basis {
 public:
  explicit Basis(Eigen::Index dimension) : vectors_(dimension, 0) {}

  bool add(const ExactVector& v) {
    if (contains<Rational>(vectors_, v)) return false;
    vectors_ = join<Rational>(vectors_, v);
    return true;
  }
  void add_all(const Exact& columns) {
    for (Eigen::Index k = 0; k < columns.cols(); ++k) add(primitive_multiple(columns.col(k)));
  }
  const Exact& vectors() const { return vectors_; }

 private:
  Exact vectors_;
};

/// Those a of d with [a, d] in d.
Exact characteristics(const StructureConstants<Rational>& algebra, const Exact& d) {
  const Exact beyond = kernel<Rational>(Exact(d.transpose())).transpose();  // annihilates d
  Exact rows(beyond.rows() * d.cols(), d.cols());
  for (Eigen::Index j = 0; j < d.cols(); ++j)
    for (Eigen::Index i = 0; i < d.cols(); ++i)
      rows.block(j * beyond.rows(), i, beyond.rows(), 1) =
          beyond * algebra.bracket(d.col(i), d.col(j));
  return d * kernel<Rational>(rows);
}

/// The smallest first.
std::vector<Exact> by_dimension(std::vector<Exact> spaces) {
  std::erase_if(spaces, [](const Exact& space) { return space.cols() == 0; });
  std::ranges::stable_sort(spaces, {}, [](const Exact& space) { return space.cols(); });
  return spaces;
}

std::vector<Exact> characteristic_ideals(const StructureConstants<Rational>& algebra) {
  std::vector<Exact> all;
  for (const auto& series :
       {derived_series(algebra), lower_central_series(algebra), upper_central_series(algebra)})
    for (const auto& ideal : series) all.push_back(ideal);
  all.push_back(radical(algebra));
  all.push_back(kernel<Rational>(killing_form(algebra)));
  return by_dimension(all);
}

}  // namespace

AdaptedBasis adapted_basis(const StructureConstants<Rational>& algebra, const Exact& d) {
  const auto ideals = characteristic_ideals(algebra);
  const Exact killing = killing_form(algebra), alone = characteristics(algebra, d);
  std::vector<Exact> flag{alone, d};
  for (const auto& ideal : ideals) {
    flag.push_back(intersection<Rational>(d, ideal));
    flag.push_back(intersection<Rational>(alone, ideal));
  }
  Basis on_d(algebra.dimension());
  for (const auto& space : by_dimension(flag)) on_d.add_all(space);
  AdaptedBasis result{on_d.vectors(), static_cast<int>(d.cols()), 0};
  auto& vectors = result.vectors;
  for (Eigen::Index i = 0; i < vectors.cols(); ++i) {
    ExactVector v = vectors.col(i);
    for (Eigen::Index j = 0; j < i; ++j) {
      const ExactVector covector = killing * vectors.col(j);
      const Rational length = covector.dot(vectors.col(j));
      if (length != Rational(0)) v -= (covector.dot(v) / length) * vectors.col(j);
    }
    vectors.col(i) = primitive_multiple(v);
  }
  Basis all(algebra.dimension());
  all.add_all(vectors);
  for (Eigen::Index i = 0; i < vectors.cols(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      if (all.add(primitive_multiple(algebra.bracket(vectors.col(j), vectors.col(i)))))
        ++result.added;
  for (const auto& ideal : ideals) all.add_all(ideal);
  all.add_all(whole(algebra));
  vectors = all.vectors();
  return result;
}

}  // namespace hamel
