// Error control needs an estimate of the error.
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/tableau.hpp>

int main() {
  return hamel::Adaptive<hamel::Classical4>{}.order;
}
