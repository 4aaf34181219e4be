// Identities on phi = 0 that answer Q1 and Q2 "yes" in coordinates, by division.
#pragma once

#include <string>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "chart_division.hpp"
#include "cramer_motion.hpp"

namespace hamel {

/// Which identity holds, by its kind: `reaction_vanishes` or `variations_close`; empty where neither does.
std::string kind_shown(const CramerMotion& motion, const ChartDivision& division);

/// The velocities that the phi are divided by, as evidence names them.
std::string in_words(const ChartDivision::Choice& choice, const SystemFile& file);

/// Whether what is shown by this division is shown of every motion, of the one that is asked for or of generic ones.
struct Reach {
  bool everywhere, enough;

  Reach(const SystemFile& file, const ChartPolynomials& chart, const ChartDivision& division,
        bool single);
};

/// Proves an answer "yes" to `q1` or `q2` by one of these identities.
bool verify_chart_yes(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
