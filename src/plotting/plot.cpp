// Figures as gnuplot programs.
#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/printable.hpp>

#include "gnuplot.hpp"

namespace hamel {

namespace {

constexpr std::array palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                             "#E69F00", "#56B4E9", "#000000"};
constexpr const char* grey = "#999999";
constexpr std::size_t longest_label = 120;  // characters
constexpr std::chrono::seconds time_limit{30};

bool ends_with(std::string_view text, std::string_view ending) {
  return text.ends_with(ending);
}

/// A gnuplot string in which nothing is an instruction: every byte but letters, digits and spaces
/// is given by its number.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : printable(text, longest_label)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) || c == ' ')) {
      result += c;
    } else {
      char code[8];
      std::snprintf(code, sizeof code, "\\%03o", unsigned(byte));
      result += code;
    }
  }
  return result + "\"";
}

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.12g", value);
  return buffer;
}

/// Numbers that gnuplot can scale; others leave a gap.
bool is_drawable(double value) {
  return std::abs(value) < 1e200;
}

struct Range {
  double low = 0, high = 0;
};

/// The range of some values, widened, never empty.
Range range_of(const std::vector<const std::vector<double>*>& columns) {
  Range range{HUGE_VAL, -HUGE_VAL};
  for (const auto* column : columns) {
    for (const double v : *column) {
      if (!is_drawable(v)) continue;
      range.low = std::min(range.low, v);
      range.high = std::max(range.high, v);
    }
  }
  if (range.low > range.high) return {-1, 1};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  double margin = 0.06 * (range.high - range.low);
  if (!(margin > 1e-9 * size)) margin = size > 0 ? 0.1 * size : 1;
  return {range.low - margin, range.high + margin};
}

/// Whole decades around the positive values, at least two.
Range decades_of(const std::vector<const std::vector<double>*>& columns) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const auto* column : columns) {
    for (const double v : *column) {
      if (!(v > 0) || !is_drawable(v)) continue;
      low = std::min(low, std::floor(std::log10(v)));
      high = std::max(high, std::ceil(std::log10(v)));
    }
  }
  if (low > high) return {1e-2, 1};
  return {std::pow(10, low), std::pow(10, std::max(high, low + 2))};
}

class Script {
 public:
  explicit Script(const Figure& figure) : figure_(figure) {}

  std::string text(bool svg) {
    out_ << "set encoding utf8\n"
         << (svg ? "set terminal svg size 1280,800 dynamic noenhanced font 'DejaVu Sans,14' "
                   "background 'white'\n"
                 : "set terminal pngcairo size 1280,800 noenhanced font 'DejaVu Sans,11' "
                   "background 'white'\n");
    blocks(figure_.main, "m");
    for (std::size_t i = 0; i < figure_.side.size(); ++i)
      blocks(figure_.side[i], "s" + std::to_string(i));
    out_ << "set multiplot\n";
    const double right = figure_.side.empty() ? 0.97 : 0.56;
    panel(figure_.main, "m", 0.075, right, 0.10, 0.88);
    const double height = 0.84 / static_cast<double>(std::max<std::size_t>(1, figure_.side.size()));
    for (std::size_t i = 0; i < figure_.side.size(); ++i) {
      const double top = 0.91 - height * static_cast<double>(i);
      panel(figure_.side[i], "s" + std::to_string(i), 0.68, 0.975, top - height + 0.085,
            top - 0.035);
    }
    out_ << "unset multiplot\nunset output\n";
    return out_.str();
  }

 private:
  void blocks(const Panel& panel, const std::string& prefix) {
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      const Curve& c = panel.curves[k];
      out_ << "$" << prefix << "_" << k << " << EOD\n";
      for (std::size_t i = 0; i < c.x.size(); ++i) {
        const bool shown =
            is_drawable(c.x[i]) && is_drawable(c.y[i]) && (!panel.logarithmic || c.y[i] > 0);
        if (!shown) {
          out_ << "\n";
          continue;
        }
        out_ << number(c.x[i]) << " " << number(c.y[i]);
        if (panel.frame == Panel::Frame::sphere) out_ << " " << number(c.z[i]);
        out_ << "\n";
      }
      out_ << "EOD\n";
    }
  }

  void panel(const Panel& p, const std::string& prefix, double left, double right, double bottom,
             double top) {
    const bool space = p.frame == Panel::Frame::sphere;
    out_ << "reset\nset encoding utf8\n"
         << "set title " << quoted(p.title)
         << (prefix != "m" ? " font ',12'\n"
             : space       ? " font ',14' offset 0,1.5\n"
                           : " font ',14'\n")
         << "set border 3 lc rgb '#555555'\nset tics nomirror textcolor rgb '#333333'\n"
         << "set grid lc rgb '#E3E3E3' lw 1 lt 1\n"
         << (p.key
                 ? "set key " + p.key_at + " spacing 1.2 samplen 2.5 opaque box lc rgb '#DDDDDD'\n"
                 : std::string("unset key\n"))
         << "set xlabel " << quoted(p.x_label) << "\nset ylabel " << quoted(p.y_label) << "\n"
         << "set lmargin at screen " << left << "\nset rmargin at screen " << right << "\n"
         << "set bmargin at screen " << bottom << "\nset tmargin at screen " << top << "\n";
    if (prefix == "m") {
      out_ << "set label 1 " << quoted(figure_.caption)
           << " at screen 0.5,0.965 center font ',17' front\n";
    }
    space ? sphere(p, prefix) : flat(p, prefix);
  }

  void flat(const Panel& p, const std::string& prefix) {
    std::vector<const std::vector<double>*> xs, ys;
    for (const auto& c : p.curves) {
      xs.push_back(&c.x);
      ys.push_back(&c.y);
    }
    if (p.frame == Panel::Frame::plain) {
      out_ << "set autoscale xfix\n";
      if (p.logarithmic) {
        const Range y = decades_of(ys);
        out_ << "set logscale y\nset format y '1e%L'\nset yrange [" << number(y.low) << ":"
             << number(y.high) << "]\n";
      } else {
        const Range y = range_of(ys);
        out_ << "set yrange [" << number(y.low) << ":" << number(y.high) << "]\n";
      }
    } else {
      Range x = range_of(xs), y = range_of(ys);
      if (p.frame == Panel::Frame::disc) x = y = {-1.08, 1.08};
      equalise(x, y, 0.485 * 1280 / (0.78 * 800));
      out_ << "set size ratio -1\nset xrange [" << number(x.low) << ":" << number(x.high)
           << "]\nset yrange [" << number(y.low) << ":" << number(y.high) << "]\n";
      if (p.frame == Panel::Frame::disc) {
        out_ << "set object 1 circle at 0,0 size 1 fc rgb '" << grey << "' fs empty border rgb '"
             << grey << "'\n";
      }
    }
    plot_command("plot", p, prefix, "1:2");
  }

  /// Widens the shorter range to the given ratio of widths, so that equal scales fill the panel.
  static void equalise(Range& x, Range& y, double ratio) {
    const double width = x.high - x.low, height = y.high - y.low;
    const auto widen = [](Range& r, double size) {
      const double middle = (r.low + r.high) / 2;
      r = {middle - size / 2, middle + size / 2};
    };
    if (width < height * ratio)
      widen(x, height * ratio);
    else
      widen(y, width / ratio);
  }

  void sphere(const Panel& p, const std::string& prefix) {
    out_ << "unset border\nunset tics\nunset grid\nunset xlabel\nunset ylabel\n"
         << "set view 65,35,1.2\nset view equal xyz\nset xyplane at -1\n"
         << "set xrange [-1.05:1.05]\nset yrange [-1.05:1.05]\nset zrange [-1.05:1.05]\n"
         << "set parametric\nset urange [0:2*pi]\nset vrange [-pi/2:pi/2]\nset isosamples 25,13\n"
         << "set arrow from 0,0,0 to 1.2,0,0 lc rgb '#555555' lw 1.2 front\n"
         << "set arrow from 0,0,0 to 0,1.2,0 lc rgb '#555555' lw 1.2 front\n"
         << "set arrow from 0,0,0 to 0,0,1.12 lc rgb '#555555' lw 1.2 front\n"
         << "set label 2 " << quoted(p.x_label) << " at 1.26,0,0 front\n"
         << "set label 3 " << quoted(p.y_label) << " at 0,1.28,0 front\n"
         << "set label 4 " << quoted(p.z_label) << " at 0.04,0,1.1 front\n";
    plot_command("splot cos(v)*cos(u),cos(v)*sin(u),sin(v) w l lc rgb '#D5D5D5' lw 0.6 notitle,", p,
                 prefix, "1:2:3");
  }

  void plot_command(const std::string& command, const Panel& p, const std::string& prefix,
                    const std::string& columns) {
    const std::string separator = ", \\\n  ";
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < p.curves.size(); ++k) {
      const Curve& c = p.curves[k];
      if (c.x.empty()) continue;
      const std::string data = "$" + prefix + "_" + std::to_string(k);
      const std::string colour = std::string("lc rgb '") + palette[c.colour % palette.size()] + "'";
      parts.push_back(data + " using " + columns + " with lines " + colour + " lw 2.4" +
                      (c.dashed ? " dt 2" : "") +
                      (c.name.empty() ? " notitle" : " title " + quoted(c.name)));
      if (c.marks_ends) {
        parts.push_back(data + " using " + columns + " every ::0::0 with points pt 6 ps 1.3 lw 2 " +
                        colour + " notitle");
        const std::string last = std::to_string(c.x.size() - 1);
        parts.push_back(data + " using " + columns + " every ::" + last + "::" + last +
                        " with points pt 7 ps 1.1 " + colour + " notitle");
      }
    }
    if (p.level)
      parts.push_back(number(*p.level) + " with lines lc rgb '" + grey + "' dt 3 lw 1.5 notitle");
    if (parts.empty()) parts.push_back("NaN notitle");
    out_ << command << " ";
    for (std::size_t i = 0; i < parts.size(); ++i) out_ << (i > 0 ? separator : "") << parts[i];
    out_ << "\n";
  }

  const Figure& figure_;
  std::ostringstream out_;
};

/// True when the text is a whole picture: it begins and ends as its format demands.
bool is_whole(std::string_view picture, bool svg) {
  if (svg) {
    while (!picture.empty() && std::isspace(static_cast<unsigned char>(picture.back())))
      picture.remove_suffix(1);
    return picture.starts_with("<?xml") && picture.ends_with("</svg>");
  }
  using namespace std::string_view_literals;
  return picture.starts_with("\x89PNG\r\n\x1a\n"sv) &&
         picture.ends_with("\0\0\0\0IEND\xae\x42\x60\x82"sv);
}

}  // namespace

void require_plot_path(const std::string& path) {
  if (!ends_with(path, ".svg") && !ends_with(path, ".png")) {
    throw InputError("--plot", "'" + printable(path) + "'",
                     "a file name that ends in .svg or .png");
  }
}

std::string gnuplot_script(const Figure& figure, const std::string& path) {
  require_plot_path(path);
  return Script(figure).text(ends_with(path, ".svg"));
}

void draw(const Figure& figure, const std::string& path) {
  const std::string script = gnuplot_script(figure, path);
  OutputFile file(path);
  try {
    const std::string picture = plotting::run_gnuplot(script, time_limit);
    if (!is_whole(picture, ends_with(path, ".svg")))
      throw PlotError("gnuplot wrote a picture that is not whole");
    file.write(picture);
  } catch (const PlotError& error) {
    throw PlotError("cannot draw " + printable(path) + ": " + error.what());
  }
  file.commit();
}

}  // namespace hamel
