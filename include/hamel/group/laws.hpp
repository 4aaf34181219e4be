// The laws of a Lie group as numbers: how far a group is from obeying each of them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// One law and its residual, relative to the size of what is compared. NaN counts as a violation.
struct LawResidual {
  std::string law;
  double residual;
  double limit;  ///< what rounding, or a finite difference, explains

  bool holds() const { return residual <= limit; }
};

namespace detail {

/// |a - b| / (1 + |a| + |b|)
template <class A, class B>
double distance(const A& a, const B& b) {
  return double((a - b).norm()) / (1 + double(a.norm()) + double(b.norm()));
}

}  // namespace detail

/// Measures the laws of group/concept.hpp that concern vectors of the algebra only, for a group
/// known at least by its algebra: at xi, for vectors a, b and the covector p. Derivatives are
/// central differences.
template <class G>
std::vector<LawResidual> algebra_laws(const G& g, const Tangent<G, double>& xi,
                                      const Tangent<G, double>& a, const Tangent<G, double>& b,
                                      const Cotangent<G, double>& p) {
  using V = Tangent<G, double>;
  using M = Matrix<double, G::dimension>;
  using detail::distance;
  const double scale = 1 + xi.norm() + a.norm() + b.norm() + p.norm();
  const double rounding = 1e-13 * scale * scale;
  const double difference = 1e-8 * scale * scale * scale;
  const auto pairing = [&](double left, double right) {
    return std::abs(left - right) / (1 + std::abs(left) + std::abs(right));
  };
  const V zero = V::Zero(g.dim());
  const M one = M::Identity(g.dim(), g.dim());
  const M left = g.left_jacobian(xi), right = g.right_jacobian(xi);
  const V minus = -xi;

  const double h = 1e-5;
  const V forward = xi + h * a, backward = xi - h * a;
  const V derivative = (g.dexp_inv_star(forward, p) - g.dexp_inv_star(backward, p)) / (2 * h);
  const V flow = (g.Ad_exp(V(h * a), b) - g.Ad_exp(V(-h * a), b)) / (2 * h);

  return {
      {"[a,b] = -[b,a]", distance(g.ad(a, b), V(-g.ad(b, a))), rounding},
      {"Jacobi", V(g.ad(a, g.ad(b, xi)) + g.ad(b, g.ad(xi, a)) + g.ad(xi, g.ad(a, b))).norm(),
       rounding * scale},
      {"<ad*_a p, b> = <p, [a,b]>", pairing(g.ad_star(a, p).dot(b), p.dot(g.ad(a, b))), rounding},
      {"Ad_exp(xi) [a,b] = [Ad_exp(xi) a, Ad_exp(xi) b]",
       distance(g.Ad_exp(xi, g.ad(a, b)), g.ad(g.Ad_exp(xi, a), g.Ad_exp(xi, b))), rounding},
      {"<Ad*_exp(xi) p, b> = <p, Ad_exp(xi) b>",
       pairing(g.Ad_exp_star(xi, p).dot(b), p.dot(g.Ad_exp(xi, b))), rounding},
      {"d/dt Ad_exp(ta) b = [a,b]", distance(flow, g.ad(a, b)), difference},
      {"Ad_exp(xi) - 1 = ad_xi dexp_xi", distance(V(g.Ad_exp(xi, b) - b), g.ad(xi, g.dexp(xi, b))),
       rounding},
      {"dexp_xi = Ad_exp(xi) dexp_{-xi}", distance(g.dexp(xi, b), g.Ad_exp(xi, g.dexp(minus, b))),
       rounding},
      {"dexp_inv dexp = 1", distance(g.dexp_inv(xi, g.dexp(xi, b)), b), rounding},
      {"<dexp_star p, b> = <p, dexp b>", pairing(g.dexp_star(xi, p).dot(b), p.dot(g.dexp(xi, b))),
       rounding},
      {"<dexp_inv_star p, b> = <p, dexp_inv b>",
       pairing(g.dexp_inv_star(xi, p).dot(b), p.dot(g.dexp_inv(xi, b))), rounding},
      {"dexp_inv_star_derivative", distance(derivative, V(g.dexp_inv_star_derivative(xi, p) * a)),
       difference},
      {"dexp_inv_star at 0", distance(g.dexp_inv_star(zero, p), p), rounding},
      {"left_jacobian b = dexp b", distance(V(left * b), g.dexp(xi, b)), rounding},
      {"right_jacobian b = dexp_{-xi} b", distance(V(right * b), g.dexp(minus, b)), rounding},
      {"left_jacobian inverse", distance(M(left * g.left_jacobian_inverse(xi)), one), rounding},
      {"right_jacobian inverse", distance(M(right * g.right_jacobian_inverse(xi)), one), rounding},
  };
}

/// Measures all laws of group/concept.hpp at the elements x, y, z, the vectors xi, a, b and the
/// covector p. xi is to be in the principal domain of log; derivatives are central differences.
template <LieGroup G>
std::vector<LawResidual> group_laws(const G& g, const Element<G, double>& x,
                                    const Element<G, double>& y, const Element<G, double>& z,
                                    const Tangent<G, double>& xi, const Tangent<G, double>& a,
                                    const Tangent<G, double>& b, const Cotangent<G, double>& p) {
  using V = Tangent<G, double>;
  using detail::distance;
  // elements are compared by their coordinates, which do not see the sign of a quaternion
  const auto coordinates = [&](const Element<G, double>& e) {
    const std::vector<double> c = g.coordinates(e);
    return Eigen::VectorXd(Eigen::VectorXd::Map(c.data(), Eigen::Index(c.size())));
  };
  const auto apart = [&](const Element<G, double>& e, const Element<G, double>& f) {
    return distance(coordinates(e), coordinates(f));
  };
  const double size = 1 + coordinates(x).norm() + coordinates(y).norm() + coordinates(z).norm();
  const double scale = 1 + xi.norm() + a.norm() + b.norm() + p.norm();
  const double rounding = 1e-13 * scale * scale * size;
  const double difference = 1e-8 * scale * scale * scale * size;
  const auto one = g.template identity<double>();
  const auto exp_xi = g.exp(xi);

  const double h = 1e-5;
  const auto ahead = g.exp(V(xi + h * a)), behind = g.exp(V(xi - h * a));
  const V right_trivialised = g.log(g.compose(ahead, g.inverse(behind))) / (2 * h);
  const V left_trivialised = g.log(g.compose(g.inverse(behind), ahead)) / (2 * h);

  std::vector<LawResidual> laws = algebra_laws(g, xi, a, b, p);
  const std::vector<LawResidual> more{
      {"(x y) z = x (y z)", apart(g.compose(g.compose(x, y), z), g.compose(x, g.compose(y, z))),
       rounding},
      {"x 1 = x", apart(g.compose(x, one), x), rounding},
      {"1 x = x", apart(g.compose(one, x), x), rounding},
      {"x x^-1 = 1", apart(g.compose(x, g.inverse(x)), one), rounding},
      {"x^-1 x = 1", apart(g.compose(g.inverse(x), x), one), rounding},
      {"exp(xi/3) exp(2xi/3) = exp(xi)",
       apart(g.compose(g.exp(V(xi / 3)), g.exp(V(2 * xi / 3))), exp_xi), rounding},
      {"log exp xi = xi", distance(g.log(exp_xi), xi), rounding},
      {"exp log x = x", apart(g.exp(g.log(x)), x), rounding},
      {"Ad_xy = Ad_x Ad_y", distance(g.Ad(g.compose(x, y), b), g.Ad(x, g.Ad(y, b))), rounding},
      {"Ad_x [a,b] = [Ad_x a, Ad_x b]", distance(g.Ad(x, g.ad(a, b)), g.ad(g.Ad(x, a), g.Ad(x, b))),
       rounding * size},
      {"x exp(xi) x^-1 = exp(Ad_x xi)",
       apart(g.compose(g.compose(x, exp_xi), g.inverse(x)), g.exp(g.Ad(x, xi))), rounding * size},
      {"<Ad*_x p, b> = <p, Ad_x b>",
       std::abs(g.Ad_star(x, p).dot(b) - p.dot(g.Ad(x, b))) / (1 + std::abs(p.dot(g.Ad(x, b)))),
       rounding},
      {"Ad_exp(xi) = Ad at exp(xi)", distance(g.Ad_exp(xi, b), g.Ad(exp_xi, b)), rounding},
      {"Ad*_exp(xi) = Ad* at exp(xi)", distance(g.Ad_exp_star(xi, p), g.Ad_star(exp_xi, p)),
       rounding},
      {"d/ds exp(xi + s a) exp(-xi) = dexp_xi a", distance(right_trivialised, g.dexp(xi, a)),
       difference},
      {"exp(-xi) d/ds exp(xi + s a) = dexp_{-xi} a", distance(left_trivialised, g.dexp(V(-xi), a)),
       difference},
      {"from_coordinates(coordinates(x)) = x",
       apart(g.from_coordinates(std::vector<double>(g.coordinates(x))), x), rounding},
      {"one name for each coordinate",
       g.coordinate_names().size() == g.coordinates(x).size() ? 0.0 : 1.0, 0.0},
      {"residual(x) = 0", g.residual(x), rounding},
      {"normalized(x) = x", apart(g.normalized(x), x), rounding},
  };
  laws.insert(laws.end(), more.begin(), more.end());
  return laws;
}

}  // namespace hamel
