// Functions by what they are made of, their derivatives and values.
#include "adjoined_functions.hpp"

#include <algorithm>
#include <cstddef>

#include "normal_form.hpp"
#include "polynomial_text.hpp"

namespace hamel {

namespace {

using Kind = AdjoinedFunctions::Kind;

constexpr int most_functions = 40;
constexpr int most_multiples = 16;

CoordinatePolynomial unknown() {
  return CoordinatePolynomial(1) / CoordinatePolynomial();
}

std::optional<Rational> constant(const CoordinatePolynomial& p) {
  if (p.terms().empty()) return Rational(0);
  const auto& [monomial, factor] = *p.terms().begin();
  return p.terms().size() == 1 && monomial.empty() ? std::optional(factor) : std::nullopt;
}

CoordinatePolynomial power(const CoordinatePolynomial& base, int exponent) {
  CoordinatePolynomial result(1);
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

CoordinatePolynomial product(const CoordinatePolynomial::Monomial& monomial) {
  CoordinatePolynomial result(1);
  for (const auto& [variable, k] : monomial)
    result *= power(CoordinatePolynomial::number(variable), k);
  return result;
}

/// What divides all monomials.
std::map<int, int> common_factor(const CoordinatePolynomial& p) {
  std::map<int, int> common;
  bool first = true;
  for (const auto& [monomial, factor] : p.terms()) {
    std::map<int, int> here(monomial.begin(), monomial.end());
    if (first) common = here;
    first = false;
    for (auto& [variable, k] : common)
      k = std::min(k, here.contains(variable) ? here[variable] : 0);
  }
  std::erase_if(common, [](const auto& entry) { return entry.second == 0; });
  return common;
}

}  // namespace

std::optional<Rational> exact_root(const Rational& x) {
  if (x.sign() < 0) return std::nullopt;
  const Integer above = sqrt(x.numerator()), below = sqrt(x.denominator());
  return above * above == x.numerator() && below * below == x.denominator()
             ? std::optional(Rational(above, below))
             : std::nullopt;
}

CoordinatePolynomial AdjoinedFunctions::added(Kind kind, const CoordinatePolynomial& argument) {
  if (!argument.is_known()) return unknown();
  for (int i = 0; i < count(); ++i)
    if ((*this)[i].kind == kind && (*this)[i].argument == argument)
      return CoordinatePolynomial::variable(first_ + i);
  if (count() >= most_functions) return unknown();
  functions_.push_back({kind, argument});
  return CoordinatePolynomial::variable(first_ + count() - 1);
}

CoordinatePolynomial AdjoinedFunctions::quotient(const CoordinatePolynomial& given) {
  if (!given.is_known() || given.reduced({}).terms().empty()) return unknown();
  CoordinatePolynomial rest = given.reduced({}), result(1);
  const auto common = common_factor(rest);
  if (!common.empty()) {
    CoordinatePolynomial divided;
    for (const auto& [monomial, factor] : rest.terms()) {
      CoordinatePolynomial::Monomial left;
      for (const auto& [variable, k] : monomial) {
        const auto found = common.find(variable);
        const int lowered = k - (found == common.end() ? 0 : found->second);
        if (lowered > 0) left.emplace_back(variable, lowered);
      }
      divided += CoordinatePolynomial(factor) * product(left);
    }
    rest = divided;
  }
  const Rational scale = rest.terms().begin()->second;
  rest = rest / CoordinatePolynomial(scale);
  for (const auto& [variable, k] : common) {
    const int i = index_of(variable) - first_;
    const bool inverse = is_plain(variable) && i >= 0 && (*this)[i].kind == Kind::quotient;
    result *= power(inverse ? (*this)[i].argument
                            : added(Kind::quotient, CoordinatePolynomial::number(variable)),
                    k);
  }
  if (constant(rest) != Rational(1)) {
    CoordinatePolynomial one = added(Kind::quotient, rest);
    for (int i = 0; i < count(); ++i)  // 1 / p = (1 / sqrt p)^2
      if ((*this)[i].kind == Kind::root && (*this)[i].argument == rest)
        one = power(added(Kind::quotient, CoordinatePolynomial::variable(first_ + i)), 2);
    result *= one;
  }
  return result / CoordinatePolynomial(scale);
}

CoordinatePolynomial AdjoinedFunctions::root(const CoordinatePolynomial& p) {
  if (const auto c = constant(p)) {
    const auto exact = p.is_known() ? exact_root(*c) : std::nullopt;
    return exact ? CoordinatePolynomial(*exact) : unknown();
  }
  return added(Kind::root, p.reduced({}));
}

std::pair<CoordinatePolynomial, Rational> AdjoinedFunctions::multiple(
    Kind kind, const CoordinatePolynomial& term) {
  const Rational& factor = term.terms().begin()->second;
  for (int i = 0; i < count(); ++i) {
    const auto& [its, argument] = (*this)[i];
    const auto found = argument.terms().find(term.terms().begin()->first);
    if (its != kind || argument.terms().size() != 1 || found == argument.terms().end()) continue;
    const Rational times = factor / found->second;
    if (times.is_integer()) return {CoordinatePolynomial::variable(first_ + i), times};
  }
  return {added(kind, CoordinatePolynomial(Rational(factor.sign())) * term),
          Rational(factor.sign())};
}

CoordinatePolynomial AdjoinedFunctions::exponential(const CoordinatePolynomial& p) {
  CoordinatePolynomial result(1);
  for (const auto& [monomial, factor] : p.terms()) {
    const auto [one, times] =
        multiple(Kind::exponential, CoordinatePolynomial(factor) * product(monomial));
    if (abs(times) > Rational(most_multiples) || !one.is_known()) return unknown();
    const CoordinatePolynomial part = times.sign() > 0 ? one : quotient(one);
    for (Rational i = 0; i < abs(times); i += 1) result *= part;
  }
  return p.is_known() ? result : unknown();
}

CoordinatePolynomial AdjoinedFunctions::logarithm(const CoordinatePolynomial& p) {
  if (p.is_known() && constant(p) == Rational(1)) return {};
  return constant(p) ? unknown() : added(Kind::logarithm, p.reduced({}));
}

CoordinatePolynomial AdjoinedFunctions::circular(const CoordinatePolynomial& p, bool cosine) {
  CoordinatePolynomial angle;
  Rational multiples = 0;
  for (const auto& [monomial, factor] : p.terms()) {
    const bool coordinate = monomial.size() == 1 && monomial[0].second == 1 &&
                            is_plain(monomial[0].first) &&
                            monomial[0].first < variable_of(first_) && factor.is_integer();
    const auto [one, times] =
        coordinate ? std::pair(CoordinatePolynomial::number(monomial[0].first), factor)
                   : multiple(Kind::angle, CoordinatePolynomial(factor) * product(monomial));
    angle += CoordinatePolynomial(times) * one;
    multiples += abs(times);
  }
  if (!p.is_known() || !angle.is_known() || multiples > Rational(most_multiples)) return unknown();
  return cosine ? cos(angle) : sin(angle);
}

CoordinatePolynomial AdjoinedFunctions::rate(int i,
                                             const std::vector<CoordinatePolynomial>& rates) {
  const Function f = (*this)[i];
  const CoordinatePolynomial y = CoordinatePolynomial::variable(first_ + i);
  std::vector<CoordinatePolynomial> known = rates;
  known.resize(static_cast<std::size_t>(first_ + count()));
  const CoordinatePolynomial change = f.argument.derivative(known);
  if (change.is_known() && change.terms().empty()) return change;
  switch (f.kind) {
    case Kind::quotient:
      return -y * y * change;
    case Kind::root:
      return quotient(y) * change / CoordinatePolynomial(2);
    case Kind::exponential:
      return y * change;
    case Kind::logarithm:
      return quotient(f.argument) * change;
    case Kind::angle:
      break;
  }
  return change;
}

void AdjoinedFunctions::clear(std::vector<CoordinatePolynomial>& all) const {
  for (int i = count() - 1; i >= 0; --i) {
    if ((*this)[i].kind != Kind::quotient) continue;
    const int variable = variable_of(first_ + i);
    int most = 0;
    for (const auto& p : all) most = std::max(most, power_of(p, variable));
    for (auto& p : all) p = cleared(p, variable, (*this)[i].argument, most).reduced({});
  }
}

std::string AdjoinedFunctions::name(int i, const std::vector<std::string>& names) const {
  const Function& f = (*this)[i];
  std::vector<std::string> functions;  // cosines have their own names
  std::map<int, int> places;
  CoordinatePolynomial argument;
  for (const auto& [monomial, factor] : f.argument.terms()) {
    CoordinatePolynomial::Monomial numbered;
    for (const auto& [variable, k] : monomial) {
      const auto [place, is_new] = places.try_emplace(variable, static_cast<int>(functions.size()));
      if (is_new) {
        const int index = index_of(variable);
        const std::string plain =
            index < first_ ? names[static_cast<std::size_t>(index)] : name(index - first_, names);
        functions.push_back(
            is_plain(variable) ? plain : (is_cosine(variable) ? "cos(" : "sin(") + plain + ")");
      }
      numbered.emplace_back(variable_of(place->second), k);
    }
    argument += CoordinatePolynomial(factor) * product(numbered);
  }
  const std::string inner = polynomial_text(argument, functions);
  switch (f.kind) {
    case Kind::quotient:
      return "1/(" + inner + ")";
    case Kind::root:
      return "sqrt(" + inner + ")";
    case Kind::exponential:
      return "exp(" + inner + ")";
    case Kind::logarithm:
      return "log(" + inner + ")";
    case Kind::angle:
      break;
  }
  return inner;
}

bool AdjoinedValues::complete(std::map<int, Rational>& values, std::set<int> formal,
                              const std::vector<int>& needed) {
  for (const int variable : needed) {
    const int i = index_of(variable) - functions_.first();
    if (i < 0) continue;
    const auto& [kind, argument] = functions_[i];
    Rational x;
    bool rational = true;
    for (const auto& [monomial, factor] : argument.terms()) {
      Rational term = factor;
      for (const auto& [v, k] : monomial) {
        const auto known = values.find(v);
        if (known == values.end()) return false;
        rational = rational && !formal.contains(v);
        for (int n = 0; n < k; ++n) term *= known->second;
      }
      x += term;
    }
    if (kind == Kind::quotient) {
      if (x.is_zero()) return false;
      values[variable] = Rational(1) / x;
      if (!rational) formal.insert(variable);
      continue;
    }
    if (!rational) return false;
    if (kind == Kind::root) {
      const auto root = exact_root(x);
      if (!root || root->is_zero()) return false;
      values[variable] = *root;
    } else if (kind == Kind::logarithm) {
      if (x != Rational(1)) return false;
      values[variable] = 0;
    } else if (kind == Kind::exponential) {
      numbers_.exponents.add(x);
      const auto turns = numbers_.exponents.turns(x);
      if (!turns) return false;
      Rational value = 1;
      for (int n = 0; n < std::abs(*turns); ++n)
        value *= Rational(*turns > 0 ? 3 : 2, *turns > 0 ? 2 : 3);
      values[variable] = value;
      if (!x.is_zero()) formal.insert(variable);
    } else if (is_plain(variable)) {
      values[variable] = x;
    } else {
      numbers_.angles.add(x);
      const auto turned = numbers_.angles.turned(x);
      if (!turned) return false;
      values[variable] = is_cosine(variable) ? turned->first : turned->second;
      if (!x.is_zero()) formal.insert(variable);
    }
  }
  return true;
}

}  // namespace hamel
