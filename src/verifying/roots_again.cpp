// Roots of polynomials between numbers.
#include "roots_again.hpp"

namespace hamel {

int roots_between(const Polynomial& p, const std::optional<Rational>& low,
                  const std::optional<Rational>& high) {
  int below = 0, above = 0, last_below = 0, last_above = 0;
  Polynomial q = p, r = p.derivative();
  const auto sign_at = [](const Polynomial& f, const std::optional<Rational>& x, bool right) {
    if (x) return f(*x).sign();
    return right || f.degree() % 2 == 0 ? f.leading().sign() : -f.leading().sign();
  };
  while (!q.is_zero()) {
    const int a = sign_at(q, low, false), b = sign_at(q, high, true);
    below += last_below * a < 0;
    above += last_above * b < 0;
    last_below = a != 0 ? a : last_below;
    last_above = b != 0 ? b : last_above;
    Polynomial rest = r.is_zero() ? Polynomial() : -q.divided_by(r).second;
    q = std::exchange(r, std::move(rest));
  }
  return below - above;
}

std::optional<RealRoot> root_of(const ClaimedRoot& claimed) {
  const Polynomial once = square_free(claimed.of);
  if (once.degree() < 1 || claimed.low >= claimed.high || once(claimed.low).is_zero() ||
      once(claimed.high).is_zero() || roots_between(once, claimed.low, claimed.high) != 1)
    return std::nullopt;
  return RealRoot{once, claimed.low, claimed.high};
}

}  // namespace hamel
