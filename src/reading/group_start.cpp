// Reading where a motion on a group starts.
#include "group_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/error.hpp>

#include "found_start.hpp"
#include "holonomic_start.hpp"
#include "onto_constraint.hpp"
#include "reading.hpp"
#include "summed_value.hpp"
#include "templates.hpp"
#include "velocity_inputs.hpp"
#include "written.hpp"

namespace hamel::reading {

namespace {

/// A sum of products of formulas: v + sum_j d_j u_j.
Expression combination(const Expression& v, const std::vector<Expression>& d,
                       const std::vector<Expression>& u, const std::string& path) {
  Expression::Scope scope;
  scope.parameters.emplace("v", v);
  std::string sum = "v";
  for (std::size_t j = 0; j < u.size(); ++j) {
    const std::string k = std::to_string(j);
    scope.parameters.emplace("d" + k, d[j]);
    scope.parameters.emplace("u" + k, u[j]);
    sum += "+d" + k + "*u" + k;
  }
  return Expression::parse(sum, scope, path);
}

/// What a velocity is read with.
class VelocityReader {
 public:
  VelocityReader(const JsonNode& initial, const GroupSystem& system,
                 const std::vector<Expression>& span, const std::vector<Number>& metric,
                 GroupStart& start, const Expression::Scope& constants)
      : initial_(initial),
        system_(system),
        span_(span),
        metric_(metric),
        start_(start),
        constants_(constants),
        n_(system.dim()),
        what_("an array of " + std::to_string(n_) + " components"),
        offset_formulas_(offset_at_start(system)) {
    const auto* open = Templates::current();
    is_free_ = open != nullptr && open->values().start_is_free;
    place_ = start.coordinates;
    place_.emplace_back();  // t = 0, from which formulas count
    offset_.assign(static_cast<std::size_t>(n_), Number{});
    offset_terms_.assign(static_cast<std::size_t>(n_), SummedValue());
    for (std::size_t i = 0; i < offset_formulas_.size(); ++i) {
      offset_[i] = value_at(offset_formulas_[i], place_);
      offset_terms_[i] = summed_at(offset_formulas_[i], place_);
    }
    written_place_ = identity_written();
    if (initial.has("x"))
      written_place_ = written_by_name(initial.member("x", ""), system.coordinates,
                                       identity_coordinates(system.group), constants);
    if (system.constrained()) {
      SummedMatrix terms(n_, rank());
      for (int j = 0; j < rank(); ++j)
        for (int i = 0; i < n_; ++i)
          terms(i, j) = as_sum(summed_at(span[entry(i, j)], start.coordinates));
      constraint_.emplace(system.span, std::move(terms), metric);
    }
  }

  void read() {
    const bool by_span = initial_.has("u");
    if (by_span && initial_.has("a"))
      initial_.member("u", "").refuse("coefficients beside a", "either a or u");
    if (by_span && initial_.has("find") && initial_.member("find", "").size() > 0)
      initial_.member("find", "").refuse("velocities to find beside u", "a, or u alone");
    if (initial_.has("p") && initial_.has("mu"))
      initial_.member("p", "").refuse("a momentum beside mu", "either mu or p");
    by_span ? read_coefficients() : read_components();
    start_.mu.assign(static_cast<std::size_t>(n_), Number{});
    if (initial_.has("mu") || initial_.has("p")) read_multiplier();
  }

 private:
  int rank() const { return static_cast<int>(system_.span.size()); }
  std::size_t entry(int i, int j) const { return static_cast<std::size_t>(j * n_ + i); }
  std::vector<Expression> identity_written() const {
    std::vector<Expression> all;
    for (const Number& x : identity_coordinates(system_.group)) all.emplace_back(*x.exact);
    return all;
  }

  /// v0 + D u, with formulas that say so.
  void set_velocity(const std::vector<Number>& u, const std::vector<Expression>& written,
                    const std::string& path) {
    const auto in_d = constraint_->combined(u);
    start_.a.clear();
    start_.a_written.clear();
    for (int i = 0; i < n_; ++i) {
      const Number &v = offset_[i], &d = in_d[i];
      Number sum{v.value + d.value, std::nullopt};
      if (v.exact && d.exact) {
        sum.exact = *v.exact + *d.exact;
        sum.value = to_double(*sum.exact);
      }
      std::vector<Expression> row;
      for (int j = 0; j < rank(); ++j)
        row.push_back(span_[entry(i, j)].with_values(0, written_place_, path));
      std::vector<Expression> at = written_place_;
      at.emplace_back();
      start_.a_written.push_back(
          sum.exact
              ? Expression(*sum.exact)
              : combination(offset_formulas_.empty() ? Expression()
                                                     : offset_formulas_[i].with_values(0, at, path),
                            row, written, path));
      start_.a.push_back(sum);
    }
  }

  void read_coefficients() {
    const JsonNode node = initial_.member("u", "");
    if (!constraint_)
      node.refuse("coefficients without a constraint",
                  "a, or a constraint whose span they combine");
    const std::string what =
        "an array of " + std::to_string(rank()) + " coefficients, one for each vector of span";
    const auto written = read_expressions(node, static_cast<std::size_t>(rank()), constants_, what);
    std::vector<Number> u;
    for (int j = 0; j < rank(); ++j) u.push_back(finite_value_at(written[j], {}, node.item(j)));
    set_velocity(u, written, node.path());
    start_.is_admissible = true;
  }

  void read_components() {
    if (system_.kinematic && !initial_.has("a") && !is_free_) {  // offset and inputs give all of it
      set_velocity({}, {}, initial_.path());
      start_.is_admissible = true;
      return;
    }
    const JsonNode node = initial_.member("a", "the initial velocity, " + what_);
    start_.a_written = read_expressions(node, static_cast<std::size_t>(n_), constants_, what_);
    for (int i = 0; i < n_; ++i)
      start_.a.push_back(finite_value_at(start_.a_written[i], {}, node.item(i)));
    if (is_free_) start_.is_admissible = true;
    if (initial_.has("find") && !is_free_ && !find_components()) return;
    if (!constraint_ || is_free_) return;

    FixedList<Sum> terms(n_);
    std::vector<Number> in_d = start_.a;
    for (int i = 0; i < n_; ++i) {
      terms[i] = {static_cast<long double>(in_d[i].value) - offset_[i].value,
                  std::abs(in_d[i].value) + offset_terms_[i].terms};
      in_d[i].value -= offset_[i].value;
      if (in_d[i].exact && offset_[i].exact)
        *in_d[i].exact -= *offset_[i].exact;
      else
        in_d[i].exact.reset();
    }
    if (constraint_->contains(in_d) == true) return;
    const bool decimals = all_exact(start_.a);
    const long double off = constraint_->off(terms);
    if (off <= most_off && (off == 0 || !decimals) && !constraint_->contains(in_d)) return;
    auto u = constraint_->coefficients(in_d);
    if (!(off <= most_off)) refuse_velocity(node, off, u);
    const std::vector<Number> exactly = start_.a;
    start_.is_admissible = true;
    std::vector<Expression> written;
    for (const Number& x : u) written.emplace_back(x.exact.value_or(Rational(0)));
    set_velocity(u, written, node.path());
    if (decimals) start_.projected.velocity = moved(exactly, start_.a, terms);
  }

  /// Solves a = v0 + D u for the components to find, and u. Returns whether what it finds is exact; else the velocity
  /// is set, with formulas that say v0 + D u.
  bool find_components() {
    const JsonNode find = initial_.member("find", "");
    if (!system_.holonomic.empty()) {
      find_along_manifold(find, system_, start_);
      return true;
    }
    const auto velocities = numbered("a", n_);
    const auto sought = read_find(find, velocities);
    if (!constraint_)
      find.refuse("names without a constraint", "a constraint that determines them");
    const int first = static_cast<int>(place_.size());  // of a, with u behind it
    std::vector<Number> point = place_;
    point.insert(point.end(), start_.a.begin(), start_.a.end());
    point.resize(point.size() + static_cast<std::size_t>(rank()));
    std::vector<std::string> names(point.size());
    std::vector<int> unknowns;
    std::ranges::copy(velocities, names.begin() + first);
    for (const int i : sought) unknowns.push_back(first + i);
    for (int j = 0; j < rank(); ++j) unknowns.push_back(first + n_ + j);
    std::vector<StartEquation> equations;
    for (int i = 0; i < n_; ++i) {
      std::vector<Expression> row{Expression(Rational(-1))},
          factors{Expression::variable(first + i)};
      for (int j = 0; j < rank(); ++j) {
        row.push_back(span_[entry(i, j)]);
        factors.push_back(Expression::variable(first + n_ + j));
      }
      const Expression v = offset_formulas_.empty() ? Expression() : offset_formulas_[i];
      equations.push_back(
          {combination(v, row, factors, find.path()), "(v0 + D u - a)" + std::to_string(i + 1)});
    }
    const bool exact = find_start(find, names, unknowns, equations, point);
    const auto found = point.begin() + first;
    if (!exact) {
      const std::vector<Number> u(found + n_, point.end()), given = start_.a;
      std::vector<Expression> written;
      for (const Number& x : u) written.emplace_back(Rational(x.value));
      set_velocity(u, written, find.path());
      for (int i = 0; i < n_; ++i)
        if (std::ranges::find(sought, i) == sought.end()) start_.a[i] = given[i];
      start_.is_admissible = true;
    }
    for (const int i : sought) {
      start_.a[i] = found[i];
      if (exact) start_.a_written[i] = Expression(*found[i].exact);
    }
    return exact;
  }

  /// The largest difference, as a part of the largest of the terms.
  static double moved(const std::vector<Number>& from, const std::vector<Number>& to,
                      const FixedList<Sum>& terms) {
    double most = 0, size = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      size = std::max(size, static_cast<double>(terms[static_cast<int>(i)].terms));
      const double by = from[i].exact && to[i].exact ? to_double(*from[i].exact - *to[i].exact)
                                                     : from[i].value - to[i].value;
      most = std::max(most, std::abs(by));
    }
    return size > 0 ? most / size : 0;
  }

  [[noreturn]] void refuse_velocity(const JsonNode& node, long double off,
                                    const std::vector<Number>& u) const {
    std::vector<double> given = values_of(start_.a), near = values_of(constraint_->combined(u));
    std::size_t worst = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      near[i] += offset_[i].value;
      if (std::abs(given[i] - near[i]) > std::abs(given[worst] - near[worst])) worst = i;
    }
    std::vector<double> inside, along;
    for (std::size_t i = 0; i < near.size(); ++i) {
      inside.push_back(given[i] - offset_[i].value);
      along.push_back(near[i] - offset_[i].value);
    }
    throw ConstraintViolation(
        node.path(),
        "a velocity with a part " + text(off) + " of it outside d (a" + std::to_string(worst + 1) +
            " by " + text(given[worst] - near[worst]) + "; at " +
            angle_between(inside, along, metric_) + " to d)",
        "a velocity in d to " + text(most_off) +
            (constraint_->is_exact() && all_exact(start_.a) ? " (exact test)" : "") +
            "; the nearest is " + as_array(near));
  }

  void read_multiplier() {
    const bool by_momentum = initial_.has("p");
    const JsonNode node = initial_.member(by_momentum ? "p" : "mu", "");
    start_.mu = read_numbers(node, static_cast<std::size_t>(n_), constants_, what_);
    const bool decimals = all_exact(start_.mu);
    FixedList<Sum> terms(n_);
    for (int i = 0; i < n_; ++i) terms[i].add(start_.mu[i].value);
    if (by_momentum) subtract_momentum(terms);
    if (is_free_) {
      start_.mu.assign(static_cast<std::size_t>(n_), Number{});
      return;
    }
    if (!constraint_) return require_none(node, terms);
    if (constraint_->is_annihilated_by(start_.mu) == true) return;
    const long double off = constraint_->pairing(terms);
    if (off <= most_off && (off == 0 || !decimals) && !by_momentum &&
        !constraint_->is_annihilated_by(start_.mu))
      return;
    const auto near = constraint_->annihilating(start_.mu);
    if (!(off <= most_off)) refuse_multiplier(node, off, near);
    if (decimals) start_.projected.multiplier = moved(start_.mu, near, terms);
    start_.mu = near;
    start_.is_admissible = true;
  }

  /// mu = p - M a, with its terms.
  void subtract_momentum(FixedList<Sum>& terms) {
    for (int i = 0; i < n_; ++i) {
      Number& mu = start_.mu[i];
      for (int j = 0; j < n_; ++j) {
        const Number &m = metric_[static_cast<std::size_t>(i * n_ + j)], &a = start_.a[j];
        terms[i].add(-static_cast<long double>(m.value) * a.value);
        if (mu.exact && m.exact && a.exact)
          *mu.exact -= *m.exact * *a.exact;
        else
          mu.exact.reset();
      }
      mu.value = mu.exact ? to_double(*mu.exact) : static_cast<double>(terms[i].value);
      terms[i].value = mu.value;
    }
  }

  /// Without a constraint there is no multiplier.
  void require_none(const JsonNode& node, const FixedList<Sum>& terms) {
    for (int i = 0; i < n_; ++i) {
      if (terms[i].vanishes(initial_.has("p") ? most_off : 0)) continue;
      throw ConstraintViolation(
          node.path(), "a multiplier without a constraint",
          initial_.has("p") ? "the momentum M a, or a constraint" : "zeros, or a constraint");
    }
    start_.mu.assign(static_cast<std::size_t>(n_), Number{});
  }

  [[noreturn]] void refuse_multiplier(const JsonNode& node, long double off,
                                      const std::vector<Number>& near) const {
    int worst = 0;
    double most = -1;
    for (int j = 0; j < rank(); ++j) {
      double pairing = 0;
      for (int i = 0; i < n_; ++i) pairing += system_.span[j][i].value * start_.mu[i].value;
      if (std::abs(pairing) > most) most = std::abs(pairing), worst = j;
    }
    std::vector<double> nearest = values_of(near);
    if (initial_.has("p"))
      for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
          nearest[i] += metric_[static_cast<std::size_t>(i * n_ + j)].value * start_.a[j].value;
    throw ConstraintViolation(
        node.path(),
        "a pairing with d of " + text(off) + " of its terms (" + text(most) + " with vector " +
            std::to_string(worst + 1) + ")",
        std::string("a covector that annihilates d") +
            (constraint_->is_exact() && all_exact(start_.mu) ? " (exact test)" : "") + ", to " +
            text(most_off) + "; the nearest " + (initial_.has("p") ? "momentum is " : "is ") +
            as_array(nearest));
  }

  const JsonNode& initial_;
  const GroupSystem& system_;
  const std::vector<Expression>& span_;
  const std::vector<Number>& metric_;
  GroupStart& start_;
  const Expression::Scope& constants_;
  int n_;
  std::string what_;
  std::vector<Expression> offset_formulas_;
  bool is_free_ = false;
  std::vector<Number> place_, offset_;
  std::vector<SummedValue> offset_terms_;
  std::vector<Expression> written_place_;
  std::optional<ConstraintAt> constraint_;
};

}  // namespace

void read_velocity(const JsonNode& initial, const GroupSystem& system,
                   const std::vector<Expression>& span, const std::vector<Number>& metric,
                   GroupStart& start, const Expression::Scope& constants) {
  VelocityReader(initial, system, span, metric, start, constants).read();
}

std::vector<Number> coefficients_at_start(const GroupSystem& system) {
  const int n = system.dim();
  std::vector<Number> place = system.start->coordinates, unit, v = system.start->a;
  place.emplace_back();  // t = 0, from which formulas count
  const auto offset = offset_at_start(system);
  for (std::size_t i = 0; i < offset.size(); ++i) {
    const Number at = value_at(offset[i], place);
    v[i].value -= at.value;
    if (v[i].exact && at.exact)
      *v[i].exact -= *at.exact;
    else
      v[i].exact.reset();
  }
  for (int i = 0; i < n * n; ++i) {
    const int one = i / n == i % n ? 1 : 0;
    unit.push_back({double(one), Rational(one)});
  }
  return ConstraintAt(system.span, summed(as_doubles(system.span, n)), unit).coefficients(v);
}

}  // namespace hamel::reading
