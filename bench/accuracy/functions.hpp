// Every function of a group at one vector of its algebra, measured against 60 digits.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <type_traits>

#include <Eigen/Core>
#include <Eigen/LU>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/retraction/cayley.hpp>

#include "audit.hpp"
#include "exact.hpp"
#include "reference.hpp"

/// The audit of one group at one vector xi, given as doubles. `angle` is what the table names it by.
template <class S, class G>
class Functions {
 public:
  using Exact = reference::Exact;
  using ExactVector = reference::ExactVector;
  using ExactMatrix = reference::ExactMatrix;
  template <class T>
  using Flat = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  template <class T>
  using V = hamel::Vector<T, G::dimension>;

  Functions(Audit<S>& audit, std::string name, const G& group, const Eigen::VectorXd& at,
            double angle)
      : audit_(audit),
        name_(std::move(name)),
        group_(group),
        n_(group.dim()),
        stored_(group.size()),
        angle_(angle),
        xi_(at.template cast<S>()),
        b_(n_),
        p_(n_) {
    for (int i = 0; i < n_; ++i) {
      b_[i] = S(std::sin(1.0 + 2 * i));
      p_[i] = S(std::cos(3.0 - i));
    }
  }

  /// Brackets, the differential of exp and its inverse, in all forms.
  void of_vectors() {
    const V<Exact> xi(exact(xi_));
    const ExactVector b = exact(b_), p = exact(p_);
    const ExactMatrix ad = group_.ad_matrix(xi), minus = -ad;
    const ExactMatrix left = reference::series(ad, 1), right = reference::series(minus, 1);
    const ExactMatrix left_inverse = left.inverse(), right_inverse = right.inverse();
    const ExactMatrix adjoint = reference::series(ad, 0);
    const auto& g = group_;
    matrix("left_jacobian", left, [&](const auto& v) { return g.left_jacobian(v); });
    matrix("right_jacobian", right, [&](const auto& v) { return g.right_jacobian(v); });
    matrix("left_jacobian_inverse", left_inverse,
           [&](const auto& v) { return g.left_jacobian_inverse(v); });
    matrix("right_jacobian_inverse", right_inverse,
           [&](const auto& v) { return g.right_jacobian_inverse(v); });
    pair("dexp", b_, left * b, [&](const auto& v, const auto& w) { return g.dexp(v, w); });
    pair("dexp_inv", b_, left_inverse * b,
         [&](const auto& v, const auto& w) { return g.dexp_inv(v, w); });
    pair("dexp_star", p_, left.transpose() * p,
         [&](const auto& v, const auto& w) { return g.dexp_star(v, w); });
    pair("dexp_inv_star", p_, left_inverse.transpose() * p,
         [&](const auto& v, const auto& w) { return g.dexp_inv_star(v, w); });
    const auto lie_poisson = [&](const ExactVector& q) {
      return ExactMatrix(g.lie_poisson(V<Exact>(q)));
    };
    pair("dexp_inv_star_derivative", p_,
         ExactVector(reference::inverse_star_derivative(ad, p, lie_poisson).reshaped()),
         [&](const auto& v, const auto& w) { return g.dexp_inv_star_derivative(v, w); });
    pair("Ad_exp", b_, adjoint * b, [&](const auto& v, const auto& w) { return g.Ad_exp(v, w); });
    pair("Ad_exp_star", p_, adjoint.transpose() * p,
         [&](const auto& v, const auto& w) { return g.Ad_exp_star(v, w); });
    pair("ad", b_, ad * b, [&](const auto& v, const auto& w) { return g.ad(v, w); });
    pair("ad_star", p_, ad.transpose() * p,
         [&](const auto& v, const auto& w) { return g.ad_star(v, w); });
  }

  /// exp, and log of its result where xi is principal.
  void of_exponential(bool principal) {
    const auto exp = [&](const auto& in) { return flat(group_.exp(vector(in, 0)).data); };
    const auto log = [&](const auto& in) { return flat(group_.log(element(in, 0))); };
    const ExactVector exact_x = reference::exp(group_, exact(xi_));
    const Flat<S> x = exp(xi_);
    parts("exp", {"position", "rotation"}, xi_, exp, exact_x);
    if (!principal) return;
    const ExactVector near = exact(Flat<S>(log(x)));
    parts("log", {"linear", "angular"}, x, log, reference::log(group_, exact(x), near));
    // log(exp(v)) against v: the rounding of exp goes through log, whose condition number it sees
    measure("log(exp(v)) = v", x, log, exact(xi_));
  }

  /// The functions of elements that are polynomial in the stored numbers (and in sine and cosine of the heading of
  /// SE2Cover), against themselves in 60 digits.
  void of_elements() {
    const auto& g = group_;
    const Flat<S> x = flat(g.exp(vector(xi_, 0)).data);
    const hamel::Element<G, Exact> precise{exact(x)};
    const V<Exact> b(exact(b_)), p(exact(p_));
    Flat<S> x_b(stored_ + n_), x_p(stored_ + n_), x_x(2 * stored_);
    x_b << x, b_;
    x_p << x, p_;
    x_x << x, x;
    measure(
        "compose", x_x,
        [&](const auto& in) { return flat(g.compose(element(in, 0), element(in, stored_)).data); },
        flat(g.compose(precise, precise).data));
    measure(
        "inverse", x, [&](const auto& in) { return flat(g.inverse(element(in, 0)).data); },
        flat(g.inverse(precise).data));
    measure(
        "Ad", x_b, [&](const auto& in) { return flat(g.Ad(element(in, 0), vector(in, stored_))); },
        flat(g.Ad(precise, b)));
    measure(
        "Ad_star", x_p,
        [&](const auto& in) { return flat(g.Ad_star(element(in, 0), vector(in, stored_))); },
        flat(g.Ad_star(precise, p)));
  }

  /// The action on points with N numbers (the type has D, possibly dynamic).
  template <int D>
  void of_action(int size = D) {
    const Flat<S> x = flat(group_.exp(vector(xi_, 0)).data);
    Flat<S> x_point(stored_ + size);
    for (int i = 0; i < size; ++i) x_point[stored_ + i] = S(std::sin(2.0 + 3 * i));
    x_point.head(stored_) = x;
    const auto act = [&](const auto& in) {
      using T = typename std::remove_cvref_t<decltype(in)>::Scalar;
      return flat(group_.act(element(in, 0), hamel::Vector<T, D>(in.segment(stored_, size))));
    };
    measure("act", x_point, act, act(exact(x_point)));
  }

  /// The Cayley map, rational in xi, against itself in 60 digits; tau and tangent for angles below `largest`.
  void of_cayley(double largest) {
    const hamel::Cayley cayley;
    const auto& g = group_;
    const V<Exact> xi(exact(xi_)), b(exact(b_)), p(exact(p_));
    if (angle_ < largest) {
      measure(
          "Cayley tau", xi_,
          [&](const auto& in) { return flat(cayley.tau(g, vector(in, 0)).data); },
          flat(cayley.tau(g, xi).data));
      pair("Cayley tangent", b_, cayley.tangent(g, xi, b),
           [&](const auto& v, const auto& w) { return cayley.tangent(g, v, w); });
      pair("Cayley coadjoint", p_, cayley.coadjoint(g, xi, p),
           [&](const auto& v, const auto& w) { return cayley.coadjoint(g, v, w); });
    }
    pair("Cayley inverse_tangent", b_, cayley.inverse_tangent(g, xi, b),
         [&](const auto& v, const auto& w) { return cayley.inverse_tangent(g, v, w); });
    pair("Cayley inverse_tangent_star", p_, cayley.inverse_tangent_star(g, xi, p),
         [&](const auto& v, const auto& w) { return cayley.inverse_tangent_star(g, v, w); });
    pair("Cayley inverse_tangent_star_derivative", p_,
         flat(cayley.inverse_tangent_star_derivative(g, xi, p)), [&](const auto& v, const auto& w) {
           return cayley.inverse_tangent_star_derivative(g, v, w);
         });
  }

 private:
  /// The entries of a matrix as one column.
  template <class M>
  static auto flat(const M& m) {
    return Flat<typename M::Scalar>(m.reshaped());
  }
  static ExactVector exact(const Flat<S>& v) { return v.template cast<Exact>(); }

  template <class T>
  V<T> vector(const Flat<T>& inputs, int start) const {
    return inputs.segment(start, n_);
  }
  template <class T>
  hamel::Element<G, T> element(const Flat<T>& inputs, int start) const {
    return {inputs.segment(start, stored_)};
  }

  template <class F>
  void measure(const std::string& function, const Flat<S>& inputs, const F& f,
               const ExactVector& exact) {
    audit_.measure(name_, function, angle_, inputs, f, exact);
  }
  /// A function of xi.
  template <class F>
  void matrix(const std::string& function, const ExactMatrix& exact, const F& f) {
    measure(
        function, xi_, [&](const auto& in) { return flat(f(vector(in, 0))); }, flat(exact));
  }
  /// A function of xi and a vector or covector.
  template <class F>
  void pair(const std::string& function, const Flat<S>& second, const ExactVector& exact,
            const F& f) {
    Flat<S> inputs(2 * n_);
    inputs << xi_, second;
    measure(
        function, inputs, [&](const auto& in) { return flat(f(vector(in, 0), vector(in, n_))); },
        exact);
  }
  /// f as a whole; for SE3 its first three results apart from the others.
  template <class F>
  void parts(const std::string& function, const std::array<const char*, 2>& names,
             const Flat<S>& inputs, const F& f, const ExactVector& exact) {
    if constexpr (!std::is_same_v<G, hamel::SE3>) {
      measure(function, inputs, f, exact);
    } else {
      for (const int i : {0, 1}) {
        const Eigen::Index start = 3 * i, count = i == 0 ? 3 : exact.size() - 3;
        const auto part = [&](const auto& in) { return flat(f(in).segment(start, count)); };
        measure(function + ", " + names[std::size_t(i)], inputs, part, exact.segment(start, count));
      }
    }
  }

  Audit<S>& audit_;
  std::string name_;
  const G& group_;
  int n_, stored_;
  double angle_;
  Flat<S> xi_, b_, p_;
};
