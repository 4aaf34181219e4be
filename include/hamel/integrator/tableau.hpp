// Butcher tableaux of explicit Runge-Kutta methods.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>

namespace hamel {

/// The tableau of an explicit Runge-Kutta method.
template <class T>
concept ButcherTableau = requires {
  { T::order } -> std::convertible_to<int>;
  { T::stages } -> std::convertible_to<int>;
  { T::a[0][0] } -> std::convertible_to<long double>;
  { T::b[0] } -> std::convertible_to<long double>;
  { T::c[0] } -> std::convertible_to<long double>;
};

/// An explicit Runge-Kutta method with `stages` stages is any type with these static members:
/// `order`, `stages`, `a[i][j]` (j < i), `b[i]`, `c[i]`; an embedded one adds `error_order` and
/// `error[i]`, the weights of the difference to its embedded solution.
///
/// Classical method of order 4 (Kutta 1901).
struct Classical4 {
  static constexpr int order = 4;
  static constexpr int stages = 4;
  static constexpr long double a[4][4] = {{}, {0.5L}, {0, 0.5L}, {0, 0, 1}};
  static constexpr long double b[4] = {1.L / 6, 1.L / 3, 1.L / 3, 1.L / 6};
  static constexpr long double c[4] = {0, 0.5L, 0.5L, 1};
};

/// Order 5 with an embedded method of order 4 (Dormand & Prince 1980).
struct DormandPrince5 {
  static constexpr int order = 5;
  static constexpr int error_order = 4;
  static constexpr int stages = 7;
  static constexpr long double a[7][7] = {
      {},
      {1.L / 5},
      {3.L / 40, 9.L / 40},
      {44.L / 45, -56.L / 15, 32.L / 9},
      {19372.L / 6561, -25360.L / 2187, 64448.L / 6561, -212.L / 729},
      {9017.L / 3168, -355.L / 33, 46732.L / 5247, 49.L / 176, -5103.L / 18656},
      {35.L / 384, 0, 500.L / 1113, 125.L / 192, -2187.L / 6784, 11.L / 84}};
  static constexpr long double b[7] = {35.L / 384, 0, 500.L / 1113, 125.L / 192, -2187.L / 6784,
                                       11.L / 84,  0};
  static constexpr long double c[7] = {0, 0.2L, 0.3L, 0.8L, 8.L / 9, 1, 1};
  static constexpr long double error[7] = {
      71.L / 57600, 0, -71.L / 16695, 71.L / 1920, -17253.L / 339200, 22.L / 525, -1.L / 40};
};

/// Order 8 with an error estimate of order 5 (Dormand & Prince 1981; the estimator of Hairer,
/// Norsett & Wanner 1993, "DOP853").
struct DormandPrince8 {
  static constexpr int order = 8;
  static constexpr int error_order = 5;
  static constexpr int stages = 12;
  static constexpr long double a[12][12] = {
      {},
      {5.26001519587677318785587544488e-2L},
      {1.97250569845378994544595329183e-2L, 5.91751709536136983633785987549e-2L},
      {2.95875854768068491816892993775e-2L, 0, 8.87627564304205475450678981324e-2L},
      {2.41365134159266685502369798665e-1L, 0, -8.84549479328286085344864962717e-1L,
       9.24834003261792003115737966543e-1L},
      {3.7037037037037037037037037037e-2L, 0, 0, 1.70828608729473871279604482173e-1L,
       1.25467687566822425016691814123e-1L},
      {3.7109375e-2L, 0, 0, 1.70252211019544039314978060272e-1L,
       6.02165389804559606850219397283e-2L, -1.7578125e-2L},
      {3.70920001185047927108779319836e-2L, 0, 0, 1.70383925712239993810214054705e-1L,
       1.07262030446373284651809199168e-1L, -1.53194377486244017527936158236e-2L,
       8.27378916381402288758473766002e-3L},
      {6.24110958716075717114429577812e-1L, 0, 0, -3.36089262944694129406857109825L,
       -8.68219346841726006818189891453e-1L, 2.75920996994467083049415600797e1L,
       2.01540675504778934086186788979e1L, -4.34898841810699588477366255144e1L},
      {4.77662536438264365890433908527e-1L, 0, 0, -2.48811461997166764192642586468L,
       -5.90290826836842996371446475743e-1L, 2.12300514481811942347288949897e1L,
       1.52792336328824235832596922938e1L, -3.32882109689848629194453265587e1L,
       -2.03312017085086261358222928593e-2L},
      {-9.3714243008598732571704021658e-1L, 0, 0, 5.18637242884406370830023853209L,
       1.09143734899672957818500254654L, -8.14978701074692612513997267357L,
       -1.85200656599969598641566180701e1L, 2.27394870993505042818970056734e1L,
       2.49360555267965238987089396762L, -3.0467644718982195003823669022L},
      {2.27331014751653820792359768449L, 0, 0, -1.05344954667372501984066689879e1L,
       -2.00087205822486249909675718444L, -1.79589318631187989172765950534e1L,
       2.79488845294199600508499808837e1L, -2.85899827713502369474065508674L,
       -8.87285693353062954433549289258L, 1.23605671757943030647266201528e1L,
       6.43392746015763530355970484046e-1L}};
  static constexpr long double b[12] = {5.42937341165687622380535766363e-2L,
                                        0,
                                        0,
                                        0,
                                        0,
                                        4.45031289275240888144113950566L,
                                        1.89151789931450038304281599044L,
                                        -5.8012039600105847814672114227L,
                                        3.1116436695781989408891606237e-1L,
                                        -1.52160949662516078556178806805e-1L,
                                        2.01365400804030348374776537501e-1L,
                                        4.47106157277725905176885569043e-2L};
  static constexpr long double c[12] = {0,
                                        0.526001519587677318785587544488e-01L,
                                        0.789002279381515978178381316732e-01L,
                                        0.118350341907227396726757197510L,
                                        0.281649658092772603273242802490L,
                                        1.L / 3,
                                        0.25L,
                                        4.L / 13,
                                        0.651282051282051282051282051282L,
                                        0.6L,
                                        6.L / 7,
                                        1};
  static constexpr long double error[12] = {0.1312004499419488073250102996e-1L,
                                            0,
                                            0,
                                            0,
                                            0,
                                            -0.1225156446376204440720569753e1L,
                                            -0.4957589496572501915214079952L,
                                            0.1664377182454986536961530415e1L,
                                            -0.3503288487499736816886487290L,
                                            0.3341791187130174790297318841L,
                                            0.8192320648511571246570742613e-1L,
                                            -0.2235530786388629525884427845e-1L};
};

/// The coefficients of a tableau as numbers of type T, rounded while compiling.
template <class Tableau, class T>
struct Coefficients {
  static constexpr int stages = Tableau::stages;
  std::array<std::array<T, stages>, stages> a{};
  std::array<T, stages> b{}, c{}, error{};

  constexpr Coefficients() {
    for (int i = 0; i < stages; ++i) {
      for (int j = 0; j < i; ++j)
        a[std::size_t(i)][std::size_t(j)] = static_cast<T>(Tableau::a[i][j]);
      b[std::size_t(i)] = static_cast<T>(Tableau::b[i]);
      c[std::size_t(i)] = static_cast<T>(Tableau::c[i]);
      if constexpr (requires { Tableau::error; })
        error[std::size_t(i)] = static_cast<T>(Tableau::error[i]);
    }
  }
};

}  // namespace hamel
