// Nested rules for integrals over a step.
#pragma once

#include <array>

namespace hamel {

/// Three rules with 3, 7 and 15 points (Gauss; Kronrod 1965; Patterson 1968), exact to degrees 5, 11, 23, each with the
/// points of the last: an integral over a step beyond the value in its middle is the sum of weights times what pairs of
/// points, nodes[i]/2 of the step before and behind the middle, have beyond it.
struct NestedRules {
  /// Of pairs: one of the first rule, two more of the second, four of the third.
  static constexpr std::array<long double, 7> nodes{
      0.774596669241483377035853079956479922L, 0.434243749346802558002071502844627818L,
      0.960491268708020283423507092629079963L, 0.223386686428966881628203986843998040L,
      0.621102946737226402940687443816594795L, 0.888459232872256998890420167258502893L,
      0.993831963212755022208512841307951444L};
  static constexpr std::array<std::array<long double, 7>, 3> weights{
      {{5 / 18.0L},
       {0.134244044934166720364284640333354812L, 0.200698707387981111452525909309215939L,
        0.052328113013233632596911928596036519L},
       {0.067207627621892110179984238201245760L, 0.100314264688494510516965936665679653L,
        0.025801641498539869848460083930491946L, 0.109578429200793748201846580821886874L,
        0.085755954568195690393676582509858609L, 0.046463597657566268842947111327084413L,
        0.008500859814970130166513709701326763L}}};
};

}  // namespace hamel
