#include <hamel/hamel.hpp>

int main() {
  using namespace hamel;
  (void)(unit<SO3>() * unit<SE3>());
}
