// Metrics and planes of which motions are free.
#include "equations_of_entries.hpp"

#include <utility>

#include "parameters/common_zeros.hpp"
#include "parameters/read_family.hpp"
#include "parameters/transport.hpp"
#include "pieces.hpp"
#include "proof_parts.hpp"

namespace hamel::varying {

using P = ParameterPolynomial;

std::optional<SeveralParameters> q1_by_equations(const reading::FamilyFile& file) {
  const ReadFamily read = read_family(file);
  const auto& family = read.family;
  const auto systems = whole(family, read.denominators);
  if (systems.size() != 1 || !family.has_quadratic_field() || !family.slope.empty())
    return std::nullopt;
  const Part& part = systems.front();
  // d of one dimension less than g is integrable where these minors vanish, and else Lie(d) = g.
  const bool of_corank_one = family.rank() == family.dimension - 1;
  const Generated on =
      of_corank_one ? Generated{whole_algebra(family), {}} : generated_subalgebra(part);
  const Vector minors = multiplier_minors(family, on.vectors);
  if (!of_corank_one) {
    const auto bound = outside(part, minors);
    if (!bound || !bound->empty() || !on.denominators.empty()) return std::nullopt;
  }
  ParameterPieces answer{"q1", {}, {}, "", ""};
  bool always = false;
  const auto add_zeros = [&](const Vector& polynomials, const char* reason) {
    ParameterPiece piece;
    piece.reason = reason;
    for (const auto& p : reduced_span(polynomials)) {
      P product = family.number(1);
      for (const auto& factor : part.factors(p).value_or(Vector{})) product = product * factor;
      if (product.is_constant()) return;  // 0 nowhere
      piece.zero.push_back(product.str());
    }
    always = always || piece.zero.empty();
    answer.yes.push_back(std::move(piece));
  };
  if (of_corank_one) add_zeros(minors, "d is integrable: the problem is holonomic");
  if (!always) add_zeros(free_equations(family, on.vectors), "motions are free");
  if (always && answer.yes.size() > 1) answer.yes.erase(answer.yes.begin());
  if (!always) answer.no = "no multiplier satisfies the equations along generic motions";
  return SeveralParameters{
      file.name(), file.scope().variables, {piece_of(part, part.units)}, {std::move(answer)}};
}

}  // namespace hamel::varying
