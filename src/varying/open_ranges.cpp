// One parameter: answers from the pieces of several parameters.
#include "open_ranges.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "parameters/parameter_polynomial.hpp"
#include "parameters/real_zeros.hpp"

namespace hamel::varying {

namespace {

constexpr std::int64_t settling_operations = 1'000'000'000;  ///< of one condition

bool is_open(const ParameterRange& range) {
  return range.answer == Answer::undecided && !range.reason.starts_with("not a system");
}

bool is_open(const ParameterVerdict& verdict) {
  return std::ranges::any_of(verdict.ranges, [](const auto& range) { return is_open(range); });
}

/// A piece of the line: polynomials in the parameter.
struct PieceOfLine {
  std::vector<Polynomial> zero, nonzero;
  ParameterRange answer;

  bool is_everywhere_but_at_roots() const { return zero.empty(); }
  /// Whether an irreducible polynomial's root lies in it.
  bool contains(const RealRoot& root) const {
    const auto vanishes = [&](const Polynomial& p) {
      return p.divided_by(root.polynomial).second.is_zero();
    };
    return std::ranges::all_of(zero, vanishes) && std::ranges::none_of(nonzero, vanishes);
  }
};

class Line {
 public:
  explicit Line(const std::string& parameter) : ring_(make_ring({parameter})) {}

  std::vector<PieceOfLine> pieces(const std::vector<ParameterPiece>& given, Answer answer) {
    std::vector<PieceOfLine> result;
    for (const auto& piece : given) {
      result.push_back({polynomials(piece.zero), polynomials(piece.nonzero), {}});
      result.back().answer.answer = answer;
      result.back().answer.reason = piece.reason;
      result.back().answer.generic = piece.generic;
    }
    return result;
  }
  /// All that stand in a piece.
  const std::vector<Polynomial>& all() const { return all_; }

 private:
  std::vector<Polynomial> polynomials(const std::vector<std::string>& texts) {
    std::vector<Polynomial> result;
    for (const auto& text : texts) {
      const auto p = ParameterPolynomial::parse(ring_, text);
      if (!p) throw InputError("--vary", text, "a polynomial of a degree that can be read");
      result.push_back(in_one_variable(*p, 0));
    }
    all_.insert(all_.end(), result.begin(), result.end());
    return result;
  }

  Ring ring_;
  std::vector<Polynomial> all_;
};

ParameterVerdict on_the_line(const SeveralParameters& found, const ParameterPieces& answers,
                             const AnswerAt& asked_at) {
  Line line(found.parameters[0]);
  const auto systems = line.pieces(found.systems, Answer::holds);
  auto pieces = line.pieces(answers.yes, Answer::holds);
  for (auto& piece : line.pieces(answers.undecided, Answer::undecided))
    pieces.push_back(std::move(piece));
  ParameterRange elsewhere;
  elsewhere.answer = Answer::fails;
  elsewhere.reason = answers.no.empty() ? "on the zeros that are left" : answers.no;

  const auto first = [&](const auto& is_in) {
    const auto place = std::ranges::find_if(pieces, is_in);
    return place == pieces.end() ? elsewhere : place->answer;
  };
  const auto at = [&](const RealRoot& root) {
    ParameterRange here = first([&](const PieceOfLine& piece) { return piece.contains(root); });
    const bool is_system = std::ranges::any_of(
        systems, [&](const PieceOfLine& piece) { return piece.contains(root); });
    if (is_open(here) || !is_system) {
      here = asked_at(answers.id, root);
      if (is_open(here) && !is_system) here.reason = "not a system: the metric is degenerate";
      return here;
    }
    here.lower = here.upper = root;
    here.is_point = true;
    return here;
  };
  return detail::around_roots(answers.id, first([](const PieceOfLine& piece) {
                                return piece.is_everywhere_but_at_roots();
                              }),
                              line.all(), at);
}

/// An open verdict becomes what the pieces say; it stays where they leave it open too or the budget ends.
void settle(ParameterVerdict& verdict, const SeveralParameters& found,
            const ParameterPieces& answers, const AnswerAt& at) {
  const WorkBudget budget(settling_operations);
  try {
    if (auto settled = on_the_line(found, answers, at); !is_open(settled))
      verdict = std::move(settled);
  } catch (const BudgetExceeded&) {
    return;
  }
}

}  // namespace

void settle_open_ranges(std::vector<ParameterVerdict>& verdicts, const std::string& json,
                        const std::string& parameter, const AnswerAt& at) {
  std::vector<std::string> open;
  for (const auto& verdict : verdicts)
    if ((verdict.id == "cor_3_9" || verdict.id == "q1") && is_open(verdict))
      open.push_back(verdict.id);
  if (open.empty()) return;
  const SeveralParameters found = decide_text_in_parameters(json, {parameter}, open);
  for (const auto& answers : found.answers)
    for (auto& verdict : verdicts)
      if (verdict.id == answers.id && std::ranges::count(open, answers.id) > 0)
        settle(verdict, found, answers, at);
}

}  // namespace hamel::varying
