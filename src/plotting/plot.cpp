// Drawing figures with gnuplot.
#include <cctype>
#include <chrono>
#include <string>
#include <string_view>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/plot.hpp>

#include "base/printable.hpp"
#include "gnuplot.hpp"
#include "script.hpp"

namespace hamel {

namespace {

constexpr std::chrono::seconds time_limit{30};

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
  if (!path.ends_with(".svg") && !path.ends_with(".png")) {
    throw InputError("--plot", "'" + printable(path) + "'",
                     "a file name that ends in .svg or .png");
  }
}

std::string gnuplot_script(const Figure& figure, const std::string& path) {
  require_plot_path(path);
  return plotting::script(figure, path.ends_with(".svg"));
}

void draw(const Figure& figure, const std::string& path) {
  const std::string script = gnuplot_script(figure, path);
  OutputFile file(path);
  try {
    const std::string picture = plotting::run_gnuplot(script, time_limit);
    if (!is_whole(picture, path.ends_with(".svg")))
      throw PlotError("gnuplot wrote a picture that is not whole");
    file.write(picture);
  } catch (const PlotError& error) {
    throw PlotError("cannot draw " + printable(path) + ": " + error.what());
  }
  file.commit();
}

}  // namespace hamel
