// Bases in which an algebra of dimension 4 and a subspace are those of a row: the proof that the rows are all, as a
// program.
#include <utility>

#include "algebras_of_dimension_4.hpp"
#include "exact/invariants.hpp"
#include "exact/subspaces.hpp"

namespace classification {

namespace {

const Rational zero(0), one(1);

Column unit(int i) {
  Column e = Column::Constant(4, zero);
  e(i) = one;
  return e;
}

Rational value(const Column& covector, const Column& vector) {
  Rational sum(0);
  for (int i = 0; i < 4; ++i) sum += covector(i) * vector(i);
  return sum;
}

Columns joined(const std::vector<Column>& columns) {
  Columns all(4, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k)
    all.col(static_cast<Eigen::Index>(k)) = columns[k];
  return all;
}

/// The coordinates of a vector in a basis.
Column coordinates(const std::vector<Column>& basis, const Column& v) {
  return *hamel::inverse<Rational>(joined(basis)) * v;
}

using Found = std::optional<AdaptedBasis>;

/// R f + R^3: f is moved into d, W = d and R^3 meet in a plane; A = ad_f on R^3, and the covectors alpha, alpha A,
/// alpha A^2 span three dimensions, two (their common kernel is an invariant line in W) or one (d is a subalgebra).
Found beside_abelian(const Algebra& g, const Column& alpha) {
  std::vector<Column> ideal;
  for (int i = 0; i < 4; ++i)
    if (i != g.f) ideal.push_back(unit(i));
  Column f = unit(g.f);
  const Column* top = nullptr;
  for (const auto& v : ideal)
    if (!value(alpha, v).is_zero()) top = &v;
  if (top == nullptr) return std::nullopt;
  f -= *top * Rational(value(alpha, f) / value(alpha, *top));
  const auto a = [&](const Column& v) { return Column(g.constants.bracket(f, v)); };
  Columns chain(3, 3);
  for (int c = 0; c < 3; ++c) {
    const Column v = ideal[static_cast<std::size_t>(c)];
    chain(0, c) = value(alpha, v);
    chain(1, c) = value(alpha, a(v));
    chain(2, c) = value(alpha, a(a(v)));
  }
  const auto vector = [&](const Columns& in_ideal, int column) {
    Column v = Column::Constant(4, zero);
    for (int c = 0; c < 3; ++c) v += ideal[static_cast<std::size_t>(c)] * in_ideal(c, column);
    return v;
  };
  const int rank = static_cast<int>(hamel::rank<Rational>(chain));
  if (rank == 1) return std::nullopt;
  if (rank == 3) {
    const Columns dual = *hamel::inverse<Rational>(chain);
    const Column e4 = vector(dual, 0), e2 = vector(dual, 1), e3 = vector(dual, 2);
    const std::vector<Column> basis{f, e2, e3, e4};
    return AdaptedBasis{
        0,
        {coordinates(basis, a(e4))(2), coordinates(basis, a(e2))(2), coordinates(basis, a(e3))(2)},
        joined(basis)};
  }
  Column e3 = vector(hamel::kernel<Rational>(chain), 0);
  const Columns plane = hamel::kernel<Rational>(Columns(chain.topRows(1)));
  Column e2 = vector(plane, 0);
  if (hamel::rank<Rational>(joined({e2, e3})) < 2) e2 = vector(plane, 1);
  const std::vector<Column> basis{f, e2, e3, a(e2)};
  const Column last = coordinates(basis, a(basis[3]));
  const Rational k = coordinates(basis, a(e3))(2), s = -last(1);
  const Rational &q = last(2), &t = last(3);
  const Rational divisor = k * k - t * k + s;
  if (divisor.is_zero() && !q.is_zero()) {
    e3 *= q;
    return AdaptedBasis{2, {t, k}, joined({f, e2, e3, basis[3]})};
  }
  if (!q.is_zero()) e2 -= e3 * Rational(q / divisor);
  return AdaptedBasis{1, {s, t, k}, joined({f, e2, e3, a(e2)})};
}

/// h3 + R f: z, p, q, f. Inner automorphisms and f -> f + v bring d to f, w and z, or to p, q and f.
Found beside_heisenberg(const Algebra& g, const Column& alpha) {
  const Column z = unit(0), p = unit(1), q = unit(2), f = unit(3);
  const auto bracket = [&](const Column& a, const Column& b) {
    return Column(g.constants.bracket(a, b));
  };
  const Rational on_z = value(alpha, z), on_p = value(alpha, p), on_q = value(alpha, q);
  if (on_z.is_zero()) {
    if (on_p.is_zero() && on_q.is_zero()) return std::nullopt;
    const Column w = p * on_q - q * on_p, outside = on_p.is_zero() ? q : p;
    Column e1 = f - outside * Rational(value(alpha, f) / value(alpha, outside));
    const Column e4 = bracket(e1, w);
    if (value(alpha, e4).is_zero()) return std::nullopt;  // w is an eigenvector
    const Column e3 = bracket(w, e4);
    const std::vector<Column> basis{e1, w, e3, e4};
    const Column last = coordinates(basis, bracket(e1, e4));
    e1 -= w * last(2);
    return AdaptedBasis{3, {-last(1), last(3)}, joined({e1, w, e3, e4})};
  }
  // d holds p' and q'; f + v + c z acts on them without z where v solves two equations
  const Column p0 = p - z * Rational(on_p / on_z), q0 = q - z * Rational(on_q / on_z);
  const std::vector<Column> frame{p0, q0, z, f};
  const auto along_z = [&](const Column& v, const Column& w) {
    return coordinates(frame, bracket(v, w))(2);
  };
  Columns equations(2, 2), right(2, 1);
  int row = 0;
  for (const auto& w : {p0, q0}) {
    equations(row, 0) = along_z(p0, w);
    equations(row, 1) = along_z(q0, w);
    right(row++, 0) = -along_z(f, w);
  }
  const Columns v = *hamel::solve<Rational>(equations, right);
  Column e3 = f + p0 * v(0, 0) + q0 * v(1, 0);
  e3 -= z * Rational(value(alpha, e3) / on_z);
  for (const auto& e1 : {p0, q0, Column(p0 + q0)}) {
    const Column e2 = bracket(e3, e1);
    if (hamel::rank<Rational>(joined({e1, e2})) < 2) continue;
    const Column e4 = bracket(e1, e2);
    const Column last = coordinates({e1, e2, e3, e4}, bracket(e3, e2));
    return AdaptedBasis{4, {-last(0), last(1)}, joined({e1, e2, e3, e4})};
  }
  const Rational factor = coordinates({p0, q0, z, f}, bracket(e3, p0))(0);  // all are eigenvectors
  return AdaptedBasis{5, {}, joined({p0, q0, Column(e3 / factor), bracket(p0, q0)})};
}

Found in_two_planes(const Column& alpha) {
  const Column a[2] = {unit(0), unit(2)}, b[2] = {unit(1), unit(3)};
  const Rational on[2] = {value(alpha, b[0]), value(alpha, b[1])};
  if (on[0].is_zero() && on[1].is_zero()) return std::nullopt;
  const auto moved = [&](int i) {
    return Column(a[i] - b[i] * Rational(value(alpha, a[i]) / on[i]));
  };
  if (!on[0].is_zero() && !on[1].is_zero()) {
    const Column b1 = b[0] / on[0], b2 = b[1] / on[1];
    return AdaptedBasis{6, {}, joined({moved(0), moved(1), Column(b1 - b2), b1})};
  }
  const int i = on[0].is_zero() ? 1 : 0, j = 1 - i;
  const Rational other = value(alpha, a[j]);
  if (other.is_zero()) return std::nullopt;
  const Column e4 = b[i] * Rational(other / on[i]);
  return AdaptedBasis{7, {}, joined({moved(i), b[j], Column(a[j] - e4), e4})};
}

Found in_complex_plane(const Column& alpha) {
  const Column b = unit(0), ib = unit(1), a = -unit(2), ia = unit(3);
  const Rational x = value(alpha, b), y = value(alpha, ib), norm = x * x + y * y;
  if (norm.is_zero()) return std::nullopt;
  const Column e4 = b * Rational(x / norm) + ib * Rational(y / norm),
               e3 = ib * Rational(x / norm) - b * Rational(y / norm);  // i e4
  const Rational s = value(alpha, a), t = -value(alpha, ia);           // a - (s + i t) e4
  const Column e1 = a - e4 * s - e3 * t, e2 = ia - e3 * s + e4 * t;
  return AdaptedBasis{8, {}, joined({e1, e2, e3, e4})};
}

/// The simple part <e1, e2, e3> and the centre e4; the plane on which alpha vanishes in the first is the complement of
/// a line by Killing's form.
Found beside_simple(const Algebra& g, const Column& alpha) {
  const auto bracket = [&](const Column& a, const Column& b) {
    return Column(g.constants.bracket(a, b));
  };
  Columns row(1, 3);
  for (int i = 0; i < 3; ++i) row(0, i) = alpha(i);
  const Columns kernel = hamel::kernel<Rational>(row);
  if (kernel.cols() != 2) return std::nullopt;
  std::vector<Column> plane;
  for (int c = 0; c < 2; ++c) {
    Column v = Column::Constant(4, zero);
    for (int i = 0; i < 3; ++i) v(i) = kernel(i, c);
    plane.push_back(v);
  }
  const Columns killing = hamel::killing_form<Rational>(g.constants);
  const auto form = [&](const Column& a, const Column& b) { return value(Column(killing * a), b); };
  const Rational& centre = alpha(3);
  const Column n = bracket(plane[0], plane[1]);
  if (value(alpha, n).is_zero()) {  // a subalgebra of sl2: [n,h] = 2 n, [h,m] = 2 m, [n,m] = h
    if (centre.is_zero()) return std::nullopt;
    Column h = hamel::rank<Rational>(joined({n, plane[0]})) == 2 ? plane[0] : plane[1];
    Column factor = bracket(n, h);
    int at = 0;
    while (n(at).is_zero()) ++at;
    h *= Rational(Rational(2) * n(at) / factor(at));
    const Columns two =
        g.constants.ad(h) - Columns(joined({unit(0) * Rational(2), unit(1) * Rational(2),
                                            unit(2) * Rational(2), unit(3) * Rational(2)}));
    Column m = hamel::kernel<Rational>(two).col(0);
    const Column nm = bracket(n, m);
    at = 0;
    while (h(at).is_zero()) ++at;
    m *= Rational(h(at) / nm(at));
    const Column c = unit(3) * Rational(value(alpha, m) / centre);
    return AdaptedBasis{11, {}, joined({n, h, Column(m - c), m})};
  }
  Column e1 = plane[0], e2 = plane[1];
  if (form(e1, e1).is_zero()) std::swap(e1, e2);
  if (form(e1, e1).is_zero()) e1 += e2;
  e2 -= e1 * Rational(form(e1, e2) / form(e1, e1));
  const Column e4 = bracket(e1, e2);
  const Column e3 =
      centre.is_zero() ? unit(3) : Column(e4 - unit(3) * Rational(value(alpha, e4) / centre));
  const std::vector<Column> basis{e1, e2, e3, e4};
  return AdaptedBasis{
      centre.is_zero() ? 9 : 10,
      {coordinates(basis, bracket(e2, e4))(0), coordinates(basis, bracket(e4, e1))(1)},
      joined(basis)};
}

}  // namespace

std::optional<AdaptedBasis> adapted_to_hyperplane(const Algebra& algebra, const Column& covector) {
  switch (algebra.kind) {
    case Kind::abelian_ideal:
      return beside_abelian(algebra, covector);
    case Kind::heisenberg:
      return beside_heisenberg(algebra, covector);
    case Kind::two_planes:
      return in_two_planes(covector);
    case Kind::complex_plane:
      return in_complex_plane(covector);
    case Kind::simple:
      return beside_simple(algebra, covector);
  }
  return std::nullopt;
}

/// e2 in d brackets d + [d,d] into itself, e1 does not; e3 = [e1,e2], e4 = [e1,e3]. What is left is e1 -> e1 + b e2 and
/// factors.
std::optional<AdaptedBasis> adapted_to_plane(const Algebra& algebra, const Columns& plane) {
  const auto bracket = [&](const Column& a, const Column& b) {
    return Column(algebra.constants.bracket(a, b));
  };
  const Column b1 = plane.col(0), b2 = plane.col(1), b3 = bracket(b1, b2);
  const Columns three = joined({b1, b2, b3});
  if (hamel::rank<Rational>(three) < 3) return std::nullopt;
  const Columns annihilator = hamel::kernel<Rational>(Columns(three.transpose()));
  const Column beta = annihilator.col(0);
  const Rational x = value(beta, bracket(b1, b3)), y = value(beta, bracket(b2, b3));
  if (x.is_zero() && y.is_zero()) return std::nullopt;
  Column e1 = x.is_zero() ? b2 : b1, e2 = b1 * y - b2 * x;
  const auto basis = [&] {
    const Column e3 = bracket(e1, e2);
    return std::vector<Column>{e1, e2, e3, bracket(e1, e3)};
  };
  const auto constant = [&](int i, int j, int k) {
    const auto e = basis();
    return Rational(coordinates(
        e, bracket(e[static_cast<std::size_t>(i - 1)], e[static_cast<std::size_t>(j - 1)]))(k - 1));
  };
  const auto found = [&](int row, std::vector<Rational> parameters) {
    return AdaptedBasis{row, std::move(parameters), joined(basis())};
  };
  if (const Rational a = constant(2, 3, 1); !a.is_zero()) {
    e1 += e2 * Rational(constant(2, 3, 2) / a);
    const Rational p = constant(1, 4, 3);
    return p.is_zero() ? found(3, {a, constant(2, 3, 3)}) : found(4, {a, p});
  }
  if (const Rational c = constant(2, 3, 3); !c.is_zero()) {
    e2 /= c;
    e1 -= e2 * Rational(constant(1, 4, 4) / Rational(2));
    return found(1, {constant(1, 4, 3)});
  }
  if (const Rational b = constant(2, 3, 2); !b.is_zero()) {
    e2 /= b;
    e1 -= e2 * Rational(constant(1, 4, 3) / Rational(2));
    return found(2, {});
  }
  return found(0, {constant(1, 4, 2), constant(1, 4, 3), constant(1, 4, 4)});
}

}  // namespace classification
