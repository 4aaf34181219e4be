// Where the tests find their files. Paths are known to one small source only, so that no compile line depends on
// the folder of the clone.
#pragma once

#include <string>

namespace paths {

/// The root of the source tree.
std::string source();
/// tests/data: systems with reference solutions.
std::string data();
/// A file that once went wrong: tests/data/regress/name.json.
std::string regress(const std::string& name);
/// examples/systems: the public systems.
std::string systems();
/// The built command.
std::string command();

}  // namespace paths
