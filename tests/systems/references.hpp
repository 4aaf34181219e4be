// The answers to 22 digits that came with the public systems.
#pragma once

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/types.hpp>

#include "../paths.hpp"

struct Reference {
  double t;
  std::vector<double> x;  // coordinates, in the order of the file
  std::vector<double> a, p;
  double energy;
};

inline Reference reference(const std::string& system, const std::string& dynamics) {
  std::ifstream in(paths::data() + "/" + system + ".json");
  const auto result = nlohmann::ordered_json::parse(in).at("results").at(dynamics);
  const auto number = [](const auto& json) { return std::stod(json.template get<std::string>()); };
  Reference r;
  r.t = number(result.at("t"));
  for (const auto& value : result.at("x")) r.x.push_back(number(value));
  for (const auto& value : result.at("a")) r.a.push_back(number(value));
  for (const auto& value : result.at("p")) r.p.push_back(number(value));
  r.energy = number(result.at("energy"));
  return r;
}

/// Largest component of the difference, over the largest component of the reference.
template <class V>
double relative_error(const V& found, const std::vector<double>& expected) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    error = std::fmax(error, std::fabs(found[static_cast<long>(i)] - expected[i]));
    size = std::fmax(size, std::fabs(expected[i]));
  }
  return size > 0 ? error / size : error;
}
