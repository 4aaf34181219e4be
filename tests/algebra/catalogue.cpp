// The catalogue: every entry is what its name says.
#include "catalogue.hpp"

#include <doctest/doctest.h>

#include "exact/gradings.hpp"

using namespace hamel;

TEST_CASE("every entry is a Lie algebra with a basis of its dimension") {
  for (const auto& entry : catalogue::all()) {
    CAPTURE(entry.name);
    CHECK_FALSE(jacobi_defect(entry.algebra).nonzero);
    CHECK(static_cast<int>(entry.basis.size()) == entry.algebra.dimension());
  }
}

TEST_CASE("dimensions, Killing signatures and series tell them apart") {
  const auto killing = [](const StructureConstants<Rational>& algebra) {
    const Signature s = signature<Rational>(killing_form(algebra));
    return std::vector<int>{s.positive, s.negative, s.zero};
  };
  using V = std::vector<int>;
  CHECK(killing(catalogue::so(3).algebra) == V{0, 3, 0});
  CHECK(killing(catalogue::so(2, 1).algebra) == V{2, 1, 0});
  CHECK(killing(catalogue::so(4).algebra) == V{0, 6, 0});
  CHECK(killing(catalogue::so(3, 1).algebra) == V{3, 3, 0});
  CHECK(killing(catalogue::so(4, 2).algebra) == V{8, 7, 0});
  CHECK(killing(catalogue::sl(2).algebra) == V{2, 1, 0});
  CHECK(killing(catalogue::sl(3).algebra) == V{5, 3, 0});
  CHECK(killing(catalogue::su(2).algebra) == V{0, 3, 0});
  CHECK(killing(catalogue::su(3).algebra) == V{0, 8, 0});
  CHECK(killing(catalogue::se(3).algebra) == V{0, 3, 3});
  CHECK(killing(catalogue::bianchi(8).algebra) == V{2, 1, 0});
  CHECK(killing(catalogue::bianchi(9).algebra) == V{0, 3, 0});
  for (const int type : {1, 2, 6, 7, 8, 9}) CHECK(is_unimodular(catalogue::bianchi(type).algebra));
  for (const int type : {3, 4, 5}) CHECK_FALSE(is_unimodular(catalogue::bianchi(type).algebra));
  CHECK_FALSE(is_unimodular(catalogue::bianchi(6, 2).algebra));
  CHECK_FALSE(is_unimodular(catalogue::bianchi(7, 1).algebra));
  const auto ends_at_0 = [](const std::vector<DynamicMatrix<Rational>>& series) {
    return series.back().cols() == 0;
  };
  CHECK(ends_at_0(lower_central_series(catalogue::bianchi(2).algebra)));
  for (const int type : {3, 4, 5, 6, 7}) {
    CHECK(ends_at_0(derived_series(catalogue::bianchi(type).algebra)));
    CHECK_FALSE(ends_at_0(lower_central_series(catalogue::bianchi(type).algebra)));
  }
}

TEST_CASE("radical and series") {
  const auto h5 = catalogue::heisenberg(2).algebra;
  CHECK(upper_central_series(h5)[1] == DynamicMatrix<Rational>(h5.basis_vector(4)));
  CHECK(lower_central_series(h5).size() == 3);
  CHECK(upper_central_series(h5).back().cols() == 5);
  const auto engel = catalogue::engel().algebra;
  std::vector<int> dimensions;
  for (const auto& term : lower_central_series(engel))
    dimensions.push_back(static_cast<int>(term.cols()));
  CHECK(dimensions == std::vector<int>{4, 2, 1, 0});
  const auto se3 = catalogue::se(3).algebra;
  CHECK(radical(se3) == whole(se3).leftCols(3));
  CHECK(upper_central_series(se3).size() == 1);
  CHECK(radical(catalogue::so(4).algebra).cols() == 0);
  CHECK(radical(engel).cols() == 4);
}

TEST_CASE("se(3) has the brackets of rigid motions") {
  const auto se3 = catalogue::se(3).algebra;
  CHECK(se3(3, 4, 5) == 1);
  CHECK(se3(3, 1, 2) == 1);
  CHECK(se3(3, 2, 1) == -1);
  CHECK(se3(0, 1, 2) == 0);
  const auto se2 = catalogue::se(2).algebra;
  CHECK(se2(2, 0, 1) == 1);
  CHECK(se2(2, 1, 0) == -1);
}

TEST_CASE("sign involutions are all of them") {
  const auto so3 = catalogue::so(3).algebra;
  CHECK(sign_involutions(so3).size() == 4);
  const DynamicMatrix<Rational> d = whole(so3).leftCols(2);
  const auto found = sign_gradings<Rational>(so3, d);
  REQUIRE(found.size() == 1);
  CHECK(found[0] == std::vector<int>{-1, -1, 1});
  DynamicMatrix<Rational> tilted(3, 1);
  tilted << 1, 1, 0;
  CHECK(sign_gradings<Rational>(so3, tilted).empty());
  CHECK(sign_involutions(catalogue::abelian(3).algebra).size() == 8);
  for (const auto& entry : {catalogue::sl(3), catalogue::so(3, 1), catalogue::engel()})
    for (const auto& signs : sign_involutions(entry.algebra))
      for (const auto& c : entry.algebra.entries())
        CHECK(signs[std::size_t(c.i)] * signs[std::size_t(c.j)] == signs[std::size_t(c.k)]);
}

TEST_CASE("an algebra that is none of a family is refused") {
  CHECK_THROWS_AS(catalogue::bianchi(10), InputError);
  CHECK_THROWS_AS(catalogue::so(1), InputError);
}
