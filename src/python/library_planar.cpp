// The groups of the line and the plane, on their own.
#include <hamel/group/library.hpp>

#include "library_of.hpp"

namespace hamel::python {

template void describe(const SO2&, LibraryGroup&);
template void describe(const SE2&, LibraryGroup&);
template void describe(const SE2Cover&, LibraryGroup&);
template void describe(const Sim2&, LibraryGroup&);
template void describe(const GL2&, LibraryGroup&);
template void describe(const Aff1&, LibraryGroup&);

}  // namespace hamel::python
