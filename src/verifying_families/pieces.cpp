// From findings on parts to pieces of the space of parameters.
#include "pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "parameters/singular_time.hpp"
#include "proof_parts.hpp"

namespace hamel::varying {

namespace {

constexpr std::size_t largest_simplified =
    30;  ///< terms of polynomials that inequalities are removed from

/// Seconds of Singular where the equations of a condition are an answer already.
constexpr double longest_for_equations = 2;

using P = ParameterPolynomial;
using Kind = Finding::Kind;

/// Polynomials in numbers of a point are long.
long factor_of(const Part& part) {
  return part.family.has_quadratic_field() ? 1 : 10;
}

struct Work {
  long on_part, on_question;
};

Work work_on(const Part& part) {
  const int parameters = part.family.parameters;
  if (parameters > many_parameters)
    return {operations_on_one_of_many_parts, operations_on_many_parameters};
  if (parameters > 1 && parameters <= few_parameters && part.family.has_quadratic_field())
    return {operations_on_one_of_few_parts, operations_on_few_parameters};
  return {factor_of(part) * operations_on_a_part, factor_of(part) * operations_on_a_question};
}

/// What was found on a part, and on the places that were left out of that.
struct Node {
  Part part;
  Finding finding;
  struct Place {
    P polynomial;
    std::vector<std::shared_ptr<const Node>> parts;
  };
  std::vector<Place> exceptions;

  /// Yes on every point of the part.
  bool entirely_yes() const {
    return finding.kind == Kind::yes && !finding.generic &&
           std::all_of(exceptions.begin(), exceptions.end(), is_yes);
  }
  static bool is_yes(const Place& place) {
    return std::all_of(place.parts.begin(), place.parts.end(),
                       [](const auto& node) { return node->entirely_yes(); });
  }
};

class Search {
 public:
  Search(const std::string& id, const Finder& find) : id_(id), find_(find) {}

  std::shared_ptr<const Node> on(const Part& part) {
    const std::string key = key_of(part);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (!begun_.insert(key).second) {
      Finding finding;
      finding.reason = "a part that leads to itself";
      return std::make_shared<Node>(Node{part, finding, {}});
    }
    auto node = std::make_shared<Node>(Node{part, {}, {}});
    if (!part.open.empty() && vanishes_by_itself(part)) {
      node->finding.kind = Kind::yes;
      node->finding.reason = reason_of(id_, node->finding);
    } else if (!part.open.empty()) {
      node->finding.reason = part.open;
    } else if (begun_.size() > largest_number_of_parts) {
      node->finding.reason = "more than " + std::to_string(largest_number_of_parts) +
                             " parts of the space of parameters";
    } else {
      const std::size_t depth = larger_.size();
      try {
        look_at(*node);
      } catch (const BudgetExceeded& limit) {
        node->finding = {};
        node->exceptions.clear();
        node->finding.reason = limit.what();
      }
      while (larger_.size() > depth) larger_.pop_back();
    }
    known_.emplace(key, node);
    return node;
  }

 private:
  /// What a condition says is among the equations of a part, which need not be decomposed then.
  bool vanishes_by_itself(const Part& part) const {
    Vector both = reduced_span(part.zero);
    const std::size_t rank = both.size();
    const Vector equations = condition_equations(id_, part.family);
    for (const auto& p : equations) both.push_back(part.restricted(p));
    return !equations.empty() && reduced_span(both).size() == rank;
  }

  /// The zeros of a polynomial on a part, which are not looked at; what was found elsewhere stays.
  static std::shared_ptr<const Node> left_open(Part part, const P& polynomial, const char* why) {
    part.zero.push_back(polynomial);
    part.open = why;
    Finding finding;
    finding.reason = why;
    return std::make_shared<Node>(Node{std::move(part), std::move(finding), {}});
  }

  void look_at(Node& node) {
    {
      const WorkBudget budget(work_on(node.part).on_part);
      node.finding = find_(node.part, larger_);
    }
    larger_.push_back({node.part, node.finding});
    const Vector others = node.finding.kind == Kind::no ? zeros_left_by(id_, larger_) : Vector{};
    const SingularTime brief(condition_equations(id_, node.part.family).empty()
                                 ? AnswerBudget::left()
                                 : longest_for_equations);
    Vector exceptions;
    for (const auto& p : node.finding.exceptions)
      if (std::find(exceptions.begin(), exceptions.end(), p) == exceptions.end())
        exceptions.push_back(p);
    for (const auto& exception : exceptions) {
      Node::Place place{exception, {}};
      try {
        for (const auto& smaller : covering(node.part, exception, others))
          place.parts.push_back(on(smaller));
      } catch (const BudgetExceeded& limit) {
        place.parts = {left_open(node.part, exception, limit.what())};
      }
      if (!place.parts.empty()) node.exceptions.push_back(std::move(place));
    }
  }

  const std::string& id_;
  const Finder& find_;
  std::vector<Larger> larger_;  ///< those that hold the part that is looked at
  std::map<std::string, std::shared_ptr<const Node>> known_;
  std::set<std::string> begun_;
};

/// The equations of a part, those that are linear in a parameter put into the others.
Vector equations_of(const Part& part) {
  Vector result = part.zero;
  for (std::size_t round = 0; round < result.size(); ++round)
    for (std::size_t j = 0; j < result.size(); ++j)
      for (int v = 0; v < part.family.parameters; ++v) {
        if (result[j].degree(v) != 1 || !result[j].coefficient(v, 1).is_constant()) continue;
        const P bottom = result[j].coefficient(v, 1), top = -result[j].coefficient(v, 0);
        for (std::size_t i = 0; i < result.size(); ++i) {
          if (i == j || result[i].degree(v) < 1) continue;
          for (const auto& factor : result[i].with(v, top, bottom, result[i].degree(v)).factors())
            if (part.is_zero(part.restricted(factor))) result[i] = factor;
        }
        break;
      }
  return result;
}

struct Piece {
  std::shared_ptr<const Node> node;
  Vector nonzero;
  Vector zero = equations_of(node->part);
};

/// The pieces of one kind on a node, and in its exceptions. What a part avoids belongs to other parts.
void collect(const std::shared_ptr<const Node>& node, Kind kind, std::vector<Piece>& pieces) {
  Vector left_out = node->part.avoided;
  for (const auto& place : node->exceptions)
    if (!(kind == Kind::yes && !node->finding.generic && Node::is_yes(place)))
      left_out.push_back(place.polynomial);
  if (node->finding.kind == kind) pieces.push_back({node, left_out});
  const bool swallowed = node->finding.kind == kind && kind == Kind::yes && !node->finding.generic;
  for (const auto& place : node->exceptions) {
    if (swallowed && Node::is_yes(place)) continue;
    if (kind == Kind::yes && Node::is_yes(place)) {
      for (const auto& part : place.parts) pieces.push_back({part, node->part.avoided});
      continue;
    }
    for (const auto& part : place.parts) collect(part, kind, pieces);
  }
}

/// True when every point of `small`, where no polynomial of `nonzero` vanishes, belongs to `large`.
bool contains(const Piece& large, const Part& small, bool generic, const Vector& nonzero) {
  if (large.node->finding.generic && !generic) return false;
  for (const auto& p : large.zero)
    if (!small.is_zero(small.restricted(p))) return false;
  for (const auto& p : large.nonzero) {
    const auto factors = small.factors(p);
    if (!factors) return false;
    for (const auto& factor : *factors)
      if (std::find(nonzero.begin(), nonzero.end(), factor) == nonzero.end()) return false;
  }
  return true;
}

/// True when all zeros of `polynomial` on the piece belong to other pieces.
bool is_covered(const Piece& piece, const P& polynomial, const std::vector<Part>& systems,
                const std::vector<Piece>& others) {
  for (const auto& p : piece.zero)
    if (p.terms() > largest_simplified) return false;
  Vector vanishing = piece.zero;
  vanishing.push_back(polynomial);
  const std::vector<Part> parts = covering_all(systems, vanishing);
  return std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
    return std::any_of(others.begin(), others.end(), [&](const Piece& other) {
      return other.node != piece.node && contains(other, part, false, part.avoided);
    });
  });
}

/// Those that are not in others, with no more inequalities than are needed.
std::vector<Piece> fewest(std::vector<Piece> pieces, const std::vector<Part>& systems) {
  std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
    return a.node->part.zero.size() < b.node->part.zero.size();
  });
  for (auto& piece : pieces) {
    if (piece.node->finding.generic || piece.node->finding.kind != Kind::yes) continue;
    Vector needed;
    for (const auto& p : piece.nonzero)
      if (!is_covered(piece, p, systems, pieces)) needed.push_back(p);
    piece.nonzero = std::move(needed);
  }
  std::vector<Piece> kept;
  for (auto& piece : pieces)
    if (std::none_of(kept.begin(), kept.end(), [&](const Piece& other) {
          return contains(other, piece.node->part, piece.node->finding.generic, piece.nonzero);
        }))
      kept.push_back(std::move(piece));
  return kept;
}

std::string text(const Section& section) {
  std::string result = "[";
  for (const auto& column : section.momentum) {
    result += result.size() > 1 ? ", [" : "[";
    for (std::size_t k = 0; k < column.size(); ++k) result += (k ? ", " : "") + column[k].str();
    result += "]";
  }
  return result + "] / (" + section.denominator.str() + ")";
}

ParameterPiece described(const Piece& piece) {
  ParameterPiece result = piece_of(piece.node->part, piece.nonzero);
  result.generic = piece.node->finding.kind == Kind::yes && piece.node->finding.generic;
  result.reason = piece.node->finding.reason;
  if (piece.node->finding.section) result.certificate = text(*piece.node->finding.section);
  return result;
}

}  // namespace

std::string key_of(const Part& part) {
  std::vector<std::string> all;
  for (const auto& p : part.zero) all.push_back(p.str());
  std::sort(all.begin(), all.end());
  std::string key;
  for (const auto& p : all) key += p + ";";
  for (const auto& p : part.avoided) key += "/" + p.str();
  return key;
}

ParameterPiece piece_of(const Part& part, const Vector& nonzero) {
  ParameterPiece result;
  for (const auto& p : equations_of(part)) result.zero.push_back(p.str());
  for (const auto& p : nonzero) {
    const std::string shown = p.str();
    if (std::find(result.nonzero.begin(), result.nonzero.end(), shown) == result.nonzero.end())
      result.nonzero.push_back(shown);
  }
  return result;
}

ParameterPieces pieces_of(const std::string& id, const std::vector<Part>& systems,
                          const Finder& find) {
  ParameterPieces answer{id, {}, {}, {}, {}};
  Search search(id, find);
  std::vector<Piece> yes, undecided;
  for (const auto& part : systems) {
    const auto node = [&] {
      const WorkBudget budget(work_on(part).on_question);
      return search.on(part);
    }();
    collect(node, Kind::yes, yes);
    collect(node, Kind::undecided, undecided);
    if (node->finding.kind != Kind::no) continue;
    answer.no = node->finding.reason;
    if (node->finding.refutation) answer.certificate = node->finding.refutation->remainder.str();
    if (const auto& none = node->finding.no_multiplier)
      answer.certificate = refuting_polynomial(part.family, *none).str();
  }
  for (const auto& piece : fewest(std::move(yes), systems)) answer.yes.push_back(described(piece));
  for (const auto& piece : fewest(std::move(undecided), systems))
    answer.undecided.push_back(described(piece));
  return answer;
}

}  // namespace hamel::varying
