// Motions of a file with what their starts change.
#include "steering/search.hpp"

namespace hamel {

template void carry<0>(const steering::FileMotion&, Shot<steering::FileMotion, 0>&, double, double,
                       int);
template void carry<dynamic>(const steering::FileMotion&, Shot<steering::FileMotion, dynamic>&,
                             double, double, int);

}  // namespace hamel
