// JSON Schemas (draft 2020-12) of what Hamel reads and of the answers it prints.
#pragma once

#include <string>
#include <vector>

namespace hamel {

/// `system`, the system file, `certificate`, what `verify` reads, and the subcommands whose answers have a schema.
std::vector<std::string> schema_names();

/// The schema of that name as JSON text. Throws InputError when there is none.
std::string schema(const std::string& name);

}  // namespace hamel
