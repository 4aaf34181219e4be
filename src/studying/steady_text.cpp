// Families, their members and intervals of stability.
#include "steady_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <utility>

#include "lowering/angle_number.hpp"
#include "lowering/polynomial_text.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

Json numbers(const DynamicVector<Rational>& v) {
  Json list = Json::array();
  for (Eigen::Index i = 0; i < v.size(); ++i) list.push_back(v(i).str());
  return list;
}

std::string in_brackets(const DynamicVector<Rational>& v) {
  std::string text;
  for (Eigen::Index i = 0; i < v.size(); ++i) text += (i ? ", " : "(") + v(i).str();
  return text + ")";
}

/// A linear one, of velocities or momenta alone.
bool is_space(const SteadyFamily& family) {
  return family.basis.rows() > 0;
}

/// What a family says of its variables; of equations with more terms only how many they have.
std::vector<std::string> conditions(const SteadyFamily& family, std::vector<std::string> names,
                                    std::size_t most_terms = static_cast<std::size_t>(-1)) {
  std::vector<std::string> all;
  if (family.number) names.push_back(family.name_of_number);
  for (const auto& [name, quotient] : family.where)
    all.push_back(name + " = " +
                  (quotient.is_polynomial()
                       ? polynomial_text(quotient.value, names)
                       : "(" + polynomial_text(quotient.value, names) + ") / (" +
                             polynomial_text(quotient.over, names) + ")"));
  for (const auto& p : family.equations)
    all.push_back("0 = " + (p.terms().size() <= most_terms
                                ? polynomial_text(p, names)
                                : "(a polynomial with " + std::to_string(p.terms().size()) +
                                      " terms, which --json writes out)"));
  return all;
}

/// In a word; where linear terms do not decide, whether motions of the linear part stay bounded.
template <class K>
std::string verdict_on(const LinearStabilityOver<K>& member) {
  std::string word = text(member.stability);
  if (member.stability != Stability::spectral) return word;
  word += member.semisimple ? ", linearly stable" : ", not linearly stable";
  return word;
}

/// A limit as a rational number, or to six digits with the polynomial in the parameter that it is a root of.
std::string limit_in_words(const RealRoot& root) {
  if (root.is_rational()) return root.lower.str();
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", root.approximate());
  return digits;
}

Json as_json(const StabilityPiece& piece) {
  const auto end = [](const std::optional<RealRoot>& root) -> Json {
    if (!root) return nullptr;
    if (root->is_rational()) return root->lower.str();
    return {{"near", root->approximate()}, {"root_of", root->polynomial.str("w")}};
  };
  Json entry{{"from", end(piece.from)},  {"to", end(piece.to)},  {"stable", text(piece.stability)},
             {"left", piece.roots.left}, {"on", piece.roots.on}, {"right", piece.roots.right}};
  if (piece.semisimple) entry["semisimple"] = true;
  return entry;
}

/// Such as `for -4 < p3 < 4 unstable`; and which polynomial has the limits that are not rational.
void add_pieces(std::string& out, const SteadyFamily& family) {
  std::vector<std::string> polynomials;
  for (const auto& piece : family.pieces) {
    out += "    for " + (piece.from ? limit_in_words(*piece.from) + " < " : "") + family.parameter +
           (piece.to ? " < " + limit_in_words(*piece.to) : "") + " " + text(piece.stability) +
           (piece.semisimple && piece.stability == Stability::spectral ? ", linearly stable" : "") +
           "\n";
    if (!piece.to || piece.to->is_rational()) continue;
    std::string polynomial = piece.to->polynomial.str(family.parameter);
    if (std::ranges::find(polynomials, polynomial) == polynomials.end())
      polynomials.push_back(std::move(polynomial));
  }
  for (const auto& polynomial : polynomials)
    out += "      with limits that are roots of " + polynomial + "\n";
}

/// c in powers of the number.
std::string text(const AlgebraicNumber& c, const std::string& number) {
  return c.polynomial().str(number);
}
std::string text(const RationalFunction& c, const std::string& number) {
  if (c.denominator().degree() == 0) return c.numerator().str(number);
  return "(" + c.numerator().str(number) + ")/(" + c.denominator().str(number) + ")";
}

template <class K>
std::string text(const DynamicVector<K>& point, const std::string& number) {
  std::string out;
  for (const auto& c : point.reshaped()) out += (out.empty() ? "(" : ", ") + text(c, number);
  return out + ")";
}

/// A polynomial in x whose coefficients are numbers of Q(s), those that are no rational in brackets.
template <class K>
std::string text(const PolynomialOver<K>& p, const std::string& number) {
  std::string out;
  const auto& coefficients = p.coefficients();
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const std::string c = text(coefficients[i], number);
    if (c == "0") continue;
    const std::string power = i == 0 ? "" : i == 1 ? "x" : "x^" + std::to_string(i);
    out += out.empty() ? "" : " + ";
    if (i == 0 || c != "1") out += c.find(number) != std::string::npos ? "(" + c + ")" : c;
    if (i > 0 && c != "1") out += "*";
    out += power;
  }
  return out;
}

template <class K>
void add_stability(Json& entry, const LinearStabilityOver<K>& member) {
  entry["stable"] = text(member.stability);
  entry["left"] = member.roots.left;
  entry["on"] = member.roots.on;
  entry["right"] = member.roots.right;
  if (member.roots.right == 0) entry["semisimple"] = member.semisimple;
}

/// `rounded` gives the value of a number.
template <class K, class Rounded>
Json as_json(const LinearStabilityOver<K>& member, const std::string& number,
             const Rounded& rounded) {
  Json at = Json::array(), near = Json::array();
  for (const auto& c : member.at.reshaped()) {
    at.push_back(text(c, number));
    near.push_back(rounded(c));
  }
  Json entry{{"u", at}, {"near", near}, {"characteristic", text(member.characteristic, number)}};
  add_stability(entry, member);
  return entry;
}

}  // namespace

Json steady_as_json(const SteadyMotions& steady) {
  Json families = Json::array();
  for (const auto& family : steady.families) {
    Json basis = Json::array(), members = Json::array();
    for (Eigen::Index k = 0; k < family.basis.cols(); ++k)
      basis.push_back(numbers(family.basis.col(k)));
    for (const auto& member : family.members) {
      Json entry{{"u", numbers(member.at)}, {"characteristic", member.characteristic.str("x")}};
      add_stability(entry, member);
      members.push_back(entry);
    }
    for (const auto& member : family.members_at_number)
      members.push_back(as_json(member, family.name_of_number,
                                [](const AlgebraicNumber& x) { return to_double(x); }));
    const double s = family.members_at_angle.empty() ? 0 : Transcendental(family.angle).rounded();
    for (const auto& member : family.members_at_angle)
      members.push_back(as_json(member, family.name_of_number,
                                [&](const RationalFunction& f) { return to_double(f, s); }));
    Json entry{{"basis", basis}, {"members", members}};
    if (!is_space(family)) {
      entry["where"] = conditions(family, steady.names);
      entry["dimension"] = family.dimension < 0 ? Json() : Json(family.dimension);
    }
    if (family.within) entry["within"] = *family.within;
    if (family.number)
      entry["number"] = {{"name", family.name_of_number},
                         {"near", family.number->approximate()},
                         {"root_of", family.number->polynomial.str(family.name_of_number)}};
    if (!family.members_at_angle.empty()) {
      entry["number"] = {{"name", family.name_of_number}, {"near", s}};
      if (family.angle.is_zero())
        entry["number"]["is"] = "pi";
      else
        entry["number"]["tangent_of"] = family.angle.str();
    }
    if (family.pieces.size() > 1) {
      Json pieces = Json::array();
      for (const auto& piece : family.pieces) pieces.push_back(as_json(piece));
      entry["along"] = {{"variable", family.parameter}, {"pieces", pieces}};
    }
    families.push_back(std::move(entry));
  }
  Json result{{"families", families}, {"not_covered", steady.not_covered}};
  if (!steady.names.empty()) result["variables"] = steady.names;
  for (const auto& [xi, motions, rates] : steady.turning) {
    Json entry = steady_as_json(motions);
    for (Eigen::Index t = 0; t < xi.cols(); ++t) entry["xi"].push_back(numbers(xi.col(t)));
    result["turning"].push_back(std::move(entry));
  }
  return result;
}

namespace {

template <class K>
void add_member(std::string& out, const LinearStabilityOver<K>& member, const std::string& at,
                const std::string& characteristic) {
  out += "    at " + at + " " + verdict_on(member) + ": " + std::to_string(member.roots.left) +
         " roots left of the axis, " + std::to_string(member.roots.on) + " on it, " +
         std::to_string(member.roots.right) + " right, of " + characteristic + "\n";
}

std::string heading(const SteadyFamily& family, const std::string& motions) {
  if (is_space(family))
    return "  " + motions + ", a space of dimension " + std::to_string(family.basis.cols()) + ":";
  if (family.within) return "  of these for example:";
  if (family.dimension < 0) return "  " + motions + ", all of a set:";
  return "  " + motions + ", a family of dimension " + std::to_string(family.dimension) +
         (!family.where.empty() || family.is_set() ? ":" : ": all");
}

std::string in_brackets(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "(" : ", ") + name;
  return text + ")";
}

void add_families(std::string& out, const SteadyMotions& steady, const std::string& motions) {
  for (const auto& family : steady.families) {
    out += heading(family, motions);
    for (Eigen::Index k = 0; k < family.basis.cols(); ++k)
      out += " " + in_brackets(family.basis.col(k));
    const char* separator = " ";
    constexpr std::size_t most_terms = 24;
    for (const auto& condition : conditions(family, steady.names, most_terms)) {
      out += separator + condition;
      separator = ", ";
    }
    out += "\n";
    if (family.number)
      out += "    with " + family.name_of_number + " near " + limit_in_words(*family.number) +
             ", a root of " + family.number->polynomial.str(family.name_of_number) + "\n";
    if (!family.members_at_angle.empty())
      out += "    with " + family.name_of_number + " = " +
             (family.angle.is_zero() ? "pi" : "tan(" + family.angle.str() + ")") + "\n";
    for (const auto& member : family.members_at_angle)
      add_member(out, member, text(member.at, family.name_of_number),
                 text(member.characteristic, family.name_of_number));
    for (const auto& member : family.members)
      add_member(out, member, in_brackets(member.at), member.characteristic.str("x"));
    for (const auto& member : family.members_at_number)
      add_member(out, member, text(member.at, family.name_of_number),
                 text(member.characteristic, family.name_of_number));
    if (family.pieces.size() > 1) add_pieces(out, family);
  }
  if (!steady.not_covered.empty())
    out += "  " + motions + " not covered: " + steady.not_covered + "\n";
}

}  // namespace

void add_steady(std::string& out, const SteadyMotions& steady,
                const std::vector<std::string>& names) {
  if (!steady.names.empty() && steady.names != names && !steady.families.empty())
    out += "  reduced by symmetries to " + in_brackets(steady.names) + "\n";
  add_families(out, steady, "steady motions");
  if (steady.families.empty() && steady.not_covered.empty())
    out += steady.rest ? "  steady motions: rest alone\n" : "  steady motions: none\n";
  for (const auto& [xi, motions, rates] : steady.turning) {
    out += "  motions that a symmetry x -> x exp(s xi) turns all the time, xi =";
    const std::size_t first = motions.names.size() - static_cast<std::size_t>(xi.cols());
    for (Eigen::Index t = 0; t < xi.cols(); ++t)
      out += (t > 0 ? " + " : " ") + motions.names[first + static_cast<std::size_t>(t)] + " " +
             in_brackets(DynamicVector<Rational>(xi.col(t)));
    out += " with " + motions.names[first] + " not 0\n";
    add_families(out, motions, "turning motions");
  }
}

}  // namespace hamel
