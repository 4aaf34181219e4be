// The examples of the papers as exact numbers, with the parameters of the public system files.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/check/algebraic_system.hpp>

namespace literature {

using hamel::AlgebraicSystem;
using hamel::DynamicMatrix;
using hamel::DynamicVector;
using hamel::Rational;
using hamel::StructureConstants;
using Rows = std::vector<std::vector<std::string>>;

inline Rational number(const std::string& text) {
  return hamel::parse_rational(text);
}

inline DynamicMatrix<Rational> matrix(const Rows& rows) {
  DynamicMatrix<Rational> result(static_cast<Eigen::Index>(rows.size()),
                                 rows.empty() ? 0 : static_cast<Eigen::Index>(rows[0].size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) result(i, j) = number(rows[i][j]);
  return result;
}

/// Columns given as rows of text.
inline DynamicMatrix<Rational> span(const Rows& vectors) {
  return matrix(vectors).transpose();
}

inline DynamicMatrix<Rational> diagonal(const std::vector<std::string>& entries) {
  const auto n = static_cast<Eigen::Index>(entries.size());
  DynamicMatrix<Rational> result = DynamicMatrix<Rational>::Constant(n, n, 0);
  for (Eigen::Index i = 0; i < n; ++i) result(i, i) = number(entries[i]);
  return result;
}

/// so(3): [e1,e2] = e3 cyclic.
inline StructureConstants<Rational> so3() {
  StructureConstants<Rational> algebra(3);
  algebra.set(0, 1, 2, 1);
  algebra.set(1, 2, 0, 1);
  algebra.set(2, 0, 1, 1);
  return algebra;
}

/// so(2,1): [e1,e2] = -e3, [e2,e3] = e1, [e3,e1] = e2.
inline StructureConstants<Rational> so21() {
  StructureConstants<Rational> algebra(3);
  algebra.set(0, 1, 2, -1);
  algebra.set(1, 2, 0, 1);
  algebra.set(2, 0, 1, 1);
  return algebra;
}

/// se(2) times an abelian factor: [e3,e1] = e2, [e3,e2] = -e1.
inline StructureConstants<Rational> se2(int torus = 0) {
  StructureConstants<Rational> algebra(3 + torus);
  algebra.set(2, 0, 1, 1);
  algebra.set(2, 1, 0, -1);
  return algebra;
}

/// h3: [e1,e2] = -2 e3.
inline StructureConstants<Rational> h3() {
  StructureConstants<Rational> algebra(3);
  algebra.set(0, 1, 2, -2);
  return algebra;
}

/// so(4) in the basis of the system file z2_so4.
inline StructureConstants<Rational> so4() {
  StructureConstants<Rational> algebra(6);
  const int entries[][4] = {{1, 2, 3, 1},  {2, 3, 1, 1}, {3, 1, 2, 1},  {1, 5, 6, 1},
                            {2, 6, 4, 1},  {3, 4, 5, 1}, {1, 6, 5, -1}, {2, 4, 6, -1},
                            {3, 5, 4, -1}, {4, 5, 3, 1}, {5, 6, 1, 1},  {6, 4, 2, 1}};
  for (const auto& e : entries) algebra.set(e[0] - 1, e[1] - 1, e[2] - 1, e[3]);
  return algebra;
}

inline AlgebraicSystem<Rational> so3_biinvariant() {
  return {so3(), diagonal({"1", "1", "1"}), span({{"1", "0", "0"}, {"0", "1", "0"}})};
}
inline AlgebraicSystem<Rational> so21_lorentz() {
  return {so21(), diagonal({"1", "1", "-1"}), span({{"1", "0", "0"}, {"0", "0", "1"}})};
}
inline AlgebraicSystem<Rational> unicycle() {
  return {se2(1), diagonal({"13/10", "13/10", "7/10", "2/5"}),
          span({{"9/10", "0", "0", "1"}, {"0", "0", "1", "0"}})};
}
inline AlgebraicSystem<Rational> carriage() {
  return {se2(2), diagonal({"13/10", "13/10", "7/10", "4/5", "4/5"}),
          span({{"9/10", "0", "0", "1", "0"}, {"0", "0", "9/10", "0", "3/5"}})};
}
/// The carriage whose centre of mass sits m0 l off the axle: m = 3, m0 = 2, J = 5, J2 = 1/2, R = 1,
/// c = 2.
inline AlgebraicSystem<Rational> carriage_offset(const std::string& m0l = "2") {
  auto metric = diagonal({"3", "3", "5", "1/2", "1/2"});
  metric(1, 2) = metric(2, 1) = number(m0l);
  return {se2(2), metric, span({{"-1/2", "0", "-1/4", "1", "0"}, {"-1/2", "0", "1/4", "0", "1"}})};
}
inline AlgebraicSystem<Rational> heisenberg() {
  return {h3(), diagonal({"1", "1", "1"}), span({{"1", "0", "0"}, {"0", "1", "0"}})};
}
inline AlgebraicSystem<Rational> chaplygin_skate() {
  return {se2(), diagonal({"13/10", "13/10", "7/10"}), span({{"1", "0", "0"}, {"0", "0", "1"}})};
}
/// m = 1, J = 1/2, l = 2/5.
inline AlgebraicSystem<Rational> chaplygin_sleigh() {
  return {se2(), matrix({{"1", "0", "0"}, {"0", "1", "2/5"}, {"0", "2/5", "33/50"}}),
          span({{"1", "0", "0"}, {"0", "0", "1"}})};
}
inline AlgebraicSystem<Rational> suslov() {
  return {so3(), matrix({{"2", "0", "1/2"}, {"0", "3", "7/10"}, {"1/2", "7/10", "4"}}),
          span({{"1", "0", "0"}, {"0", "1", "0"}})};
}
inline AlgebraicSystem<Rational> suslov_diagonal(const std::string& i1, const std::string& i2,
                                                 const std::string& i3) {
  return {so3(), diagonal({i1, i2, i3}), span({{"1", "0", "0"}, {"0", "1", "0"}})};
}
inline AlgebraicSystem<Rational> z2_sl2() {
  return {so21(), diagonal({"1", "2", "3"}), span({{"1", "0", "0"}, {"0", "1", "0"}})};
}
inline AlgebraicSystem<Rational> z2_so4() {
  return {so4(), diagonal({"1", "1", "1", "1", "1", "1"}),
          span({{"0", "0", "0", "1", "0", "0"},
                {"0", "0", "0", "0", "1", "0"},
                {"0", "0", "0", "0", "0", "1"}})};
}

}  // namespace literature
