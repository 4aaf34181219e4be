// What the inputs of a file are along a run.
#include "input_signals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hamel {

namespace {

/// Times that differ by no more than this part of them are one: of a row, and of a step that was to end there.
constexpr double rounding_of_time = 8 * std::numeric_limits<double>::epsilon();

bool is_before(double t, double other) noexcept {
  return other - t > rounding_of_time * std::max(std::abs(t), std::abs(other));
}

constexpr std::size_t no_row = std::numeric_limits<std::size_t>::max();

/// The row whose piece begins at t or before; none outside of the table.
std::size_t row_at(const SignalTable& table, double t) noexcept {
  const auto after = std::find_if(std::upper_bound(table.t.begin(), table.t.end(), t),
                                  table.t.end(), [t](double row) { return is_before(t, row); });
  if (after == table.t.begin() || is_before(table.t.back(), t)) return no_row;
  return static_cast<std::size_t>(after - table.t.begin()) - 1;
}

double value_of(const SignalTable& table, std::size_t row, double t) noexcept {
  if (row == no_row) return std::numeric_limits<double>::quiet_NaN();
  if (!table.linear || row + 1 == table.t.size()) return table.w[row];
  const double part = (t - table.t[row]) / (table.t[row + 1] - table.t[row]);
  return table.w[row] + part * (table.w[row + 1] - table.w[row]);
}

std::vector<Expression> formulas_of(const std::vector<GroupInput>& inputs) {
  std::vector<Expression> formulas;
  for (const auto& input : inputs) formulas.push_back(input.signal.value_or(Expression()));
  return formulas;
}

/// The rows between its ends at which a table jumps, or its slope does.
std::vector<double> corners_of(const std::vector<GroupInput>& inputs) {
  std::vector<double> corners;
  for (const auto& input : inputs) {
    if (!input.table) continue;
    const SignalTable& table = *input.table;
    for (std::size_t i = 1; i + 1 < table.t.size(); ++i)
      if (table.linear || table.w[i] != table.w[i - 1]) corners.push_back(table.t[i]);
  }
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  return corners;
}

}  // namespace

InputSignals::InputSignals(const std::vector<GroupInput>& inputs,
                           std::shared_ptr<const HeldInputs> held)
    : formulas_(formulas_of(inputs)), corners_(corners_of(inputs)), held_(std::move(held)) {
  for (const auto& input : inputs) {
    tables_.push_back(input.table);
    has_signals_ = has_signals_ || input.signal || input.table;
  }
  rows_.resize(tables_.size());
}

void InputSignals::at(double t, std::span<double> w) const {
  if (are_held()) {
    std::copy_n(held_->values.begin(), tables_.size(), w.begin());
    return;
  }
  formulas_.evaluate(std::span<const double>(&t, 1), w);
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (const auto* table = tables_[i].get())
      w[i] = value_of(*table, on_piece_ ? rows_[i] : row_at(*table, t), t);
}

void InputSignals::beside_formulas(double t, std::span<double> w) const {
  std::array<double, max_dimension> of_formulas;
  formulas_.evaluate(std::span<const double>(&t, 1), of_formulas);
  at(t, w);
  for (std::size_t i = 0; i < tables_.size(); ++i) w[i] -= of_formulas[i];
}

double InputSignals::piece_end(double t, double end) const noexcept {
  if (are_held()) return end;
  if (t < end) {
    auto next = std::upper_bound(corners_.begin(), corners_.end(), t);
    while (next != corners_.end() && !is_before(t, *next)) ++next;
    return next != corners_.end() && is_before(*next, end) ? *next : end;
  }
  auto next = std::lower_bound(corners_.begin(), corners_.end(), t);
  while (next != corners_.begin() && !is_before(*(next - 1), t)) --next;
  return next != corners_.begin() && is_before(end, *(next - 1)) ? *(next - 1) : end;
}

void InputSignals::enter(double inside) const noexcept {
  on_piece_ = true;
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (const auto* table = tables_[i].get()) rows_[i] = row_at(*table, inside);
}

}  // namespace hamel
