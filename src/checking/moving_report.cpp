// Growth and integrability of a distribution that moves, from the formulas of a file.
#include "moving_report.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <hamel/check/coordinate_quotient.hpp>
#include <hamel/check/moving_distribution.hpp>
#include <hamel/check/polynomial_points.hpp>
#include <hamel/check/questions.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/any_system.hpp>

#include "any_points.hpp"
#include "compiled.hpp"

namespace hamel {

namespace {

using Polynomial = CoordinatePolynomial;
using Quotient = CoordinateQuotient<400>;

constexpr const char* not_constant =
    "it needs a constant d, and this one moves with the configuration";

Verdict verdict_of(const std::string& id, Answer answer, bool exact, std::string reason) {
  Verdict verdict;
  verdict.id = id;
  verdict.answer = answer;
  verdict.exact = exact;
  verdict.reason = std::move(reason);
  return verdict;
}

std::string list(const std::vector<int>& numbers) {
  std::string text;
  for (const int n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return "(" + text + ")";
}

/// What is known of the distribution of a file by exact arithmetic.
class MovingAnswers {
 public:
  explicit MovingAnswers(const GroupSystem& file)
      : file_(file), group_(file.group.product()), relations_(group_) {
    if (!file.exact_algebra) {
      why_not_ = "the structure constants are not rational";
      return;
    }
    const PolynomialPoints<AnyGroup> points(group_, relations_);
    const auto general = points.general();
    coordinates_ = group_.coordinates(general);
    size_ = static_cast<std::size_t>(general.data.size());
    auto sections = sections_of_file();
    if (!sections) {
      why_not_ =
          "the formulas of d are not quotients of polynomials in coordinates, sines and cosines";
      return;
    }
    distribution_.emplace(*file.exact_algebra, points.rates(), relations_.squares,
                          std::move(*sections));
    for (unsigned seed = 1; seed < 64 && !generic_ && relations_.complete(); ++seed)
      generic_ = generic_point(relations_.squares, relations_.constants, size_, seed);
    start_ = start_point(points.identity());
  }

  MovingGrowth generic_growth() const { return growth(generic_, 0); }
  MovingGrowth growth_at_start() const { return growth(start_, file_.dim()); }

  Verdict integrable() const {
    if (!distribution_) return undecided("integrable", why_not_);
    const auto more = [](const MovingGrowth& g) {
      return g.dimensions.size() > 1 && g.dimensions[1] > g.dimensions[0];
    };
    if (more(generic_growth()) || more(growth_at_start()))
      return verdict_of("integrable", Answer::fails, true, "brackets of sections of d leave d");
    const auto found = generic_ ? is_integrable(*distribution_, *generic_) : std::nullopt;
    if (found == true)
      return verdict_of("integrable", Answer::holds, true,
                        "brackets of sections of d stay in d, as an identity between polynomials");
    return undecided("integrable",
                     "no bracket that leaves d was found, and no proof that none does");
  }

  Verdict bracket_generating() const {
    if (!distribution_) return undecided("bracket_generating", why_not_);
    const auto generic = generic_growth(), start = growth_at_start();
    const int n = file_.dim();
    const auto full = [n](const MovingGrowth& g) {
      return !g.dimensions.empty() && g.dimensions.back() == n;
    };
    std::string reason;
    if (!generic.dimensions.empty())
      reason = "growth " + list(generic.dimensions) + " at generic points";
    if (!start.dimensions.empty())
      reason += (reason.empty() ? "growth " : ", ") + list(start.dimensions) + " at the start";
    if (full(generic) || full(start))
      return verdict_of("bracket_generating", Answer::holds, true, reason);
    if (!generic.dimensions.empty() && generic.complete)
      return verdict_of("bracket_generating", Answer::fails, false, reason);
    return undecided("bracket_generating", reason.empty() ? "no point with exact numbers" : reason);
  }

 private:
  static Verdict undecided(const std::string& id, std::string reason) {
    return verdict_of(id, Answer::undecided, false, std::move(reason));
  }

  MovingGrowth growth(const std::optional<ResiduePoint>& point, int least) const {
    if (!distribution_ || !point) return {{}, false};
    try {
      return growth_at(*distribution_, *point, least);
    } catch (const std::overflow_error&) {  // the prime divides a denominator
      return {{}, false};
    }
  }

  /// The vectors of d, each times its denominators.
  std::optional<std::vector<MovingDistribution::Section>> sections_of_file() const {
    std::vector<Quotient> at;
    for (const Polynomial& q : coordinates_) at.emplace_back(q, Polynomial(1));
    const std::size_t n = static_cast<std::size_t>(file_.dim());
    std::vector<MovingDistribution::Section> sections;
    for (std::size_t first = 0; first < file_.moving_span.size(); first += n) {
      MovingDistribution::Section section;
      std::vector<Polynomial> below, distinct;
      for (std::size_t i = 0; i < n; ++i) {
        const auto value = file_.moving_span[first + i].evaluate(std::span<const Quotient>(at));
        if (!value.is_known()) return std::nullopt;
        section.push_back(value.numerator());
        below.push_back(value.denominator());
        if (!std::ranges::count(distinct, below.back())) distinct.push_back(below.back());
      }
      for (std::size_t i = 0; i < n; ++i)
        for (const Polynomial& other : distinct)
          if (other != below[i]) section[i] *= other;
      sections.push_back(std::move(section));
    }
    return sections;
  }

  /// The start with exact numbers: coordinates that are stored, angles as multiples of a common part whose half has a
  /// transcendental tangent (Lindemann), so that any tangent serves for a lower bound of a rank.
  std::optional<ResiduePoint> start_point(const std::vector<Rational>& identity) const {
    ResiduePoint point{std::vector<Residue>(size_), std::vector<Residue>(size_),
                       std::vector<Residue>(size_)};
    const auto numbers = stored_numbers(identity);
    if (!numbers) return std::nullopt;
    Integer above = 0, below = 1;  // the largest part of which all are multiples is above / below
    for (const Rational& x : *numbers) {
      if (x.is_zero()) continue;
      const Integer denominator = lcm(below, x.denominator());
      above = gcd(Integer(above * (denominator / below)),
                  Integer(abs(x.numerator()) * (denominator / x.denominator())));
      below = denominator;
    }
    ResiduePoint part = point;
    if (size_ > 0) part.set_angle(0, Residue(1234567891));
    for (std::size_t i = 0; i < size_; ++i) {
      const Rational& x = (*numbers)[i];
      point.numbers[i] = Residue(x);
      point.cosines[i] = Residue(1);
      point.sines[i] = Residue(0);
      if (x.is_zero()) continue;
      const Rational multiple = x / Rational(above, below);
      Integer count = abs(multiple.numerator());
      Residue c(1), s(0), cosine = part.cosines[0],
                          sine = multiple.sign() < 0 ? -part.sines[0] : part.sines[0];
      for (; count > 0; count /= 2) {
        if (count % 2 == 1) {
          const Residue next = c * cosine - s * sine;
          s = s * cosine + c * sine;
          c = next;
        }
        const Residue next = cosine * cosine - sine * sine;
        sine = Residue(2) * sine * cosine;
        cosine = next;
      }
      point.cosines[i] = c;
      point.sines[i] = s;
    }
    return point;
  }

  /// The stored numbers of the start: those that are coordinates, and where none of a factor moved those of the identity.
  std::optional<std::vector<Rational>> stored_numbers(const std::vector<Rational>& identity) const {
    std::vector<Rational> numbers = identity;
    if (!file_.start) return numbers;
    const auto x = any_start(file_);
    for (std::size_t i = 0; i < size_; ++i) {
      if (std::ranges::count(relations_.constants, static_cast<int>(i))) continue;
      const auto place = std::ranges::find(coordinates_, Polynomial::variable(static_cast<int>(i)));
      if (place != coordinates_.end()) {
        const Number& given =
            file_.start->coordinates[static_cast<std::size_t>(place - coordinates_.begin())];
        if (!given.exact) return std::nullopt;
        numbers[i] = *given.exact;
      } else if (Rational(x.data[static_cast<int>(i)]) != identity[i]) {
        return std::nullopt;
      }
    }
    return numbers;
  }

  const GroupSystem& file_;
  const AnyGroup& group_;
  StoredRelations relations_;
  std::string why_not_;
  std::vector<Polynomial> coordinates_;
  std::size_t size_ = 0;
  std::optional<MovingDistribution> distribution_;
  std::optional<ResiduePoint> generic_, start_;
};

/// The verdicts that do not concern d, which the data of such a file leave out.
std::vector<Verdict> without_constraint(const GroupSystem& file) {
  const Needs most = file.metric_is_constant() ? Needs::metric : Needs::algebra;
  return file.exact ? check_all(*file.exact, most) : check_all(file.rounded, most);
}

}  // namespace

void ask_moving(const GroupSystem& file, const Signature& signature, Report& report) {
  const MovingAnswers answers(file);
  report.moves = true;
  report.growth = answers.generic_growth().dimensions;
  report.growth_at_start = answers.growth_at_start().dimensions;
  const auto plain = without_constraint(file);
  const Verdict integrable = answers.integrable();
  for_each_condition([&]<class Row>(const Row&) {
    const std::string id(Row::id);
    if (id == "integrable") {
      report.conditions.push_back(integrable);
    } else if (id == "bracket_generating") {
      report.conditions.push_back(answers.bracket_generating());
    } else if (id == "nondegenerate") {
      Verdict regular = decide<double>(id, false, 0);
      regular.reason = "signature (" + std::to_string(signature.positive) + "," +
                       std::to_string(signature.negative) + "), on d at the start";
      report.conditions.push_back(regular);
    } else if (Row::of_constraint) {
      report.conditions.push_back(verdict_of(id, Answer::undecided, false, not_constant));
    } else {
      for (const Verdict& verdict : plain)
        if (verdict.id == id) report.conditions.push_back(verdict);
    }
  });
  if (integrable && integrable.exact && !file.forced() && file.offset.empty())
    report.q1 = verdict_of("q1", Answer::holds, true,
                           "integrable: brackets stay in d, both problems coincide");
  else
    report.q1 = verdict_of("q1", Answer::undecided, false,
                           std::string(not_constant) + ": ask one motion at a time, hamel compare");
}

}  // namespace hamel
