// Reading C++ headers as text: their code without comments, and the names they declare for others.
#pragma once

#include <map>
#include <set>
#include <string>

namespace source_text {

/// The text without comments, contents of literals, attributes and preprocessor lines.
std::string code(const std::string& text);

/// The names declared at namespace scope by code without comments: types, concepts, functions, variables. Members,
/// parameters and names that are only called are none of them.
std::set<std::string> declared(const std::string& code);

/// Where types are looked for.
enum class Within { all, unnamed_namespaces };
/// The types that are no templates, by the named namespaces around them and their names, and of an alias what it stands
/// for; empty for others.
std::map<std::string, std::string> types(const std::string& code, Within within);

/// The macros that the text defines.
std::set<std::string> macros(const std::string& text);

/// The names the code mentions, apart from members of objects (`x.name`, `p->name`).
std::set<std::string> mentioned(const std::string& code);

}  // namespace source_text
