// Text that came from outside, made fit for a terminal, a message or a figure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hamel {

/// Characters of a name or value that a message shows before it leaves out the middle.
inline constexpr std::size_t shown_characters = 200;

/// The text on one line of valid UTF-8: control characters, invisible and direction-changing ones
/// and NUL become `\u001b`, bytes that are not UTF-8 become `\xff`. Beyond `limit` characters the
/// middle is left out, at character boundaries. What is printable already stays as it is.
std::string printable(std::string_view text, std::size_t limit = shown_characters);

}  // namespace hamel
