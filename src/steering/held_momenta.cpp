// Ways of held momenta, where searches for motions of a file begin.
#include "steering/search.hpp"

namespace hamel {

template std::optional<Pieces<steering::FileMotion>>
HeldMomenta<steering::FileMotion, EndPoint<SystemGroup>>::solve(const Eigen::MatrixXd&, int);
template std::optional<Pieces<steering::FileMotion>>
HeldMomenta<steering::FileMotion, EndCoordinates<SystemGroup>>::solve(const Eigen::MatrixXd&, int);
template std::optional<Pieces<steering::FileMotion>>
HeldMomenta<steering::FileMotion, BothEnds<SystemGroup>>::solve(const Eigen::MatrixXd&, int);

}  // namespace hamel
