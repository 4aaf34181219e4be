// Similarities and linear maps of space, and the families, on their own.
#include <hamel/group/library.hpp>

#include "library_of.hpp"

namespace hamel::python {

template void describe(const Sim3&, LibraryGroup&);
template void describe(const SL3&, LibraryGroup&);
template void describe(const Heisenberg<>&, LibraryGroup&);
template void describe(const Torus<>&, LibraryGroup&);
template void describe(const Euclidean<>&, LibraryGroup&);

}  // namespace hamel::python
