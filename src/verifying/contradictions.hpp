// Equations for a multiplier along a motion that contradict each other: Q1 and Q2 answered "no", verified.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "chart_series.hpp"
#include "exact/rational_function.hpp"
#include "file_start.hpp"
#include "lowering/polynomial_file.hpp"

namespace hamel {

/// The rows x, cos x, sin x of evidence as a point; nothing for others.
std::optional<StoredPoint> point_in(const DynamicMatrix<Rational>& rows);

/// The orders that evidence names, from 1 to `most_orders`; 0 for others.
int orders_in(const Evidence& evidence);

// ---- constraints that are linear or affine in the velocities

/// The largest rank that the equations for a multiplier can have: multipliers that annihilate the leaves, which motions
/// stay on, enter none of them.
Eigen::Index largest_rank(const SystemFile& file, const PolynomialFile& about);

/// The equations contradict each other: their rank with the constants exceeds that without them, which is known where
/// all numbers are true, and else what it can be at most.
bool contradicts(Eigen::Index largest, const PolynomialFile& about, const FileStart& start,
                 int orders);

/// The same over Q(t) itself, for a start that is not generic: without their constants the equations may have a smaller
/// rank than they can have.
bool contradicts(const PolynomialFile& about, const SeriesStartOver<RationalFunction>& start,
                 int orders);

/// How many orders are looked at from a start that is given.
int orders_to_look_at(const PolynomialFile& about);

/// Proves an answer "no" to `q1` or `q2` with evidence `no_series` or `no_in_tangent`.
bool verify_no_by_series(const SystemFile& file, const Verdict& verdict);

// ---- in coordinates, constraints of any form

/// How many orders of the equations for lambda are looked at.
int orders_for(const ChartPolynomials& chart);

/// Functions and velocities at a point: for each q, then each v, x, cos x, sin x.
std::optional<ChartJet> jet_at(const ChartPolynomials& chart, const StoredPoint& point);

/// The sets of m velocities that all constraints together are affine in.
std::vector<std::vector<int>> affine_sets(const ChartPolynomials& chart);

/// d phi / d v for some of the velocities.
DynamicMatrix<Rational> slopes_at(const ChartPolynomials& chart, const ChartJet& jet,
                                  const std::vector<int>& velocities);

/// Whether a jet with phi = 0 is one of a true point, or near to true ones: either all functions have their true
/// values, or the constraints give some velocities as quotients of functions of all the rest, which are as if
/// independent.
bool lies_on_true_motions(const ChartPolynomials& chart, const ChartJet& jet);

/// The rank with the constants exceeds that without, which is known where all numbers are true, and else what it can be
/// at most, where some lambda are always free.
bool contradicts(const ChartPolynomials& chart, const FileJet& start, int orders,
                 Eigen::Index free);

/// Proves an answer "no" to `q1` or `q2` with evidence `no_series`.
bool verify_chart_no(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
