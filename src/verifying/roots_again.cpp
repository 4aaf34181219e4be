// Roots of polynomials between numbers.
#include "roots_again.hpp"

namespace hamel {

std::optional<RealRoot> root_of(const ClaimedRoot& claimed) {
  const Polynomial once = square_free(claimed.of);
  if (once.degree() < 1 || claimed.low >= claimed.high || once(claimed.low).is_zero() ||
      once(claimed.high).is_zero() || roots_between(once, claimed.low, claimed.high) != 1)
    return std::nullopt;
  return RealRoot{once, claimed.low, claimed.high};
}

}  // namespace hamel
