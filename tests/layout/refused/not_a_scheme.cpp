// A composition needs the fractions of the step.
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

int main() {
  return hamel::Composition<hamel::Classical4, hamel::Variational<>>{}.order;
}
