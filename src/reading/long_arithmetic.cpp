// Rational numbers beyond machine words, compiled once for the library and all that links it.
#include <hamel/algebra/rational.hpp>

template struct hamel::detail::LongArithmetic<hamel::Fraction, hamel::Integer>;
