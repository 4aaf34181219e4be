// Metrics and potentials that vary: proved as identities between polynomials, refuted, or sampled.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/functions_on_group.hpp>
#include <hamel/check/polynomial_points.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>

#include "checking/varying_answers.hpp"
#include "claims/varying_conditions.hpp"
#include "literature.hpp"

using namespace hamel;
using namespace literature;

namespace {

/// g(x) of the generalised Heisenberg example (Jozwikowski & Respondek, Ex. 4.7); `tilt` breaks it.
struct GeneralisedMetric {
  double tilt = 0;
  template <class G, class S>
  Matrix<S, 3> operator()(const Element<G, S>& q) const {
    using std::cos, std::sin;
    const S x = q.data[0], y = q.data[1], z = q.data[2];
    Matrix<S, 3> m = Matrix<S, 3>::Constant(S(0));
    m(0, 0) = S(2) + cos(x);
    m(0, 1) = m(1, 0) = x * y / S(10) + S(tilt) * z;
    m(1, 1) = S(2) + sin(y) * sin(y);
    m(2, 2) = S(1) + z * z;
    return m;
  }
};

struct Bowl {
  template <class G, class S>
  S operator()(const Element<G, S>& q) const {
    return (q.data[0] * q.data[0] + q.data[1] * q.data[1]) / S(2);
  }
};

struct ExpMetric {
  template <class G, class S>
  Matrix<S, 3> operator()(const Element<G, S>& q) const {
    using std::exp;
    Matrix<S, 3> m = Matrix<S, 3>::Constant(S(0));
    m(0, 0) = exp(q.data[0]);
    m(1, 1) = m(2, 2) = S(1);
    return m;
  }
};

const auto horizontal = span({{"1", "0", "0"}, {"0", "1", "0"}});

}  // namespace

TEST_CASE("the generalised Heisenberg system satisfies (3.9) and (3.10), as a proof") {
  const auto system = mechanical(Heisenberg<1>{}, GeneralisedMetric{}, Bowl{});
  const VaryingConditions conditions(functions_on_group(system), h3(), horizontal);
  for (const auto& verdict :
       {conditions.invariant_decomposition(), conditions.eq_3_9(), conditions.eq_3_10()}) {
    CAPTURE(verdict.id);
    CHECK(verdict.answer == Answer::holds);
    CHECK(verdict.exact);
  }
  CHECK(q1_by(conditions).answer == Answer::holds);
  // The other route of the paper, Ex. 4.11: the ideal spanned by the centre.
  CHECK(conditions.cor_3_9(span({{"0", "0", "1"}})).answer == Answer::holds);
}

TEST_CASE("d = g and d = 0 are harmless with varying metrics") {
  const auto system = mechanical(Heisenberg<1>{}, GeneralisedMetric{}, Bowl{});
  for (const auto& d :
       {DynamicMatrix<Rational>(span({{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}})),
        DynamicMatrix<Rational>(3, 0)}) {
    const VaryingConditions conditions(functions_on_group(system), h3(), d);
    CHECK_NOTHROW(conditions.eq_3_10());
    CHECK(conditions.eq_3_9().answer == Answer::holds);
    CHECK(q1_by(conditions).answer == Answer::holds);
  }
}

TEST_CASE("a metric on d that depends on z fails (3.9)") {
  const auto system = mechanical(Heisenberg<1>{}, GeneralisedMetric{0.25}, Bowl{});
  const auto verdict = VaryingConditions(functions_on_group(system), h3(), horizontal).eq_3_9();
  CHECK(verdict.answer == Answer::fails);
  CHECK(verdict.exact);
  CHECK_FALSE(verdict.evidence.empty());
  CHECK(q1_by(VaryingConditions(functions_on_group(system), h3(), horizontal)).answer ==
        Answer::undecided);
}

TEST_CASE("what is not polynomial is sampled, and says so") {
  const auto system = mechanical(Heisenberg<1>{}, ExpMetric{});
  const VaryingConditions conditions(functions_on_group(system), h3(), horizontal);
  const auto verdict = conditions.eq_3_9();
  CHECK(verdict.answer == Answer::undecided);
  CHECK_FALSE(verdict.exact);
  CHECK(verdict.reason.find("no counterexample in 64 points") != std::string::npos);
  DynamicMatrix<Rational> tilted = horizontal;
  tilted(2, 0) = 1;
  const auto varies =
      VaryingConditions(functions_on_group(system), h3(), tilted).invariant_decomposition();
  CHECK(varies.answer == Answer::fails);
  CHECK(VaryingConditions(functions_on_group(system), h3(), tilted).eq_3_9().answer ==
        Answer::undecided);
}

TEST_CASE("potentials on the unicycle: JR's satisfy (3.10), U(phi, theta) does not") {
  const auto exact = unicycle();
  const auto group = SE2Cover{} * Torus<1>{};
  const Matrix<double, 4> m = cast<double>(exact.metric);
  // m R = 117/100, I = 2/5 as quotients of integers, so that they are exact in every scalar
  const auto jr = []<class G, class S>(const Element<G, S>& q) {
    using std::cos, std::sin;
    const S level = S(2) / S(5) * q.data[4] +
                    S(117) / S(100) * (q.data[0] * cos(q.data[2]) + q.data[1] * sin(q.data[2]));
    return S((S(1) - cos(q.data[2])) / S(2) + level * level / S(4));
  };
  const auto free = []<class G, class S>(const Element<G, S>& q) {
    using std::cos;
    return S(cos(q.data[2]) + q.data[4] * q.data[4]);
  };
  const auto with_jr = mechanical(group, m, jr);
  const VaryingConditions conditions(functions_on_group(with_jr, exact.metric), exact.algebra,
                                     exact.distribution);
  CHECK(conditions.invariant_decomposition().answer == Answer::holds);
  CHECK(conditions.eq_3_10().answer == Answer::holds);
  CHECK(conditions.eq_3_10().exact);
  CHECK(conditions.eq_3_9().answer == Answer::fails);  // the metric alone: eq_3_11 polarised
  const auto with_free = mechanical(group, m, free);
  const auto verdict = VaryingConditions(functions_on_group(with_free, exact.metric), exact.algebra,
                                         exact.distribution)
                           .eq_3_10();
  CHECK(verdict.answer == Answer::fails);
  CHECK(verdict.exact);
}

TEST_CASE("Q1 with a potential: what an ideal proves, on the group and on a leaf") {
  const auto heading_and_wheels = []<class G, class S>(const Element<G, S>& q) {
    using std::cos;
    S sum = cos(q.data[2]);
    for (Eigen::Index i = 4; i < q.data.size(); ++i) sum += q.data[i] * q.data[i] * q.data[2];
    return sum;
  };
  const auto place = []<class G, class S>(const Element<G, S>& q) {
    return S(q.data[0] * q.data[0]);
  };
  const auto one = unicycle();
  const Matrix<double, 4> m = cast<double>(one.metric);
  const auto unicycle_system = mechanical(SE2Cover{} * Torus<1>{}, m, heading_and_wheels);
  const auto yes = q1_by(VaryingConditions(functions_on_group(unicycle_system, one.metric),
                                           one.algebra, one.distribution));
  CHECK(yes.answer == Answer::holds);
  CHECK(yes.exact);
  const auto anywhere = mechanical(SE2Cover{} * Torus<1>{}, m, place);
  CHECK(q1_by(VaryingConditions(functions_on_group(anywhere, one.metric), one.algebra,
                                one.distribution))
            .answer == Answer::undecided);
  const auto two = carriage();  // not bracket generating: the ideal <e1,e2> works on the leaf
  const auto carriage_system = mechanical(
      SE2Cover{} * Torus<2>{}, Matrix<double, 5>(cast<double>(two.metric)), heading_and_wheels);
  const auto on_leaf = q1_by(VaryingConditions(functions_on_group(carriage_system, two.metric),
                                               two.algebra, two.distribution));
  CHECK(on_leaf.answer == Answer::holds);
  CHECK(on_leaf.evidence.get_matrix<Rational>("ideal").cols() == 2);
}

TEST_CASE("relations between matrix entries are used: x^T x = 1 on SO(3)") {
  const auto rows = [](double unequal) {
    return [unequal]<class G, class S>(const Element<G, S>& q) {
      const auto r = SO3{}.coordinates(Element<SO3, S>{q.data});
      return S(r[6] * r[6] + r[7] * r[7] +
               S(1 + unequal) * r[8] * r[8]);  // |e3^T R|^2 when unequal = 0
    };
  };
  const auto exact = so3_biinvariant();
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const auto constant = mechanical(SO3{}, m, rows(0));
  const auto verdict = VaryingConditions(functions_on_group(constant, exact.metric), exact.algebra,
                                         exact.distribution)
                           .eq_3_10();
  CHECK(verdict.answer == Answer::holds);
  CHECK(verdict.exact);
  // R33^2 is invariant under rotation about the body axis e3, which spans d_perp.
  const auto axial = mechanical(SO3{}, m, rows(1));
  CHECK(
      VaryingConditions(functions_on_group(axial, exact.metric), exact.algebra, exact.distribution)
          .eq_3_10()
          .answer == Answer::holds);
  auto other = exact;
  other.distribution = span({{"1", "0", "0"}, {"0", "0", "1"}});
  CHECK(
      VaryingConditions(functions_on_group(axial, exact.metric), exact.algebra, other.distribution)
          .eq_3_10()
          .answer == Answer::fails);
}

TEST_CASE("relations between matrix entries are used: g^T eta g = eta on SO(2,1)") {
  const auto entries = []<class S>(const auto& q) {
    return SO21{}.coordinates(Element<SO21, S>{q.data});
  };
  // the last column is the image of the time axis, which e3 fixes; its length is -1
  const auto last = [entries]<class G, class S>(const Element<G, S>& q) {
    const auto g = entries.template operator()<S>(q);
    return S(g[2] * g[2] * g[5] + g[8]);
  };
  const auto length = [entries]<class G, class S>(const Element<G, S>& q) {
    const auto g = entries.template operator()<S>(q);
    return S(g[2] * g[2] + g[5] * g[5] - g[8] * g[8]);
  };
  const auto first = [entries]<class G, class S>(const Element<G, S>& q) {
    return entries.template operator()<S>(q)[0];
  };
  const auto exact = so21_lorentz();
  const Matrix<double, 3> m = cast<double>(exact.metric);
  const auto verdict = [&](const auto& potential, const DynamicMatrix<Rational>& d) {
    const auto system = mechanical(SO21{}, m, potential);
    const auto found =
        VaryingConditions(functions_on_group(system, exact.metric), exact.algebra, d).eq_3_10();
    CHECK(found.exact);
    return found.answer;
  };
  const auto boosts = span({{"1", "0", "0"}, {"0", "1", "0"}}),
             other = span({{"1", "0", "0"}, {"0", "0", "1"}});
  CHECK(verdict(last, boosts) == Answer::holds);
  CHECK(verdict(last, other) == Answer::fails);
  CHECK(verdict(length, other) == Answer::holds);
  CHECK(verdict(first, boosts) == Answer::fails);
}

TEST_CASE("a matrix group shows what vanishes on it by its fields, without relations") {
  // SO(3) times a circle
  const auto e = [](int n, int i, int j) {
    DynamicMatrix<Rational> m = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
    m(i - 1, j - 1) = 1;
    return m;
  };
  using Basis = std::vector<DynamicMatrix<Rational>>;
  const MatrixGroup rotations(
      Basis{e(3, 3, 2) - e(3, 2, 3), e(3, 1, 3) - e(3, 3, 1), e(3, 2, 1) - e(3, 1, 2)});
  const auto group = rotations * Torus<1>{};
  StructureConstants<Rational> algebra(4);
  const auto factor = so3();
  for (const auto& c : factor.entries()) algebra.set(c.i, c.j, c.k, c.value);
  DynamicMatrix<Rational> metric = DynamicMatrix<Rational>::Constant(4, 4, Rational(0));
  for (int i = 0; i < 4; ++i) metric(i, i) = 1;
  const auto verdict = [&](const auto& potential, const DynamicMatrix<Rational>& d) {
    const auto system = mechanical(group, Matrix<double, dynamic>(cast<double>(metric)), potential);
    return VaryingConditions(functions_on_group(system, metric), algebra, d).eq_3_10();
  };
  const auto horizontal4 = span({{"1", "0", "0", "0"}, {"0", "1", "0", "0"}, {"0", "0", "0", "1"}});
  const auto last_column = []<class G, class S>(const Element<G, S>& q) {
    using std::cos;
    return S(q.data[2] * q.data[5] + cos(q.data[9]));
  };
  const auto determinant = []<class G, class S>(const Element<G, S>& q) {
    const auto& x = q.data;
    return S(x[0] * (x[4] * x[8] - x[5] * x[7]) - x[1] * (x[3] * x[8] - x[5] * x[6]) +
             x[2] * (x[3] * x[7] - x[4] * x[6]) + x[0] * x[0] + x[3] * x[3] + x[6] * x[6]);
  };
  const auto entry = []<class G, class S>(const Element<G, S>& q) { return S(q.data[0]); };
  for (const auto& holds : {verdict(last_column, horizontal4), verdict(determinant, horizontal4)}) {
    CHECK(holds.answer == Answer::holds);
    CHECK(holds.exact);
  }
  const auto fails = verdict(entry, horizontal4);
  CHECK(fails.answer == Answer::fails);
  CHECK(fails.exact);
}

TEST_CASE("a spent budget is thrown, but not through members of groups, which are noexcept") {
  const auto points = [](const auto& group) {
    const WorkBudget spent(0);
    CHECK_THROWS_AS(Rational(1) / Rational(3) + Rational(1) / Rational(2), BudgetExceeded);
    const StoredRelations relations(group);
    return PolynomialPoints(group, relations).rates().size();
  };
  CHECK(points(SO3{}) == 3);
  CHECK(points(SO21{}) == 3);
  CHECK(points(Product<SE2Cover, Torus<2>>{}) == 5);
}
