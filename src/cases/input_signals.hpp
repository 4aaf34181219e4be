// What the inputs of a file are along a run: numbers that a caller holds, formulas in t, or tables.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/io/system_file.hpp>

#include "formulas/formula_tape.hpp"

namespace hamel {

/// The numbers that a caller holds as the inputs of a run, in place of the signals of its file.
struct HeldInputs {
  bool held = false;
  std::array<double, max_dimension> values{};
};

/// Does one of them follow a table?
bool follow_tables(const std::vector<GroupInput>& inputs);

/// w(t) of the inputs of a file, 0 of one without signal. One run has its own: it remembers which piece of the tables a
/// step crosses.
///
/// Between its rows a table is smooth. Steps that end at the rows keep the order of their method, if the field at both
/// ends is that of the piece between them: where a held signal jumps, the step before takes the value from the left,
/// the step behind the one from the right. Elsewhere w(t_i) is that of row i, from the right.
class InputSignals {
 public:
  InputSignals(const std::vector<GroupInput>& inputs, std::shared_ptr<const HeldInputs> held);

  /// Can an input be other than 0?
  bool act() const noexcept { return has_signals_ || are_held(); }
  /// Is there a caller who can hold them?
  bool may_be_held() const noexcept { return held_ != nullptr; }
  /// w at t, one number for each input; none beyond the ends of a table.
  void at(double t, std::span<double> w) const;
  /// The same less what the formulas say: what the offset of a constraint, which has those in it, lacks.
  void beside_formulas(double t, std::span<double> w) const;

  /// Are there times, see piece_end, at which steps are to end?
  bool have_pieces() const noexcept { return !corners_.empty() && !are_held(); }
  /// How far a step from t to `end` may go: to the next row at which a table jumps or turns. Rows within rounding of
  /// either end do not count.
  double piece_end(double t, double end) const noexcept;

  /// While one is alive, tables are those of the piece between two times.
  class OnPiece {
   public:
    OnPiece(const InputSignals& signals, double from, double to) noexcept : signals_(signals) {
      signals.enter(from + (to - from) / 2);
    }
    OnPiece(const OnPiece&) = delete;
    OnPiece& operator=(const OnPiece&) = delete;
    ~OnPiece() { signals_.on_piece_ = false; }

   private:
    const InputSignals& signals_;
  };

 private:
  bool are_held() const noexcept { return held_ != nullptr && held_->held; }
  void enter(double inside) const noexcept;

  FormulaTape formulas_;                                    // w(t), 0 of tables
  std::vector<std::shared_ptr<const SignalTable>> tables_;  // of each input, or null
  std::vector<double> corners_;
  bool has_signals_ = false;
  std::shared_ptr<const HeldInputs> held_;
  mutable bool on_piece_ = false;
  mutable std::vector<std::size_t> rows_;  // where pieces of the tables begin
};

}  // namespace hamel
