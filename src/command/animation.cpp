// The page of an animation: motions as numbers, and the script that plays them.
#include "animation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>

#include "animation_script.hpp"
#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "paths.hpp"

namespace hamel::command {

namespace {

using Point = std::array<double, 3>;

/// A text as JSON inside a page: no character of it ends the element around it.
std::string json_text(const std::string& text) {
  std::string result = as_text(nlohmann::ordered_json(printable(text)), -1);
  for (std::size_t at = 0; (at = result.find_first_of("<>&", at)) != std::string::npos;) {
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(result[at]));
    result.replace(at, 1, code);
  }
  return result;
}

/// Six digits; null where there is no number.
std::string number(double x) {
  if (!std::isfinite(x)) return "null";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", x);
  return buffer;
}

/// Numbers of all samples as a JSON array.
template <class Of>
std::string list(const std::vector<Sample>& samples, const Of& of) {
  std::string result = "[";
  for (const auto& s : samples) result += (result.size() > 1 ? "," : "") + number(of(s));
  return result + "]";
}

/// The parts of a vehicle: numbers that do not change, and lists of those that do.
std::string vehicle(const std::vector<VehiclePart>& parts, const std::vector<Sample>& samples) {
  std::string result = "[";
  for (const auto& part : parts) {
    result += result.size() > 1 ? "," : "";
    result += part.kind == VehiclePart::Kind::wheel ? "{\"wheel\":[" : "{\"line\":[";
    for (std::size_t i = 0; i < part.numbers.size(); ++i) {
      const auto value = [&](const Sample& s) {
        return part.numbers[i].evaluate<double>(std::span<const double>(s.x));
      };
      result += i > 0 ? "," : "";
      result +=
          part.numbers[i].is_constant() ? number(value(samples.front())) : list(samples, value);
    }
    result += "]}";
  }
  return result + "]";
}

/// How points of the frame lie on the page: as they are, or seen from where pictures in space are seen.
class Projection {
 public:
  Projection(const Path& path, const std::vector<Track>& tracks) : path_(path) {
    if (path.panel.frame == Panel::Frame::sphere) turn(65, 35);
    if (path.panel.frame != Panel::Frame::space) return;
    turn(62, 28);
    std::vector<double> size;
    for (const auto& axis : path.axes) size.push_back(Path{{}, {axis}, {}}.extent(tracks));
    const double largest = *std::max_element(size.begin(), size.end());
    for (std::size_t i = 0; i < 3; ++i) scale_[i] = size[i] > 1e-6 * largest ? 1 / size[i] : 0;
  }

  double right(const Sample& s) const {
    const Point p = point(s);
    return flat() ? p[0] : p[0] * cos_turn_ + p[1] * sin_turn_;
  }
  double up(const Sample& s) const {
    const Point p = point(s);
    return flat() ? p[1] : (p[1] * cos_turn_ - p[0] * sin_turn_) * cos_tilt_ + p[2] * sin_tilt_;
  }

 private:
  bool flat() const { return path_.axes.size() < 3; }
  void turn(double tilt, double turned) {
    const double degree = std::acos(-1) / 180;
    cos_tilt_ = std::cos(tilt * degree);
    sin_tilt_ = std::sin(tilt * degree);
    cos_turn_ = std::cos(turned * degree);
    sin_turn_ = std::sin(turned * degree);
  }
  Point point(const Sample& s) const {
    Point p{};
    for (std::size_t i = 0; i < path_.axes.size(); ++i) p[i] = scale_[i] * path_.axes[i](s);
    return p;
  }

  const Path& path_;
  Point scale_{1, 1, 1};
  double cos_tilt_ = 1, sin_tilt_ = 0, cos_turn_ = 1, sin_turn_ = 0;
};

}  // namespace

void require_page_path(const std::string& path) {
  if (!path.ends_with(".html"))
    throw InputError("--animate", "'" + printable(path) + "'", "a file name that ends in .html");
}

std::string animation_page(const SystemFile& file, std::vector<Track> tracks, const Again& again,
                           const std::string& caption, const std::string& verdict) {
  Path path = path_of(file, tracks);
  tracks = as_finely_as_they_bend(std::move(tracks), path.axes, again);
  keep_together(tracks, path);
  const Panel& panel = path.panel;
  const bool is_round = panel.frame == Panel::Frame::sphere || panel.frame == Panel::Frame::disc;
  const bool equal_scales = panel.frame != Panel::Frame::plain;
  const Projection onto(path, tracks);
  double t_end = 0;
  for (const auto& track : tracks) t_end = std::max(t_end, track.end());
  std::string data =
      "{\"caption\":" + json_text(caption) + ",\"verdict\":" + json_text(verdict) +
      ",\"title\":" + json_text(panel.title.substr(0, panel.title.find_first_of(",("))) +
      ",\"axes\":[" + json_text(panel.x_label) + "," + json_text(panel.y_label) + "]" +
      ",\"ticks\":" + (path.axes.size() < 3 ? "true" : "false") +
      ",\"round\":" + (is_round ? "true" : "false") +
      ",\"equal\":" + (equal_scales ? "true" : "false") +
      ",\"wheels\":" + std::to_string(path.wheels) + ",\"t_end\":" + number(t_end);
  if (panel.shown) {
    data += ",\"box\":[";
    for (std::size_t i = 0; i < 4; ++i) data += (i > 0 ? "," : "") + number((*panel.shown)[i]);
    data += "]";
  }
  data += ",\"motions\":[";
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    const auto& samples = tracks[k].samples;
    data += (k > 0 ? ",\n" : "\n") + std::string("{\"name\":") + json_text(tracks[k].name) +
            ",\"t\":" + list(samples, [](const Sample& s) { return s.t; }) +
            ",\"x\":" + list(samples, [&](const Sample& s) { return onto.right(s); }) +
            ",\"y\":" + list(samples, [&](const Sample& s) { return onto.up(s); });
    if (path.heading) data += ",\"heading\":" + list(samples, *path.heading);
    if (!path.vehicle.empty()) data += ",\"vehicle\":" + vehicle(path.vehicle, samples);
    data += "}";
  }
  return std::string(page_before_data) + data + "]}" + page_after_data;
}

void write_page(const std::string& path, const std::string& page) {
  OutputFile file(path);
  file.write(page);
  file.commit();
}

}  // namespace hamel::command
