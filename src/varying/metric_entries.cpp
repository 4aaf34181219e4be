// Metrics of which motions are free, and a change of basis of their entries.
#include "metric_entries.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>

#include "parameters/common_zeros.hpp"
#include "parameters/read_family.hpp"
#include "parametric_motion.hpp"
#include "verifying_families/pieces.hpp"
#include "verifying_families/proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr int largest_determinant = 6;  ///< order of those that are written out

std::string entry(const char* name, int i, int j) {
  return name + std::to_string(std::min(i, j) + 1) + std::to_string(std::max(i, j) + 1);
}

/// The names of the entries of a form, of which not all are known.
class Entries {
 public:
  Entries(Ring ring, const char* name) : ring_(std::move(ring)), name_(name) {}
  int place(int i, int j) const {
    const auto& names = names_of(ring_);
    const auto found = std::ranges::find(names, entry(name_, i, j));
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }
  P operator()(int i, int j) const { return P::variable(ring_, place(i, j)); }
  P determinant_of(int order) const {
    Matrix square;
    for (int i = 0; i < order; ++i) {
      square.emplace_back();
      for (int j = 0; j < order; ++j) square.back().push_back((*this)(i, j));
    }
    return determinant(square, ring_);
  }

 private:
  Ring ring_;
  const char* name_;
};

/// Each polynomial of an answer replaced.
template <class Replace>
SeveralParameters with_polynomials(SeveralParameters found, const Replace& replace) {
  for (auto& answer : found.answers)
    for (auto* pieces : {&answer.yes, &answer.undecided})
      for (auto& piece : *pieces)
        for (auto* polynomials : {&piece.zero, &piece.nonzero})
          for (auto& text : *polynomials) text = replace(text);
  return found;
}

}  // namespace

InEntries in_entries(const SeveralParameters& found, const DynamicMatrix<Rational>& basis, int r) {
  const int n = static_cast<int>(basis.rows());
  std::vector<std::string> names = found.parameters, given;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) given.push_back(entry("g", i, j));
  names.insert(names.end(), given.begin(), given.end());
  const Ring ring = make_ring(names);
  const Entries h(ring, "h"), g(ring, "g");
  const auto number = [&](Eigen::Index i, Eigen::Index k) {
    return P(ring, basis(i, k).numerator());
  };
  const auto in_given = [&](P p) {
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        const int place = h.place(i, j);
        if (place < 0 || p.degree(place) < 1) continue;
        P value(ring, 0);
        for (int k = 0; k < n; ++k)
          for (int l = 0; l < n; ++l) value = value + number(k, i) * number(l, j) * g(k, l);
        p = p.with(place, value, P(ring, 1), p.degree(place));
      }
    return p.primitive();
  };
  const auto polynomial = [&](const std::string& text) {
    auto p = P::parse(ring, text);
    if (!p) throw InputError("g", "polynomials that are too long", "others");
    return *std::move(p);
  };
  InEntries result{found, found};
  result.adapted.parameters.clear();
  for (const auto& name : found.parameters)
    if (name != "w") result.adapted.parameters.push_back(name);
  result.given.parameters = given;
  const P on_d = h.determinant_of(r).primitive();
  result.adapted.systems = {{{}, {on_d.str()}, false, "", ""}};
  result.given.systems = {{{}, {in_given(on_d).str()}, false, "", ""}};
  if (n > r && n <= largest_determinant)
    result.given.systems.front().nonzero.push_back(g.determinant_of(n).primitive().str());
  result.given = with_polynomials(std::move(result.given), [&](const std::string& text) {
    return in_given(polynomial(text)).str();
  });
  return result;
}

}  // namespace hamel::varying
