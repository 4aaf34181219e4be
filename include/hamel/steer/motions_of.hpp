// A problem and its group as a search asks them: what must know their types.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/steer/coordinate_rates.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/steer/motions.hpp>

namespace hamel::searching {

/// The same numbers in a vector or matrix of another kind.
template <class To, class From>
To as(const From& from) {
  constexpr int given = To::SizeAtCompileTime,
                size = given == dynamic ? From::SizeAtCompileTime : given;
  To to;
  to.resize(from.rows(), from.cols());
  std::copy_n(from.data(), size == dynamic ? from.size() : size, to.data());
  return to;
}
template <class G>
Point point(const Element<G, double>& x) {
  return {as<Point::Data>(x.data)};
}
template <class G>
Element<G, double> element(const Point& x) {
  return {as<typename Element<G, double>::Data>(x.data)};
}

template <class P>
typename P::template State<double> state(const Motions::State<double>& at) {
  return {element<typename P::Group>(at.x), as<Vector<double, P::dimension>>(at.m)};
}

/// The motion x' = x_* W p, p' = ad*_{W p} p.
template <class G>
struct Coasting {
  using Group = G;
  using Own = Vector<double, G::dimension>;
  static constexpr int dimension = G::dimension, variations = dimension;

  const G& group_;
  Matrix<double, G::dimension> w;

  const G& group() const noexcept { return group_; }
  int dim() const noexcept { return group_.dim(); }
  bool is_invariant() const noexcept { return true; }
  Velocity<double, dimension, variations> field(double, const Element<G, double>&,
                                                const Own& p) const {
    const Own a = w * p;
    return {a, group_.ad_star(a, p)};
  }
};

/// The operations of a group, which must outlive this.
template <class G>
class GroupOf final : public Group {
 public:
  explicit GroupOf(const G& group) : Group(group.dim()), group_(group) {}

  Point unit() const override { return point(group_.template identity<double>()); }
  Point compose(const Point& x, const Point& y) const override {
    return point(group_.compose(own(x), own(y)));
  }
  Point inverse(const Point& x) const override { return point(group_.inverse(own(x))); }
  Point exp(const V& a) const override { return point(group_.exp(own(a))); }
  V log(const Point& x) const override { return as<V>(Own(group_.log(own(x)))); }
  V between(const Point& x, const Point& y) const override {
    return as<V>(Own(group_.log(group_.compose(group_.inverse(own(x)), own(y)))));
  }
  M between_columns(const M& x, const Point& y) const override {
    const auto to = own(y);
    auto from = to;
    M all(dim(), x.cols());
    for (int k = 0; k < all.cols(); ++k) {
      std::copy_n(x.col(k).data(), from.data.size(), from.data.data());
      const Own way = group_.log(group_.compose(group_.inverse(from), to));
      std::copy_n(way.data(), dim(), all.col(k).data());
    }
    return all;
  }
  Point moved(const Point& x, const V& a) const override {
    return point(group_.compose(own(x), group_.exp(own(a))));
  }
  V ad(const V& a, const V& b) const override { return as<V>(Own(group_.ad(own(a), own(b)))); }
  V ad_star(const V& a, const V& p) const override {
    return as<V>(Own(group_.ad_star(own(a), own(p))));
  }
  V Ad_star(const Point& x, const V& p) const override {
    return as<V>(Own(group_.Ad_star(own(x), own(p))));
  }
  M Ad(const Point& x) const override {
    const auto here = own(x);
    M rows(dim(), dim());  // by its transpose
    for (int k = 0; k < dim(); ++k) {
      const Own row = group_.Ad_star(here, unit_vector(k));
      for (int i = 0; i < dim(); ++i) rows(k, i) = row[i];
    }
    return rows;
  }
  V dexp_inv(const V& xi, const V& eta) const override {
    return as<V>(Own(group_.dexp_inv(own(xi), own(eta))));
  }
  M dexp_columns(const V& xi, const M& columns) const override {
    const Own at = own(xi);
    return each(columns, [&](const Own& column) { return Own(group_.dexp(at, column)); });
  }
  M dexp_inv_columns(const V& xi, const M& columns) const override {
    const Own at = own(xi);
    return each(columns, [&](const Own& column) { return Own(group_.dexp_inv(at, column)); });
  }
  EndMap coast(const M& w, const V& p, double length, int steps,
               std::vector<Point>* places) const override {
    const Coasting<G> motion{group_, as<Matrix<double, G::dimension>>(w)};
    const RungeKutta<DormandPrince8> method;
    struct {
      Element<G, double> x;
      Own m;
    } at{group_.template identity<double>(), own(p)};
    for (int i = 0; i < steps; ++i) {
      const auto sum = method.increment(motion, i * length / steps, length / steps, at);
      at.x = group_.compose(at.x, group_.exp(sum.s));
      at.m += sum.m;
      if (places != nullptr) places->push_back(point(at.x));
    }
    EndMap end;
    end.x = point(at.x);
    end.p = as<V>(at.m);
    end.finite = all_finite(at.m) && all_finite(at.x.data);
    return end;
  }

 private:
  using Own = Vector<double, G::dimension>;

  static Element<G, double> own(const Point& x) { return element<G>(x); }
  static Own own(const V& v) { return as<Own>(v); }
  Own unit_vector(int k) const {
    Own e = zeros<double, G::dimension>(dim());
    e[k] = 1;
    return e;
  }
  template <class F>
  M each(const M& columns, const F& of) const {
    M all(columns.rows(), columns.cols());
    Own column;
    column.resize(dim());
    for (int k = 0; k < all.cols(); ++k) {
      std::copy_n(columns.col(k).data(), dim(), column.data());
      const Own made = of(column);
      std::copy_n(made.data(), dim(), all.col(k).data());
    }
    return all;
  }

  const G& group_;
};

/// The coordinates of a group, which is copied.
template <class G>
class CoordinatesOf final : public Coordinates {
 public:
  explicit CoordinatesOf(const G& group) : Coordinates(group.dim()), group_(group) {}

  std::vector<double> of(const Point& x) const override {
    return group_.coordinates(element<G>(x));
  }
  Point point(const std::vector<double>& c) const override {
    return searching::point(group_.from_coordinates(c));
  }
  M rates(const Point& x) const override { return coordinate_rates(group_, element<G>(x)); }
  V turning(const Point& x, const V& eta, const Eigen::VectorXd& weights) const override {
    return as<V>(
        turning_rates(group_, element<G>(x), as<Vector<double, G::dimension>>(eta), weights));
  }

 private:
  G group_;
};

/// The motions of a problem, which must outlive this.
template <class P>
class MotionsOf final : public Motions {
 public:
  static_assert(P::kind != Dynamics::nonholonomic,
                "steering chooses among vakonomic or free motions");

  explicit MotionsOf(const P& problem) : problem_(problem), group_(problem.group()) {}

  const P& problem() const noexcept { return problem_; }

  const Group& group() const noexcept override { return group_; }
  bool is_invariant() const noexcept override { return problem_.is_invariant(); }
  bool constraint_moves() const noexcept override {
    if constexpr (requires { problem_.constraint_moves(); })
      return problem_.constraint_moves();
    else
      return P::moves;
  }
  M metric(const Point& x) const override { return as<M>(Square(problem_.metric(own(x)))); }
  M basis(const Point& x) const override {
    const Matrix<double, P::dimension, P::velocities> d = problem_.basis(own(x));
    return as<M>(d);
  }
  V velocity(double t, const Point& x, const V& p) const override {
    return as<V>(Own(problem_.velocity(t, own(x), own(p))));
  }
  double lagrangian(double t, const Point& x, const V& a) const override {
    return LinearisedMotion<P, 0>(problem_, 0).lagrangian(t, own(x), own(a));
  }
  FieldWithSlopes field(double t, const Point& x, const V& p) const override {
    const auto here = linearised_field(problem_, t, own(x), own(p));
    return {as<V>(here.rate.a), as<V>(here.rate.m_dot), as<M>(here.a_x),
            as<M>(here.a_p),    as<M>(here.m_x),        as<M>(here.m_p)};
  }
  EndMap end(const Point& x, const V& p, double t0, double length, int steps) const override {
    Shot<P, 0> shot;
    shot.x = own(x);
    shot.p = own(p);
    carry<0>(problem_, shot, t0, length, steps);
    EndMap end;
    end.p_start = p;
    take(shot, end);
    return end;
  }
  EndMap end_with_changes(const Point& x, const V& p, double t0, double length, int steps,
                          bool by_place) const override {
    constexpr int K = P::dimension;
    const int n = dim(), together = columns_at_once();
    EndMap end;
    end.p_start = p;
    end.eta.resize(n, n);
    end.dp.resize(n, n);
    for (int k = 0; k < n; k += together) {
      const int count = std::min(together, n - k);
      Shot<P, K> shot;
      shot.x = own(x);
      shot.p = own(p);
      shot.eta = zeros<double, P::dimension, K>(n, count);
      shot.dp = shot.eta;
      for (int j = 0; j < count; ++j) (by_place ? shot.eta : shot.dp)(k + j, j) = 1;
      carry<K>(problem_, shot, t0, length, steps);
      std::copy_n(shot.eta.data(), n * count, end.eta.col(k).data());
      std::copy_n(shot.dp.data(), n * count, end.dp.col(k).data());
      if (k == 0) take(shot, end);
    }
    return end;
  }

 private:
  using Own = Vector<double, P::dimension>;
  using Square = Matrix<double, P::dimension>;

  static Element<typename P::Group, double> own(const Point& x) {
    return element<typename P::Group>(x);
  }
  static Own own(const V& v) { return as<Own>(v); }
  template <class S>
  static void take(const S& shot, EndMap& end) {
    end.x = point(shot.x);
    end.p = as<V>(shot.p);
    end.action = shot.action;
    end.error = shot.error;
    end.finite = shot.finite;
  }
  /// Columns of a linearised motion that are carried at once: all where the dimension is fixed, else as many as the
  /// room of a vector of run-time size allows.
  int columns_at_once() const {
    const int n = dim();
    if constexpr (P::dimension != dynamic) return n;
    return std::clamp(((max_dimension - 1) / std::max(n, 1) - 1) / 2, 1, n);
  }

  const P& problem_;
  GroupOf<typename P::Group> group_;
};

}  // namespace hamel::searching
