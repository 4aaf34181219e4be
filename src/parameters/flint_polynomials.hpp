// Polynomials of FLINT's with the ring that they belong to.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <flint/fmpz_mpoly.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parameter_polynomial.hpp"

namespace hamel::varying {

class ParameterRing {
 public:
  explicit ParameterRing(std::vector<std::string> all) : names(std::move(all)) {
    fmpz_mpoly_ctx_init(context, static_cast<slong>(names.size()), ORD_DEGREVLEX);
    for (const auto& name : names) pointers.push_back(name.c_str());
  }
  ParameterRing(const ParameterRing&) = delete;
  ParameterRing& operator=(const ParameterRing&) = delete;
  ~ParameterRing() { fmpz_mpoly_ctx_clear(context); }

  std::vector<std::string> names;
  std::vector<const char*> pointers;
  fmpz_mpoly_ctx_t context;
};

class Polynomials {
 public:
  explicit Polynomials(Ring owner) : ring(std::move(owner)) {
    fmpz_mpoly_init(value, ring->context);
  }
  Polynomials(const Polynomials&) = delete;
  Polynomials& operator=(const Polynomials&) = delete;
  ~Polynomials() { fmpz_mpoly_clear(value, ring->context); }

  const fmpz_mpoly_ctx_struct* context() const { return ring->context; }

  Ring ring;
  fmpz_mpoly_t value;
};

/// A whole number of FLINT's.
struct Whole {
  Whole() { fmpz_init(value); }
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;
  ~Whole() { fmpz_clear(value); }
  Integer number() const {
    char* digits = fmpz_get_str(nullptr, 10, value);
    Integer result(digits);
    flint_free(digits);
    return result;
  }
  fmpz_t value;
};

inline std::shared_ptr<Polynomials> blank(const Ring& ring) {
  return std::make_shared<Polynomials>(ring);
}

/// Products of coefficients of few words count as one operation.
inline std::int64_t price_of_a_product(const Polynomials& p, const Polynomials& q) {
  const auto words = [](const Polynomials& of) {
    const auto bits = fmpz_mpoly_max_bits(of.value);  // negative where a coefficient is
    return 1 + std::abs(static_cast<std::int64_t>(bits)) / 256;
  };
  return words(p) * words(q);
}

}  // namespace hamel::varying
