// Random system files with potentials, metrics, constraints and offsets that vary, on groups and in coordinates, a
// third of them with a force; some of a kind whose answer is yes.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace soak {

/// The JSON text of one seed, its start drawn again for each trial.
class FileSource {
 public:
  explicit FileSource(std::uint64_t seed) : seed_(seed), shape_(seed) {
    const int kind = digit(0, 7);
    if (kind == 0)
      unicycle();
    else if (kind == 1)
      disk_in_coordinates();
    else if (kind < 4)
      anything_in_coordinates();
    else if (kind == 7)
      nonlinear_in_coordinates();
    else
      anything_on_a_group();
    if (seed % 3 == 0) add_force();
  }

  /// The file with its start of this number.
  std::string with_start(int trial) const {
    std::mt19937_64 draw(static_cast<std::uint64_t>(trial) * 7919 + seed_);
    const auto number = [&](int most, int below) {
      const auto top = static_cast<int>(draw() % static_cast<std::uint64_t>(2 * most)) - most;
      return "(" + std::to_string(top < 0 ? top : top + 1) + "/" + std::to_string(below) + ")";
    };
    std::vector<std::string> point;
    for (std::size_t i = 0; i < coordinates_.size(); ++i) point.push_back(number(6, 7));
    std::vector<std::string> velocity(span_.empty() ? 0 : span_[0].size());
    for (std::size_t i = 0; i < velocity.size(); ++i)
      velocity[i] = offset_.empty() ? "0" : offset_[i];
    for (const auto& vector : span_) {
      const std::string u = number(9, 8);
      if (!curve_.empty() && &vector == &span_[0]) velocity[2] += "-(" + curve_ + ")*" + u + "^2";
      for (std::size_t i = 0; i < vector.size(); ++i)
        velocity[i] += "+" + u + "*(" + vector[i] + ")";
    }
    for (auto& entry : velocity) entry = at(entry, point);
    return "{\"schema\": 1, \"name\": \"soak\", " + body_ +
           ", \"initial\": " + start(point, velocity) + "}";
  }

  const std::string& kind() const { return kind_; }

 private:
  using Texts = std::vector<std::string>;

  int digit(int low, int high) {
    return low + static_cast<int>(shape_() % static_cast<std::uint64_t>(high - low + 1));
  }
  const std::string& one_of(const Texts& list) {
    return list[static_cast<std::size_t>(digit(0, static_cast<int>(list.size()) - 1))];
  }
  std::string positive() { return std::to_string(digit(1, 5)) + "/" + std::to_string(digit(1, 3)); }

  /// A polynomial in the names, their sines and cosines; small.
  std::string formula(const Texts& names, int terms) {
    std::string sum = "0";
    for (int i = 0; i < terms; ++i) {
      std::string factor;
      for (int k = digit(1, 2); k > 0; --k) {
        const std::string& x = one_of(names);
        // Matrix entries and coordinates of planes and lines occur as they are, angles in sines too.
        factor +=
            "*" + (x[0] == 'R' || digit(0, 1) ? x : (digit(0, 1) ? "sin(" : "cos(") + x + ")");
      }
      sum += (digit(0, 1) ? "+" : "-") + positive() + factor;
    }
    return sum;
  }

  static std::string quoted(const Texts& list) {
    std::string text;
    for (const auto& entry : list) text += (text.empty() ? "\"" : ", \"") + entry + "\"";
    return "[" + text + "]";
  }
  static std::string quoted(const std::vector<Texts>& rows) {
    std::string text;
    for (const auto& row : rows) text += (text.empty() ? "" : ", ") + quoted(row);
    return "[" + text + "]";
  }

  /// A formula with numbers for the coordinates, longest names first.
  std::string at(std::string text, const Texts& point) const {
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      const std::string& name = coordinates_[i];
      const std::string value = "(" + (fixed_.empty() ? point : fixed_)[i] + ")";
      for (std::size_t place = text.find(name); place != std::string::npos;
           place = text.find(name, place + 1)) {
        const bool begins =
            place == 0 || !std::isalnum(static_cast<unsigned char>(text[place - 1]));
        const std::size_t after = place + name.size();
        const bool ends =
            after == text.size() || !std::isalnum(static_cast<unsigned char>(text[after]));
        if (begins && ends) text.replace(place, name.size(), value);
      }
    }
    return text;
  }

  std::string start(const Texts& point, const Texts& velocity) const {
    const char *position = chart_ ? "q" : "x", *rate = chart_ ? "q_dot" : "a";
    std::string text = std::string("{\"") + position + "\": {";
    for (std::size_t i = 0; i < point.size(); ++i)
      text += (i ? ", \"" : "\"") + coordinates_[i] + "\": \"" +
              (fixed_.empty() ? point : fixed_)[i] + "\"";
    text += std::string("}, \"") + rate + "\": ";
    if (!chart_) return text + quoted(velocity) + "}";
    text += "{";
    for (std::size_t i = 0; i < velocity.size(); ++i)
      text += (i ? ", \"" : "\"") + coordinates_[i] + "\": \"" + velocity[i] + "\"";
    return text + "}}";
  }

  /// Symmetric, positive where its varying parts are small.
  std::vector<Texts> metric(int n, const Texts& names) {
    std::vector<Texts> m(static_cast<std::size_t>(n), Texts(static_cast<std::size_t>(n), "0"));
    for (std::size_t i = 0; i < m.size(); ++i) m[i][i] = positive();
    if (digit(0, 2) == 0) m[0][0] = "3+" + one_of({"sin(", "cos("}) + one_of(names) + ")";
    if (names[0][0] == 'R' && digit(0, 2) == 0) m[0][0] = "3+" + one_of(names);
    if (digit(0, 2) == 0) m[0][1] = m[1][0] = "1/4";
    return m;
  }

  void write_group(const Texts& factors, int n, const Texts& names) {
    body_ = "\"group\": " + quoted(factors) + ", \"metric\": " + quoted(metric(n, names)) +
            ", \"potential\": \"" + potential_ + "\", \"constraint\": {\"span\": " + quoted(span_) +
            (offset_.empty() ? "" : ", \"offset\": " + quoted(offset_)) + "}";
  }

  /// Potentials in phi and theta keep every motion vakonomic, others mostly not; D spanned anew.
  void unicycle() {
    kind_ = "unicycle";
    coordinates_ = {"x", "y", "phi", "theta1"};
    potential_ =
        digit(0, 3) == 0 ? "0" : formula(digit(0, 2) ? Texts{"phi", "theta1"} : coordinates_, 2);
    const std::string r = positive(),
                      scale = digit(0, 1) ? "(2+cos(" + one_of(coordinates_) + "))" : "1";
    span_ = {{r + "*" + scale, "0", "0", scale}, {"0", "0", "1", digit(0, 1) ? "0" : "1/2"}};
    if (digit(0, 1)) span_[1] = {r, "0", "1", "1"};
    const std::string m = positive();
    body_ = "\"group\": [\"SE2\", \"T1\"], \"metric\": " +
            quoted({{m, "0", "0", "0"},
                    {"0", m, "0", "0"},
                    {"0", "0", positive(), "0"},
                    {"0", "0", "0", positive()}}) +
            ", \"potential\": \"" + potential_ + "\", \"constraint\": {\"span\": " + quoted(span_) +
            "}";
  }

  void disk_in_coordinates() {
    kind_ = "disk in coordinates";
    chart_ = true;
    coordinates_ = {"x", "y", "theta", "phi"};
    const std::string r = positive(), m = positive();
    span_ = {{"0", "0", "1", "0"}, {r + "*cos(theta)", r + "*sin(theta)", "0", "1"}};
    potential_ =
        digit(0, 2) == 0 ? "0" : formula(digit(0, 2) ? Texts{"theta", "phi"} : coordinates_, 2);
    body_ = "\"chart\": {\"coordinates\": " + quoted(coordinates_) + "}, \"metric\": " +
            quoted({{m, "0", "0", "0"},
                    {"0", m, "0", "0"},
                    {"0", "0", positive(), "0"},
                    {"0", "0", "0", positive()}}) +
            ", \"potential\": \"" + potential_ +
            "\", \"constraints\": [\"x_dot*sin(theta) - y_dot*cos(theta)\", \"x_dot*cos(theta) + "
            "y_dot*sin(theta) - " +
            r + "*phi_dot\"]";
  }

  /// z' = f x' + g y' in three or four coordinates.
  void anything_in_coordinates() {
    kind_ = "coordinates";
    chart_ = true;
    coordinates_ = {"x", "y", "z", "w"};
    const int n = digit(3, 4);
    coordinates_.resize(static_cast<std::size_t>(n));
    Texts names(coordinates_.begin(), coordinates_.begin() + digit(1, n));
    std::string constraint = "z_dot";
    span_.clear();
    for (int k = 0; k < n; ++k) {
      if (k == 2) continue;
      const std::string f = digit(0, 2) == 0 ? "0" : formula(names, 1);
      Texts vector(static_cast<std::size_t>(n), "0");
      vector[static_cast<std::size_t>(k)] = "1";
      vector[2] = "-(" + f + ")";
      span_.push_back(vector);
      constraint += "+(" + f + ")*" + coordinates_[static_cast<std::size_t>(k)] + "_dot";
    }
    potential_ = digit(0, 1) ? "0" : formula(coordinates_, 2);
    body_ = "\"chart\": {\"coordinates\": " + quoted(coordinates_) +
            "}, \"metric\": " + quoted(metric(n, coordinates_)) + ", \"potential\": \"" +
            potential_ + "\", \"constraints\": [\"" + constraint + "\"]";
  }

  /// The same with a term in x'^2 beside, or all times 1 + x'^2, which changes no motion.
  void nonlinear_in_coordinates() {
    anything_in_coordinates();
    kind_ = "nonlinear in coordinates";
    const auto last = body_.rfind("\"]");
    const auto first = body_.rfind("\"", last - 1) + 1;
    std::string phi = body_.substr(first, last - first);
    if (digit(0, 2)) {
      curve_ = digit(0, 1) ? positive() : formula(coordinates_, 1);
      phi += "+(" + curve_ + ")*x_dot^2";
    } else {
      phi = "(" + phi + ")*(1+x_dot^2)";
    }
    body_ = body_.substr(0, first) + phi + "\"]";
  }

  void anything_on_a_group() {
    struct Group {
      Texts factors, coordinates, fixed;
      int n;
    };
    const Texts turned{"2/3", "-1/3", "2/3", "2/3", "2/3", "-1/3", "-1/3", "2/3", "2/3"};
    const std::vector<Group> groups{
        {{"SE2"}, {"x", "y", "phi"}, {}, 3},
        {{"H3"}, {"x", "y", "z"}, {}, 3},
        {{"SO3"}, {"R11", "R12", "R13", "R21", "R22", "R23", "R31", "R32", "R33"}, turned, 3},
        {{"SE2", "T1"}, {"x", "y", "phi", "theta1"}, {}, 4},
        {{"H3", "R1"}, {"x", "y", "z", "r1"}, {}, 4},
        {{"T3"}, {"theta1", "theta2", "theta3"}, {}, 3},
        {{"R3"}, {"r1", "r2", "r3"}, {}, 3}};
    const Group& group =
        groups[static_cast<std::size_t>(digit(0, static_cast<int>(groups.size()) - 1))];
    kind_ = group.factors[0] + (group.factors.size() > 1 ? " x " + group.factors[1] : "");
    coordinates_ = group.coordinates;
    fixed_ = group.fixed;
    const int r = digit(2, group.n - 1);
    const bool moves = digit(0, 1) == 1;
    for (int j = 0; j < r; ++j) {
      Texts vector(static_cast<std::size_t>(group.n), "0");
      vector[static_cast<std::size_t>(j)] = "1";
      for (int i = r; i < group.n; ++i)
        if (digit(0, 1))
          vector[static_cast<std::size_t>(i)] =
              moves && digit(0, 1) ? formula(coordinates_, 1) : std::to_string(digit(-2, 2));
      if (digit(0, 3) == 0) std::rotate(vector.begin(), vector.begin() + 1, vector.end());
      span_.push_back(vector);
    }
    if (digit(0, 4) == 0) {
      offset_.assign(static_cast<std::size_t>(group.n), "0");
      offset_.back() = digit(0, 1) ? positive() : formula(coordinates_, 1);
    }
    potential_ = digit(0, 2) == 0 ? "0" : formula(coordinates_, 2);
    write_group(group.factors, group.n, coordinates_);
  }

  /// On a group in velocities, coordinates and t, in coordinates by an input; torques leave a unicycle and a disk their
  /// answer.
  void add_force() {
    kind_ += ", forced";
    const std::size_t n = span_[0].size();
    Texts force(n, "0"), names = coordinates_;
    const auto place = static_cast<std::size_t>(
        kind_[0] == 'u' || kind_[0] == 'd' ? 3 : digit(0, static_cast<int>(n) - 1));
    if (chart_) {
      force[place] = digit(0, 1) ? "1" : formula(names, 1);
      body_ += ", \"inputs\": {\"push\": {\"force\": " + quoted(force) + ", \"signal\": \"" +
               (digit(0, 1) ? positive() : "1+" + formula({"t"}, 1)) + "\"}}";
      return;
    }
    if (digit(0, 2) == 0) names.push_back("t");
    const std::string velocity = "*a" + std::to_string(digit(1, static_cast<int>(n)));
    force[place] = "-" + positive() + "*a" + std::to_string(place + 1);
    if (digit(0, 1)) force[place] += "+(" + formula(names, 1) + ")" + (digit(0, 1) ? velocity : "");
    body_ += ", \"force\": " + quoted(force);
  }

  std::uint64_t seed_;
  std::mt19937_64 shape_;
  std::string kind_, body_, potential_ = "0";
  Texts coordinates_, fixed_, offset_;
  std::string curve_;  ///< z' has this times the square of x' less; or none
  std::vector<Texts> span_;
  bool chart_ = false;
};

}  // namespace soak
