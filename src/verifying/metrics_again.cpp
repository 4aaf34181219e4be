// Equations (3.11) as linear equations for a form on d, their rank, and signatures by Descartes.
#include "metrics_again.hpp"

#include <algorithm>
#include <cstddef>

#include "claims/verify.hpp"
#include "exact/determinants.hpp"
#include "exact/interpolation.hpp"
#include "exact/real_roots.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

Eigen::Index place(Eigen::Index i, Eigen::Index j) {
  return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

/// [v, w] by the structure constants.
Exact bracket(const StructureConstants<Rational>& algebra, const Exact& v, const Exact& w) {
  Exact sum = Exact::Constant(v.rows(), 1, Rational(0));
  for (const auto& c : algebra.entries())  // i < j
    sum(c.k) += c.value * (v(c.i) * w(c.j) - v(c.j) * w(c.i));
  return sum;
}

/// One equation a row, in the entries g11, g21, g22, ... of G.
Exact equations(const AlgebraicSystem<Rational>& system) {
  const Exact d = system.d();
  const Exact momenta = d.transpose() * system.metric;
  const Exact across = kernel<Rational>(momenta);  // d_perp
  const Exact gram = momenta * d;
  const Eigen::Index r = d.cols(), unknowns = r * (r + 1) / 2;
  Exact all = Exact::Constant(across.cols() * unknowns, unknowns, Rational(0));
  Eigen::Index row = 0;
  for (Eigen::Index b = 0; b < across.cols(); ++b) {
    Exact moved(system.dimension(), r);
    for (Eigen::Index j = 0; j < r; ++j)
      moved.col(j) = bracket(system.algebra, d.col(j), across.col(b));
    const Exact action = *solve<Rational>(gram, Exact(momenta * moved));
    for (Eigen::Index i = 0; i < r; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++row)
        for (Eigen::Index k = 0; k < r; ++k) {
          all(row, place(i, k)) += action(k, j);
          all(row, place(j, k)) += action(k, i);
        }
  }
  return all;
}

bool is_zero(const Exact& m) {
  for (const auto& entry : m.reshaped())
    if (!entry.is_zero()) return false;
  return true;
}

bool is_reduced(const Exact& rows) {
  Eigen::Index last = -1;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    Eigen::Index pivot = 0;
    while (pivot < rows.cols() && rows(i, pivot).is_zero()) ++pivot;
    if (pivot <= last || pivot == rows.cols() || rows(i, pivot) != Rational(1)) return false;
    for (Eigen::Index k = 0; k < rows.rows(); ++k)
      if (k != i && !rows(k, pivot).is_zero()) return false;
    last = pivot;
  }
  return true;
}

/// Of a symmetric matrix, whose characteristic polynomial has real roots alone: those above 0 are the changes of sign
/// of its coefficients, those below 0 the changes where every other sign is turned (Descartes).
std::pair<int, int> signs_of(const Exact& form) {
  const std::vector<Rational> coefficients = characteristic(form).first;
  const auto changes = [&](bool turned) {
    int count = 0, last = 0;
    for (std::size_t k = 0; k < coefficients.size(); ++k) {
      const int sign = coefficients[k].sign() * (turned && k % 2 == 1 ? -1 : 1);
      if (sign == 0) continue;
      if (last == -sign) ++count;
      last = sign;
    }
    return count;
  };
  return {changes(false), changes(true)};
}

}  // namespace

DynamicMatrix<Rational> form_of(const DynamicMatrix<Rational>& rows, int r,
                                const DynamicVector<Rational>& factors) {
  const Exact sum = rows.transpose() * factors;
  Exact form(r, r);
  for (Eigen::Index i = 0; i < r; ++i)
    for (Eigen::Index j = 0; j < r; ++j) form(i, j) = sum(place(i, j));
  return form;
}

namespace {

DynamicVector<Rational> on_line(const Rational& t) {
  DynamicVector<Rational> factors(2);
  factors << Rational(1), t;
  return factors;
}

/// det(-A - t B), of degree r at most, from its values at 0 .. r.
Polynomial determinant_of_plane(const Exact& rows, int r) {
  std::vector<std::pair<Rational, Rational>> values;
  for (int at = 0; at <= r; ++at)
    values.emplace_back(at, characteristic(form_of(rows, r, on_line(Rational(at)))).first.front());
  return through(values);
}

}  // namespace

DynamicMatrix<Rational> rows_of_forms(const std::vector<DynamicMatrix<Rational>>& forms, int r) {
  Exact rows(static_cast<Eigen::Index>(forms.size()), r * (r + 1) / 2);
  for (std::size_t k = 0; k < forms.size(); ++k)
    for (Eigen::Index i = 0; i < r; ++i)
      for (Eigen::Index j = 0; j <= i; ++j)
        rows(static_cast<Eigen::Index>(k), place(i, j)) = forms[k](i, j);
  return rows;
}

bool are_all_metrics(const AlgebraicSystem<Rational>& system, const DynamicMatrix<Rational>& rows) {
  const Exact conditions = equations(system);
  return rows.cols() == conditions.cols() && is_reduced(rows) &&
         is_zero(conditions * rows.transpose()) &&
         rank<Rational>(conditions) + rows.rows() == conditions.cols();
}

bool has_signature(const DynamicMatrix<Rational>& rows, int r, const ClaimedMember& member) {
  if (member.factors.size() != rows.rows() || member.signature.first + member.signature.second != r)
    return false;
  return signs_of(form_of(rows, r, member.factors)) == member.signature;
}

std::vector<ClaimedMember> members_of_plane(const DynamicMatrix<Rational>& rows, int r) {
  const Polynomial det = determinant_of_plane(rows, r);
  if (det.is_zero()) return {};
  std::vector<RealRoot> roots = real_roots(det);
  std::vector<Rational> between;
  for (std::size_t k = 0; k + 1 < roots.size(); ++k) {
    while (!(roots[k].upper < roots[k + 1].lower)) {
      roots[k].refine();
      roots[k + 1].refine();
    }
    between.push_back((roots[k].upper + roots[k + 1].lower) / Rational(2));
  }
  between.push_back(roots.empty() ? Rational(0) : roots.front().lower - Rational(1));
  if (!roots.empty()) between.push_back(roots.back().upper + Rational(1));
  std::vector<ClaimedMember> members;
  for (const Rational& t : between) {
    const DynamicVector<Rational> factors = on_line(t);
    const auto [plus, minus] = signs_of(form_of(rows, r, factors));
    members.push_back({{plus, minus}, factors});
    members.push_back({{minus, plus}, -factors});
  }
  return members;
}

namespace {

/// A form and its negative.
std::vector<ClaimedMember> members_of_line(const Exact& rows, int r) {
  const auto one = DynamicVector<Rational>::Constant(1, Rational(1));
  const auto [plus, minus] = signs_of(form_of(rows, r, one));
  if (plus + minus < r) return {};
  return {{{plus, minus}, one}, {{minus, plus}, -one}};
}

/// Whether one vector is in the kernels of all forms.
bool share_a_kernel(const Exact& rows, int r) {
  const auto one = DynamicVector<Rational>::Constant(1, Rational(1));
  Exact stacked(rows.rows() * r, r);
  for (Eigen::Index k = 0; k < rows.rows(); ++k)
    stacked.middleRows(k * r, r) = form_of(rows.row(k), r, one);
  return rank<Rational>(stacked) < r;
}

/// Of all forms: sums of squares with signs.
std::vector<ClaimedMember> diagonal_members(int r) {
  std::vector<ClaimedMember> members;
  for (int plus = r; plus >= 0; --plus) {
    DynamicVector<Rational> factors =
        DynamicVector<Rational>::Constant(r * (r + 1) / 2, Rational(0));
    for (int i = 0; i < r; ++i) factors(place(i, i)) = Rational(i < plus ? 1 : -1);
    members.push_back({{plus, r - plus}, std::move(factors)});
  }
  return members;
}

}  // namespace

std::optional<std::vector<ClaimedMember>> members_of_space(const DynamicMatrix<Rational>& rows,
                                                           int r) {
  std::vector<ClaimedMember> all;
  if (rows.rows() == r * (r + 1) / 2)
    all = diagonal_members(r);
  else if (rows.rows() == 1)
    all = members_of_line(rows, r);
  else if (rows.rows() == 2)
    all = members_of_plane(rows, r);
  else if (rows.rows() > 2 && !share_a_kernel(rows, r))
    return std::nullopt;
  std::ranges::stable_sort(all, std::greater<>(), &ClaimedMember::signature);
  const auto is_same = [](const ClaimedMember& a, const ClaimedMember& b) {
    return a.signature == b.signature;
  };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

bool no_other_signatures(const DynamicMatrix<Rational>& rows, int r,
                         const std::vector<ClaimedMember>& members) {
  const auto all = members_of_space(rows, r);
  return all && std::ranges::all_of(*all, [&](const ClaimedMember& one) {
           return std::ranges::count(members, one.signature, &ClaimedMember::signature) > 0;
         });
}

}  // namespace hamel
