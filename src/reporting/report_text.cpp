// The answers for one system in words and as JSON.
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/check/verdict.hpp>
#include <hamel/io/report.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "claims/claim_json.hpp"
#include "reading/formatted.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

Json as_json(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}
Json as_json(const Rational& x) {
  return Json(x.str());
}

/// A 1 x 1 matrix as a number, one column as a list, others as a list of rows.
template <class S>
Json as_json(const DynamicMatrix<S>& m) {
  if (m.rows() == 1 && m.cols() == 1) return as_json(m(0, 0));
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if (m.cols() == 1) {
      rows.push_back(as_json(m(i, 0)));
      continue;
    }
    Json row = Json::array();
    for (Eigen::Index j = 0; j < m.cols(); ++j) row.push_back(as_json(m(i, j)));
    rows.push_back(row);
  }
  return rows;
}

Json as_json(const Evidence& evidence) {
  if (evidence.empty()) return nullptr;
  Json object = Json::object();
  for (const auto& [name, value] : evidence.fields()) {
    object[name] = std::visit(
        [](const auto& v) -> Json {
          if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
            return Json(v);
          else
            return as_json(v);
        },
        value);
  }
  return object;
}

ClaimStatus status_of(const Report& report, const Verdict& verdict) {
  if (verdict.answer == Answer::undecided) return ClaimStatus::undecided;
  if (!verdict.exact) return ClaimStatus::rounded;
  const auto proof = report.proofs.find(verdict.id);
  return proof == report.proofs.end() ? ClaimStatus::proved
                                      : claim_status(kind_of(proof->second).status);
}

Json object(const Report& report) {
  Json conditions = Json::array();
  for (const auto& v : report.conditions) {
    conditions.push_back({{"id", v.id},
                          {"answer", text(v.answer)},
                          {"exact", v.exact},
                          {"defect", as_json(v.defect)},
                          {"tolerance", v.tolerance},
                          {"reason", v.reason},
                          {"witness", as_json(v.evidence)}});
    add_claim(conditions.back(), v.id, status_of(report, v));
  }
  Json q1{{"answer", yes_or_no(report.q1.answer)},
          {"exact", report.q1.exact},
          {"generic", report.q1.generic},
          {"reason", report.q1.reason},
          {"certificate", as_json(report.q1.evidence)}};
  add_claim(q1, "q1", status_of(report, report.q1));
  if (report.q1.generic) {
    q1["exceptions"] = Json::array();
    for (const auto& exception : report.q1.exceptions) {
      q1["exceptions"].push_back({{"start", as_json(exception.get_matrix<Rational>("start"))},
                                  {"certificate", as_json(exception)}});
    }
  }
  Json result{{"name", report.name},
              {"dim", report.dim},
              {"rank", report.rank},
              {"signature", {report.positive, report.negative}},
              {"growth", report.growth}};
  if (report.moves) result["growth_at_start"] = report.growth_at_start;
  result["conditions"] = conditions;
  result["q1"] = q1;
  return result;
}

/// 0 in place of -0.
double without_sign(double x) {
  return x + 0.;
}
const Rational& without_sign(const Rational& x) {
  return x;
}

/// Evidence on one line: `a1 = (9/10, 0, 0, 1), S = -117/100`.
std::string on_one_line(const Evidence& evidence) {
  std::string line;
  for (const auto& [name, value] : evidence.fields()) {
    if (name == "kind") continue;
    std::ostringstream shown;
    std::visit(
        [&shown](const auto& v) {
          if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>) {
            shown << v;
          } else {
            const bool number = v.size() == 1;
            if (!number) shown << "(";
            for (Eigen::Index j = 0; j < v.cols(); ++j) {
              if (j > 0) shown << " | ";
              for (Eigen::Index i = 0; i < v.rows(); ++i)
                shown << (i > 0 ? ", " : "") << without_sign(v(i, j));
            }
            if (!number) shown << ")";
          }
        },
        value);
    line += (line.empty() ? "" : "; ") + name + " = " + shown.str();
  }
  return line;
}

void add_verdict(std::string& out, const Verdict& verdict, const char* answer) {
  add_formatted(out, "  %-24s%-11s", verdict.id.c_str(), answer);
  if (verdict.exact)
    add_formatted(out, "%-10s", "exact");
  else if (verdict.tolerance > 0)
    add_formatted(out, "to %-7.0e", verdict.tolerance);
  else
    add_formatted(out, "%-10s", "-");
  out += verdict.reason + '\n';
  const std::string evidence = on_one_line(verdict.evidence);
  if (!evidence.empty()) out += std::string(47, ' ') + evidence + '\n';
}

void add_growth(std::string& out, const char* label, const std::vector<int>& growth) {
  for (std::size_t i = 0; i < growth.size(); ++i)
    add_formatted(out, "%s%d", i == 0 ? label : ", ", growth[i]);
}

}  // namespace

std::string words(const Report& report) {
  std::string out = printable(report.name);
  add_formatted(out, ": dimension %d, rank of d %d, signature (%d,%d)", report.dim, report.rank,
                report.positive, report.negative);
  add_growth(out, ", growth ", report.growth);
  if (report.growth_at_start != report.growth)
    add_growth(out, ", growth at the start ", report.growth_at_start);
  if (!report.projection.empty()) out += "\n  start: " + report.projection;
  add_formatted(out, "\n\n  %-24s%-11s%-10s%s\n", "condition", "answer", "how", "why");
  for (const auto& verdict : report.conditions) add_verdict(out, verdict, text(verdict.answer));
  add_formatted(out, "\nIs every nonholonomic motion vakonomic? %s%s\n",
                yes_or_no(report.q1.answer), report.q1.generic ? ", for generic starts" : "");
  add_verdict(out, report.q1, yes_or_no(report.q1.answer));
  for (const auto& exception : report.q1.exceptions)
    out += "  exception, not vakonomic: " + on_one_line(exception) + '\n';
  return out;
}

std::string as_json(const Report& report) {
  Json answer = object(report);
  if (report.projected > 0) answer["projected"] = report.projected;
  return as_text(answer);
}

}  // namespace hamel
