// Reading exact numbers from text: 3/10, 0.3 and 1.5e-2 without rounding.
#pragma once

#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include <hamel/algebra/rational.hpp>
#include <hamel/core/error.hpp>

namespace hamel {

namespace detail {

/// A decimal number without sign, such as 12, .3, 1.5e-2; nothing when the text is something else.
inline std::optional<Rational> parse_decimal(std::string_view text) {
  std::string digits;
  int scale = 0;
  std::size_t i = 0;
  const auto is_digit = [&] {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]));
  };
  for (; is_digit(); ++i) digits += text[i];
  if (i < text.size() && text[i] == '.')
    for (++i; is_digit(); ++i, --scale) digits += text[i];
  if (digits.empty()) return std::nullopt;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    bool negative = false;
    if (++i < text.size() && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
    int exponent = 0, count = 0;
    for (; is_digit() && count < 5; ++i, ++count) exponent = 10 * exponent + (text[i] - '0');
    if (count == 0 || exponent > 9999) return std::nullopt;
    scale += negative ? -exponent : exponent;
  }
  if (i != text.size()) return std::nullopt;
  digits.erase(0, digits.find_first_not_of('0'));  // a leading zero would announce an octal number
  const Integer mantissa(digits.empty() ? std::string("0") : digits);
  const Integer power = pow(Integer(10), static_cast<unsigned>(scale < 0 ? -scale : scale));
  return scale < 0 ? Rational(mantissa, power) : Rational(Integer(mantissa * power));
}

}  // namespace detail

/// The number written as `3`, `-3/10`, `0.3` or `1.5e-2`, exactly; a quotient may have decimals on
/// either side. Nothing when the text is not such a number or divides by zero.
inline std::optional<Rational> try_parse_rational(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const std::size_t slash = text.find('/');
  auto value = detail::parse_decimal(text.substr(0, slash));
  if (!value) return std::nullopt;
  if (slash != std::string_view::npos) {
    const auto divisor = detail::parse_decimal(text.substr(slash + 1));
    if (!divisor || divisor->is_zero()) return std::nullopt;
    *value /= *divisor;
  }
  return negative ? -*value : *value;
}

/// As `try_parse_rational`; throws InputError when the text is not a number.
inline Rational parse_rational(std::string_view text) {
  if (auto value = try_parse_rational(text)) return *value;
  throw InputError("number", "'" + std::string(text) + "'", "a number such as 3/10, 0.3 or 1.5e-2");
}

/// The matrix whose rows are written as numbers: rational_matrix<2, 2>({{"1.3", "0"}, {"0", "7/10"}}). Throws
/// DimensionError unless there are N rows of M entries, and as `parse_rational`.
template <int N, int M>
Eigen::Matrix<Rational, N, M> rational_matrix(
    std::initializer_list<std::initializer_list<std::string_view>> rows) {
  const auto require = [](const char* what, std::size_t found, int expected) {
    if (found != static_cast<std::size_t>(expected))
      throw DimensionError(what, std::to_string(found), std::to_string(expected));
  };
  require("rows", rows.size(), N);
  Eigen::Matrix<Rational, N, M> matrix;
  int i = 0;
  for (const auto& row : rows) {
    require("entries of a row", row.size(), M);
    int j = 0;
    for (const auto entry : row) matrix(i, j++) = parse_rational(entry);
    ++i;
  }
  return matrix;
}

}  // namespace hamel
