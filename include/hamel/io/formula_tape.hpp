// Formulas compiled to one straight list of operations: what they share is computed once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hamel/io/expression.hpp>

namespace hamel {

/// Several formulas in the same variables as one list of operations on doubles, equal parts once, constant parts folded.
/// The values are those of Expression::evaluate<double>, bit for bit. Evaluation does not allocate (a list of more than
/// `small` operations keeps memory per thread).
class FormulaTape {
 public:
  /// Without formulas.
  FormulaTape() = default;
  explicit FormulaTape(std::span<const Expression> formulas);

  /// Number of formulas.
  int size() const noexcept { return static_cast<int>(outputs_.size()); }
  /// Operations that one evaluation takes.
  int operations() const noexcept { return static_cast<int>(code_.size()); }
  /// results[i] = f_i. All variables that occur must be given.
  void evaluate(std::span<const double> variables, std::span<double> results) const noexcept;

  static constexpr std::size_t small = 512;

 private:
  friend class FormulaGraph;
  using Operation = Expression::Operation;
  /// `left` and `right` are places of operands: constants first, then variables, then results.
  struct Instruction {
    Operation operation;
    std::int32_t left, right;
  };

  void run(std::span<const double> variables, double* places) const noexcept;

  std::vector<double> constants_;
  std::vector<std::int32_t> inputs_, outputs_;
  std::vector<Instruction> code_;
};

/// The derivatives of formulas that are not zero everywhere: for each formula one reverse sweep, written down as
/// operations beside those of the formula.
class SlopeTape {
 public:
  /// d f_formula / d variable.
  struct Place {
    int formula, variable;
  };

  SlopeTape() = default;
  /// By the variables from `first` up to `last`, that one excluded.
  SlopeTape(std::span<const Expression> formulas, int first, int last);

  /// What the results of an evaluation are.
  const std::vector<Place>& places() const noexcept { return places_; }
  const FormulaTape& tape() const noexcept { return tape_; }

 private:
  FormulaTape tape_;
  std::vector<Place> places_;
};

}  // namespace hamel
