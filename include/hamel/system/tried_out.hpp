// Terms of a system are tried out where it is built: derivatives given by hand, directions named, a symmetric metric.
#pragma once

#include <cmath>
#include <string>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/fixed_list.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel::detail {

/// Does the group take numbers of any type? One that takes doubles alone has its terms from a file, derivatives too.
template <class G>
concept TriesTerms = requires(const G& group, const Vector<Dual<double, 1>, G::dimension>& a) {
  group.exp(a);
};

/// How many vectors `trial_vector` gives, in no special position and of the sizes 0.2 to 1.4.
inline constexpr int trial_places = 4;

template <class S, class G>
Vector<S, G::dimension> trial_vector(const G& group, int place) {
  Vector<S, G::dimension> a = zeros<S, G::dimension>(group.dim());
  for (int i = 0; i < group.dim(); ++i)
    a[i] = S((0.2 + 0.4 * place) * std::sin(1 + 1.3 * place + 2.1 * i));
  return a;
}

/// f'(0), from f at -2h, -h, h and 2h, and how far off it may be: by the terms that were left out, and by rounding.
struct Difference {
  double derivative, doubt;
  Difference() = default;
  Difference(const double (&f)[4], double h, double rounding) {
    const double near = (f[2] - f[1]) / (2 * h), far = (f[3] - f[0]) / (4 * h);
    double most = 0;
    for (const double value : f) most = std::fmax(most, std::fabs(value));
    derivative = near + (near - far) / 3;
    doubt = 2 * std::fabs(near - far) + 16 * rounding * most / h;
  }
};

/// Derivatives that were given beside differences. One place at which they disagree may be a kink, two are an error.
class TriedOut {
 public:
  explicit TriedOut(const char* what) : what_(what), tried_(0) {}

  /// Of `components` functions along `directions`, at a place described by `where`.
  [[gnu::cold, gnu::noinline]] void at(const std::string& where, int directions, int components) {
    where_ = where;
    components_ = components;
    tried_ = FixedList<Entry>(directions * components);
  }
  void add(int direction, int component, double given, const Difference& found) {
    tried_[direction * components_ + component] = {given, found};
  }
  /// Refuses at the second place with an entry off by more than 1e-6 of it.
  template <class Error>
  [[gnu::cold, gnu::noinline]] void compare() {
    double largest = 0;
    for (const Entry& e : tried_) {
      if (!std::isfinite(e.found.derivative)) return;  // not defined here
      largest = std::fmax(largest, std::fabs(e.found.derivative));
    }
    for (int i = 0; i < tried_.size(); ++i) {
      const auto& [given, found] = tried_[i];
      const double limit =
          1e-6 * std::fmax(std::fabs(found.derivative), std::fabs(given)) + 1e-9 * largest;
      if (std::fabs(given - found.derivative) <= limit + found.doubt) continue;
      if (++disagree_ == 1) return;
      refuse<Error>(what_,
                    {given, " along e", i / components_ + 1, ", component ", i % components_ + 1,
                     ", at ", where_},
                    {found.derivative, ", as its differences say"});
    }
  }

 private:
  struct Entry {
    double given;
    Difference found;
  };
  const char* what_;
  std::string where_;
  int components_ = 0, disagree_ = 0;
  FixedList<Entry> tried_;
};

/// exp(a) in words.
template <class V>
[[gnu::cold]] std::string described(const char* before, const V& a) {
  std::string words = before;
  for (int i = 0; i < int(a.size()) && i < 12; ++i)
    words += (i == 0 ? "" : ", ") + text(static_cast<double>(a[i]));
  return words + (a.size() > 12 ? ", ...)" : ")");
}

/// One place: values(k, s) is what changes with s along direction k, given(k) its derivative at s = 0.
template <class Error, class S, class Values, class Given>
void try_place(TriedOut& tried, const std::string& where, int directions, int components,
               const Values& values, const Given& given) {
  const double rounding = static_cast<double>(epsilon<S>()), h = std::pow(rounding, 0.2);
  tried.at(where, directions, components);
  for (int k = 0; k < directions; ++k) {
    const auto derivative = given(k);
    const auto aft2 = values(k, S(-2 * h)), aft = values(k, S(-h)), fore = values(k, S(h)),
               fore2 = values(k, S(2 * h));
    for (int i = 0; i < components; ++i)
      tried.add(k, i, static_cast<double>(derivative[i]),
                Difference({static_cast<double>(aft2[i]), static_cast<double>(aft[i]),
                            static_cast<double>(fore[i]), static_cast<double>(fore2[i])},
                           h, rounding));
  }
  tried.template compare<Error>();
}

/// Tries out given(x, k), the left derivative along e_k of the `components` of f(x), at the trial places from `start`.
template <class Error = InputError, class G, class S, class F, class Given>
void try_slopes(const char* what, const G& group, const Element<G, S>& start, int components,
                const F& f, const Given& given) {
  constexpr int n = G::dimension;
  TriedOut tried(what);
  for (int place = 0; place < trial_places; ++place) {
    const Vector<S, n> a = trial_vector<S>(group, place);
    const Element<G, S> x = group.compose(start, group.exp(a));
    try_place<Error, S>(
        tried, described("exp(", a), group.dim(), components,
        [&](int k, S s) {
          const Vector<S, n> e = s * unit_vector<S, n>(group.dim(), k);
          return f(group.compose(x, group.exp(e)));
        },
        [&](int k) { return given(x, k); });
  }
}

/// Refuses a metric that is not an n x n matrix (DimensionError) or not symmetric (DegenerateMetric) at a trial place.
template <class G, class Metric>
void require_symmetric_at_places(const G& group, const Metric& metric) {
  const int n = group.dim();
  for (int place = 0; place < trial_places; ++place) {
    const auto a = trial_vector<double>(group, place);
    const auto& given = metric(group.exp(a));
    if (given.rows() != n || given.cols() != n)
      refuse<DimensionError>("metric", {given.rows(), " x ", given.cols()}, {n, " x ", n});
    const Matrix<double, G::dimension> m = given;
    double largest = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) largest = std::fmax(largest, std::fabs(m(i, j)));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        const double limit =
            1e-9 * std::fmax(std::fabs(m(i, j)), std::fabs(m(j, i))) + 1e-12 * largest;
        if (std::fabs(m(i, j) - m(j, i)) > limit)
          refuse<DegenerateMetric>("metric",
                                   {"entries ", m(i, j), " and ", m(j, i), " at (", i + 1, ",",
                                    j + 1, ") and its mirror, at x = ", described("exp(", a)},
                                   "a symmetric matrix");
      }
    }
  }
}

/// Does a term say the directions that it depends on?
template <class Term, class G, class S>
concept says_directions = requires(const Term& term, const Element<G, S>& x) {
  Term::directions;
  term(x);
};

/// Refuses a term that changes along other directions than depends_on says, at the trial places from `start`:
/// InputError.
template <class Term, class G, class S>
void require_directions(const char* what, const G& group, const Element<G, S>& start,
                        const Term& term) {
  if constexpr (says_directions<Term, G, S>) {
    const auto as_matrix = [&term]<class D>(const Element<G, D>& y) {
      if constexpr (requires { term(y).size(); })
        return term(y);
      else
        return Vector<D, 1>(Vector<D, 1>::Constant(term(y)));
    };
    for (int place = 0; place < trial_places; ++place) {
      const auto a = trial_vector<S>(group, place);
      double largest = 0, outside = 0;
      int where = 0;
      for_each_left_derivative(group, group.compose(start, group.exp(a)), as_matrix,
                               [&](int k, int, S d) {
                                 const double size = std::fabs(static_cast<double>(d));
                                 largest = std::fmax(largest, size);
                                 for (const int declared : Term::directions)
                                   if (declared == k) return;
                                 if (size > outside) outside = size, where = k;
                               });
      if (outside > 1e6 * static_cast<double>(epsilon<S>()) * largest)
        refuse<InputError>(
            what,
            {"a derivative of ", outside, " along e", where + 1, ", at ", described("exp(", a)},
            "none but along the directions that depends_on names");
    }
  }
}

/// Tries out the derivatives by hand of a metric, and its symmetry.
template <class G, class Metric>
void try_metric(const G& group, const Metric& metric) {
  if constexpr (TriesTerms<G>) {
    constexpr int n = G::dimension;
    using X = Element<G, double>;
    using V = Vector<double, n>;
    require_symmetric_at_places(group, metric);
    const X start = group.template identity<double>();
    require_directions("metric", group, start, metric);
    V a = zeros<double, n>(group.dim());
    for (int i = 0; i < group.dim(); ++i) a[i] = 1 / (1.4 + i);
    if constexpr (requires(const X& x) { metric.slope(x, a); })
      try_slopes(
          "slope of the metric, given by hand", group, start, group.dim(),
          [&](const X& x) { return V(Matrix<double, n>(metric(x)) * a); },
          [&](const X& x, int k) {
            return V(Matrix<double, n>(metric.slope(x, a)).row(k).transpose());
          });
    if constexpr (requires(const X& x) { metric.force(x, a); })
      try_slopes(
          "force of the metric, given by hand", group, start, 1,
          [&](const X& x) {
            return Vector<double, 1>(a.dot(Matrix<double, n>(metric(x)) * a) / 2);
          },
          [&](const X& x, int k) { return Vector<double, 1>(V(metric.force(x, a))[k]); });
  }
}

/// Tries out the gradient by hand of a potential.
template <class G, class Potential>
void try_potential(const G& group, const Potential& potential) {
  if constexpr (TriesTerms<G>) {
    using X = Element<G, double>;
    using V = Vector<double, G::dimension>;
    using One = Vector<double, 1>;
    const X start = group.template identity<double>();
    require_directions("potential", group, start, potential);
    constexpr const char* what = "gradient of the potential, given by hand";
    const double t = 0.3;
    if constexpr (requires(const X& x) {
                    potential.gradient(t, x);
                    potential(t, x);
                  })
      try_slopes(
          what, group, start, 1, [&](const X& x) { return One(potential(t, x)); },
          [&](const X& x, int k) { return One(V(potential.gradient(t, x))[k]); });
    else if constexpr (requires(const X& x) {
                         potential.gradient(x);
                         potential(x);
                       })
      try_slopes(
          what, group, start, 1, [&](const X& x) { return One(potential(x)); },
          [&](const X& x, int k) { return One(V(potential.gradient(x))[k]); });
  }
}

/// Tries out the slope by hand of an offset v0(t,x) or v0(x), rows d_k v0, at places from x.
template <class G, class S, class Offset>
void try_offset(const G& group, const Element<G, S>& x, const Offset& offset) {
  if constexpr (native_number<S> && TriesTerms<G>) {
    constexpr int n = G::dimension;
    using X = Element<G, S>;
    using V = Vector<S, n>;
    const auto ask = [&](const auto& value, const auto& slope) {
      try_slopes<ConstraintViolation>(
          "slope of the offset, given by hand", group, x, group.dim(), value,
          [&](const X& y, int k) { return V(Matrix<S, n>(slope(y)).row(k).transpose()); });
    };
    if constexpr (requires(const X& y, const S& t) {
                    offset.slope(t, y);
                    offset(t, y);
                  })
      ask([&](const X& y) { return V(offset(S(0.3), y)); },
          [&](const X& y) { return offset.slope(S(0.3), y); });
    else if constexpr (requires(const X& y) {
                         offset.slope(y);
                         offset(y);
                       })
      ask([&](const X& y) { return V(offset(y)); }, [&](const X& y) { return offset.slope(y); });
  }
}

/// Tries out the derivative by the velocity that is given by hand of a force.
template <class G, class Force>
void try_force(const G& group, const Force& force) {
  if constexpr (TriesTerms<G>) {
    constexpr int n = G::dimension;
    using X = Element<G, double>;
    using V = Vector<double, n>;
    if constexpr (requires(const X& x, const V& a, double t) {
                    force.velocity_derivative(t, x, a);
                    force(t, x, a);
                  }) {
      TriedOut tried("velocity_derivative of the force, given by hand");
      for (int place = 0; place < trial_places; ++place) {
        const X x = group.exp(trial_vector<double>(group, place));
        const V a = trial_vector<double>(group, trial_places - place);
        const double t = 0.3 * place;
        const Matrix<double, n> given = force.velocity_derivative(t, x, a);
        try_place<InputError, double>(
            tried, described("a = (", a), group.dim(), group.dim(),
            [&](int k, double s) {
              return V(force(t, x, V(a + s * unit_vector<double, n>(group.dim(), k))));
            },
            [&](int k) { return V(given.col(k)); });
      }
    }
  }
}

}  // namespace hamel::detail
