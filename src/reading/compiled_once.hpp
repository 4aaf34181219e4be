// What the library compiles once; read with the headers that its rooms share.
#pragma once

#include <hamel/algebra/rational.hpp>

extern template struct hamel::detail::LongArithmetic<hamel::Fraction, hamel::Integer>;
