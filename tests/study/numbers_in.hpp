// The places of all numbers in a certificate.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// Numbers are texts.
inline void numbers_in(const nlohmann::ordered_json& node,
                       const nlohmann::ordered_json::json_pointer& at,
                       std::vector<nlohmann::ordered_json::json_pointer>& all) {
  if (node.is_string() && !node.get<std::string>().empty() &&
      node.get<std::string>().find_first_not_of("-0123456789/") == std::string::npos)
    all.push_back(at);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) numbers_in(node[i], at / i, all);
  if (node.is_object())
    for (const auto& [key, value] : node.items()) numbers_in(value, at / key, all);
}
