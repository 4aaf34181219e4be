// Along a curve with constant velocity u the functions f move by f' = X u; u is chosen, by Levenberg & Marquardt, so that they
// come nearer to the values that are looked for.
#include "function_values.hpp"

#include <cmath>
#include <cstddef>
#include <random>
#include <utility>

#include <Eigen/Cholesky>

namespace hamel {

namespace {

/// The fields as matrices of terms in doubles.
class RoundedFields {
 public:
  explicit RoundedFields(const FunctionValues& values)
      : functions_(static_cast<Eigen::Index>(values.places.size())),
        fields_(static_cast<Eigen::Index>(values.along.size())) {
    for (Eigen::Index k = 0; k < fields_; ++k)
      for (Eigen::Index i = 0; i < functions_; ++i)
        for (const auto& [monomial, factor] :
             values.along[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)].terms()) {
          Term term{i, k, to_double(factor), {}};
          for (const auto& [variable, power] : monomial)
            for (std::size_t place = 0; place < values.places.size(); ++place)
              if (values.places[place] == variable / 3)
                term.factors.insert(term.factors.end(), static_cast<std::size_t>(power), place);
          terms_.push_back(std::move(term));
        }
  }
  /// X.
  Eigen::MatrixXd operator()(const Eigen::VectorXd& f) const {
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(functions_, fields_);
    for (const auto& term : terms_) {
      double product = term.factor;
      for (const std::size_t place : term.factors) product *= f[static_cast<Eigen::Index>(place)];
      x(term.function, term.field) += product;
    }
    return x;
  }
  /// The functions at x exp(u), by classical steps of Runge & Kutta.
  Eigen::VectorXd moved(Eigen::VectorXd f, const Eigen::VectorXd& u) const {
    constexpr int steps = 30;
    const Eigen::VectorXd v = u / steps;
    for (int i = 0; i < steps; ++i) {
      const Eigen::VectorXd a = (*this)(f)*v, b = (*this)(f + a / 2) * v,
                            c = (*this)(f + b / 2) * v, d = (*this)(f + c) * v;
      f += (a + 2 * b + 2 * c + d) / 6;
    }
    return f;
  }
  Eigen::Index fields() const { return fields_; }

 private:
  struct Term {
    Eigen::Index function, field;
    double factor;
    std::vector<std::size_t> factors;
  };
  Eigen::Index functions_, fields_;
  std::vector<Term> terms_;
};

bool leads(const RoundedFields& fields, Eigen::VectorXd f, const Eigen::VectorXd& to) {
  constexpr double near = 1e-6;  // beyond the error of the steps
  double damping = 1;
  for (int i = 0; i < 200 && damping < 1e12; ++i) {
    const Eigen::VectorXd rest = to - f;
    if (rest.norm() <= near * (1 + to.norm())) return true;
    const Eigen::MatrixXd x = fields(f);
    Eigen::MatrixXd normal = x.transpose() * x;
    normal.diagonal().array() += damping * rest.norm();
    Eigen::VectorXd u = normal.ldlt().solve(x.transpose() * rest);
    if (u.norm() > 1) u.normalize();
    const Eigen::VectorXd next = fields.moved(f, u);
    const bool nearer = (to - next).norm() < rest.norm();
    if (nearer) f = next;
    damping *= nearer ? 0.3 : 4;
  }
  return false;
}

}  // namespace

bool FunctionValues::has_directions(const DynamicVector<Rational>& point) const {
  const auto directions = [&](const DynamicVector<Rational>& z) {
    DynamicMatrix<Rational> x(static_cast<Eigen::Index>(places.size()),
                              static_cast<Eigen::Index>(along.size()));
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      for (Eigen::Index k = 0; k < x.cols(); ++k)
        x(i, k) = along[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)].at_identity(
            {z.data(), z.data() + z.size()});
    return rank<Rational>(x);
  };
  if (places.empty()) return true;
  DynamicVector<Rational> somewhere = point;
  for (std::size_t i = 0; i < places.size(); ++i)
    somewhere(places[i]) = known.front()(static_cast<Eigen::Index>(i));
  return directions(point) == directions(somewhere);
}

bool FunctionValues::reach(const DynamicVector<Rational>& point) const {
  if (!has_directions(point)) return false;
  constexpr int trials = 8;
  const auto count = static_cast<Eigen::Index>(places.size());
  Eigen::VectorXd to(count);
  for (Eigen::Index i = 0; i < count; ++i)
    to[i] = to_double(point(places[static_cast<std::size_t>(i)]));
  const RoundedFields fields(*this);
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const auto& values : known)
    for (int trial = 0; trial < trials; ++trial) {
      Eigen::VectorXd from(count), u(fields.fields());
      for (Eigen::Index i = 0; i < count; ++i) from[i] = to_double(values(i));
      for (double& x : u.reshaped()) x = trial == 0 ? 0 : number(generator);
      if (leads(fields, fields.moved(std::move(from), u), to)) return true;
    }
  return false;
}

}  // namespace hamel
