// Values modulo 2^31 - 1.
#include "random_place.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <hamel/algebra/linear.hpp>

#include "exact/residue.hpp"

namespace hamel::varying {

int rank_at_a_place(const Matrix& rows) {
  if (rows.empty() || rows[0].empty()) return 0;
  constexpr std::uint64_t prime = 2'147'483'647;
  const Residue::Modulus modulo(prime);
  std::mt19937 generator(11);
  std::vector<std::uint64_t> place;
  for (std::size_t i = 0; i < names_of(rows[0][0].ring()).size(); ++i)
    place.push_back(generator() % (prime - 1) + 1);
  DynamicMatrix<Residue> values(static_cast<Eigen::Index>(rows.size()),
                                static_cast<Eigen::Index>(rows[0].size()));
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    for (Eigen::Index k = 0; k < values.cols(); ++k)
      values(i, k) = Residue(
          rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)].residue(place, prime));
  return rank<Residue>(values);
}

}  // namespace hamel::varying
