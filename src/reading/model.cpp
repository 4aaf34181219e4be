// Setting the parameters of a system file that has been read.
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/io/json.hpp>
#include <hamel/io/model.hpp>

#include "reading.hpp"
#include "templates.hpp"

namespace hamel {

struct Model::Source {
  JsonValue document;
  reading::Templates templates;

  SystemFile read() {
    const reading::Templates::Use use(templates);
    return reading::read_document(document);
  }
};

Model::Model(std::unique_ptr<Source> source) : source_(std::move(source)), file_(source_->read()) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Model Model::read(const std::string& path) {
  return parse(reading::read_text(path));
}
Model Model::parse(std::string_view json) {
  return Model(std::make_unique<Source>(Source{parse_json(json), {}}));
}

std::vector<std::string> Model::parameters() const {
  std::vector<std::string> names;
  for (const auto& one : file_.parameters) names.push_back(one.first);
  return names;
}

void Model::require(std::string_view name) const {
  if (file_.parameters.contains(name)) return;
  std::string known;
  for (const auto& one : parameters()) known += (known.empty() ? "" : ", ") + one;
  throw InputError("parameter", "'" + std::string(name) + "'" + nearest_hint(name, parameters()),
                   known.empty() ? "a file with parameters" : "one of " + known);
}

Number Model::parameter(std::string_view name) const {
  require(name);
  return reading::value_at(file_.parameters.find(name)->second, {});
}

void Model::set(const std::string& name, const Rational& value) {
  require(name);
  auto before = source_->templates.values();
  source_->templates.set(name, value);
  try {
    file_ = source_->read();
  } catch (...) {
    source_->templates.restore(std::move(before));
    throw;
  }
}

void Model::set(const std::string& name, double value) {
  if (!std::isfinite(value)) throw InputError("parameter " + name, text(value), "a finite number");
  set(name, Rational(value));
}

}  // namespace hamel
