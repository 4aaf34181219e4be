// The minimal associated primes of an ideal (Decker, Greuel, Pfister) and a Groebner basis of it with its factors, by
// Singular. Names given by people do not go there: variables are x1, x2, ...
#include "singular.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "base/program.hpp"
#include "parameters/singular_time.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t most_memory = 450'000'000;  ///< bytes of its address space
constexpr std::chrono::minutes longest_wait{10};  ///< on a machine that has much else to do
/// Of what is left for the answer.
constexpr double share_of_one_call = 0.5;
/// Seconds of the processor that a call is worth starting for.
constexpr double shortest_call = 0.2;

/// The text with every name in it replaced.
template <class Replace>
std::string with_names(const std::string& text, const Replace& replace) {
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_name(text[end])) ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    result += std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? word : replace(word);
    i = end;
  }
  return result;
}

/// Variables that occur, by their places in the ring.
std::vector<int> variables_of(const Vector& polynomials) {
  std::vector<int> result;
  for (int v = 0; v < static_cast<int>(names_of(polynomials[0].ring()).size()); ++v)
    if (std::ranges::any_of(polynomials, [&](const P& p) { return p.degree(v) > 0; }))
      result.push_back(v);
  return result;
}

std::string script(const Vector& polynomials, const std::vector<int>& variables) {
  const auto& names = names_of(polynomials[0].ring());
  std::string ring, ideal;
  for (const int v : variables) ring += (ring.empty() ? "x" : ",x") + std::to_string(v + 1);
  for (const auto& p : polynomials)
    ideal += (ideal.empty() ? "" : ",") + with_names(p.str(), [&](const std::string& name) {
               return "x" + std::to_string(std::ranges::find(names, name) - names.begin() + 1);
             });
  return "LIB \"primdec.lib\"; option(redSB); short = 0;\n"
         "ring r = 0, (" +
         ring + "), dp; ideal i = " + ideal +
         ";\n"
         "int j; int k; vector v; matrix t; ideal g = liftstd(i, t);\n"
         "for (j = 1; j <= ncols(g); j++) {\n"
         "  v = g[j] * gen(1);\n"
         "  for (k = 1; k <= ncols(i); k++) { v = v + t[k,j] * gen(k + 1); }\n"
         "  v = cleardenom(v); print(\"basis\");\n"
         "  for (k = 1; k <= ncols(i) + 1; k++) { print(string(v[k])); }\n"
         "}\n"
         "list l = minAssGTZ(i); ideal p;\n"
         "for (j = 1; j <= size(l); j++) {\n"
         "  p = std(l[j]); print(\"component\");\n"
         "  for (k = 1; k <= ncols(p); k++) { print(string(cleardenom(p[k]))); }\n"
         "}\n"
         "print(\"end\"); quit;\n";
}

/// What Singular says within so many seconds of the processor. Throws reading::ProgramError where it is not there, fails
/// or takes longer.
std::optional<Decomposition> decomposed_by_singular(const Vector& polynomials, double seconds) {
  const Ring& ring = polynomials[0].ring();
  const auto& names = names_of(ring);
  const reading::Program singular{"Singular",
                                  "singular-ui",
                                  {"-q", "--no-rc", "--no-tty", "--no-warn", "--no-shell"},
                                  most_memory,
                                  seconds};
  std::istringstream said(
      reading::run(singular, script(polynomials, variables_of(polynomials)), longest_wait));
  std::vector<Vector> lists;  // the basis with its factors, then the components
  std::vector<bool> of_basis;
  for (std::string line; std::getline(said, line);) {
    if (line == "end") {
      Decomposition result{polynomials, {}, {}};
      for (std::size_t i = 0; i < lists.size(); ++i) {
        if (!of_basis[i])
          result.components.push_back(lists[i]);
        else if (lists[i].size() == polynomials.size() + 1)
          result.basis.push_back({lists[i][0], Vector(lists[i].begin() + 1, lists[i].end())});
      }
      std::ranges::sort(result.components, {}, [](const Vector& v) {
        std::string text;
        for (const auto& p : v) text += p.str() + ";";
        return text;
      });
      return result;
    }
    if (line == "basis" || line == "component") {
      of_basis.push_back(line == "basis");
      lists.emplace_back();
    } else if (!lists.empty()) {
      const auto p = P::parse(
          ring, with_names(line, [&](const std::string& word) {
            const auto number = static_cast<std::size_t>(std::atoi(word.c_str() + 1));
            return word[0] == 'x' && number >= 1 && number <= names.size() ? names[number - 1]
                                                                           : word;
          }));
      if (!p) return std::nullopt;
      lists.back().push_back(*p);
    }
  }
  return std::nullopt;
}

/// Where that is nothing the text says why.
std::optional<Decomposition> decomposed_in_time(const Vector& polynomials, std::string& why_not) {
  const double left = AnswerBudget::left();
  const double seconds = SingularTime::within(share_of_one_call * left);
  const std::string too_long =
      "Singular found none within its share of the budget of an answer, " + AnswerBudget::text();
  if (seconds < shortest_call) {
    why_not = too_long;
    return std::nullopt;
  }
  std::optional<Decomposition> answer;
  try {
    answer = decomposed_by_singular(polynomials, seconds);
    why_not = "Singular gave no decomposition";
  } catch (const reading::ProgramTooLong&) {
    why_not = too_long;
  } catch (const reading::ProgramError& error) {
    why_not = error.what();
  }
  SingularTime::spend(left - AnswerBudget::left());
  return answer;
}

}  // namespace

std::shared_ptr<Decompositions> asked_of_singular() {
  return std::make_shared<Decompositions>(&decomposed_in_time);
}

}  // namespace hamel::varying
