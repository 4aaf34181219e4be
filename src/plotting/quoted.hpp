// Texts and numbers as gnuplot reads them.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdio>
#include <string>

#include "base/printable.hpp"

namespace hamel::plotting {

constexpr std::size_t longest_label = 150;  // characters

/// A gnuplot string in which nothing is an instruction: every byte but letters and spaces is given by
/// its number, digits too, which would lengthen the number of a byte before them.
inline std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : printable(text, longest_label)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalpha(byte) || c == ' ')) {
      result += c;
    } else {
      char code[8];
      std::snprintf(code, sizeof code, "\\%03o", unsigned(byte));
      result += code;
    }
  }
  return result + "\"";
}

/// A number to nine digits.
inline std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.9g", value);
  return buffer;
}

}  // namespace hamel::plotting
