#include "source_text.hpp"

#include <cctype>
#include <cstddef>
#include <vector>

namespace source_text {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Words, "::", "->" and single characters.
std::vector<std::string> tokens(const std::string& code) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i + 1;
    if (is_word(code[i])) {
      while (end < code.size() && is_word(code[end])) ++end;
    } else if (code.compare(i, 2, "::") == 0 || code.compare(i, 2, "->") == 0) {
      ++end;
    }
    if (!std::isspace(static_cast<unsigned char>(code[i])))
      result.push_back(code.substr(i, end - i));
    i = end;
  }
  return result;
}

bool is_name(const std::string& token) {
  static const std::set<std::string> words{
      "alignas",  "auto",   "bool",   "char",     "const",    "constexpr", "decltype", "double",
      "explicit", "float",  "friend", "inline",   "int",      "long",      "noexcept", "requires",
      "return",   "sizeof", "static", "template", "typename", "unsigned",  "void"};
  return is_word(token[0]) && !std::isdigit(static_cast<unsigned char>(token[0])) &&
         !words.contains(token);
}

/// Past the block or list that opens at `i`.
std::size_t past(const std::vector<std::string>& t, std::size_t i, const char* open,
                 const char* close) {
  int depth = 0;
  for (; i < t.size(); ++i) {
    if (t[i] == open) ++depth;
    if (t[i] == close && --depth == 0) return i + 1;
  }
  return i;
}

/// The name a declaration introduces; empty when it is none of ours.
std::string name_of(const std::vector<std::string>& declaration) {
  std::size_t i = 0;
  while (i < declaration.size() && declaration[i] == "template")
    i = past(declaration, i + 1, "<", ">");
  const auto at = [&](std::size_t k) {
    return i + k < declaration.size() ? declaration[i + k] : std::string();
  };
  if (at(0) == "concept" || at(0) == "struct" || at(0) == "class") return at(1);
  if (at(0) == "enum") return at(1) == "class" || at(1) == "struct" ? at(2) : at(1);
  if (at(0) == "using") return at(2) == "=" ? at(1) : std::string();
  if (at(0) == "static_assert" || at(0) == "extern") return {};
  // A function or a variable: the last name before its parameters or its value.
  std::string last;
  for (int angles = 0; i < declaration.size(); ++i) {
    const std::string& token = declaration[i];
    if (token == "<") {
      ++angles;
    } else if (token == ">") {
      --angles;
    } else if (angles == 0) {
      if (token == "operator") return {};
      if (is_name(token)) last = token;
      if (!last.empty() && (token == "(" || token == "=" || token == "[")) return last;
    }
  }
  return last;
}

/// Calls meet(tokens, scope) for each declaration at namespace scope: scope is the namespaces around it, one after the
/// other, "{" for an unnamed one.
template <class F>
void each_declaration(const std::string& code, const F& meet) {
  const auto t = tokens(code);
  std::vector<std::string> declaration;
  std::vector<std::string> scope;
  const auto finish = [&] {
    meet(declaration, scope);
    declaration.clear();
  };
  for (std::size_t i = 0; i < t.size();) {
    if (t[i] == "namespace") {
      scope.push_back(t[++i]);
      for (; t[i] != "{"; ++i)
        if (scope.back() != t[i]) scope.back() += t[i];
      ++i;
    } else if (t[i] == "{") {  // a body or a value
      finish();
      i = past(t, i, "{", "}");
      if (i < t.size() && t[i] == ";") ++i;
    } else if (t[i] == ";") {
      finish();
      ++i;
    } else if (t[i] == "}") {
      if (!scope.empty()) scope.pop_back();
      ++i;
    } else if (t[i] == "(") {
      const std::size_t end = past(t, i, "(", ")");
      declaration.insert(declaration.end(), {"(", ")"});
      i = end;
    } else {
      declaration.push_back(t[i++]);
    }
  }
}

std::string joined(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token + " ";
  return text;
}

}  // namespace

std::string code(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool line_start = result.empty() || result.back() == '\n';
    if (text.compare(i, 2, "//") == 0 || (line_start && text[i] == '#')) {
      i = text.find('\n', i);
    } else if (text.compare(i, 2, "/*") == 0) {
      i = text.find("*/", i);
      if (i != std::string::npos) i += 2;
    } else if (text.compare(i, 2, "[[") == 0) {
      i = text.find("]]", i);
      if (i != std::string::npos) i += 2;
    } else if (text.compare(i, 3, "R\"(") == 0) {
      i = text.find(")\"", i);
      if (i != std::string::npos) i += 2;
    } else if (text[i] == '"' || (text[i] == '\'' && !(i > 0 && is_word(text[i - 1])))) {
      const char quote = text[i];
      for (++i; i < text.size() && text[i] != quote; ++i)
        if (text[i] == '\\') ++i;
      result += "0";
      ++i;
    } else {
      result += text[i++];
    }
    if (i == std::string::npos) break;
  }
  return result;
}

std::set<std::string> declared(const std::string& code) {
  std::set<std::string> names;
  each_declaration(code, [&](const auto& declaration, const auto&) {
    const std::string name = name_of(declaration);
    if (!name.empty()) names.insert(name);
  });
  return names;
}

std::map<std::string, std::string> types(const std::string& code, Within within) {
  std::map<std::string, std::string> found;
  each_declaration(code, [&](const auto& declaration, const auto& scope) {
    const bool unnamed = !scope.empty() && scope.back() == "{";
    std::string name = name_of(declaration);
    if (name.empty() || (within == Within::unnamed_namespaces && !unnamed)) return;
    name = joined({scope.begin(), scope.end() - (unnamed ? 1 : 0)}) + name;
    const std::string& kind = declaration[0];
    if (kind == "class" || kind == "enum" || kind == "struct") found[name] = "";
    if (kind == "using") found[name] = joined(declaration);
  });
  return found;
}

std::set<std::string> macros(const std::string& text) {
  const std::string define = "\n#define ";
  std::set<std::string> names;
  for (auto i = text.find(define); i != std::string::npos; i = text.find(define, i)) {
    const std::size_t begin = i += define.size();
    while (i < text.size() && is_word(text[i])) ++i;
    names.insert(text.substr(begin, i - begin));
  }
  return names;
}

std::set<std::string> mentioned(const std::string& code) {
  const auto t = tokens(code);
  std::set<std::string> names;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (is_name(t[i]) && !(i > 0 && (t[i - 1] == "." || t[i - 1] == "->"))) names.insert(t[i]);
  return names;
}

}  // namespace source_text
