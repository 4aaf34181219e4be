// Groups, systems, dynamics and integrators in one include; groups chosen at run time, checkers and charts have
// headers of their own.
#pragma once

#include <hamel/diagnostics/discrete_momentum.hpp>
#include <hamel/diagnostics/observables.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/parts.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/exponential.hpp>
#include <hamel/retraction/midway.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/spanned_by.hpp>
#include <hamel/system/split.hpp>
