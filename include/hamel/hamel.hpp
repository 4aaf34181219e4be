// The whole core: groups, systems, dynamics, integrators, checkers.
#pragma once

#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>
