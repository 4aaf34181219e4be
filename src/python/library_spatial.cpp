// The groups of space, on their own.
#include <hamel/group/library.hpp>

#include "library_of.hpp"

namespace hamel::python {

template void describe(const SO3&, LibraryGroup&);
template void describe(const SO21&, LibraryGroup&);
template void describe(const SE3&, LibraryGroup&);
template void describe(const SE23&, LibraryGroup&);

}  // namespace hamel::python
