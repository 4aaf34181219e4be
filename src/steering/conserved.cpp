// Functions of place that every motion keeps, found from its velocities.
#include "steering/conserved.hpp"

#include <cmath>
#include <random>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/steer/motions_of.hpp>

#include "searching/adapted_frame.hpp"
#include "steering/reachable.hpp"

namespace hamel::steering {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;

/// Coordinates, sines and cosines of angles, and products of two of them.
class Dictionary {
 public:
  Dictionary(const std::vector<std::string>& names, const std::vector<double>& turns,
             const std::vector<bool>& is_free) {
    constexpr int most_factors = 20;
    for (const Kind kind : {Kind::plain, Kind::sine, Kind::cosine})
      for (std::size_t i = 0; i < names.size(); ++i)
        if (!is_free[i] && (kind == Kind::plain || turns[i] != 0)) {
          const char* const word = kind == Kind::sine ? "sin" : kind == Kind::cosine ? "cos" : "";
          factors_.push_back({static_cast<int>(i), kind,
                              kind == Kind::plain ? names[i] : word + ("(" + names[i] + ")")});
        }
    const int count = static_cast<int>(factors_.size());
    for (int i = 0; i < count; ++i) terms_.emplace_back(i, -1);
    for (int i = 0; i < count && count <= most_factors; ++i)
      for (int j = i; j < count; ++j) terms_.emplace_back(i, j);
  }

  int size() const { return static_cast<int>(terms_.size()); }

  std::string name(int k) const {
    const auto [i, j] = terms_[k];
    return factors_[i].name + (j < 0 ? "" : " " + factors_[j].name);
  }

  /// The terms at coordinates c, or their rates where the coordinates have the rates c_dot.
  Eigen::VectorXd values(const Eigen::VectorXd& c) const { return evaluate(c, nullptr); }
  Eigen::VectorXd rates(const Eigen::VectorXd& c, const Eigen::VectorXd& c_dot) const {
    return evaluate(c, &c_dot);
  }

 private:
  enum class Kind { plain, sine, cosine };
  struct Factor {
    int coordinate;
    Kind kind;
    std::string name;
  };

  Eigen::VectorXd evaluate(const Eigen::VectorXd& c, const Eigen::VectorXd* c_dot) const {
    std::vector<double> value, rate;
    for (const Factor& f : factors_) {
      const double q = c[f.coordinate], v = c_dot == nullptr ? 0 : (*c_dot)[f.coordinate];
      value.push_back(f.kind == Kind::sine     ? std::sin(q)
                      : f.kind == Kind::cosine ? std::cos(q)
                                               : q);
      rate.push_back(f.kind == Kind::sine     ? v * std::cos(q)
                     : f.kind == Kind::cosine ? -v * std::sin(q)
                                              : v);
    }
    Eigen::VectorXd all(size());
    for (int k = 0; k < size(); ++k) {
      const auto [i, j] = terms_[k];
      if (c_dot == nullptr)
        all[k] = value[i] * (j < 0 ? 1 : value[j]);
      else
        all[k] = j < 0 ? rate[i] : rate[i] * value[j] + value[i] * rate[j];
    }
    return all;
  }

  std::vector<Factor> factors_;
  std::vector<std::pair<int, int>> terms_;
};

Eigen::VectorXd coordinates(const SystemGroup& group, const Point& x) {
  const auto c = group.coordinates(x);
  return Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<int>(c.size()));
}

/// Rates of the terms along admissible velocities at random, a row each.
Eigen::MatrixXd sampled(const FileMotion& motion, const Dictionary& terms, const Point& from,
                        double t_end, int rows, std::mt19937& random) {
  const auto& group = motion.group();
  std::uniform_real_distribution<double> even(-1, 1);
  Eigen::MatrixXd all(rows, terms.size());
  int made = 0;
  for (int tries = 0; made < rows && tries < 4 * rows; ++tries) {
    V way(motion.dim()), p(motion.dim());
    for (int i = 0; i < way.size(); ++i) way[i] = 1.5 * even(random), p[i] = 2 * even(random);
    const double t = t_end * (1 + even(random)) / 2;
    const Point x = group.compose(from, group.exp(way));
    const Eigen::VectorXd a = motion.velocity(t, x, p);
    const Eigen::VectorXd rate = group.coordinate_slopes(x).transpose() * a;
    const Eigen::VectorXd row = terms.rates(coordinates(group, x), rate);
    if (row.allFinite() && row.norm() > 0) all.row(made++) = row.transpose() / row.norm();
  }
  all.conservativeResize(made, terms.size());
  return all;
}

std::string words_of(const Dictionary& terms, const Eigen::VectorXd& weights) {
  std::string words;
  for (int k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    words +=
        (words.empty() ? "" : " + ") + std::string("(") + text(weights[k]) + ") " + terms.name(k);
  }
  return words;
}

}  // namespace

std::optional<KeptFunction> kept_function(const FileMotion& motion,
                                          const std::vector<std::string>& names,
                                          const std::vector<double>& turns, const Point& from,
                                          const Point& to, const std::vector<bool>& is_free,
                                          double t_end) {
  constexpr double nothing = 1e-11, differs = 1e-7;
  const Dictionary terms(names, turns, is_free);
  std::mt19937 random(1);
  const int rows = 2 * terms.size() + 20;
  const Eigen::MatrixXd made = sampled(motion, terms, from, t_end, rows, random);
  const Eigen::MatrixXd fresh = sampled(motion, terms, from, t_end, 60, random);
  if (made.rows() < rows || fresh.rows() < 60) return {};
  const Eigen::VectorXd change = terms.values(coordinates(motion.group(), to)) -
                                 terms.values(coordinates(motion.group(), from));

  // Term by term, the simple ones first: one whose rate is a sum of those of others makes a function that is kept.
  Eigen::MatrixXd basis(made.rows(), 0), of_terms(terms.size(), 0);  // basis = made * of_terms
  for (int k = 0; k < terms.size(); ++k) {
    Eigen::VectorXd rest = made.col(k), weights = Eigen::VectorXd::Unit(terms.size(), k);
    const double size = rest.norm();
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXd along = basis.transpose() * rest;
      rest -= basis * along;
      weights -= of_terms * along;
    }
    if (rest.norm() > 1e-9 * size && size > nothing) {
      basis.conservativeResize(basis.rows(), basis.cols() + 1);
      of_terms.conservativeResize(of_terms.rows(), basis.cols());
      basis.rightCols(1) = rest / rest.norm();
      of_terms.rightCols(1) = weights / rest.norm();
      continue;
    }
    const double largest = weights.cwiseAbs().maxCoeff();
    for (double& w : weights)
      if (std::abs(w) < 1e-9 * largest) w = 0;
    const Eigen::VectorXd off = fresh * weights;
    const Eigen::VectorXd scale = fresh.cwiseAbs() * weights.cwiseAbs();
    if ((off.cwiseAbs() - nothing * scale).maxCoeff() > nothing * largest) continue;
    const double difference = weights.dot(change);
    if (std::abs(difference) > differs * (largest + weights.cwiseAbs().dot(change.cwiseAbs())))
      return KeptFunction{words_of(terms, weights), difference};
  }
  return {};
}

void require_reachable(const FileMotion& motion, const Question& asked,
                       const std::vector<double>& turns, const Point& from, const Point& to,
                       const std::vector<bool>& is_free, double t_end) {
  const auto& group = motion.group();
  if (const GroupSystem* system = asked.system;
      system != nullptr && !system->moves() && system->offset.empty())
    return require_reachable(*system, from, to, free_directions(group, to, is_free));
  const int n = motion.dim();
  V aside(n);
  for (int i = 0; i < n; ++i) aside[i] = 0.3 * std::sin(1 + 2.3 * i);
  const Point near = group.compose(from, group.exp(aside));
  const bool drifts = motion.velocity(0.3 * t_end, near, V(V::Zero(n))).norm() > 0;
  std::string reason = "every motion keeps ";
  if (!drifts) {
    const auto frame =
        searching::frame_at(searching::MotionsOf<FileMotion>(motion), searching::point(near));
    if (frame.generates()) return;
    std::string growth;
    for (int w = 1, reached = 0; reached < frame.reached; ++w) {
      reached = 0;
      for (const int layer : frame.layer) reached += layer > 0 && layer <= w;
      growth += (growth.empty() ? "" : ", ") + std::to_string(reached);
    }
    reason = "the constraint is not bracket generating (growth " + growth + " of " +
             std::to_string(n) + "), " + reason;
  }
  if (const auto kept = kept_function(motion, asked.names, turns, from, to, is_free, t_end))
    throw InputError("target",
                     "one that no motion reaches: " + reason + kept->words +
                         ", and the target differs from the start in it by " +
                         text(kept->difference),
                     "a target on the leaf of the start");
}

}  // namespace hamel::steering
