// The planes of the real three-dimensional algebras, up to automorphism, in bases adapted to them: d = <e1, e2>.
#pragma once

#include <string>
#include <vector>

/// One row of the table.
struct Plane {
  std::string algebra;                     ///< by Bianchi's number
  std::string plane;                       ///< which one it is
  std::string structure;                   ///< the brackets as a system file writes them
  std::string parameter;                   ///< of the structure; empty without one
  std::string values;                      ///< that the parameter takes
  std::string value;                       ///< one of them
  std::vector<std::string> excluded = {};  ///< polynomials that vanish at no such value
};

/// Those that are no subalgebras, then those that are.
inline std::vector<Plane> planes() {
  const std::string contact = "not a subalgebra", ideal = "the ideal R^2",
                    eigen = "f and an eigenvector";
  return {
      {"II", contact, R"({"1,2": {"3": "1"}})", "", "", ""},
      {"III", contact, R"({"1,2": {"3": "1"}, "1,3": {"3": "1"}})", "", "", ""},
      {"IV", contact, R"({"1,2": {"3": "1"}, "1,3": {"3": "1", "2": "-1/4"}})", "", "", ""},
      {"VI_0", contact, R"({"1,2": {"3": "1"}, "1,3": {"2": "1"}})", "", "", ""},
      {"VI_h",
       contact,
       R"({"1,2": {"3": "1"}, "1,3": {"3": "1", "2": "-s"}})",
       "s",
       "s < 1/4, s != 0",
       "-1",
       {"s", "4*s-1"}},
      {"VII_0", contact, R"({"1,2": {"3": "1"}, "1,3": {"2": "-1"}})", "", "", ""},
      {"VII_h",
       contact,
       R"({"1,2": {"3": "1"}, "1,3": {"3": "1", "2": "-s"}})",
       "s",
       "s > 1/4",
       "1",
       {"s", "4*s-1"}},
      {"VIII", "Killing's form indefinite",
       R"({"1,2": {"3": "1"}, "2,3": {"1": "1"}, "3,1": {"2": "-1"}})", "", "", ""},
      {"VIII", "Killing's form positive",
       R"({"1,2": {"3": "-1"}, "2,3": {"1": "1"}, "3,1": {"2": "1"}})", "", "", ""},
      {"IX", "any", R"({"1,2": {"3": "1"}, "2,3": {"1": "1"}, "3,1": {"2": "1"}})", "", "", ""},
      {"I", "any", "{}", "", "", ""},
      {"II", "through the centre", R"({"1,3": {"2": "1"}})", "", "", ""},
      {"III", ideal, R"({"3,1": {"1": "1"}})", "", "", ""},
      {"III", eigen + ", of 1", R"({"1,2": {"2": "1"}})", "", "", ""},
      {"III", eigen + ", of 0", R"({"1,3": {"3": "1"}})", "", "", ""},
      {"IV", ideal, R"({"3,1": {"1": "1"}, "3,2": {"1": "1", "2": "1"}})", "", "", ""},
      {"IV", eigen, R"({"1,2": {"2": "1"}, "1,3": {"2": "1", "3": "1"}})", "", "", ""},
      {"V", ideal, R"({"3,1": {"1": "1"}, "3,2": {"2": "1"}})", "", "", ""},
      {"V", eigen, R"({"1,2": {"2": "1"}, "1,3": {"3": "1"}})", "", "", ""},
      {"VI",
       ideal,
       R"({"3,1": {"1": "1"}, "3,2": {"2": "k"}})",
       "k",
       "-1 <= k < 1, k != 0",
       "-1",
       {"k", "k-1"}},
      {"VI",
       eigen,
       R"({"1,2": {"2": "1"}, "1,3": {"3": "k"}})",
       "k",
       "k != 0, 1",
       "-1",
       {"k", "k-1"}},
      {"VII_0", ideal, R"({"3,1": {"2": "1"}, "3,2": {"1": "-1"}})", "", "", ""},
      {"VII_h",
       ideal,
       R"({"3,1": {"1": "k", "2": "1"}, "3,2": {"1": "-1", "2": "k"}})",
       "k",
       "k > 0",
       "1",
       {"k", "k+1"}},
      {"VIII", "a tangent plane of the null cone",
       R"({"1,2": {"2": "2"}, "1,3": {"3": "-2"}, "2,3": {"1": "1"}})", "", "", ""},
  };
}
