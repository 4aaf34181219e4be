// Formulas compiled to one straight list of operations: what they share is computed once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/io/expression.hpp>

namespace hamel {

/// Numbers with derivatives along a few directions, as lists of operations take them.
using TapeDual = Dual<double, 4>;

/// Several formulas in the same variables as one list of operations on doubles, equal parts once, constant parts
/// folded. The values are those of Expression::evaluate<double>, bit for bit. Evaluation does not allocate (a list of
/// more than `small` operations keeps memory per thread).
class FormulaTape {
 public:
  /// Without formulas.
  FormulaTape() = default;
  explicit FormulaTape(std::span<const Expression> formulas);

  /// Number of formulas.
  int size() const noexcept { return static_cast<int>(outputs_.size()); }
  /// Operations that one evaluation takes.
  int operations() const noexcept { return static_cast<int>(code_.size()); }
  /// True when no formula varies.
  bool is_constant() const noexcept { return inputs_.empty() && code_.empty(); }
  /// results[i] = f_i. All variables that occur must be given.
  void evaluate(std::span<const double> variables, std::span<double> results) const noexcept {
    for_each(variables, [&](int i, double value) { results[static_cast<std::size_t>(i)] = value; });
  }
  /// Calls use(i, f_i) for each formula; it must not evaluate another list.
  template <class Use>
  void for_each(std::span<const double> variables, const Use& use) const {
    with_results(variables, [&](const auto& result) {
      for (int i = 0; i < size(); ++i) use(i, result(i));
    });
  }
  /// The same with derivatives; it may evaluate another list on doubles.
  template <class Use>
  void for_each(std::span<const TapeDual> variables, const Use& use) const {
    const TapeDual* const places = run(variables);
    for (int i = 0; i < size(); ++i)
      use(i, places[static_cast<std::size_t>(outputs_[static_cast<std::size_t>(i)])]);
  }
  /// Calls use(result) with result(i) = f_i; it must not evaluate another list.
  template <class Use>
  void with_results(std::span<const double> variables, const Use& use) const {
    const std::size_t count = constants_.size() + inputs_.size() + code_.size();
    const auto run_at = [&](double* places) {
      run(variables, places);
      use([places, outputs = outputs_.data()](int i) { return places[outputs[i]]; });
    };
    if (count <= tiny)
      on_stack<tiny>(run_at);
    else if (count <= small)
      on_stack<small>(run_at);
    else
      run_at(of_this_thread(count));
  }

  static constexpr std::size_t small = 512;

 private:
  /// Most lists are short. Room for no more keeps what is near them on the stack from lying a page of memory apart,
  /// where processors mistake one number for the other and wait.
  static constexpr std::size_t tiny = 120;
  template <std::size_t room, class Run>
  [[gnu::noinline]] static void on_stack(const Run& run_at) {
    double places[room];
    run_at(places);
  }

  friend class FormulaGraph;
  using Operation = Expression::Operation;
  /// `left` and `right` are places of operands: constants first, then variables, then results.
  struct Instruction {
    std::int32_t left, right;
  };
  /// So many operations of one kind, one after another: it is looked at once for all of them. With cosines, every
  /// second one is the cosine of the angle whose sine came before it: the two are found together.
  struct Batch {
    Operation operation;
    bool with_cosine;
    std::int32_t count;
  };

  void run(std::span<const double> variables, double* places) const noexcept;
  /// All places, in memory of this thread.
  const TapeDual* run(std::span<const TapeDual> variables) const;
  /// Room for so many numbers.
  static double* of_this_thread(std::size_t count);

  std::vector<double> constants_;
  std::vector<std::int32_t> inputs_, outputs_;
  std::vector<Instruction> code_;
  std::vector<Batch> batches_;  // of code_
};

/// The derivatives of formulas that are not zero everywhere: for each formula one reverse sweep, written down as
/// operations beside those of the formula.
class SlopeTape {
 public:
  /// d f_formula / d variable; f_formula itself where the variable is -1.
  struct Place {
    int formula, variable;
  };

  SlopeTape() = default;
  /// By the variables from `first` up to `last`, that one excluded; the values of the formulas before them where asked
  /// for.
  SlopeTape(std::span<const Expression> formulas, int first, int last, bool with_values = false);

  /// Calls use(formula, variable, value) for each place.
  template <class Use>
  void for_each(std::span<const double> variables, const Use& use) const {
    tape_.for_each(variables, placed(use));
  }
  template <class Use>
  void for_each(std::span<const TapeDual> variables, const Use& use) const {
    tape_.for_each(variables, placed(use));
  }

  /// What the results of an evaluation are.
  const std::vector<Place>& places() const noexcept { return places_; }
  const FormulaTape& tape() const noexcept { return tape_; }

 private:
  template <class Use>
  auto placed(const Use& use) const {
    return [this, &use](int i, const auto& value) {
      const auto [formula, variable] = places_[static_cast<std::size_t>(i)];
      use(formula, variable, value);
    };
  }

  FormulaTape tape_;
  std::vector<Place> places_;
};

}  // namespace hamel
