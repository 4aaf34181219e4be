// Conditions on metrics and potentials that vary from point to point: proved where they are polynomial, else sampled.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/conditions.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/leaf.hpp>
#include <hamel/check/polynomial_points.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/check/vanishing.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// Points at which conditions that resist a proof are sampled.
inline constexpr int varying_samples = 64;

/// `invariant_decomposition`, `eq_3_9` and `eq_3_10` of a mechanical system with a constant distribution d.
/// Metric and potential are evaluated over polynomials in the coordinates; where they are such polynomials (sines
/// and cosines of integer combinations included) the verdict is a proof, otherwise seeded points give a
/// counterexample or "undecided (no counterexample in N points)".
template <class System>
class VaryingConditions {
 public:
  using Group = typename System::Group;
  using Point = Element<Group, double>;

  /// `algebra` and `distribution` (n x r) exactly; `metric` exactly when it is constant. Throws DimensionError,
  /// ConstraintViolation, and DegenerateMetric when g at the identity is degenerate on d.
  VaryingConditions(const System& system, const StructureConstants<Rational>& algebra,
                    const DynamicMatrix<Rational>& distribution,
                    const std::optional<DynamicMatrix<Rational>>& metric = std::nullopt)
      : system_(system), n_(algebra.dimension()), relations_(system.group()) {
    const auto here = points().general();
    const auto numbers = points().identity();
    if (!relations_.complete() && relations_.derivable())
      vanishing_.emplace(points().rates(), numbers);
    metric_ = metric ? lift(*metric) : DynamicMatrix<CoordinatePolynomial>(system.metric(here));
    DynamicMatrix<Rational> at_identity(n_, n_);
    const Matrix<double, Group::dimension> rounded =
        system.metric(system.group().template identity<double>());
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        metric_is_polynomial_ = metric_is_polynomial_ && metric_(i, j).is_known();
        at_identity(i, j) =
            metric_(i, j).is_known() ? metric_(i, j).at_identity(numbers) : Rational(rounded(i, j));
      }
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < i; ++j) at_identity(i, j) = at_identity(j, i);
    split_.emplace(AlgebraicSystem<Rational>{algebra, at_identity, distribution});
    for (int k = 0; k < n_; ++k) slopes_.push_back(metric ? zero_matrix() : slope_of_metric(k));
    sample();
  }

  /// `invariant_decomposition`: d_perp does not depend on x, the hypothesis of Jozwikowski & Respondek section 3.
  Verdict invariant_decomposition() const {
    const auto d = split_->d().template cast<double>().eval(),
               e = split_->perp().template cast<double>().eval();
    const DynamicMatrix<CoordinatePolynomial> products =
        lift(split_->d()).transpose() * metric_ * lift(split_->perp());
    return conclude("invariant_decomposition", metric_is_polynomial_, entries(products),
                    "d_perp is the same everywhere", "d_perp varies", [&](const Point& x) {
                      const Eigen::MatrixXd m = matrix_at(x);
                      return max_abs<double>(d.transpose() * m * e) / max_abs<double>(m);
                    });
  }

  /// `eq_3_9`: g(x)(a,[a,b]) + 1/2 <d_x g(a,a), x_* b> = 0 polarised in a in d, for b in d_perp and all x
  /// (Jozwikowski & Respondek, eq. (3.9)). Undecided when d_perp varies.
  Verdict eq_3_9() const {
    if (auto obstacle = no_constant_complement("eq_3_9")) return *obstacle;
    std::vector<CoordinatePolynomial> values;
    const auto d = lift(split_->d());
    std::vector<Eigen::MatrixXd> brackets;
    for (Eigen::Index b = 0; b < split_->rank_perp(); ++b) {
      const DynamicMatrix<Rational> exact =
          -split_->algebra().ad(split_->perp().col(b)) * split_->d();  // [D_j, E_b]
      brackets.push_back(hamel::cast<double>(exact));
      const DynamicMatrix<CoordinatePolynomial> product = d.transpose() * metric_ * lift(exact);
      DynamicMatrix<CoordinatePolynomial> sum = product + product.transpose();
      sum += slope_on_d(split_->perp().col(b));
      for (const auto& value : entries(sum)) values.push_back(value);
    }
    const Eigen::MatrixXd dd = hamel::cast<double>(split_->d()),
                          e = hamel::cast<double>(split_->perp());
    return conclude("eq_3_9", metric_is_polynomial_, values, "it holds at every x, polarised",
                    "it fails, polarised", [&](const Point& x) {
                      const Eigen::MatrixXd m = matrix_at(x);
                      double worst = 0;
                      for (Eigen::Index b = 0; b < e.cols(); ++b) {
                        const Eigen::MatrixXd product =
                            dd.transpose() * m * brackets[static_cast<std::size_t>(b)];
                        const Eigen::MatrixXd sum =
                            product + product.transpose() +
                            dd.transpose() * metric_slope_along(x, e.col(b)) * dd;
                        worst = std::max(worst, max_abs<double>(sum));
                      }
                      return worst / max_abs<double>(m);
                    });
  }

  /// `eq_3_10`: <dU, x_* b> = 0 for b in d_perp and all x (Jozwikowski & Respondek, eq. (3.10)). Undecided when
  /// d_perp varies.
  Verdict eq_3_10() const {
    if (auto obstacle = no_constant_complement("eq_3_10")) return *obstacle;
    return potential_invariant("eq_3_10", split_->perp());
  }

  /// Whether the potential is invariant along the columns of `directions` (n x k): <dU, x_* b> = 0 at all x.
  Verdict potential_invariant(const std::string& id,
                              const DynamicMatrix<Rational>& directions) const {
    std::vector<CoordinatePolynomial> gradient, values;
    bool known = true;
    for (int k = 0; k < n_; ++k) {
      gradient.push_back(system_.potential(points().displaced(k)).slope());
      known = known && gradient.back().is_known();
    }
    for (Eigen::Index b = 0; b < directions.cols(); ++b) {
      CoordinatePolynomial sum;
      for (int k = 0; k < n_; ++k)
        sum += CoordinatePolynomial(directions(k, b)) * gradient[static_cast<std::size_t>(k)];
      values.push_back(sum);
    }
    const Eigen::MatrixXd e = hamel::cast<double>(directions);
    return conclude(id, known, values, "the potential is invariant along these directions",
                    "the potential changes along these directions", [&](const Point& x) {
                      if (e.cols() == 0) return 0.0;
                      const auto slope = left_gradient(system_.group(), x,
                                                       [&]<class S>(const Element<Group, S>& y) {
                                                         return system_.potential(y);
                                                       });
                      const double scale = std::max(1.0, slope.cwiseAbs().maxCoeff());
                      return (e.transpose() * slope).cwiseAbs().maxCoeff() / scale;
                    });
  }

  /// `cor_3_9` with the ideal h (columns) of the Lie closure of d, complementary to d in it: metric on d and
  /// potential are invariant along h, and g(x)(a, p_h [a,b]) = 0 polarised in a for a, b in d and all x. Holds only
  /// as a proof.
  Verdict cor_3_9(const DynamicMatrix<Rational>& h) const {
    const auto& exact = split_->d();
    const auto d = lift(exact);
    std::vector<CoordinatePolynomial> values;
    for (Eigen::Index b = 0; b < h.cols(); ++b)
      for (const auto& value : entries(slope_on_d(h.col(b)))) values.push_back(value);
    for (Eigen::Index b = 0; b < exact.cols(); ++b) {
      const DynamicMatrix<Rational> brackets =
          -split_->algebra().ad(exact.col(b)) * exact;  // [D_j, D_b]
      const auto parts = solve<Rational>(join<Rational>(exact, h), brackets).value();
      const DynamicMatrix<CoordinatePolynomial> form =
          d.transpose() * metric_ * lift(h * parts.bottomRows(h.cols()));
      for (const auto& value : entries(form + form.transpose())) values.push_back(value);
    }
    Verdict verdict = potential_invariant("cor_3_9", h);
    if (vanish(values) != true || !verdict || !verdict.exact) {
      verdict.answer = Answer::undecided;
      verdict.exact = false;
      verdict.reason = "this ideal does not prove it";
      return verdict;
    }
    verdict.reason =
        "an ideal complementary to d along which metric on d and potential are invariant";
    verdict.evidence = Evidence("cor_3_9").add("ideal", h);
    return verdict;
  }

  /// `q1` with a potential and a metric that may vary, by sufficient conditions: integrable; `eq_3_9` with
  /// `eq_3_10` (Cor. 3.3); `cor_3_9` on the leaf with an ideal of the Lie closure of d. Otherwise undecided: ask one
  /// motion at a time.
  Verdict q1() const {
    Verdict verdict;
    verdict.id = "q1";
    const auto yes = [&](std::string reason, Evidence evidence) {
      verdict.answer = Answer::holds;
      verdict.exact = true;
      verdict.reason = std::move(reason);
      verdict.evidence = std::move(evidence);
      return verdict;
    };
    if (integrable(*split_))
      return yes("integrable: [d,d] is in d, both problems coincide", Evidence("integrable"));
    const Verdict free = eq_3_9(), invariant = eq_3_10();
    if (free && free.exact && invariant && invariant.exact)
      return yes("eq_3_9 and eq_3_10: nonholonomic motions are unconstrained ones",
                 Evidence("eq_3_9"));
    const Restriction<Rational> on_leaf = leaf(split_->system());
    std::vector<DynamicMatrix<Rational>> candidates = working_ideals(*split_);
    for (const auto& h : known_ideals<Rational>(on_leaf.system.algebra)) {
      const DynamicMatrix<Rational> inside = on_leaf.basis * h;
      if (rank<Rational>(join<Rational>(split_->d(), inside)) == on_leaf.basis.cols() &&
          inside.cols() + split_->rank_d() == on_leaf.basis.cols())
        candidates.push_back(inside);
    }
    for (const auto& h : candidates)
      if (Verdict found = cor_3_9(h))
        return yes("cor_3_9: " + found.reason, std::move(found.evidence));
    verdict.reason = "no condition decides it: ask one motion at a time";
    return verdict;
  }

 private:
  static DynamicMatrix<CoordinatePolynomial> lift(const DynamicMatrix<Rational>& m) {
    return m.unaryExpr([](const Rational& x) { return CoordinatePolynomial(x); });
  }

  DynamicMatrix<CoordinatePolynomial> zero_matrix() const {
    return DynamicMatrix<CoordinatePolynomial>::Constant(n_, n_, CoordinatePolynomial());
  }
  /// D^T (d_b M) D for the derivative of the metric along b.
  DynamicMatrix<CoordinatePolynomial> slope_on_d(const DynamicVector<Rational>& b) const {
    const auto d = lift(split_->d());
    DynamicMatrix<CoordinatePolynomial> sum =
        DynamicMatrix<CoordinatePolynomial>::Constant(d.cols(), d.cols(), CoordinatePolynomial());
    for (int k = 0; k < n_; ++k)
      if (!b(k).is_zero()) sum += CoordinatePolynomial(b(k)) * (d.transpose() * slopes_[k] * d);
    return sum;
  }
  static std::vector<CoordinatePolynomial> entries(const DynamicMatrix<CoordinatePolynomial>& m) {
    return {m.data(), m.data() + m.size()};
  }

  PolynomialPoints<Group> points() const { return {system_.group(), relations_}; }
  DynamicMatrix<CoordinatePolynomial> slope_of_metric(int k) const {
    DynamicMatrix<CoordinatePolynomial> m = system_.metric(points().displaced(k));
    return m.unaryExpr([](const CoordinatePolynomial& p) { return p.slope(); });
  }
  Eigen::MatrixXd matrix_at(const Point& x) const { return system_.metric(x); }
  Eigen::MatrixXd metric_slope_along(const Point& x, const Eigen::VectorXd& b) const {
    const Vector<double, Group::dimension> direction = b;
    const auto m = system_.metric(
        displaced<Dual<double, 1>>(system_.group(), x, infinitesimal_along(direction)));
    Eigen::MatrixXd slope(n_, n_);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) slope(i, j) = m(i, j).derivatives()[0];
    return slope;
  }
  void sample() {
    std::mt19937 generator(20220719);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int k = 0; k < varying_samples; ++k) {
      Vector<double, Group::dimension> a = Vector<double, Group::dimension>::Zero(n_);
      for (int i = 0; i < n_; ++i) a(i) = number(generator);
      points_.push_back(system_.group().exp(a));
    }
  }
  std::optional<Verdict> no_constant_complement(const std::string& id) const {
    const Verdict invariant = invariant_decomposition();
    if (invariant.answer != Answer::fails) return std::nullopt;
    Verdict verdict;
    verdict.id = id;
    verdict.reason = "its hypothesis fails: d_perp varies from point to point";
    return verdict;
  }
  /// Do all of them vanish on the group? Nothing where that is not decided.
  std::optional<bool> vanish(const std::vector<CoordinatePolynomial>& polynomials) const {
    std::optional<bool> all = true;
    for (const auto& p : polynomials) {
      if (!p.is_known()) return std::nullopt;
      if (p.reduced(relations_.squares).terms().empty()) continue;
      if (relations_.complete()) return false;
      const auto one = vanishing_ ? (*vanishing_)(p, relations_.squares) : std::nullopt;
      if (one == false) return false;
      if (!one) all = std::nullopt;
    }
    return all;
  }
  /// A proof when the polynomials are known, otherwise samples.
  template <class Defect>
  Verdict conclude(const std::string& id, bool known,
                   const std::vector<CoordinatePolynomial>& polynomials, const char* yes,
                   const char* no, const Defect& defect) const {
    double worst = 0;
    const Point* where = nullptr;
    for (const auto& x : points_) {
      const double found = defect(x);
      if (found > worst) worst = found, where = &x;
    }
    Verdict verdict;
    verdict.id = id;
    const std::optional<bool> decided = known ? vanish(polynomials) : std::nullopt;
    verdict.exact = decided.has_value();
    if (decided) {
      const bool zero = *decided;
      verdict.answer = zero ? Answer::holds : Answer::fails;
      verdict.reason = std::string(zero ? yes : no) + ", as an identity between polynomials";
      if (zero) return verdict;
    } else {
      verdict.tolerance = verdict_tolerance;
      verdict.answer = worst >= verdict_failure ? Answer::fails : Answer::undecided;
      verdict.reason = verdict.answer == Answer::fails
                           ? std::string(no) + " at a sampled point"
                           : "no counterexample in " + std::to_string(points_.size()) + " points";
    }
    verdict.defect = worst;
    if (verdict.answer == Answer::fails && where) {
      verdict.evidence = Evidence(id);
      const auto names = system_.group().coordinate_names();
      const auto numbers = system_.group().coordinates(*where);
      for (std::size_t i = 0; i < names.size(); ++i)
        verdict.evidence.add_number(names[i], numbers[i]);
      verdict.evidence.add_number("relative_value", worst);
    }
    return verdict;
  }

  const System& system_;
  int n_;
  bool metric_is_polynomial_ = true;
  StoredRelations relations_;
  std::optional<Vanishing> vanishing_;  ///< where the relations are not known
  DynamicMatrix<CoordinatePolynomial> metric_;
  std::vector<DynamicMatrix<CoordinatePolynomial>> slopes_;
  std::optional<Splitting<Rational>> split_;
  std::vector<Point> points_;
};

/// `eq_3_8` at given points (x, a) of a trajectory, a in d: g(x)(a,[a,b]) + 1/2 <d_x g(a,a), x_* b> - <dU, x_* b>
/// for b in d_perp(x); where it vanishes along a nonholonomic motion, that motion is an unconstrained one
/// (Jozwikowski & Respondek, Thm 3.2). The defect is relative to |M a| |a|; numerical, hence never exact.
template <class System, class Points>
Verdict eq_3_8(const System& system, const Eigen::MatrixXd& distribution, const Points& points) {
  constexpr int n = System::dimension;
  double worst = 0;
  for (const auto& [x, a] : points) {
    const Matrix<double, n> m = system.metric(x);
    const Vector<double, n> p = m * a;
    const Vector<double, n> force = system.group().ad_star(Vector<double, n>(a), p) +
                                    system.force(0.0, x, Vector<double, n>(a));
    const Eigen::MatrixXd complement = (distribution.transpose() * m).fullPivLu().kernel();
    if (distribution.cols() == m.rows()) break;
    const Eigen::MatrixXd unit = complement.colwise().normalized();
    worst = std::max(worst, (unit.transpose() * force).cwiseAbs().maxCoeff() /
                                std::max(p.norm() * a.norm(), 1e-300));
  }
  Verdict verdict = decide<double>("eq_3_8", worst > 0, worst);
  verdict.reason = verdict ? "it vanishes along the motion: an unconstrained motion"
                           : "it does not vanish along the motion";
  return verdict;
}

}  // namespace hamel
