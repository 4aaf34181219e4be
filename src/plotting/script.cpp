// Figures as gnuplot programs.
#include "script.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <hamel/io/plot.hpp>

#include "quoted.hpp"
#include "scales.hpp"

namespace hamel::plotting {

namespace {

constexpr std::array palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                             "#E69F00", "#56B4E9", "#000000"};
constexpr const char* grey = "#999999";
constexpr int width = 1280;                 // pixels
constexpr double least_height = 800, most_weight = 4, more_height = 180;  // for each panel more

/// Where a panel lies on the screen, from 0 to 1.
struct Place {
  double left, right, bottom, top;
};

bool in_space(const Panel& p) {
  return p.frame == Panel::Frame::sphere || p.frame == Panel::Frame::space ||
         p.frame == Panel::Frame::dual;
}

class Script {
 public:
  Script(const Figure& figure, bool svg) : figure_(figure), svg_(svg) {
    for (const Panel& p : figure_.side) weights_ += weight(p);
    height_ = std::round(least_height + more_height * std::max(0., weights_ - most_weight));
  }

  std::string text() {
    out_ << "set encoding utf8\nset terminal " << (svg_ ? "svg" : "pngcairo") << " size " << width
         << "," << height_ << (svg_ ? " dynamic" : "") << " noenhanced font 'DejaVu Sans,"
         << points(16) << "' background 'white'\n";
    blocks(figure_.main, "m");
    for (std::size_t i = 0; i < figure_.side.size(); ++i)
      blocks(figure_.side[i], "s" + std::to_string(i));
    out_ << "set multiplot\n";
    const bool alone = figure_.side.empty();
    const double noted = 0.034 * static_cast<double>(figure_.notes.size());
    const double under = figure_.verdict.empty() ? 0.9 : 0.87;
    panel(figure_.main, "m", {0.08, alone ? 0.97 : 0.575, 0.10 + (alone ? noted : 0), under}, [&] {
      label(figure_.caption, 0.5, 0.965, "center", 22);
      label(figure_.verdict, 0.5, 0.92, "center", 17);
      for (std::size_t i = 0; i < figure_.notes.size(); ++i)
        label(figure_.notes[i], alone ? 0.08 : 0.61,
              0.03 + 0.034 * static_cast<double>(figure_.notes.size() - 1 - i), "left", 14);
    });
    // one below the other, the last with the time axis of all
    const double low = 0.085 + noted;
    double top = under;
    for (std::size_t i = 0; i < figure_.side.size(); ++i) {
      Panel p = figure_.side[i];
      const bool last = i + 1 == figure_.side.size();
      if (!last && !in_space(p) && figure_.side.back().x_label == p.x_label) p.x_label.clear();
      const double each = (under - low) * weight(p) / weights_;
      const double over = in_space(p) ? 0 : p.x_label.empty() ? 0.05 : 0.055 - 0.045 * last;
      panel(p, "s" + std::to_string(i), {0.70, 0.975, top - each + over, top}, [] {});
      top -= each;
    }
    out_ << "unset multiplot\nunset output\n";
    return out_.str();
  }

 private:
  /// The part of the height that a panel at the side takes.
  static double weight(const Panel& p) { return in_space(p) ? 2. : 1.; }

  /// The size of a font in the units of the terminal.
  double points(double pixels) const { return svg_ ? pixels : 0.75 * pixels; }

  std::string font(double pixels) const { return " font '," + number(points(pixels)) + "'"; }

  void label(const std::string& text, double x, double y, const char* adjust, double pixels) {
    if (text.empty()) return;
    out_ << "set label " << quoted(text) << " at screen " << x << "," << y << " " << adjust
         << font(pixels) << " front\n";
  }

  /// The points of a curve; `shown(i)` leaves gaps.
  template <class Shown>
  void block(const std::string& name, const Panel& panel, const Curve& c, const Shown& shown) {
    out_ << "$" << name << " << EOD\n";
    bool gap = true;
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      if (!is_drawable(c.x[i]) || !is_drawable(c.y[i]) || (panel.logarithmic && !(c.y[i] > 0)) ||
          (in_space(panel) && !is_drawable(c.z[i])) || !shown(i)) {
        if (!gap) out_ << (in_space(panel) ? "\n\n" : "\n");  // one line would be a mesh
        gap = true;
        continue;
      }
      gap = false;
      out_ << number(c.x[i]) << " " << number(c.y[i]);
      if (in_space(panel)) out_ << " " << number(c.z[i]);
      out_ << "\n";
    }
    out_ << "EOD\n";
  }

  void blocks(const Panel& panel, const std::string& prefix) {
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      const Curve& c = panel.curves[k];
      if (c.x.empty()) continue;
      const std::string name = prefix + "_" + std::to_string(k);
      if (panel.frame == Panel::Frame::sphere) {
        const auto in_front = [&](std::size_t i) {
          return c.x[i] * eye[0] + c.y[i] * eye[1] + c.z[i] * eye[2] >= 0;
        };
        // a piece reaches one point into the other half
        const auto near = [&](std::size_t i, bool front) {
          return in_front(i) == front || (i > 0 && in_front(i - 1) == front);
        };
        block(name, panel, c, [&](std::size_t i) { return near(i, true); });
        block(name + "_behind", panel, c, [&](std::size_t i) { return near(i, false); });
      } else {
        block(name, panel, c, [](std::size_t) { return true; });
      }
      if (!c.marks_ends) continue;
      block(name + "_first", panel, c, [](std::size_t i) { return i == 0; });
      block(name + "_last", panel, c, [&](std::size_t i) { return i + 1 == c.x.size(); });
    }
  }

  /// Title and key stand above the panel, in the upper part of its place.
  template <class Labels>
  void panel(const Panel& p, const std::string& prefix, Place at, const Labels& labels) {
    const bool main = prefix == "m", key_above = p.key && p.key_at.empty();
    const double pixels = main ? 17 : 15, middle = (at.left + at.right) / 2;
    out_ << "reset\nset encoding utf8\nset border 3 lc rgb '#555555'\n"
         << "set tics nomirror textcolor rgb '#333333'" << font(15) << "\n"
         << "set grid lc rgb '#E3E3E3' lw 1 lt 1\n";
    if (p.key && !key_above)
      out_ << "set key " << p.key_at << " spacing 1.2 samplen 2.5 opaque box lc rgb '#DDDDDD'"
           << font(14) << "\n";
    else
      out_ << "unset key\n";
    at.top -= 1.2 * pixels / height_;
    label(p.title, middle, at.top, "center", pixels);
    at.top -= 0.9 * pixels / height_;
    if (key_above) at.top = key(p, at, pixels - 1);
    at.top -= 0.5 * pixels / height_;
    out_ << "set xlabel " << quoted(p.x_label) << font(16) << "\nset ylabel " << quoted(p.y_label)
         << font(main ? 16 : 14) << "\n";
    if (in_space(p))
      out_ << "set origin " << at.left << "," << at.bottom << "\nset size " << at.right - at.left
           << "," << at.top - at.bottom << "\n";
    else
      out_ << "set lmargin at screen " << at.left << "\nset rmargin at screen " << at.right
           << "\nset bmargin at screen " << at.bottom << "\nset tmargin at screen " << at.top
           << "\n";
    labels();
    if (p.frame == Panel::Frame::sphere)
      sphere(p, prefix);
    else if (in_space(p))
      space(p, prefix);
    else
      flat(p, prefix, at);
  }

  /// The names of the curves in rows that fill the width of the panel; returns where they end.
  double key(const Panel& p, const Place& at, double pixels) {
    constexpr double sample = 46. / width, gap = 24. / width;
    const auto space_of = [&](const Curve& c) {
      return sample + 0.62 * pixels * static_cast<double>(c.name.size()) / width + gap;
    };
    std::vector<std::vector<const Curve*>> rows(1);
    std::vector<double> used{0};
    for (const auto& c : p.curves) {
      if (c.name.empty() || c.x.empty()) continue;
      if (used.back() > 0 && used.back() + space_of(c) > at.right - at.left + 0.08) {
        rows.emplace_back();
        used.push_back(0);
      }
      rows.back().push_back(&c);
      used.back() += space_of(c);
    }
    double y = at.top;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      y -= 0.9 * pixels / height_;
      double x = (at.left + at.right - used[r] + gap) / 2;
      for (const Curve* c : rows[r]) {
        out_ << "set arrow from screen " << x << "," << y << " to screen " << x + 0.82 * sample
             << "," << y << " nohead" << style(*c, c->thin ? 1.5 : 3) << "\n";
        label(c->name, x + sample, y, "left", pixels);
        x += space_of(*c);
      }
      y -= 0.7 * pixels / height_;
    }
    return y;
  }

  static std::vector<const std::vector<double>*> axis(const Panel& p,
                                                      std::vector<double> Curve::*values) {
    std::vector<const std::vector<double>*> all;
    for (const auto& c : p.curves) all.push_back(&(c.*values));
    return all;
  }

  void range(const char* name, const Range& r) {
    out_ << "set " << name << "range [" << number(r.low) << ":" << number(r.high) << "]\n";
  }

  void flat(const Panel& p, const std::string& prefix, const Place& at) {
    const auto ys = axis(p, &Curve::y);
    if (p.frame == Panel::Frame::plain) {
      out_ << "set autoscale xfix\n";
      if (p.logarithmic) {
        const Range y = decades_of(ys);
        const double every = std::ceil(std::log10(y.high / y.low) / 4);
        out_ << "set logscale y\nset format y '1e%L'\nset ytics " << number(std::pow(10, every))
             << "\n";
        range("y", y);
      } else {
        const Range y = range_of(ys);
        range("y", y);
        const double tics = std::clamp((at.top - at.bottom) * height_ / 22, 2., 5.);
        double step = round_step((y.high - y.low) / tics);
        if (std::floor(y.high / step) - std::ceil(y.low / step) < 1) step = round_step(step / 2);
        out_ << "set ytics " << number(step) << "\n";
      }
    } else {
      Range x = range_of(axis(p, &Curve::x)), y = range_of(ys);
      if (p.shown) {
        x = {(*p.shown)[0], (*p.shown)[1]};
        y = {(*p.shown)[2], (*p.shown)[3]};
      }
      if (p.frame == Panel::Frame::disc) x = y = {-1.08, 1.08};
      equalise(x, y, (at.right - at.left) * width / ((at.top - at.bottom) * height_));
      out_ << "set size ratio -1\n";
      range("x", x);
      range("y", y);
      if (p.frame == Panel::Frame::disc) {
        out_ << "set object 1 circle at 0,0 size 1 fc rgb '" << grey << "' fs empty border rgb '"
             << grey << "'\n";
      }
    }
    plot("plot", p, prefix, "1:2");
  }

  /// Widens the shorter range to the given ratio of widths, so that equal scales fill the panel.
  static void equalise(Range& x, Range& y, double ratio) {
    const double across = x.high - x.low, up = y.high - y.low;
    const auto widen = [](Range& r, double size) {
      const double middle = (r.low + r.high) / 2;
      r = {middle - size / 2, middle + size / 2};
    };
    if (across < up * ratio)
      widen(x, up * ratio);
    else
      widen(y, across / ratio);
  }

  void sphere(const Panel& p, const std::string& prefix) {
    out_ << "unset border\nunset tics\nunset grid\nunset xlabel\nunset ylabel\n"
         << "set view 65,35,1.85\nset view equal xyz\nset xyplane at -1\n"
         << "set xrange [-1.05:1.05]\nset yrange [-1.05:1.05]\nset zrange [-1.05:1.05]\n"
         << "set parametric\nset urange [0:2*pi]\nset vrange [-pi/2:pi/2]\nset isosamples 25,13\n"
         << "set arrow from 0,0,0 to 1.2,0,0 lc rgb '#555555' lw 1.2 front\n"
         << "set arrow from 0,0,0 to 0,1.2,0 lc rgb '#555555' lw 1.2 front\n"
         << "set arrow from 0,0,0 to 0,0,1.12 lc rgb '#555555' lw 1.2 front\n"
         << "set label " << quoted(p.x_label) << " at 1.26,0,0 front\n"
         << "set label " << quoted(p.y_label) << " at 0,1.28,0 front\n"
         << "set label " << quoted(p.z_label) << " at 0.04,0,1.1 front\n";
    plot("splot cos(v)*cos(u),cos(v)*sin(u),sin(v) w l lc rgb '#DDDDDD' lw 0.6 notitle,", p, prefix,
         "1:2:3");
  }

  void space(const Panel& p, const std::string& prefix) {
    const bool dual = p.frame == Panel::Frame::dual;
    constexpr std::array lines{&Curve::x, &Curve::y, &Curve::z};
    constexpr std::array names{"x", "y", "z"};
    std::array<Range, 3> sides;
    double largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      sides[i] = range_of(axis(p, lines[i]));
      largest = std::max(largest, sides[i].high - sides[i].low);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      sides[i] = at_least(sides[i], 1e-6 * largest, 0.2 * largest);
      range(names[i], sides[i]);
      if (dual)
        out_ << "set " << names[i] << "tics " << number(round_step(largest / 3)) << font(12)
             << "\n";
    }
    const std::string floor = number(sides[2].low);
    out_ << "set border 4095 lc rgb '#CCCCCC'\nset xyplane at " << floor << "\n";
    const auto middle = [](const Range& r) { return number((r.low + r.high) / 2); };
    if (dual)
      out_ << "unset grid\nunset xlabel\nunset ylabel\nset view 62,28,1.45\nset view equal xyz\n"
           << "set label " << quoted(p.x_label) << " at " << middle(sides[0]) << ","
           << number(sides[1].low) << "," << floor << " center offset -1,-1.2" << font(13)
           << "\nset label " << quoted(p.y_label) << " at " << number(sides[0].high) << ","
           << middle(sides[1]) << "," << floor << " left offset 2,-0.9" << font(13) << "\n";
    else
      out_ << "set view 62,28,1.25\nset xtics offset 0,-0.3\nset xlabel offset 0,-0.8\n";
    out_ << "set zlabel " << quoted(p.z_label) << font(dual ? 13 : 16) << " rotate by 90\n";
    plot("splot", p, prefix, "1:2:3", dual ? "" : "1:2:(" + floor + ")");
  }

  static std::string hue(const Curve& c) {
    return std::string(" lc rgb '") + palette[static_cast<std::size_t>(c.colour) % palette.size()] +
           "'";
  }

  static std::string style(const Curve& c, double lines) {
    const char* const dashes[] = {"", " dt (14,7)", " dt (2.5,5)"};
    return hue(c) + " lw " + number(lines) + dashes[static_cast<int>(c.line)];
  }

  /// Also with the columns of a shadow.
  void plot(const std::string& command, const Panel& p, const std::string& prefix,
            const std::string& columns, const std::string& shadow = "") {
    out_ << command;
    std::string separator = " ";
    const auto add = [&](const std::string& data, const std::string& axes) -> std::ostream& {
      out_ << separator << data << " using " << axes << " with ";
      separator = ", \\\n  ";
      return out_;
    };
    const bool round = p.frame == Panel::Frame::sphere;
    for (std::size_t k = 0; k < p.curves.size(); ++k) {
      const Curve& c = p.curves[k];
      if (c.x.empty()) continue;
      const std::string data = "$" + prefix + "_" + std::to_string(k);
      if (c.faint) {
        add(data, columns) << "lines lc rgb '#CFCFCF' lw 0.7 notitle";
        continue;
      }
      if (!shadow.empty() && !c.thin) add(data, shadow) << "lines lc rgb '#BBBBBB' lw 1.5 notitle";
      if (round) add(data + "_behind", columns) << "lines" << style(c, 1) << " notitle";
      add(data, columns) << "lines" << style(c, c.thin ? 1.3 : 3)
                         << (p.key_at.empty() || c.name.empty() ? " notitle"
                                                                : " title " + quoted(c.name));
      if (!c.marks_ends) continue;
      add(data + "_first", columns) << "points pt 6 ps 1.6" << hue(c) << " lw 2 notitle";
      add(data + "_last", columns) << "points pt 7 ps 1.3" << hue(c) << " lw 2 notitle";
    }
    if (p.level) {
      out_ << separator << number(*p.level) << " with lines lc rgb '" << grey
           << "' dt 3 lw 1.5 notitle";
      separator.clear();
    }
    if (separator == " ") out_ << " NaN notitle";
    out_ << "\n";
  }

  /// Towards the eye, in the view of spheres: up by 65 degrees from the axis, turned by 35.
  static constexpr std::array eye{0.5198, -0.7424, 0.4226};

  const Figure& figure_;
  const bool svg_;
  double weights_ = 0, height_;  // of the panels at the side; pixels
  std::ostringstream out_;
};

}  // namespace

std::string script(const Figure& figure, bool svg) {
  return Script(figure, svg).text();
}

}  // namespace hamel::plotting
