// First and second derivatives of a sum of formulas, compiled.
#pragma once

#include <span>
#include <vector>

#include <hamel/io/expression.hpp>

#include "formula_tape.hpp"

namespace hamel::running {

/// A term of a sum: a number times a formula (1 where there is none) times variables.
struct FormulaTerm {
  double factor;
  const Expression* formula;
  std::vector<int> variables;
};

/// The gradient and the Hessian of a sum of terms in `count` variables: one reverse sweep for the value, one for each
/// slope, written down as operations that share what they have in common.
class CurvatureTape {
 public:
  CurvatureTape() = default;
  CurvatureTape(std::span<const FormulaTerm> sum, int count);
  /// Of the Hessian only rows from `first` up to `last`, that one excluded, up to the diagonal.
  CurvatureTape(std::span<const FormulaTerm> sum, int count, int first, int last);

  /// Calls use(i, -1, df/dx_i) and use(i, j, d^2f/dx_i dx_j), j <= i, for those that are not zero everywhere.
  template <class S, class Use>
  void for_each(std::span<const S> variables, const Use& use) const {
    all_.for_each(variables, [&](int i, const S& value) {
      const auto [row, column] = places_[static_cast<std::size_t>(i)];
      use(row, column, value);
    });
  }
  /// gradient[i] = df/dx_i, for all variables.
  void evaluate(std::span<const double> variables, std::span<double> gradient) const;
  /// The same with hessian[i * count + j] = d^2f/dx_i dx_j.
  void evaluate(std::span<const double> variables, std::span<double> gradient,
                std::span<double> hessian) const;

 private:
  /// Of the results of a tape: d^2f/dx_row dx_column, column -1 for df/dx_row.
  struct Place {
    int row, column;
  };

  int count_ = 0;
  FormulaTape slopes_, all_;
  std::vector<Place> places_;  // of all_; those of slopes_ come first
};

}  // namespace hamel::running
