// The audit of exp and log of SL(3) where eigenvalues meet, and where they are far apart.
#include <cmath>

#include <Eigen/Core>
#include <Eigen/LU>

#include <hamel/group/sl3.hpp>

#include "functions.hpp"
#include "runs.hpp"

template <class S>
void audit_linear_maps(Audit<S>& audit, int count) {
  const hamel::SL3 group;
  hamel::Matrix<double, 3> basis, inverse;
  basis << 0.9, -0.4, 0.3, 0.5, 1.1, -0.2, -0.1, 0.6, 0.8;
  inverse = basis.inverse();
  const auto at = [&](const char* name, const hamel::Matrix<double, 3>& m, double size) {
    Functions functions(audit, name, group, group.vee(m), size);
    functions.of_exponential(true);
  };
  for (int i = 0; i < count / 10; ++i) {
    const double gap = std::pow(10.0, -12 + 120.0 * i / count), size = 1 + 90.0 * i / count;
    hamel::Matrix<double, 3> m;
    m << 0.7 + gap, 0, 0, 0, 0.7 - gap, 0, 0, 0, -1.4;
    at("SL3, two eigenvalues meet", basis * m * inverse, gap);
    m << 0.4, gap, 0, -gap, 0.4, 0, 0, 0, -0.8;
    at("SL3, two eigenvalues meet", basis * m * inverse, gap);
    m << gap, 1, 0, 0, -2 * gap, -0.7, 0, 0, gap;
    at("SL3, three eigenvalues meet", basis * m * inverse, gap);
    m << size, 0, 0, 0, 0.1, 0, 0, 0, -size - 0.1;
    at("SL3, eigenvalues far apart", m, size);
    m << size / 2, 0.3, 0, -0.3, size / 2, 0, 0, 0, -size;
    at("SL3, eigenvalues far apart", m, size);
  }
}

template void audit_linear_maps(Audit<double>&, int);
template void audit_linear_maps(Audit<float>&, int);
