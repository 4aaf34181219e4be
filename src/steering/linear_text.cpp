// Linear flows in words and as JSON.
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_family.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/linear_map.hpp>

#include "base/json_text.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

Json rows_of(const DynamicMatrix<double>& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(row);
  }
  return rows;
}

std::string number(double value, const char* format = "%.6g") {
  char digits[40];
  std::snprintf(digits, sizeof digits, format, value);
  return digits;
}

std::string table(const DynamicMatrix<double>& matrix, const std::vector<std::string>& names) {
  std::string lines;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    lines += "    " + names[static_cast<std::size_t>(i)];
    lines.resize(lines.size() + (names[static_cast<std::size_t>(i)].size() < 12
                                     ? 12 - names[static_cast<std::size_t>(i)].size()
                                     : 0),
                 ' ');
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) lines += number(matrix(i, j), " %12.6g");
    lines += "\n";
  }
  return lines;
}

Json as_list(const std::vector<std::complex<double>>& multipliers) {
  Json list = Json::array();
  for (const auto& m : multipliers)
    list.push_back({{"re", m.real()}, {"im", m.imag()}, {"modulus", std::abs(m)}});
  return list;
}

Json fields(const LinearMap& map) {
  return {{"t", map.t},           {"h", map.h},
          {"method", map.method}, {"names", map.names},
          {"inputs", map.inputs}, {"A", rows_of(map.A)},
          {"B", rows_of(map.B)},  {"multipliers", as_list(map.multipliers)}};
}

std::string lines_of(const std::vector<std::complex<double>>& multipliers) {
  std::string lines = "  multipliers  modulus      real part    imaginary part\n";
  for (const auto& m : multipliers)
    if (m.imag() >= 0)
      lines += number(std::abs(m), "    %20.12g") + number(m.real(), " %20.12g") +
               (m.imag() > 0 ? number(m.imag(), " +- %.12g") : "") + "\n";
  return lines;
}

std::string steadiness(const LinearFlow& flow) {
  if (flow.steady)
    return "yes, " + (flow.symmetries > 0
                          ? "up to symmetries in " + std::to_string(flow.symmetries) +
                                (flow.symmetries == 1 ? " direction" : " directions")
                          : std::string("at rest"));
  if (flow.in_time) return "no, the equations depend on the time; A is frozen at this moment";
  return "no, the state changes at the rate " + number(flow.unsteady, "%.3g") +
         " beyond what symmetries account for; A is that of this moment";
}

std::string verdict(const LinearFlow& flow) {
  std::string words = text(flow.stability);
  if (flow.stability == FlowStability::not_judged) return words + ": the motion is not steady";
  if (flow.stability == FlowStability::stable && flow.neutral == 1)
    words += ", on each level of the energy";
  if (flow.stability == FlowStability::marginal)
    words += ": no mode grows, not all decay, and linear equations do not decide";
  return words;
}

}  // namespace

std::string words(const LinearMode& mode) {
  if (mode.neutral) return "neutral";
  std::string words = mode.kind;
  if (mode.im != 0) words += ", oscillating with period " + number(mode.period);
  return words;
}

std::string words(const LinearFlow& flow) {
  std::string lines =
      "  steady       " + steadiness(flow) + "\n  A, z' = A z + B w\n" + table(flow.A, flow.names);
  if (!flow.inputs.empty()) {
    lines += "  B, of";
    for (const auto& input : flow.inputs) lines += " " + input;
    lines += "\n" + table(flow.B, flow.names);
  }
  lines += "  modes        real part    imaginary part\n";
  for (const auto& mode : flow.modes) {
    if (mode.im < 0) continue;  // said with the one above it
    lines += number(mode.re, "    %20.12g") +
             (mode.im > 0 ? number(mode.im, " +- %-17.12g") : std::string(21, ' ')) + words(mode) +
             (mode.symmetry ? ", of a symmetry" : "") + "\n";
  }
  return lines + "  stability    " + verdict(flow) + "\n";
}

std::string as_json(const LinearFlow& flow) {
  Json modes = Json::array();
  for (const auto& mode : flow.modes) {
    Json one{{"re", mode.re},
             {"im", mode.im},
             {"period", mode.im != 0 ? Json(mode.period) : Json()},
             {"damping", mode.neutral ? Json() : Json(mode.damping)},
             {"symmetry", mode.symmetry},
             {"words", words(mode)}};
    modes.push_back(one);
  }
  return as_text(Json{{"t", flow.t},
                      {"names", flow.names},
                      {"inputs", flow.inputs},
                      {"A", rows_of(flow.A)},
                      {"B", rows_of(flow.B)},
                      {"steady", flow.steady},
                      {"unsteady", flow.unsteady},
                      {"depends_on_time", flow.in_time},
                      {"symmetries", flow.symmetries},
                      {"neutral", flow.neutral},
                      {"eigenvalues", modes},
                      {"stability", text(flow.stability)},
                      {"words", verdict(flow)}});
}

std::string as_json(const LinearMap& map) {
  return as_text(fields(map));
}

std::string as_json(const PeriodicOrbit& orbit) {
  Json all = fields(orbit.map);
  all["missing"] = orbit.missing;
  all["symmetries"] = orbit.symmetries;
  all["neutral"] = orbit.neutral;
  all["multipliers"] = as_list(orbit.multipliers);
  all["stability"] = text(orbit.stability);
  return as_text(all);
}

std::string as_json(const LinearFamily& family) {
  Json rows = Json::array(), crossings = Json::array();
  for (const auto& row : family.rows) {
    Json one{{"value", row.value}};
    if (row.refusal.empty()) {
      Json values = Json::array();
      for (const auto& mode : row.flow.modes)
        if (!mode.symmetry) values.push_back({mode.re, mode.im});
      one["steady"] = row.flow.steady;
      one["stability"] = text(row.flow.stability);
      one["eigenvalues"] = values;
    } else {
      one["refused"] = row.refusal;
    }
    rows.push_back(one);
  }
  for (const auto& crossing : family.crossings)
    crossings.push_back({{family.name, crossing.value},
                         {"kind", crossing.pair ? "pair" : "real"},
                         {"period", crossing.pair ? Json(crossing.period) : Json()},
                         {"grows", crossing.grows ? "after" : "before"}});
  return as_text(Json{{"vary", family.name}, {"rows", rows}, {"crossings", crossings}});
}

std::string words(const LinearMap& map) {
  std::string lines = "  A, z+ = A z + B w after " + number(map.h, "%.10g") + ", by " + map.method +
                      "\n" + table(map.A, map.names);
  if (!map.inputs.empty()) {
    lines += "  B, of";
    for (const auto& input : map.inputs) lines += " " + input;
    lines += "\n" + table(map.B, map.names);
  }
  return lines;
}

std::string words(const PeriodicOrbit& orbit) {
  return "  returns      after " + number(orbit.map.h, "%.10g") + " to " +
         number(orbit.missing, "%.1e") + ", up to symmetries in " +
         std::to_string(orbit.symmetries) + " directions\n" + lines_of(orbit.multipliers) +
         "  stability    " + text(orbit.stability) + ", " + std::to_string(orbit.neutral) +
         " of the multipliers being 1 along the motion and those of other energies\n";
}

}  // namespace hamel
