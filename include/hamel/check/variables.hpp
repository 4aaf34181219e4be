// The variables of polynomials in numbers, their cosines and their sines.
#pragma once

namespace hamel {

/// What a variable is of the number x_k.
enum class VariableKind : int { plain, cosine, sine };

/// The variables x_0, cos x_0, sin x_0, x_1, ... are 0, 1, 2, 3, ...
constexpr int variable_of(int k, VariableKind kind = VariableKind::plain) noexcept {
  return 3 * k + static_cast<int>(kind);
}
constexpr int cosine_of(int k) noexcept {
  return variable_of(k, VariableKind::cosine);
}
constexpr int sine_of(int k) noexcept {
  return variable_of(k, VariableKind::sine);
}
/// The k of x_k, cos x_k and sin x_k.
constexpr int index_of(int variable) noexcept {
  return variable / 3;
}
constexpr VariableKind kind_of(int variable) noexcept {
  return static_cast<VariableKind>(variable % 3);
}
constexpr bool is_plain(int variable) noexcept {
  return kind_of(variable) == VariableKind::plain;
}
constexpr bool is_cosine(int variable) noexcept {
  return kind_of(variable) == VariableKind::cosine;
}
constexpr bool is_sine(int variable) noexcept {
  return kind_of(variable) == VariableKind::sine;
}

/// sin x_k of cos x_k, cos x_k of sin x_k.
constexpr int partner(int variable) noexcept {
  return is_cosine(variable) ? sine_of(index_of(variable)) : cosine_of(index_of(variable));
}

}  // namespace hamel
