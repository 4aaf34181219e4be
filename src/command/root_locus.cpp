// Root loci.
#include "root_locus.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "base/printable.hpp"

namespace hamel::command {

namespace {

using Roots = std::vector<std::complex<double>>;

Roots roots_of(const LinearFlow& flow) {
  Roots roots;
  for (const auto& mode : flow.modes)
    if (!mode.symmetry) roots.emplace_back(mode.re, mode.im);
  return roots;
}

/// The roots in the order of those before, each the nearest that is left.
Roots ordered(const Roots& before, Roots roots) {
  Roots result;
  for (const auto& place : before) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < roots.size(); ++i)
      if (std::abs(roots[i] - place) < std::abs(roots[nearest] - place)) nearest = i;
    result.push_back(roots[nearest]);
    roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(nearest));
  }
  return result;
}

}  // namespace

Figure root_locus(const std::string& system, const LinearFamily& family) {
  Panel locus, real;
  locus.title = "eigenvalues";
  locus.x_label = "real part";
  locus.y_label = "imaginary part";
  real.title = "real parts";
  real.x_label = family.name;
  real.level = 0;
  Roots last;
  std::vector<Curve> paths, parts;
  const double gap = std::numeric_limits<double>::quiet_NaN();
  for (const auto& row : family.rows) {
    Roots roots = roots_of(row.flow);
    if (roots.size() == last.size()) {
      roots = ordered(last, roots);
    } else {  // none, or others: new curves
      for (auto* curves : {&paths, &parts}) {
        for (Curve& curve : *curves) (curves == &paths ? locus : real).curves.push_back(curve);
        curves->assign(roots.size(), Curve{});
        for (std::size_t i = 0; i < roots.size(); ++i) {
          (*curves)[i].colour = static_cast<int>(i);
          (*curves)[i].marks_ends = curves == &paths;
        }
      }
    }
    for (std::size_t i = 0; i < roots.size(); ++i) {
      paths[i].x.push_back(roots[i].real());
      paths[i].y.push_back(roots[i].imag());
      parts[i].x.push_back(row.value);
      parts[i].y.push_back(row.flow.steady ? roots[i].real() : gap);
    }
    last = roots;
  }
  locus.curves.insert(locus.curves.end(), paths.begin(), paths.end());
  real.curves.insert(real.curves.end(), parts.begin(), parts.end());
  Figure figure;
  figure.caption = printable(system, 60) + ": eigenvalues from a ring to a disc while " +
                   family.name + " varies";
  figure.main = locus;
  figure.side = {real};
  for (const auto& crossing : family.crossings)
    figure.notes.push_back(family.name + " = " + text(crossing.value) +
                           (crossing.pair ? ": a pair " : ": a real one ") +
                           (crossing.grows ? "begins to grow" : "ceases to grow"));
  return figure;
}

}  // namespace hamel::command
