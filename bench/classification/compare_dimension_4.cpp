// Random subspaces of every algebra in its own basis: the row they belong to, and the exact checks of single systems.
#include <random>
#include <string>
#include <vector>

#include "checking/conditions.hpp"
#include "checking/q1.hpp"
#include "checking/sections.hpp"
#include "dimension_4.hpp"
#include "exact/subspaces.hpp"
#include "inverse/inverse_questions.hpp"
#include "shown.hpp"

namespace classification {

namespace {

using namespace hamel;

class Draw {
 public:
  /// Small whole numbers, 0 in half of all draws of some columns.
  Rational number() { return Rational(small_(generator_)); }
  Rational often_zero() { return coin() ? Rational(0) : number(); }
  bool coin() { return generator_() % 2 == 0; }
  Columns matrix(int rows, int columns, bool sparse) {
    Columns m(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) m(i, j) = sparse ? often_zero() : number();
    return m;
  }
  Columns form(int n) {
    Columns m = matrix(n, n, coin());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) m(i, j) = m(j, i);
    return m;
  }

 private:
  std::mt19937 generator_{20260323};
  std::uniform_int_distribution<int> small_{-2, 2};
};

bool regular(const Columns& m) {
  return rank<Rational>(m) == m.rows();
}

/// The metric that is `form` on the first columns of `basis` and makes d_perp, where it is the identity, of the others
/// minus combinations `across` of the first, in the basis of the algebra.
Columns metric_of(const Columns& basis, const Columns& form, const Columns& across) {
  const auto n = basis.rows(), r = form.rows();
  Columns frame = basis;
  frame.rightCols(n - r) -= Columns(basis.leftCols(r) * across);
  Columns metric = Columns::Constant(n, n, Rational(0));
  metric.topLeftCorner(r, r) = form;
  for (auto k = r; k < n; ++k) metric(k, k) = Rational(1);
  const Columns inverse = *hamel::inverse<Rational>(frame);
  return inverse.transpose() * metric * inverse;
}

/// Both questions asked of one system.
void ask(const Splitting<Rational>& split, bool unconstrained, bool vakonomic, Comparison& all) {
  const auto judge = [&](const Verdict& verdict, bool expected) {
    if (verdict.answer == Answer::undecided || !verdict.exact) {
      ++all.undecided;
      return;
    }
    ++all.asked;
    all.yes += expected;
    all.contradictions += (verdict.answer == Answer::holds) != expected;
  };
  judge(eq_3_11(split), unconstrained);
  judge(check_q1(split), vakonomic);
}

/// Another basis of the same subspace.
Columns mixed(const Columns& d, Draw& draw) {
  for (;;) {
    const Columns change =
        draw.matrix(static_cast<int>(d.cols()), static_cast<int>(d.cols()), false);
    if (regular(change)) return d * change;
  }
}

bool is_in_row(const Algebra& algebra, const AdaptedBasis& found,
               const std::vector<Adapted>& rows) {
  const auto expected =
      constants_of(rows[static_cast<std::size_t>(found.row)], found.parameters).entries();
  const auto constants = in_basis(algebra.constants, found.basis).entries();
  bool same = expected.size() == constants.size();
  for (std::size_t k = 0; same && k < expected.size(); ++k)
    same = expected[k].i == constants[k].i && expected[k].j == constants[k].j &&
           expected[k].k == constants[k].k && expected[k].value == constants[k].value;
  return same;
}

/// T: what ad of e4 - x e1 - y e2 - z e3 does to d, along itself.
Columns action(const Constants& g, const Columns& across) {
  Column c = Column::Constant(4, Rational(0));
  for (int i = 0; i < 3; ++i) c(i) = -across(i, 0);
  c(3) = Rational(1);
  const Columns ad = g.ad(c);
  return ad.topLeftCorner(3, 3) + Columns(across * ad.block(3, 0, 1, 3));
}

bool is_zero(const Columns& m) {
  return rank<Rational>(m) == 0;
}

/// Whether some non-degenerate form makes T skew.
bool is_skew_for_some_metric(const Columns& t) {
  const Rational trace = t(0, 0) + t(1, 1) + t(2, 2);
  if (!trace.is_zero() || regular(t)) return false;
  return is_zero(t) || !is_zero(Columns(t * t));
}

/// A plane that generates a subalgebra h of dimension 3: the same answer in h.
void compare_leaf(const Algebra& algebra, const Columns& plane, const Columns& form,
                  const Columns& across, Comparison& all) {
  const Column third = algebra.constants.bracket(plane.col(0), plane.col(1));
  const Columns h = join<Rational>(plane, third);
  if (rank<Rational>(h) < 3) return;
  const Columns outside = kernel<Rational>(Columns(h.transpose()));
  Constants inner(3);
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) {
      const Columns value = *solve<Rational>(h, algebra.constants.bracket(h.col(i), h.col(j)));
      for (int k = 0; k < 3; ++k) inner.set(i, j, k, value(k, 0));
    }
  const Columns identity = Columns::Identity(3, 3);
  const AlgebraicSystem<Rational> whole{algebra.constants,
                                        metric_of(join<Rational>(h, outside), form, across), plane};
  const AlgebraicSystem<Rational> part{
      inner, metric_of(identity, form, Columns(across.leftCols(1))), Columns(identity.leftCols(2))};
  const Verdict one = check_q1(Splitting<Rational>(whole)),
                two = check_q1(Splitting<Rational>(part));
  if (one.answer == Answer::undecided || two.answer == Answer::undecided) {
    ++all.undecided;
    return;
  }
  ++all.asked;
  all.yes += two.answer == Answer::holds;
  all.contradictions += one.answer != two.answer;
}

}  // namespace

Comparison compare_hyperplanes(int samples) {
  Comparison all;
  Draw draw;
  const auto rows = hyperplanes();
  for (const auto& algebra : algebras_of_dimension_4())
    for (int sample = 0; sample < samples; ++sample) {
      const Column covector = draw.matrix(4, 1, sample % 2 == 0);
      if (is_zero(covector)) continue;
      const Columns d = mixed(kernel<Rational>(Columns(covector.transpose())), draw);
      const auto found = adapted_to_hyperplane(algebra, covector);
      if (!found || is_subalgebra<Rational>(algebra.constants, d)) {
        ++(found.has_value() == is_subalgebra<Rational>(algebra.constants, d) ? all.wrong_bases
                                                                              : all.closed);
        continue;
      }
      ++all.subspaces;
      if (!is_in_row(algebra, *found, rows) ||
          !is_zero(Columns(covector.transpose() * found->basis.leftCols(3)))) {
        ++all.wrong_bases;
        continue;
      }
      const Constants row =
          constants_of(rows[static_cast<std::size_t>(found->row)], found->parameters);
      const Columns across = draw.matrix(3, 1, true), t = action(row, across);
      // forms that make T skew, where there are, or any
      AlgebraicSystem<Rational> system{
          algebra.constants, metric_of(found->basis, Columns(Columns::Identity(3, 3)), across),
          Columns(found->basis.leftCols(3))};
      const auto forms = admissible_metrics(Splitting<Rational>(system));
      Columns form = Columns::Constant(3, 3, Rational(0));
      for (int attempt = 0; attempt < 4 && !regular(form); ++attempt) {
        form = Columns::Constant(3, 3, Rational(0));
        for (const auto& basis : forms)
          form += basis * Rational(draw.number() * Rational(7) + Rational(3));
      }
      all.contradictions += regular(form) != is_skew_for_some_metric(t);
      if (!regular(form) || sample % 3 == 0) form = draw.form(3);
      if (!regular(form)) continue;
      const bool skew = is_zero(Columns(form * t + Columns(t.transpose() * form)));
      system.distribution = d;
      system.metric = metric_of(found->basis, form, across);
      ask(Splitting<Rational>(system), skew, skew, all);
    }
  return all;
}

Comparison compare_planes(const std::vector<SeveralParameters>& answers, int samples) {
  Comparison all;
  Draw draw;
  const auto rows = planes_that_generate();
  for (const auto& algebra : algebras_of_dimension_4())
    for (int sample = 0; sample < samples; ++sample) {
      const Columns plane = draw.matrix(4, 2, sample % 2 == 0), form = draw.form(2);
      if (rank<Rational>(plane) < 2 || !regular(form)) continue;
      const auto found = adapted_to_plane(algebra, plane);
      if (!found) {
        ++all.closed;
        compare_leaf(algebra, plane, form, draw.matrix(2, 2, true), all);
        continue;
      }
      ++all.subspaces;
      if (!is_in_row(algebra, *found, rows) ||
          rank<Rational>(join<Rational>(plane, Columns(found->basis.leftCols(2)))) != 2) {
        ++all.wrong_bases;
        continue;
      }
      const Columns across = draw.matrix(2, 2, sample % 4 != 3);
      std::vector<std::string> values;
      for (const Rational& v : {form(0, 0), form(0, 1), form(1, 1), across(0, 0), across(1, 0),
                                across(0, 1), across(1, 1)})
        values.push_back(text(v));
      for (const auto& p : found->parameters) values.push_back(text(p));
      std::vector<std::string> names = entries_of_plane();
      const auto& row = rows[static_cast<std::size_t>(found->row)];
      names.insert(names.end(), row.parameters.begin(), row.parameters.end());
      const auto& both = answers[static_cast<std::size_t>(found->row)].answers;
      AlgebraicSystem<Rational> system{algebra.constants, metric_of(found->basis, form, across),
                                       plane};
      ask(Splitting<Rational>(system), hold(both[0].yes, names, values),
          hold(both[1].yes, names, values), all);
    }
  return all;
}

}  // namespace classification
