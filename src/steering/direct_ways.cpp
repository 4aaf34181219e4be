// Ways of piecewise constant velocity, where searches for motions of a file begin.
#include "steering/search.hpp"

namespace hamel {

template class DirectWay<steering::FileMotion>;

}  // namespace hamel
