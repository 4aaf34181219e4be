// Counts the heap allocations of a test program.
#pragma once

namespace allocations {

/// Calls of operator new, malloc and realloc since the program began.
long count() noexcept;

}  // namespace allocations
