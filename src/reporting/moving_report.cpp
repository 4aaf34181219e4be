// Growth and integrability of a distribution that moves, from the formulas of a file.
#include "moving_report.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <hamel/check/polynomial_points.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "cases/any_system.hpp"
#include "checking/compiled.hpp"
#include "claims/any_points.hpp"
#include "claims/questions.hpp"
#include "exact/coordinate_quotient.hpp"
#include "exact/moving_distribution.hpp"
#include "formulas/expression_value.hpp"

namespace hamel {

namespace {

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

/// Groups whose coordinates are matrices made from what they store.
template <class G>
inline constexpr bool stores_no_coordinates =
    std::same_as<G, SO3> || std::same_as<G, SE3> || std::same_as<G, SO21>;

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
    auto sections = sections_of_file(coordinates_);
    if (!sections) {
      why_not_ =
          "the formulas of d are not quotients of polynomials in coordinates, sines and cosines";
      return;
    }
    distribution_.emplace(*file.exact_algebra, points.rates(), relations_.squares,
                          std::move(*sections));
    for (unsigned seed = 1; seed < 64 && !generic_ && relations_.complete(); ++seed)
      generic_ = generic_point(relations_.squares, relations_.constants, size_, seed);
    set_start(points);
  }

  MovingGrowth generic_growth() const { return growth(distribution_, generic_, 0); }
  MovingGrowth growth_at_start() const {
    return growth(turned_ ? turned_ : distribution_, start_, file_.dim());
  }

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
    else if (!why_no_start_.empty())
      reason += (reason.empty() ? "" : ", ") + ("none at the start: " + why_no_start_);
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

  static MovingGrowth growth(const std::optional<MovingDistribution>& distribution,
                             const std::optional<ResiduePoint>& point, int least) {
    if (!distribution || !point) return {{}, false};
    try {
      return growth_at(*distribution, *point, least);
    } catch (const std::overflow_error&) {  // the prime divides a denominator
      return {{}, false};
    }
  }

  /// The vectors of d at these coordinates, each times its denominators.
  std::optional<std::vector<MovingDistribution::Section>> sections_of_file(
      const std::vector<CoordinatePolynomial>& coordinates) const {
    std::vector<Quotient> at;
    for (const CoordinatePolynomial& q : coordinates) at.emplace_back(q, CoordinatePolynomial(1));
    const std::size_t n = static_cast<std::size_t>(file_.dim());
    std::vector<MovingDistribution::Section> sections;
    for (std::size_t first = 0; first < file_.moving_span.size(); first += n) {
      MovingDistribution::Section section;
      std::vector<CoordinatePolynomial> below, distinct;
      for (std::size_t i = 0; i < n; ++i) {
        const auto value = file_.moving_span[first + i].evaluate(std::span<const Quotient>(at));
        if (!value.is_known()) return std::nullopt;
        section.push_back(value.numerator());
        below.push_back(value.denominator());
        if (!std::ranges::count(distinct, below.back())) distinct.push_back(below.back());
      }
      for (std::size_t i = 0; i < n; ++i)
        for (const CoordinatePolynomial& other : distinct)
          if (other != below[i]) section[i] *= other;
      sections.push_back(std::move(section));
    }
    return sections;
  }

  /// Where the start is, with exact numbers. A factor that does not store its coordinates may start anywhere that is
  /// known exactly: with x = x_0 y, which changes no left-invariant field, y starts at the identity.
  void set_start(const PolynomialPoints<AnyGroup>& points) {
    const auto identity = points.identity();
    start_ = start_point(identity);
    if (start_ || !file_.start) return;
    const auto turned = turned_coordinates();
    if (!turned) return;
    auto sections = sections_of_file(*turned);
    if (!sections) return;
    turned_.emplace(*file_.exact_algebra, points.rates(), relations_.squares, std::move(*sections));
    start_ = start_point(identity);
  }

  /// The coordinates of x_0 y for those factors whose coordinates are matrices that they do not store.
  std::optional<std::vector<CoordinatePolynomial>> turned_coordinates() {
    std::vector<CoordinatePolynomial> turned = coordinates_;
    std::size_t first = 0;
    bool known = true;
    group_.factors().for_each([&]<class G>(const G& factor) {
      const std::size_t count = factor.coordinate_names().size();
      if constexpr (stores_no_coordinates<G>)
        known = known && turn(turned, first, count, std::same_as<G, SO21>);
      first += count;
    });
    return known ? std::optional(turned) : std::nullopt;
  }

  /// (p, R) -> (p_0 + R_0 p, R_0 R), R the last nine of `count` coordinates and p, where there is one, those before.
  bool turn(std::vector<CoordinatePolynomial>& turned, std::size_t first, std::size_t count,
            bool lorentz) {
    const std::size_t matrix = first + count - 9;
    const auto given = [&](std::size_t i) { return file_.start->coordinates[i].exact; };
    for (std::size_t i = first; i < first + count; ++i)
      if (!given(i)) {
        why_no_start_ = "its coordinates are not rational";
        return false;
      }
    DynamicMatrix<Rational> r(3, 3), form(3, 3);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        r(i, j) = *given(matrix + std::size_t(3 * i + j));
        form(i, j) = Rational(i != j ? 0 : lorentz && i == 2 ? -1 : 1);
      }
    if (DynamicMatrix<Rational>(r.transpose() * form * r) != form) {
      why_no_start_ = "its matrix is one of the group but for rounding";
      return false;
    }
    const auto product = [&](std::size_t from, std::size_t stride, int i) {
      CoordinatePolynomial sum;
      for (int k = 0; k < 3; ++k)
        sum += CoordinatePolynomial(r(i, k)) * coordinates_[from + stride * std::size_t(k)];
      return sum;
    };
    for (int i = 0; i < 3; ++i) {
      if (count > 9)
        turned[first + std::size_t(i)] =
            CoordinatePolynomial(*given(first + std::size_t(i))) + product(first, 1, i);
      for (int j = 0; j < 3; ++j)
        turned[matrix + std::size_t(3 * i + j)] = product(matrix + std::size_t(j), 3, i);
    }
    return true;
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

  /// The stored numbers of the start: those that are coordinates, and where none of a factor moved those of the
  /// identity.
  std::optional<std::vector<Rational>> stored_numbers(const std::vector<Rational>& identity) const {
    std::vector<Rational> numbers = identity;
    if (!file_.start) return numbers;
    const auto x = any_start(file_);
    const auto turned = [this](std::size_t i) { return turned_ && in_turned_factor(i); };
    for (std::size_t i = 0; i < size_; ++i) {
      if (std::ranges::count(relations_.constants, static_cast<int>(i)) || turned(i)) continue;
      const auto place =
          std::ranges::find(coordinates_, CoordinatePolynomial::variable(static_cast<int>(i)));
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

  /// Is stored number i one of a factor that `turned_coordinates` moves?
  bool in_turned_factor(std::size_t i) const {
    std::size_t first = 0;
    bool found = false;
    group_.factors().for_each([&]<class G>(const G& factor) {
      const auto size = static_cast<std::size_t>(factor.size());
      if constexpr (stores_no_coordinates<G>) found = found || (i >= first && i < first + size);
      first += size;
    });
    return found;
  }

  const GroupSystem& file_;
  const AnyGroup& group_;
  StoredRelations relations_;
  std::string why_not_, why_no_start_;
  std::vector<CoordinatePolynomial> coordinates_;
  std::size_t size_ = 0;
  std::optional<MovingDistribution> distribution_, turned_;  ///< at x; at x_0 y
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
  if (integrable && integrable.exact && file.offset.empty())
    report.q1 = verdict_of("q1", Answer::holds, true,
                           "integrable: brackets stay in d, both problems coincide");
  else
    report.q1 = verdict_of("q1", Answer::undecided, false,
                           std::string(not_constant) + ": ask one motion at a time, hamel compare");
}

}  // namespace hamel
