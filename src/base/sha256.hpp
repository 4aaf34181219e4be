// The name of a file by its bytes.
#pragma once

#include <string>
#include <string_view>

namespace hamel::reading {

/// SHA-256 in 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace hamel::reading
