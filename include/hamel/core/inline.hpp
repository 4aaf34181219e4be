// Inlined into what uses it, where that is what makes it fast.
#pragma once

/// Marks functions, and lambdas after their arguments, that are inlined whatever their size: the steps' arithmetic
/// stays in registers. Has no effect at -O0, where copies would only cost the compiler time.
/// They call nothing that is not marked likewise, or is short: g++ compiles what a function calls before the function,
/// so that it can take all of it into one piece, but passes over the calls of those that it always inlines.
#ifdef __OPTIMIZE__
#define HAMEL_ALWAYS_INLINE __attribute__((always_inline))
#else
#define HAMEL_ALWAYS_INLINE
#endif

/// Marks pieces of a step that clang inlines whatever their size, and g++ where it compiles the step in one piece:
/// clang knows no more than the first level of calls of that.
#ifdef __clang__
#define HAMEL_PART_OF_STEP HAMEL_ALWAYS_INLINE
#else
#define HAMEL_PART_OF_STEP
#endif
