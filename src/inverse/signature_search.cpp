// A search until all signatures that are possible were seen.
#include "signature_search.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <utility>

#include "checking/exact_algebra.hpp"
#include "proving/possible_signatures.hpp"

namespace hamel {

namespace {

constexpr int widest_factor = 2;
constexpr int most_trials = 200;

class Members {
 public:
  Members(const DynamicMatrix<Rational>& rows, int r)
      : rows_(rows), r_(r), possible_(possible_signatures(rows, r)) {}

  bool complete() const { return found_.size() >= possible_.size(); }
  /// A member and its negative.
  void add(const ClaimedMember& member) {
    keep(member);
    keep({{member.signature.second, member.signature.first}, -member.factors});
  }
  void add(const DynamicVector<Rational>& factors) {
    const Signature s = signature<Rational>(form_of(rows_, r_, factors));
    if (s.positive + s.negative == r_) add(ClaimedMember{{s.positive, s.negative}, factors});
  }
  /// Those of the plane of two members.
  void add_plane(const DynamicVector<Rational>& a, const DynamicVector<Rational>& b) {
    DynamicMatrix<Rational> two(2, rows_.cols());
    two.row(0) = (rows_.transpose() * a).transpose();
    two.row(1) = (rows_.transpose() * b).transpose();
    for (const auto& member : members_of_plane(two, r_))
      keep({member.signature, member.factors(0) * a + member.factors(1) * b});
  }
  const std::vector<ClaimedMember>& found() const { return found_; }

 private:
  void keep(const ClaimedMember& member) {
    if (std::ranges::count(found_, member.signature, &ClaimedMember::signature) == 0)
      found_.push_back(member);
  }

  const DynamicMatrix<Rational>& rows_;
  int r_;
  std::vector<std::pair<int, int>> possible_;
  std::vector<ClaimedMember> found_;
};

/// The nearest members to forms, for the sum of the products of entries.
class Projection {
 public:
  Projection(const DynamicMatrix<Rational>& rows, int r) : rows_(rows), r_(r) {
    for (Eigen::Index i = 0, place = 0; i < r; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++place) rows_.col(place) *= Rational(i == j ? 1 : 2);
    inverse_ = *inverse<Rational>(DynamicMatrix<Rational>(rows_ * rows.transpose()));
  }
  /// Of the sum of signs times squares of linear forms, the rows.
  DynamicVector<Rational> of(const DynamicMatrix<Rational>& forms,
                             const std::vector<int>& signs) const {
    DynamicVector<Rational> entries = DynamicVector<Rational>::Constant(rows_.cols(), Rational(0));
    for (Eigen::Index s = 0; s < r_; ++s)
      for (Eigen::Index i = 0, place = 0; i < r_; ++i)
        for (Eigen::Index j = 0; j <= i; ++j, ++place)
          entries(place) +=
              Rational(signs[static_cast<std::size_t>(s)]) * forms(s, i) * forms(s, j);
    return inverse_ * (rows_ * entries);
  }

 private:
  DynamicMatrix<Rational> rows_, inverse_;
  int r_;
};

}  // namespace

std::vector<ClaimedMember> members_of_space(const DynamicMatrix<Rational>& rows, int r) {
  const Eigen::Index count = rows.rows();
  Members members(rows, r);
  std::mt19937 generator(1);
  const auto small = [&] {
    return Rational(static_cast<int>(generator() % (2 * widest_factor + 1)) - widest_factor);
  };
  if (count > 0 && !members.complete()) {
    const Projection nearest(rows, r);
    DynamicVector<Rational> factors(count);
    DynamicMatrix<Rational> forms = DynamicMatrix<Rational>::Constant(r, r, Rational(0));
    std::vector<int> signs(static_cast<std::size_t>(r), 1);
    for (int trial = 0; trial < most_trials && !members.complete(); ++trial) {
      for (auto& factor : factors.reshaped()) factor = small();
      members.add(factors);
      for (Eigen::Index i = 0; i < r; ++i)  // the first are coordinates
        for (Eigen::Index j = 0; j < r; ++j)
          forms(i, j) = trial < r + 1 ? Rational(i == j ? 1 : 0) : small();
      for (int i = 0; i < r; ++i) signs[static_cast<std::size_t>(i)] = i < trial % (r + 1) ? -1 : 1;
      members.add(nearest.of(forms, signs));
    }
  }
  for (std::size_t m = 0; m < members.found().size() && !members.complete(); ++m)
    for (Eigen::Index k = 0; k < count && !members.complete(); ++k) {
      DynamicVector<Rational> unit = DynamicVector<Rational>::Constant(count, Rational(0));
      unit(k) = Rational(1);
      members.add_plane(DynamicVector<Rational>(members.found()[m].factors), unit);
    }
  std::vector<ClaimedMember> all = members.found();
  std::ranges::sort(all, std::greater<>(), &ClaimedMember::signature);
  return all;
}

}  // namespace hamel
