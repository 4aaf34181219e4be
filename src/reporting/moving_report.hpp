// The verdicts on a system whose constraint moves with the configuration.
#pragma once

#include <hamel/core/pivots.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Fills in growth, conditions and Q1. What needs a constant d is undecided and says so. `signature` is that of g.
void ask_moving(const GroupSystem& file, const Signature& signature, Report& report);

}  // namespace hamel
