// Escaping and shortening, character by character of UTF-8.
#include "printable.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hamel {

namespace {

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// A code point and the number of its bytes; no bytes where the text is not UTF-8 (RFC 3629).
struct Decoded {
  std::uint32_t code = 0;
  std::size_t bytes = 0;
};

Decoded decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return {};
  std::uint32_t code = first & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  }
  const std::uint32_t least = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
  if (code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, bytes};
}

/// Controls, marks that change direction or cannot be seen, and what is no character (Unicode 15).
bool is_hidden(std::uint32_t c) {
  const auto within = [c](std::uint32_t low, std::uint32_t high) { return c >= low && c <= high; };
  return c < 0x20 || within(0x7f, 0x9f) || c == 0xad || c == 0x61c || c == 0x180e ||
         within(0x200b, 0x200f) || within(0x2028, 0x202e) || within(0x2060, 0x206f) ||
         c == 0xfeff || within(0xfdd0, 0xfdef) || within(0xfff9, 0xfffb) ||
         (c & 0xfffe) == 0xfffe || within(0xe0000, 0xe0fff);
}

/// What is shown for one character, and how wide that is.
struct Shown {
  std::string text;
  std::size_t width = 1;
};

std::vector<Shown> characters(std::string_view text) {
  std::vector<Shown> result;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
    char escape[16];
    if (next.bytes == 0) {
      std::snprintf(escape, sizeof escape, "\\x%02x",
                    unsigned(static_cast<unsigned char>(text[0])));
    } else if (is_hidden(next.code)) {
      std::snprintf(escape, sizeof escape, next.code > 0xffff ? "\\U%08x" : "\\u%04x",
                    unsigned(next.code));
    } else {
      escape[0] = '\0';
    }
    std::string shown = escape[0] == '\0' ? std::string(text.substr(0, bytes)) : escape;
    const std::size_t width = escape[0] == '\0' ? 1 : shown.size();
    result.push_back({std::move(shown), width});
    text.remove_prefix(bytes);
  }
  return result;
}

std::string joined(const std::vector<Shown>& characters) {
  std::string result;
  for (const auto& c : characters) result += c.text;
  return result;
}

/// The longest beginning that is at most `width` wide.
template <class Iterator>
Iterator beginning(Iterator from, Iterator to, std::size_t width) {
  for (; from != to && from->width <= width; ++from) width -= from->width;
  return from;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  constexpr std::string_view gap = " ... ";
  std::vector<Shown> head, tail;
  if (text.size() <= 8 * limit) {
    head = characters(text);
    const auto add = [](std::size_t sum, const Shown& c) { return sum + c.width; };
    if (std::accumulate(head.begin(), head.end(), std::size_t(0), add) <= limit)
      return joined(head);
    tail = head;
  } else {  // too long in any case: only the ends are looked at
    std::size_t end = 4 * limit, start = text.size() - 4 * limit;
    for (int i = 0; i < 3 && continues(text[end]); ++i) --end;
    for (int i = 0; i < 3 && continues(text[start]); ++i) ++start;
    head = characters(text.substr(0, end));
    tail = characters(text.substr(start));
  }
  const std::size_t kept = limit > gap.size() ? limit - gap.size() : 0;
  head.erase(beginning(head.begin(), head.end(), kept - kept / 2), head.end());
  tail.erase(tail.begin(), beginning(tail.rbegin(), tail.rend(), kept / 2).base());
  return joined(head) + std::string(gap) + joined(tail);
}

}  // namespace hamel
