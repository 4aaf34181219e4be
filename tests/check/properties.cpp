// Random rational systems on the algebras of the catalogue: exact verdicts against rounding, against simulated
// motion and against a change of description. HAMEL_PROPERTY_SYSTEMS sets their number (2000 when unset).
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <Eigen/QR>
#include <doctest/doctest.h>

#include "catalogue.hpp"
#include "checking/context.hpp"
#include "checking/q1.hpp"
#include "checking/q1_numeric.hpp"

using namespace hamel;

namespace {

using Exact = AlgebraicSystem<Rational>;
using Table = Eigen::MatrixXd;

/// Seeded random systems: metrics of every signature, sparse or full, d of every rank.
class Systems {
 public:
  explicit Systems(unsigned seed) : generator_(seed) {
    for (auto& entry : catalogue::all())
      if (entry.algebra.dimension() <= 6) algebras_.push_back(std::move(entry));
  }

  int digit(int low, int high) {
    return low + static_cast<int>(generator_() % static_cast<unsigned>(high - low + 1));
  }

  Exact next() {
    for (;;) {
      const auto& algebra =
          algebras_[static_cast<std::size_t>(digit(0, static_cast<int>(algebras_.size()) - 1))]
              .algebra;
      const int n = algebra.dimension(), r = digit(n > 3 ? 2 : 1, n - 1), filling = digit(0, 2);
      Exact system{algebra, DynamicMatrix<Rational>::Constant(n, n, 0),
                   DynamicMatrix<Rational>::Constant(n, r, 0)};
      const DynamicMatrix<Rational> killing = killing_form(algebra);
      if (digit(0, 3) ==
          0) {  // a symmetric one: bi-invariant where there is such, else the unit matrix
        system.metric = rank<Rational>(killing) == n ? killing : whole(algebra);
      } else {
        for (int i = 0; i < n; ++i)
          for (int j = 0; j <= i; ++j)
            if (i == j)
              system.metric(i, i) =
                  Rational(digit(0, 3) ? digit(1, 3) : -digit(1, 3)) / digit(1, 2);
            else if (digit(0, 5) < filling)
              system.metric(i, j) = system.metric(j, i) = Rational(digit(-2, 2)) / 2;
      }
      const bool coordinate = digit(0, 1) == 1;
      for (int j = 0; j < r; ++j)
        if (coordinate)
          system.distribution(digit(0, n - 1), j) = 1;
        else
          for (int i = 0; i < n; ++i) system.distribution(i, j) = digit(0, 2) ? 0 : digit(-1, 1);
      if (rank<Rational>(system.distribution) < r) continue;
      const DynamicMatrix<Rational> gram =
          system.distribution.transpose() * system.metric * system.distribution;
      if (rank<Rational>(gram) < r || rank<Rational>(system.metric) < n) continue;
      if (digit(0, 9) && is_subalgebra<Rational>(algebra, system.distribution))
        continue;  // few holonomic ones
      return system;
    }
  }

  DynamicMatrix<Rational> invertible(int n) {
    for (;;) {
      DynamicMatrix<Rational> change(n, n);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) change(i, j) = digit(0, 1) ? digit(-1, 1) : i == j;
      if (rank<Rational>(change) == n) return change;
    }
  }

 private:
  std::mt19937 generator_;
  std::vector<CatalogueEntry> algebras_;
};

int count() {
  const char* text = std::getenv("HAMEL_PROPERTY_SYSTEMS");
  return text ? std::atoi(text) : 2000;
}

/// The reduced equations in double, written out from the definitions: p' = ad*_a p.
struct Motion {
  explicit Motion(const Exact& exact)
      : metric(cast<double>(exact.metric)),
        d(cast<double>(exact.d())),
        gram(d.transpose() * metric * d) {
    for (int i = 0; i < exact.dimension(); ++i) {
      const DynamicMatrix<Rational> ad = exact.algebra.ad(exact.algebra.basis_vector(i));
      coadjoint.push_back(cast<double>(ad).transpose());
    }
  }
  Table transport(const Eigen::VectorXd& a) const {
    Table sum = Table::Zero(metric.rows(), metric.rows());
    for (Eigen::Index i = 0; i < a.size(); ++i)
      sum += a(i) * coadjoint[static_cast<std::size_t>(i)];
    return sum;
  }
  Eigen::VectorXd nonholonomic(const Eigen::VectorXd& a) const {
    return d * gram.partialPivLu().solve(d.transpose() * (transport(a) * (metric * a)));
  }
  Eigen::VectorXd free(const Eigen::VectorXd& a) const {
    return metric.partialPivLu().solve(transport(a) * (metric * a));
  }
  Eigen::VectorXd vakonomic_velocity(const Eigen::VectorXd& p) const {
    return d * gram.partialPivLu().solve(d.transpose() * p);
  }

  Table metric, d, gram;
  std::vector<Table> coadjoint;
};

/// Classical Runge-Kutta on matrices; calls see(y) after each step.
template <class Field, class See>
void integrate(Table y, double end, int steps, const Field& field, const See& see) {
  const double h = end / steps;
  see(y);
  for (int k = 0; k < steps; ++k) {
    const Table k1 = field(y), k2 = field(y + h / 2 * k1), k3 = field(y + h / 2 * k2),
                k4 = field(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    see(y);
  }
}

/// The relative residual of D^T p = D^T M a over a stretch of the nonholonomic motion, best multiplier.
double multiplier_residual(const Motion& motion, const Eigen::VectorXd& a0, double end, int steps) {
  const Eigen::Index n = a0.size(), r = motion.d.cols();
  const Table annihilator = motion.d.fullPivHouseholderQr().matrixQ().rightCols(n - r);
  Table start(n, 2 + n - r);
  start << a0, motion.metric * a0, annihilator;
  std::vector<Table> seen;
  integrate(
      start, end, steps,
      [&](const Table& y) {
        Table rate(y.rows(), y.cols());
        const Eigen::VectorXd a = y.col(0);
        rate.col(0) = motion.nonholonomic(a);
        rate.rightCols(y.cols() - 1) = motion.transport(a) * y.rightCols(y.cols() - 1);
        return rate;
      },
      [&](const Table& y) { seen.push_back(y); });
  Table equations(static_cast<Eigen::Index>(seen.size()) * r, n - r);
  Eigen::VectorXd right(equations.rows()), size(equations.rows());
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k) * r;
    equations.middleRows(row, r) = motion.d.transpose() * seen[k].rightCols(n - r);
    size.segment(row, r) = motion.d.transpose() * motion.metric * seen[k].col(0);
    right.segment(row, r) = size.segment(row, r) - motion.d.transpose() * seen[k].col(1);
  }
  return (equations * equations.completeOrthogonalDecomposition().solve(right) - right).norm() /
         size.norm();
}

/// mu(0) from a proof of "yes", for the motion that starts at D u.
DynamicVector<Rational> exact_multiplier(const Exact& system, const Q1Proof<Rational>& proof,
                                         const DynamicVector<Rational>& u) {
  const DynamicMatrix<Rational> d = system.d();
  DynamicVector<Rational> mu = DynamicVector<Rational>::Constant(d.rows(), 0);
  if (proof.kind == "section") {
    mu = proof.certificate * u - system.metric * d * u;
  } else if (proof.kind == "start") {
    const Rational q = (proof.denominator * monomial_values<Rational>(u, proof.degree)).value();
    mu = proof.certificate * monomial_values<Rational>(u, proof.degree + 1) / q;
  } else if (proof.kind == "cor_3_9") {  // p = 0 on the ideal, p = g(a, .) on d
    const DynamicMatrix<Rational> basis = join<Rational>(d, proof.certificate);
    DynamicMatrix<Rational> values = DynamicMatrix<Rational>::Constant(d.rows(), 1, 0);
    values.topRows(d.cols()) = d.transpose() * system.metric * d * u;
    mu = solve<Rational>(basis.transpose(), values)->col(0) - system.metric * d * u;
  } else if (proof.kind == "product") {  // that of each factor on its Lie closure
    DynamicMatrix<Rational> parts(d.rows(), 0), closures(d.rows(), 0), values(0, 1);
    for (const auto& part : proof.parts) parts = join<Rational>(parts, part);
    const DynamicMatrix<Rational> v = solve<Rational>(parts, d * u).value();
    Eigen::Index place = 0;
    for (std::size_t i = 0; i < proof.parts.size(); ++i) {
      const auto factor = factor_system<Rational>(system, proof.parts[i]);
      const auto r = proof.parts[i].cols();
      const auto of_factor =
          exact_multiplier(factor.system, proof.factors[i], v.col(0).segment(place, r));
      place += r;
      closures = join<Rational>(closures, factor.basis);
      values.conservativeResize(closures.cols(), 1);
      values.bottomRows(of_factor.size()) = of_factor;
    }
    mu = solve<Rational>(closures.transpose(), values)->col(0);
  }
  return mu;
}

/// The denominators of a proof do not vanish at D u.
bool regular(const Exact& system, const Q1Proof<Rational>& proof,
             const DynamicVector<Rational>& u) {
  if (proof.kind == "start")
    return !(proof.denominator * monomial_values<Rational>(u, proof.degree)).value().is_zero();
  DynamicMatrix<Rational> parts(system.dimension(), 0);
  for (const auto& part : proof.parts) parts = join<Rational>(parts, part);
  if (parts.cols() == 0) return true;
  const DynamicMatrix<Rational> v = solve<Rational>(parts, system.d() * u).value();
  bool all = true;
  Eigen::Index place = 0;
  for (std::size_t i = 0; i < proof.parts.size(); ++i) {
    const auto r = proof.parts[i].cols();
    all = all && regular(factor_system<Rational>(system, proof.parts[i]).system, proof.factors[i],
                         v.col(0).segment(place, r));
    place += r;
  }
  return all;
}

}  // namespace

TEST_CASE("random systems: exact, rounded and simulated answers agree") {
  Systems systems(20220719);
  std::map<std::string, int> kinds;
  int undecided = 0, confirmed = 0;
  for (int k = 0; k < count(); ++k) {
    const Exact system = systems.next();
    CAPTURE(k);
    CAPTURE(system.dimension());
    const Splitting<Rational> split(system);
    const auto proof = prove_q1(split);
    ++kinds[proof.kind];
    const Verdict condition = eq_3_11(split);

    // Proofs are re-verified by code that did not find them.
    REQUIRE(proof.exact);
    CHECK(verify(system, proof));
    CHECK(verify_eq_3_11<Rational>(system) == (condition.answer == Answer::holds));

    // Rounded verdicts agree, or say that they cannot tell.
    const Splitting<double> rounded(system.cast<double>());
    for (const auto& both :
         {std::pair{condition, eq_3_11(rounded)}, std::pair{integrable(split), integrable(rounded)},
          std::pair{cor_4_10(split), cor_4_10(rounded)}}) {
      const Verdict &left = both.first, &right = both.second;
      CAPTURE(left.id);
      if (right.answer == Answer::undecided)
        ++undecided;
      else
        CHECK(left.answer == right.answer);
    }
    const Verdict numeric = check_q1(rounded);
    if (numeric.answer == Answer::undecided)
      ++undecided;
    else
      CHECK(numeric.answer == proof.answer);

    // Condition (3.11) holds iff free motions from d stay in d.
    const Motion motion(system);
    if (k % 4 == 0) {
      double drift = 0;
      const Table off_d = cast<double>(split.perp_coordinates());
      for (int i = 0; i < split.rank_d(); ++i)
        for (int j = 0; j <= i; ++j)
          integrate(
              0.25 * (motion.d.col(i) + (i == j ? 0 : 1) * motion.d.col(j)), 0.2, 20,
              [&](const Table& a) { return Table(motion.free(a)); },
              [&](const Table& a) { drift = std::max(drift, (off_d * a).cwiseAbs().maxCoeff()); });
      if (condition.answer == Answer::holds)
        CHECK(drift < 1e-12);
      else
        CHECK(drift > 1e-6);
    }

    if (proof.answer == Answer::fails) {
      // The contradicting motion, simulated: no multiplier fits. Short and slow, so that it does not blow up.
      if (k % 4 == 0 && proof.contradiction->combination.rows() <= 3) {
        Eigen::VectorXd a0 = cast<double>(DynamicMatrix<Rational>(proof.contradiction->start));
        double residual = NAN;
        for (int slower = 0; slower < 4 && !std::isfinite(residual); ++slower) {
          a0 /= 2;
          residual = multiplier_residual(motion, a0, 0.5, 200);
        }
        CHECK(residual > 1e-8);
        ++confirmed;
      }
    } else if (k % 4 == 0 && proof.kind != "integrable") {
      // The proved multiplier makes the vakonomic motion the nonholonomic one.
      DynamicVector<Rational> u(split.rank_d());
      for (int i = 0; i < u.size(); ++i) u(i) = Rational(systems.digit(1, 9)) / 20;
      if (!regular(system, proof, u)) continue;
      const Eigen::VectorXd a0 = cast<double>(DynamicMatrix<Rational>(split.d() * u));
      Table start(a0.size(), 2);
      start << a0, motion.metric * a0 +
                       cast<double>(DynamicMatrix<Rational>(exact_multiplier(system, proof, u)));
      double distance = 0;
      integrate(
          start, 0.5, 200,
          [&](const Table& y) {
            Table rate(y.rows(), 2);
            rate << motion.nonholonomic(y.col(0)),
                motion.transport(motion.vakonomic_velocity(y.col(1))) * y.col(1);
            return rate;
          },
          [&](const Table& y) {
            distance = std::max(
                distance, (y.col(0) - motion.vakonomic_velocity(y.col(1))).cwiseAbs().maxCoeff());
          });
      CHECK(distance < 1e-9 * std::max(1.0, start.cwiseAbs().maxCoeff()));
      ++confirmed;
    }
  }
  for (const auto& kind : kinds) MESSAGE(kind.first << ": " << kind.second);
  MESSAGE("undecided in floating point: " << undecided
                                          << ", confirmed by simulation: " << confirmed);
  CHECK(undecided < count() / 50 + 5);
}

TEST_CASE("random systems: verdicts do not depend on the description") {
  Systems systems(42);
  for (int k = 0; k < count() / 10; ++k) {
    CAPTURE(k);
    const Exact system = systems.next();
    const Splitting<Rational> split(system);
    const Verdict condition = eq_3_11(split), graded = cor_4_10(split),
                  measure = invariant_measure(split);
    const auto proof = prove_q1(split);
    // A new basis of g, a new basis of d, a scaled metric.
    const auto change = systems.invertible(system.dimension());
    const auto mix = systems.invertible(split.rank_d());
    const auto back = inverse<Rational>(change).value();
    const Rational scale = Rational(systems.digit(1, 5)) / (systems.digit(0, 1) ? 3 : -3);
    const Exact other{system.algebra.in_basis(change),
                      scale * (change.transpose() * system.metric * change),
                      back * system.distribution * mix};
    const Splitting<Rational> again(other);
    CHECK(eq_3_11(again).answer == condition.answer);
    CHECK(cor_4_10(again).answer == graded.answer);
    CHECK(invariant_measure(again).answer == measure.answer);
    CHECK(integrable(again).answer == integrable(split).answer);
    const auto proved_again = prove_q1(again);
    CHECK(proved_again.answer == proof.answer);
    CHECK(proved_again.generic == proof.generic);
    CHECK(verify(other, proved_again));
  }
}
