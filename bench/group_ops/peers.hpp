// Other libraries behind one set of names, measured where their headers are found: CMake's HAMEL_BENCH_PEERS lists
// their include folders.
#pragma once

#include <Eigen/Core>

#if __has_include(<manif/manif.h>)
#define HAMEL_BENCH_MANIF
#include <manif/manif.h>
#endif
#if __has_include(<sophus/se3.hpp>)
#define HAMEL_BENCH_SOPHUS
#define SOPHUS_USE_BASIC_LOGGING
#include <sophus/se2.hpp>
#include <sophus/se3.hpp>
#endif
#if __has_include(<smooth/se3.hpp>) && __has_include(<smooth/version.hpp>)
#define HAMEL_BENCH_SMOOTH
#include <smooth/se2.hpp>
#include <smooth/se3.hpp>
#include <smooth/so3.hpp>
#endif

namespace peers {

/// The operations of a group X that spells them as manif does.
template <class X>
struct Manif {
  using Element = X;
  using Tangent = typename X::Tangent;
  static constexpr const char* name = "manif";
  template <class V>
  static X exp(const V& a) {
    return Tangent(a).exp();
  }
  static Tangent log(const X& x) { return x.log(); }
  static X compose(const X& x, const X& y) { return x.compose(y); }
  static X inverse(const X& x) { return x.inverse(); }
  static X between(const X& x, const X& y) { return x.between(y); }
  template <class P>
  static auto act(const X& x, const P& point) {
    return P(x.act(point));
  }
  template <class V>
  static V adjoint(const X& x, const V& b) {
    return x.adj() * b;
  }
  template <class V>
  static auto right_jacobian(const V& a) {
    return Tangent(a).rjac();
  }
  template <class V>
  static auto right_jacobian_inverse(const V& a) {
    return Tangent(a).rjacinv();
  }
};

/// The same as Sophus and smooth do, which share the names of all but three.
template <class X>
struct Operators {
  using Element = X;
  using Tangent = typename X::Tangent;
  template <class V>
  static X exp(const V& a) {
    return X::exp(a);
  }
  static Tangent log(const X& x) { return x.log(); }
  static X compose(const X& x, const X& y) { return x * y; }
  static X inverse(const X& x) { return x.inverse(); }
  static X between(const X& x, const X& y) { return x.inverse() * y; }
  template <class P>
  static auto act(const X& x, const P& point) {
    return P(x * point);
  }
};

template <class X>
struct Sophus : Operators<X> {
  static constexpr const char* name = "Sophus";
  template <class V>
  static V adjoint(const X& x, const V& b) {
    return x.Adj() * b;
  }
  template <class V>
  static auto right_jacobian(const V& a) requires requires {
    X::leftJacobian(a);
  }
  { return X::leftJacobian(V(-a)); }
  template <class V>
  static auto right_jacobian_inverse(const V& a) requires requires {
    X::leftJacobianInverse(a);
  }
  { return X::leftJacobianInverse(V(-a)); }
};

template <class X>
struct Smooth : Operators<X> {
  static constexpr const char* name = "smooth";
  template <class V>
  static V adjoint(const X& x, const V& b) {
    return x.Ad() * b;
  }
  template <class V>
  static auto right_jacobian(const V& a) {
    return X::dr_exp(a);
  }
  template <class V>
  static auto right_jacobian_inverse(const V& a) {
    return X::dr_expinv(a);
  }
};

}  // namespace peers
