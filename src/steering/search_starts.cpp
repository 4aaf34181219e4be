// Where searches for motions of a file begin.
#include "steering/search.hpp"

namespace hamel {

template std::optional<SystemGroup::V> Starts<steering::FileMotion>::direct() const;
template std::vector<SystemGroup::V> Starts<steering::FileMotion>::near(
    const Journey<steering::FileMotion>&, const SystemGroup::Point&, int);

}  // namespace hamel
