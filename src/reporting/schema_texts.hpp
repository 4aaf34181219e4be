// The files of src/reporting/schemas as text.
#pragma once

#include <span>

namespace hamel::reporting {

struct SchemaText {
  const char *name, *json;
};
std::span<const SchemaText> schema_texts();

}  // namespace hamel::reporting
