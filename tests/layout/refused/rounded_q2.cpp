// A proof about one motion needs exact data.
#include <hamel/check/check.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

int main() {
  const auto body = hamel::mechanical(
      hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity()));
  const hamel::Matrix<double, 3, 2> d = hamel::Matrix<double, 3, 2>::Identity();
  hamel::check_q2(body, hamel::Split(body, d), hamel::Vector<double, 3>(1, 2, 0));
}
