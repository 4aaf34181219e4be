// The equations of motion of a file linearised about a state: what small perturbations do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// A perturbation exp(re t) cos(im t + phase): an eigenvalue re + i im of A.
struct LinearMode {
  double re = 0, im = 0;
  double period = 0;      ///< 2 pi / |im|; 0 where it does not oscillate
  double damping = 0;     ///< -re / |re + i im|; 0 where the eigenvalue is 0
  bool symmetry = false;  ///< of the directions along which symmetries carry the motion
  bool neutral = false;   ///< 0 to rounding: another steady motion, or a drift along such
  const char* kind = "";  ///< `stable`, `unstable` or `marginal`
};

/// What the modes that no symmetry accounts for say of a steady motion.
enum class FlowStability {
  stable,  ///< they decay; but for the one along the steady motions of other energies, where energy is kept
  unstable,   ///< one grows
  marginal,   ///< none grows, not all decay: the linear equations do not decide
  not_judged  ///< the motion is not steady, A belongs to one moment of it
};
const char* text(FlowStability stability);

/// The equations of a system, x' = x_* a and u' = f(t,x,u,w), about a state (x,u): near it are x exp(xi) and u + du, and
///
///     xi' = da - [a, xi],   du' = df,   z' = A z + B dw   with z = (xi, du).
///
/// Of nonholonomic motion a = v0(t,x) + D(x) u + b^(x) w, where b^ of an input that is a velocity b is what is M-orthogonal
/// to D of it: then no w' enters u'. In coordinates, where xi = dq, and under g(t,x) = 0 u are all velocities, of
/// vakonomic motion the momentum p. Where the motion is steady, x(t) = exp(t eta) x exp(t zeta) with symmetries eta from
/// the left and zeta from the right, z is what it is in the frame that moves along, and A is constant. Components that
/// follow from the others are left out: of xi on the leaf of an integrable constraint and along g = 0, of du under the
/// constraint.
struct LinearFlow {
  double t = 0;
  std::vector<std::string> names, inputs;  ///< of z and of w
  DynamicMatrix<double> A, B;
  bool steady = false;
  bool in_time =
      false;  ///< the equations depend on the time: A is frozen, no motion counts as steady
  double unsteady = 0;   ///< the length of the rate (a, u') less what symmetries account for
  int symmetries = 0;    ///< directions along which they carry the motion
  int neutral = 0;       ///< other eigenvalues that are 0, whatever the start
  std::vector<LinearMode>
      modes;  ///< an entry for each eigenvalue; those of symmetries last, the largest real part first
  FlowStability stability = FlowStability::not_judged;
};

/// About the start of the file, or where the motion from there is at the time `at`. Where the equations depend on the time
/// they are those of that moment. The derivatives are exact, by dual numbers. Throws InputError for an algebra without a
/// group, a file without a start, a time before it, and of vakonomic motion for what acts beside inputs without signals.
LinearFlow linear_flow(const SystemFile& file, Dynamics dynamics = Dynamics::nonholonomic,
                       std::optional<double> at = {});

/// A flow in words, as `hamel linearise` prints it.
std::string words(const LinearFlow& flow);
/// The same as a JSON object.
std::string as_json(const LinearFlow& flow);
/// `unstable, oscillating with period 2.04`.
std::string words(const LinearMode& mode);

}  // namespace hamel
