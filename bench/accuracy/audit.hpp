// Worst errors, function by function: relative in the norm of the result, and over the condition number.
#pragma once

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "reference.hpp"

/// What was found for one function of one group.
struct Row {
  std::string group, function;
  long samples = 0;
  double error = 0;      ///< largest relative error
  double condition = 0;  ///< condition number there
  double scaled = 0;     ///< largest error / max(1, condition number)
  double angle = 0;      ///< |xi| at the latter
};

/// Collects rows for results in scalar S.
template <class S>
class Audit {
 public:
  /// Measures f at the inputs against the exact result. f maps a vector of inputs to a vector of results in any
  /// floating-point scalar. The condition number is componentwise: the norm of the sum over inputs of
  /// |df/dx_j| |x_j|, over the norm of f, by differences in double.
  template <class F>
  void measure(const std::string& group, const std::string& function, double angle,
               const Eigen::Matrix<S, Eigen::Dynamic, 1>& inputs, const F& f,
               const reference::ExactVector& exact) {
    const Eigen::VectorXd x = inputs.template cast<double>();
    const double norm = double(exact.norm());
    Eigen::VectorXd sensitivity = Eigen::VectorXd::Zero(exact.size());
    constexpr double step = 1e-7;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      Eigen::VectorXd ahead = x, behind = x;
      ahead[j] *= 1 + step;
      behind[j] *= 1 - step;
      sensitivity += (f(ahead) - f(behind)).cwiseAbs() / (2 * step);
    }
    const reference::ExactVector found = f(inputs).template cast<reference::Exact>();
    const double distance = double(reference::Exact((found - exact).norm()));
    // where the exact result is 0, anything else is infinitely wrong
    const double error = distance == 0 ? 0 : distance / norm;
    const double condition = norm == 0 ? 0 : sensitivity.norm() / norm;
    const double scaled = error / std::max(1.0, condition);

    Row& row = row_of(group, function);
    ++row.samples;
    if (!(error <= row.error)) {
      row.error = error;
      row.condition = condition;
    }
    if (!(scaled <= row.scaled)) {
      row.scaled = scaled;
      row.angle = angle;
    }
  }

  const std::vector<Row>& rows() const { return rows_; }

  /// The largest error over max(1, condition number); NaN counts as infinite.
  double worst() const {
    double largest = 0;
    for (const Row& row : rows_)
      largest = std::max(largest, std::isfinite(row.scaled) ? row.scaled : HUGE_VAL);
    return largest;
  }

  /// The rows as a table in Markdown.
  void print(std::ostream& out) const {
    out << "| group | function | samples | largest error | its condition number | largest error / "
           "max(1, condition) | at angle |\n|---|---|---:|---:|---:|---:|---:|\n";
    for (const Row& row : rows_)
      out << "| " << row.group << " | " << row.function << " | " << row.samples << " | "
          << std::scientific << std::setprecision(1) << row.error << " | " << row.condition << " | "
          << row.scaled << " | " << row.angle << " |\n";
  }

 private:
  Row& row_of(const std::string& group, const std::string& function) {
    for (Row& row : rows_)
      if (row.group == group && row.function == function) return row;
    rows_.push_back({group, function});
    return rows_.back();
  }

  std::vector<Row> rows_;
};
