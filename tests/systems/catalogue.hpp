// The usual Lie algebras by name, over the rationals.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/matrix_algebra.hpp>
#include <hamel/algebra/rational.hpp>

#include "exact/invariants.hpp"

namespace hamel {

/// An algebra of the catalogue.
struct CatalogueEntry {
  std::string name;
  StructureConstants<Rational> algebra;
  std::vector<std::string> basis;  ///< what each basis vector is
};

namespace catalogue {

/// [e2,e3] = n1 e1, [e3,e1] = n2 e2 - a e3, [e1,e2] = n3 e3 + a e2 (Ellis & MacCallum 1969); needs
/// a n1 = 0.
inline StructureConstants<Rational> behr(int n1, int n2, int n3, const Rational& a = 0) {
  StructureConstants<Rational> algebra(3);
  algebra.set(1, 2, 0, n1);
  algebra.set(2, 0, 1, n2);
  algebra.set(2, 0, 2, -a);
  algebra.set(0, 1, 2, n3);
  algebra.set(0, 1, 1, a);
  return algebra;
}

/// Bianchi's three-dimensional real algebras, type 1 to 9. For types 6 and 7 the parameter a >= 0
/// selects the member (a = 0: VI_0 = se(1,1), VII_0 = se(2)); a = 1 in type 6 is type 3. Throws
/// InputError for another type.
inline CatalogueEntry bianchi(int type, const Rational& a = 0) {
  static const char* const names[] = {"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"};
  if (type < 1 || type > 9) throw InputError("Bianchi type", std::to_string(type), "1 to 9");
  const auto algebra = [&] {
    switch (type) {
      case 1:
        return behr(0, 0, 0);
      case 2:
        return behr(1, 0, 0);
      case 3:
        return behr(0, 1, -1, 1);
      case 4:
        return behr(0, 0, 1, 1);
      case 5:
        return behr(0, 0, 0, 1);
      case 6:
        return behr(0, 1, -1, a);
      case 7:
        return behr(0, 1, 1, a);
      case 8:
        return behr(1, 1, -1);
      default:
        return behr(1, 1, 1);
    }
  }();
  CatalogueEntry entry{std::string("Bianchi ") + names[type - 1], algebra, {"e1", "e2", "e3"}};
  if (type == 6 || type == 7) entry.name += a.is_zero() ? "_0" : ", a = " + text(a);
  return entry;
}

/// The elementary matrix with one 1.
inline DynamicMatrix<Rational> elementary(int size, int i, int j) {
  DynamicMatrix<Rational> m = DynamicMatrix<Rational>::Constant(size, size, 0);
  m(i, j) = 1;
  return m;
}

/// so(p,q) for the form with p plus and q minus signs: L_ij = E_ij eta_j - E_ji eta_i, i < j, p + q
/// >= 2.
inline CatalogueEntry so(int p, int q = 0) {
  const int n = p + q;
  if (p < 0 || q < 0 || n < 2 || n > 8)
    throw InputError("so(p,q)", std::to_string(p) + ", " + std::to_string(q), "p + q from 2 to 8");
  const auto eta = [&](int i) { return Rational(i < p ? 1 : -1); };
  std::vector<DynamicMatrix<Rational>> basis;
  CatalogueEntry entry{"so(" + std::to_string(p) + (q ? "," + std::to_string(q) : "") + ")",
                       StructureConstants<Rational>(),
                       {}};
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      basis.push_back(eta(j) * elementary(n, i, j) - eta(i) * elementary(n, j, i));
      entry.basis.push_back("L" + std::to_string(i + 1) + std::to_string(j + 1));
    }
  entry.algebra = matrix_algebra<Rational>(basis);
  return entry;
}

/// sl(n), n = 2 .. 4: H_i = E_ii - E_(i+1)(i+1), then S_ij = E_ij + E_ji and A_ij = E_ij - E_ji for
/// i < j.
inline CatalogueEntry sl(int n) {
  if (n < 2 || n > 4) throw InputError("sl(n)", std::to_string(n), "n from 2 to 4");
  std::vector<DynamicMatrix<Rational>> basis;
  CatalogueEntry entry{"sl(" + std::to_string(n) + ")", StructureConstants<Rational>(), {}};
  const auto add = [&](DynamicMatrix<Rational> m, std::string name) {
    basis.push_back(std::move(m));
    entry.basis.push_back(std::move(name));
  };
  for (int i = 0; i + 1 < n; ++i)
    add(elementary(n, i, i) - elementary(n, i + 1, i + 1), "H" + std::to_string(i + 1));
  for (const int s : {1, -1})
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        add(elementary(n, i, j) + Rational(s) * elementary(n, j, i),
            (s > 0 ? "S" : "A") + std::to_string(i + 1) + std::to_string(j + 1));
  entry.algebra = matrix_algebra<Rational>(basis);
  return entry;
}

/// su(n), n = 2 .. 4, as real matrices of size 2n: D_k = i (E_kk - E_(k+1)(k+1)), A_jk = E_jk -
/// E_kj, B_jk = i (E_jk + E_kj).
inline CatalogueEntry su(int n) {
  if (n < 2 || n > 4) throw InputError("su(n)", std::to_string(n), "n from 2 to 4");
  const auto real = [&](int i, int j) -> DynamicMatrix<Rational> {
    return elementary(2 * n, i, j) + elementary(2 * n, n + i, n + j);
  };
  const auto imaginary = [&](int i, int j) -> DynamicMatrix<Rational> {
    return elementary(2 * n, n + i, j) - elementary(2 * n, i, n + j);
  };
  std::vector<DynamicMatrix<Rational>> basis;
  CatalogueEntry entry{"su(" + std::to_string(n) + ")", StructureConstants<Rational>(), {}};
  const auto add = [&](DynamicMatrix<Rational> m, std::string name) {
    basis.push_back(std::move(m));
    entry.basis.push_back(std::move(name));
  };
  for (int k = 0; k + 1 < n; ++k)
    add(imaginary(k, k) - imaginary(k + 1, k + 1), "D" + std::to_string(k + 1));
  for (int j = 0; j < n; ++j)
    for (int k = j + 1; k < n; ++k) {
      const std::string index = std::to_string(j + 1) + std::to_string(k + 1);
      add(real(j, k) - real(k, j), "A" + index);
      add(imaginary(j, k) + imaginary(k, j), "B" + index);
    }
  entry.algebra = matrix_algebra<Rational>(basis);
  return entry;
}

/// se(2): e1, e2 translations, e3 rotation; se(3): e1..e3 translations, e4..e6 rotations (body
/// frame).
inline CatalogueEntry se(int n) {
  if (n != 2 && n != 3) throw InputError("se(n)", std::to_string(n), "n = 2 or 3");
  std::vector<DynamicMatrix<Rational>> basis;
  for (int i = 0; i < n; ++i) basis.push_back(elementary(n + 1, i, n));
  if (n == 2) basis.push_back(elementary(3, 1, 0) - elementary(3, 0, 1));
  for (int i = 0; n == 3 && i < 3; ++i)
    basis.push_back(elementary(4, (i + 2) % 3, (i + 1) % 3) -
                    elementary(4, (i + 1) % 3, (i + 2) % 3));
  CatalogueEntry entry{"se(" + std::to_string(n) + ")", matrix_algebra<Rational>(basis), {}};
  for (std::size_t i = 0; i < basis.size(); ++i) {
    const bool translation = static_cast<int>(i) < n;
    entry.basis.push_back((translation ? "P" : "R") +
                          std::to_string(translation ? i + 1 : i + 1 - std::size_t(n)));
  }
  return entry;
}

/// The Heisenberg algebra of dimension 2k + 1: [x_i, y_i] = -2 z, basis x1, y1, x2, y2, ..., z.
inline CatalogueEntry heisenberg(int k = 1) {
  if (k < 1 || k > 15) throw InputError("Heisenberg pairs", std::to_string(k), "1 to 15");
  CatalogueEntry entry{
      "h" + std::to_string(2 * k + 1), StructureConstants<Rational>(2 * k + 1), {}};
  for (int i = 0; i < k; ++i) {
    entry.algebra.set(2 * i, 2 * i + 1, 2 * k, -2);
    entry.basis.push_back("x" + std::to_string(i + 1));
    entry.basis.push_back("y" + std::to_string(i + 1));
  }
  entry.basis.push_back("z");
  return entry;
}

/// Engel's algebra: [e1,e2] = e3, [e1,e3] = e4.
inline CatalogueEntry engel() {
  CatalogueEntry entry{"Engel", StructureConstants<Rational>(4), {"e1", "e2", "e3", "e4"}};
  entry.algebra.set(0, 1, 2, 1);
  entry.algebra.set(0, 2, 3, 1);
  return entry;
}

/// The abelian algebra of dimension n.
inline CatalogueEntry abelian(int n) {
  CatalogueEntry entry{"R" + std::to_string(n), StructureConstants<Rational>(n), {}};
  for (int i = 0; i < n; ++i) entry.basis.push_back("e" + std::to_string(i + 1));
  return entry;
}

/// Every algebra named above, once.
inline std::vector<CatalogueEntry> all() {
  std::vector<CatalogueEntry> entries;
  for (int type = 1; type <= 9; ++type) entries.push_back(bianchi(type));
  entries.push_back(bianchi(6, 2));
  entries.push_back(bianchi(7, 1));
  for (int n = 3; n <= 6; ++n)
    for (int q = 0; 2 * q <= n; ++q) entries.push_back(so(n - q, q));
  for (const int n : {2, 3}) {
    entries.push_back(sl(n));
    entries.push_back(su(n));
    entries.push_back(se(n));
  }
  entries.push_back(heisenberg(1));
  entries.push_back(heisenberg(2));
  entries.push_back(engel());
  return entries;
}

}  // namespace catalogue
}  // namespace hamel
