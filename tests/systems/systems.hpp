// The public systems in compiled form.
#pragma once

#include <cmath>
#include <vector>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

namespace systems {

using namespace hamel;

/// A system with its split and the start of its file.
template <class System, class SplitT>
struct Case {
  const char* name;
  System system;
  SplitT split;
  Element<typename System::Group, double> x;
  Vector<double, System::dimension> a, mu;

  auto free() const { return hamel::free(system); }
  auto nonholonomic() const { return hamel::nonholonomic(system, split); }
  auto vakonomic() const { return hamel::vakonomic(system, split); }
};

template <int N, int R>
Matrix<double, N, R> columns(std::initializer_list<double> by_column) {
  Matrix<double, N, R> m;
  std::copy(by_column.begin(), by_column.end(), m.data());
  return m;
}

template <class System, class D, class X, class V>
auto make(const char* name, const System& system, const D& d, const X& x, const V& a, const V& mu) {
  return Case<System, decltype(Split(system, d))>{name, system, Split(system, d), x, a, mu};
}

inline auto suslov() {
  Matrix<double, 3> m;
  m << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  return make("suslov", mechanical(SO3{}, m), columns<3, 2>({1, 0, 0, 0, 1, 0}),
              SO3{}.identity<double>(), Vector<double, 3>(0.8, -0.3, 0),
              Vector<double, 3>(0, 0, 0.25));
}

inline auto chaplygin_sleigh() {
  Matrix<double, 3> m;
  m << 1, 0, 0, 0, 1, 0.4, 0, 0.4, 0.5 + 0.16;
  return make("chaplygin_sleigh", mechanical(SE2Cover{}, m), columns<3, 2>({1, 0, 0, 0, 0, 1}),
              SE2Cover{}.identity<double>(), Vector<double, 3>(0.3, 0, 1.1),
              Vector<double, 3>(0, 0.2, 0));
}

inline auto chaplygin_skate() {
  const Matrix<double, 3> m = Vector<double, 3>(1.3, 1.3, 0.7).asDiagonal();
  return make("chaplygin_skate", mechanical(SE2Cover{}, m), columns<3, 2>({1, 0, 0, 0, 0, 1}),
              SE2Cover{}.identity<double>(), Vector<double, 3>(0.9, 0, 0.5),
              Vector<double, 3>(0, 1. / 3, 0));
}

struct Incline {
  template <class S>
  S operator()(const Element<SE2Cover, S>& x) const {
    return S(1.3 * 9.81 * 0.25) * x.data[1];
  }
};
inline auto skate_on_incline() {
  const Matrix<double, 3> m = Vector<double, 3>(1.3, 1.3, 0.7).asDiagonal();
  return make("skate_on_incline", mechanical(SE2Cover{}, m, Incline{}),
              columns<3, 2>({1, 0, 0, 0, 0, 1}), SE2Cover{}.identity<double>(),
              Vector<double, 3>(0.2, 0, 1.5), Vector<double, 3>(0, 0, 0));
}

using UnicycleGroup = decltype(SE2Cover{} * Torus<1>{});
inline UnicycleGroup unicycle_group() {
  return SE2Cover{} * Torus<1>{};
}

inline auto unicycle() {
  const Matrix<double, 4> m = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  return make("unicycle", mechanical(unicycle_group(), m),
              columns<4, 2>({0.9, 0, 0, 1, 0, 0, 1, 0}),
              unicycle_group().from_coordinates(std::vector<double>{0, 0, 0.2, 0}),
              Vector<double, 4>(0.9, 0, 0.5, 1), Vector<double, 4>(0, 1. / 3, 0, 0));
}

struct UnicyclePotential {
  template <class S>
  S operator()(const Element<UnicycleGroup, S>& q) const {
    using std::cos, std::sin;
    const S x = q.data[0], y = q.data[1], phi = q.data[2], theta = q.data[4];
    const S c = cos(phi), s = sin(phi);
    const S w = S(0.4) * theta + S(0.9 * 1.3) * (x * c + y * s);
    return (S(1) - c) / S(2) + w * w / S(4);
  }
};
inline auto unicycle_potential() {
  const Matrix<double, 4> m = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  return make("unicycle_potential", mechanical(unicycle_group(), m, UnicyclePotential{}),
              columns<4, 2>({0.9, 0, 0, 1, 0, 0, 1, 0}),
              unicycle_group().from_coordinates(std::vector<double>{0.1, -0.2, 0.2, 0}),
              Vector<double, 4>(0.9, 0, 0.5, 1), Vector<double, 4>(0, 1. / 3, 0, 0));
}

inline auto heisenberg() {
  return make("heisenberg",
              mechanical(Heisenberg<1>{}, Matrix<double, 3>(Matrix<double, 3>::Identity())),
              columns<3, 2>({1, 0, 0, 0, 1, 0}), Heisenberg<1>{}.identity<double>(),
              Vector<double, 3>(0.6, -0.2, 0), Vector<double, 3>(0, 0, 0.5));
}

struct GeneralisedMetric {
  template <class S>
  Matrix<S, 3> operator()(const Element<Heisenberg<1>, S>& q) const {
    using std::cos, std::sin;
    const S x = q.data[0], y = q.data[1], z = q.data[2];
    const S s = sin(y), xy = x * y / S(10);
    Matrix<S, 3> m;
    m << S(2) + cos(x), xy, S(0), xy, S(2) + s * s, S(0), S(0), S(0), S(1) + z * z;
    return m;
  }
};
struct Bowl {
  template <class S>
  S operator()(const Element<Heisenberg<1>, S>& q) const {
    return (q.data[0] * q.data[0] + q.data[1] * q.data[1]) / S(2);
  }
};
inline auto heisenberg_generalized() {
  return make("heisenberg_generalized", mechanical(Heisenberg<1>{}, GeneralisedMetric{}, Bowl{}),
              columns<3, 2>({1, 0, 0, 0, 1, 0}),
              Heisenberg<1>{}.from_coordinates(std::vector<double>{0.5, -0.25, 0.1}),
              Vector<double, 3>(0.6, -0.2, 0), Vector<double, 3>(0, 0, 0.5));
}

/// Weight 15, gravity 9.81, pivot below the centre of mass on axis 2: U = 15 * 9.81 * R32.
struct Weight {
  template <class S>
  S operator()(const Element<SO3, S>& q) const {
    return S(15 * 9.81) * S(2) * (q.data[2] * q.data[3] + q.data[0] * q.data[1]);
  }
};
inline auto heavy_top() {
  const Matrix<double, 3> m = Vector<double, 3>(15.234375, 0.46875, 15.234375).asDiagonal();
  return make("heavy_top", mechanical(SO3{}, m, Weight{}), columns<3, 2>({1, 0, 0, 0, 1, 0}),
              SO3{}.identity<double>(), Vector<double, 3>(0, 150, -4.61538),
              Vector<double, 3>(0, 0, 0));
}

}  // namespace systems
