// The corpus of system files: the public systems, and those that went wrong.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../paths.hpp"
#include "targets.hpp"

namespace fuzz {

Corpus corpus() {
  std::vector<std::string> files;
  for (const auto& folder : {paths::systems(), paths::data() + "/regress"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  if (texts.empty()) throw std::runtime_error("no corpus in " + paths::source());
  return {std::move(texts), 4000};
}

}  // namespace fuzz
