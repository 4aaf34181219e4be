// The parts of the search for motions of a file that take long to compile, each compiled once in a file of its own.
#pragma once

#include <hamel/io/system_group.hpp>
#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/direct.hpp>
#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/held_momenta.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/steer/multiple_shooting.hpp>
#include <hamel/steer/starts.hpp>
#include <hamel/steer/steer.hpp>

#include "steering/file_motion.hpp"

namespace hamel {

using FileSteering = Steering<steering::FileMotion>;
template <class End>
using FileShooting = MultipleShooting<steering::FileMotion, End>;

extern template void carry<0>(const steering::FileMotion&, Shot<steering::FileMotion, 0>&, double,
                              double, int);
extern template void carry<dynamic>(const steering::FileMotion&,
                                    Shot<steering::FileMotion, dynamic>&, double, double, int);
extern template class DirectWay<steering::FileMotion>;
extern template std::optional<Pieces<steering::FileMotion>>
HeldMomenta<steering::FileMotion, EndPoint<SystemGroup>>::solve(const Eigen::MatrixXd&, int);
extern template std::optional<Pieces<steering::FileMotion>>
HeldMomenta<steering::FileMotion, EndCoordinates<SystemGroup>>::solve(const Eigen::MatrixXd&, int);
extern template std::optional<Pieces<steering::FileMotion>>
HeldMomenta<steering::FileMotion, BothEnds<SystemGroup>>::solve(const Eigen::MatrixXd&, int);
extern template std::optional<SystemGroup::V> Starts<steering::FileMotion>::direct() const;
extern template std::vector<SystemGroup::V> Starts<steering::FileMotion>::near(
    const Journey<steering::FileMotion>&, const SystemGroup::Point&, int);
extern template std::vector<Steered<steering::FileMotion>> FileSteering::solve(
    const SystemGroup::Point&, const EndPoint<SystemGroup>&, double, double);
extern template std::vector<Steered<steering::FileMotion>> FileSteering::solve(
    const SystemGroup::Point&, const EndCoordinates<SystemGroup>&, double, double);
extern template std::optional<Pieces<steering::FileMotion>>
FileShooting<EndPoint<SystemGroup>>::solve(Pieces<steering::FileMotion>, int, int);
extern template std::optional<Pieces<steering::FileMotion>>
FileShooting<EndCoordinates<SystemGroup>>::solve(Pieces<steering::FileMotion>, int, int);
extern template std::optional<Pieces<steering::FileMotion>>
FileShooting<BothEnds<SystemGroup>>::solve(Pieces<steering::FileMotion>, int, int);

}  // namespace hamel
