// Numbers beyond machine words, compiled once for the library and all that links it.
#include <hamel/algebra/long_arithmetic.hpp>

template struct hamel::detail::LongIntegers<>;
template struct hamel::detail::LongRationals<>;
