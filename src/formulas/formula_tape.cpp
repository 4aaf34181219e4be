// Compiling formulas, and running what became of them.
#include "formula_tape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hamel/core/dense.hpp>

#include "curvature_tape.hpp"
#include "formula_graph.hpp"
#include "formula_operation.hpp"

namespace hamel {

FormulaTape::FormulaTape(std::span<const Expression> formulas) {
  FormulaGraph builder;
  std::vector<int> roots;
  for (const Expression& formula : formulas) roots.push_back(builder.read(formula));
  *this = builder.finish(roots);
}

namespace {

/// Both of the same angle, which takes little more than one of them.
inline void sine_and_cosine(double angle, double& sine, double& cosine) noexcept {
#ifdef __GLIBC__
  ::sincos(angle, &sine, &cosine);
#else
  sine = std::sin(angle);
  cosine = std::cos(angle);
#endif
}

}  // namespace

void FormulaTape::run(std::span<const double> variables, double* places) const noexcept {
  double* next = copy_few(constants_.data(), constants_.data() + constants_.size(), places);
  for (const std::int32_t input : inputs_) *next++ = variables[static_cast<std::size_t>(input)];
  const Instruction* i = code_.data();
  const auto each = [&](const Batch& batch, const auto& operation) {
    const Instruction* const end = i + batch.count;
    do {
      *next++ = operation(places[i->left], places[i->right]);
    } while (++i != end);
  };
  for (const Batch& batch : batches_) {
    switch (batch.operation) {
      case Operation::add:
        each(batch, [](double a, double b) { return a + b; });
        break;
      case Operation::subtract:
        each(batch, [](double a, double b) { return a - b; });
        break;
      case Operation::multiply:
        each(batch, [](double a, double b) { return a * b; });
        break;
      case Operation::divide:
        each(batch, [](double a, double b) { return a / b; });
        break;
      case Operation::negate:
        each(batch, [](double a, double) { return -a; });
        break;
      case Operation::sin:
        if (batch.with_cosine) {
          for (const Instruction* const end = i + batch.count; i != end; i += 2, next += 2)
            sine_and_cosine(places[i->left], next[0], next[1]);
          break;
        }
        [[fallthrough]];
      default:
        each(batch, [&](double a, double b) { return running::apply(batch.operation, a, b); });
    }
  }
}

const TapeDual* FormulaTape::run(std::span<const TapeDual> variables) const {
  static thread_local std::vector<TapeDual> places;
  const std::size_t count = constants_.size() + inputs_.size() + code_.size();
  if (places.size() < count) places.resize(count);
  TapeDual* next = std::copy(constants_.begin(), constants_.end(), places.data());
  for (const std::int32_t input : inputs_) *next++ = variables[static_cast<std::size_t>(input)];
  const Instruction* i = code_.data();
  for (const Batch& batch : batches_)
    for (std::int32_t k = 0; k < batch.count; ++k, ++i) {
      const bool is_cosine = batch.with_cosine && k % 2 == 1;
      *next++ = running::apply(is_cosine ? Operation::cos : batch.operation,
                               places[static_cast<std::size_t>(i->left)],
                               places[static_cast<std::size_t>(i->right)]);
    }
  return places.data();
}

double* FormulaTape::of_this_thread(std::size_t count) {
  static thread_local std::vector<double> places;
  if (places.size() < count) places.resize(count);
  return places.data();
}

SlopeTape::SlopeTape(std::span<const Expression> formulas, int first, int last, bool with_values) {
  FormulaGraph builder;
  std::vector<int> roots;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const int root = builder.read(formulas[i]);
    if (with_values) {
      places_.push_back({static_cast<int>(i), -1});
      roots.push_back(root);
    }
    for (const auto& [variable, slope] : builder.slopes(root)) {
      if (variable < first || variable >= last) continue;
      places_.push_back({static_cast<int>(i), variable});
      roots.push_back(slope);
    }
  }
  tape_ = builder.finish(roots);
}

namespace running {

CurvatureTape::CurvatureTape(std::span<const FormulaTerm> sum, int count)
    : CurvatureTape(sum, count, 0, count) {}

CurvatureTape::CurvatureTape(std::span<const FormulaTerm> sum, int count, int first, int last)
    : count_(count) {
  FormulaGraph builder;
  const auto slopes = builder.slopes(builder.read(sum));
  std::vector<int> roots;
  for (const auto& [variable, slope] : slopes) {
    places_.push_back({variable, -1});
    roots.push_back(slope);
  }
  slopes_ = builder.finish(roots);
  for (const auto& [row, slope] : slopes) {
    if (row < first || row >= last) continue;
    for (const auto& [column, curvature] : builder.slopes(slope)) {
      if (column > row) continue;  // the Hessian is symmetric
      places_.push_back({row, column});
      roots.push_back(curvature);
    }
  }
  all_ = builder.finish(roots);
}

void CurvatureTape::evaluate(std::span<const double> variables, std::span<double> gradient) const {
  std::fill(gradient.begin(), gradient.end(), 0.);
  slopes_.for_each(variables, [&](int i, double value) {
    gradient[static_cast<std::size_t>(places_[static_cast<std::size_t>(i)].row)] = value;
  });
}

void CurvatureTape::evaluate(std::span<const double> variables, std::span<double> gradient,
                             std::span<double> hessian) const {
  std::fill(gradient.begin(), gradient.end(), 0.);
  std::fill(hessian.begin(), hessian.end(), 0.);
  for_each(variables, [&](int row, int column, double value) {
    if (column < 0)
      gradient[static_cast<std::size_t>(row)] = value;
    else
      hessian[static_cast<std::size_t>(row * count_ + column)] =
          hessian[static_cast<std::size_t>(column * count_ + row)] = value;
  });
}

}  // namespace running

}  // namespace hamel
