// The problems that systems of a file on a group can pose.
#pragma once

#include <utility>

#include <hamel/dynamics/problem.hpp>
#include <hamel/io/any_system.hpp>

namespace hamel::running {

using FreeProblem = decltype(free(std::declval<AnySystem>()));

template <class S>
using Nonholonomic = decltype(nonholonomic(std::declval<AnySystem>(), std::declval<S>()));
using NonholonomicProblem = Nonholonomic<AnySplit>;
using AffineNonholonomicProblem = Nonholonomic<AnyAffineSplit>;

template <class S>
using Vakonomic = decltype(vakonomic(std::declval<AnySystem>(), std::declval<S>()));
using VakonomicProblem = Vakonomic<AnySplit>;
using AffineVakonomicProblem = Vakonomic<AnyAffineSplit>;

}  // namespace hamel::running
