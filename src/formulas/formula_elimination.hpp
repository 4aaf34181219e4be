// Symmetric linear equations whose entries are formulas, solved operation by operation.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace hamel {
class FormulaGraph;
}

namespace hamel::running {

/// A symmetric matrix of nodes bordering a right-hand side, on and below the diagonal.
struct Linear {
  explicit Linear(int count, int zero)
      : size(count),
        entries(static_cast<std::size_t>(count * count), zero),
        rhs(static_cast<std::size_t>(count), zero) {}
  int& operator()(int i, int j) { return entries[static_cast<std::size_t>(i * size + j)]; }
  int& operator[](int i) { return rhs[static_cast<std::size_t>(i)]; }

  int size;
  std::vector<int> entries, rhs;
};

/// How many pivots of D vary.
struct VaryingPivots {
  int positive = 0, negative = 0;

  /// Are all clear of zero, and of their sign? result(0), result(1), ... are those pivots, each with the entry that it
  /// is left of.
  template <class Result>
  bool are_clear(const Result& result) const noexcept {
    int i = 0;
    for (; i < 2 * positive; i += 2)
      if (!is_clear(result(i), result(i + 1))) return false;
    for (const int end = i + 2 * negative; i < end; i += 2)
      if (!is_clear(-result(i), -result(i + 1))) return false;
    return true;
  }
  /// How many results that are.
  int results() const noexcept { return 2 * (positive + negative); }

  /// A pivot is clear of zero where it is finite and keeps a hundredth of the entry that it is left of.
  static bool is_clear(double modulus, double entry) noexcept {
    return modulus > 0 && modulus > entry / 100 && modulus <= std::numeric_limits<double>::max();
  }
};

/// Writes down how K x = b is solved by K = B D B^T without pivoting, which skips what is zero everywhere and does once
/// what is constant; the first `positive` pivots are to be positive, the others negative. The right-hand side becomes
/// x, `roots` the pivots that vary, each with the entry that it is left of; none where a constant one is not clearly as
/// it should be.
std::optional<VaryingPivots> solve_in_place(FormulaGraph& graph, Linear& k, int positive,
                                            std::vector<int>& roots);

}  // namespace hamel::running
