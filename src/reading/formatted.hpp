// Words with numbers in them.
#pragma once

#include <cstdio>
#include <string>

namespace hamel {

/// Adds the values in the form of `printf`, of which 511 characters are kept.
template <class... Values>
void add_formatted(std::string& out, const char* form, Values... values) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, form, values...);
  out += buffer;
}

}  // namespace hamel
