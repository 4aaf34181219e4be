// A distribution that moves is no argument of Split.
#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  Split split(mechanical(SE2{}, m), []<class S>(const Element<SE2, S>& x) {
    Matrix<S, 3, 1> d;
    d << S(1), x.data[2], S(0);
    return d;
  });
}
