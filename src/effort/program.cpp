// The nonlinear program of least effort, for Ipopt.
#include "program.hpp"

#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLP.hpp>
#include <algorithm>
#include <cmath>

namespace hamel::effort {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Ipopt::Index;
using Real = Ipopt::Number;

constexpr double no_limit = 2e19;  // what Ipopt takes as infinite

/// The variables are (e_0, m_0, a_0, u_0, w_0, e_1, m_1, ..., e_N, m_N), x_k = guess_k exp(e_k); a step's unknowns are
/// a piece of them. The constraints are the equations of the steps, limits of coordinates at the nodes, then the end.
class Program : public Ipopt::TNLP {
 public:
  Program(const StepEquations& step, const Task& task, const Path& guess)
      : step_(step),
        task_(task),
        guess_(guess),
        steps_(guess.steps()),
        node_(step.dim() + step.rank()),
        stride_(2 * node_ + step.inputs()),
        h_(task.t_end / guess.steps()),
        values_(steps_),
        derivatives_(steps_),
        places_(steps_ + 1),
        slopes_(steps_ + 1) {}

  const Solution& solution() const { return solution_; }

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian,
                    IndexStyleEnum& style) override {
    n = variables();
    m = constraints();
    jacobian = steps_ * step_.equations() * step_.unknowns() +
               step_.dim() * (steps_ * limits() + static_cast<int>(task_.end.size()));
    hessian = 0;
    style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Index n, Real* low, Real* high, Index m, Real* g_low,
                       Real* g_high) override {
    std::fill_n(low, n, -no_limit);
    std::fill_n(high, n, no_limit);
    for (int k = 0; k < steps_; ++k)
      for (const Limit& limit : task_.inputs) {
        const int at = k * stride_ + 2 * node_ + limit.index;
        low[at] = std::max(limit.least, -no_limit);
        high[at] = std::min(limit.greatest, no_limit);
      }
    const auto fix = [&](int at, double value) { low[at] = high[at] = value; };
    for (int i = 0; i < step_.dim(); ++i) {
      fix(i, 0);
      if (task_.end_is_point) fix(steps_ * stride_ + i, 0);
    }
    for (int i = 0; i < step_.rank(); ++i) {
      fix(step_.dim() + i, guess_.m[0][i]);
      if (task_.at_rest) fix(steps_ * stride_ + step_.dim() + i, 0);
    }
    std::fill_n(g_low, m, 0.);
    std::fill_n(g_high, m, 0.);
    int row = steps_ * step_.equations();
    for (int k = 1; k <= steps_; ++k)
      for (const Limit& limit : task_.coordinates) {
        g_low[row] = std::max(limit.least, -no_limit);
        g_high[row++] = std::min(limit.greatest, no_limit);
      }
    for (const auto& [index, value] : task_.end) g_low[row] = g_high[row] = value, ++row;
    return true;
  }

  bool get_starting_point(Index, bool, Real* z, bool, Real*, Real*, Index, bool, Real*) override {
    VectorXd all = VectorXd::Zero(variables());
    for (int k = 0; k <= steps_; ++k) {
      all.segment(k * stride_ + step_.dim(), step_.rank()) = guess_.m[k];
      if (k == steps_) break;
      all.segment(k * stride_ + node_, node_ + step_.inputs()) << guess_.a[k], guess_.u[k],
          guess_.w[k];
    }
    std::copy_n(all.data(), all.size(), z);
    return true;
  }

  bool eval_f(Index, const Real* z, bool, Real& value) override {
    value = 0;
    for (int k = 0; k < steps_; ++k) value += h_ / 2 * inputs(z, k).squaredNorm();
    return true;
  }
  bool eval_grad_f(Index n, const Real* z, bool, Real* gradient) override {
    std::fill_n(gradient, n, 0.);
    for (int k = 0; k < steps_; ++k)
      Eigen::Map<VectorXd>(gradient + k * stride_ + 2 * node_, step_.inputs()) = h_ * inputs(z, k);
    return true;
  }
  bool eval_g(Index, const Real* z, bool is_new, Index, Real* g) override {
    look(z, is_new);
    for (int k = 0; k < steps_; ++k) g = std::copy_n(values_[k].data(), values_[k].size(), g);
    for (int k = 1; k <= steps_; ++k)
      for (const Limit& limit : task_.coordinates) *g++ = places_[k][limit.index];
    for (const auto& one : task_.end) *g++ = places_[steps_][one.first];
    return true;
  }
  bool eval_jac_g(Index, const Real* z, bool is_new, Index, Index, Index* rows, Index* columns,
                  Real* values) override {
    if (z != nullptr) look(z, is_new);
    int at = 0;
    const auto put = [&](int row, int column, const auto& value) {
      if (values == nullptr)
        rows[at] = row, columns[at] = column;
      else
        values[at] = value();
      ++at;
    };
    int row = 0;
    for (int k = 0; k < steps_; ++k)
      for (int i = 0; i < step_.equations(); ++i, ++row)
        for (int j = 0; j < step_.unknowns(); ++j)
          put(row, k * stride_ + j, [&] { return derivatives_[k](i, j); });
    const auto put_slope = [&](int k, int index) {
      for (int j = 0; j < step_.dim(); ++j)
        put(row, k * stride_ + j, [&] { return slopes_[k](index, j); });
      ++row;
    };
    for (int k = 1; k <= steps_; ++k)
      for (const Limit& limit : task_.coordinates) put_slope(k, limit.index);
    for (const auto& one : task_.end) put_slope(steps_, one.first);
    return true;
  }

  void finalize_solution(Ipopt::SolverReturn, Index, const Real* z, const Real*, const Real*, Index,
                         const Real*, const Real*, Real value, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    solution_.cost = value;
    look(z, true);
    for (const VectorXd& defect : values_)
      solution_.defect = std::max(solution_.defect, defect.lpNorm<Eigen::Infinity>());
    Path& path = solution_.path;
    path = guess_;
    const auto piece = [&](int k, int first, int count) {
      return VectorXd(Eigen::Map<const VectorXd>(z + k * stride_ + first, count));
    };
    const int n = step_.dim(), r = step_.rank();
    for (int k = 0; k <= steps_; ++k) {
      path.x[k] = step_.moved(guess_.x[k], piece(k, 0, n));
      path.m[k] = piece(k, n, r);
      if (k == steps_) break;
      path.a[k] = piece(k, node_, n);
      path.u[k] = piece(k, node_ + n, r);
      path.w[k] = inputs(z, k);
    }
  }

 private:
  int variables() const { return steps_ * stride_ + node_; }
  int limits() const { return static_cast<int>(task_.coordinates.size()); }
  int constraints() const {
    return steps_ * (step_.equations() + limits()) + static_cast<int>(task_.end.size());
  }
  Eigen::Map<const VectorXd> inputs(const Real* z, int k) const {
    return {z + k * stride_ + 2 * node_, step_.inputs()};
  }

  /// Every step with its derivative, once for each point that is looked at.
  void look(const Real* z, bool is_new) {
    if (looked_ && !is_new) return;
    looked_ = true;
    for (int k = 0; k < steps_; ++k)
      step_.evaluate(k * h_, h_, guess_.x[k], guess_.x[k + 1],
                     Eigen::Map<const VectorXd>(z + k * stride_, step_.unknowns()), values_[k],
                     derivatives_[k]);
    const int first = limits() > 0 ? 1 : task_.end.empty() ? steps_ + 1 : steps_;
    for (int k = first; k <= steps_; ++k)
      step_.coordinates(guess_.x[k], Eigen::Map<const VectorXd>(z + k * stride_, step_.dim()),
                        places_[k], slopes_[k]);
  }

  const StepEquations& step_;
  const Task& task_;
  const Path& guess_;
  int steps_, node_, stride_;
  double h_;
  bool looked_ = false;
  std::vector<VectorXd> values_;
  std::vector<MatrixXd> derivatives_;
  std::vector<VectorXd> places_;
  std::vector<MatrixXd> slopes_;
  Solution solution_;
};

const char* words(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::Infeasible_Problem_Detected:
      return "no motion nearby does it: a point of local infeasibility";
    case Ipopt::Maximum_Iterations_Exceeded:
      return "too many iterations";
    case Ipopt::Restoration_Failed:
      return "the restoration of feasibility failed";
    case Ipopt::Not_Enough_Degrees_Of_Freedom:
      return "more equations than inputs can satisfy";
    case Ipopt::Invalid_Number_Detected:
      return "numbers that are not finite";
    default:
      return "the search ended without a solution";
  }
}

}  // namespace

Solution least_effort(const StepEquations& step, const Task& task, const Path& guess) {
  const Ipopt::SmartPtr<Program> program = new Program(step, task, guess);
  const Ipopt::SmartPtr<Ipopt::IpoptApplication> solver = IpoptApplicationFactory();
  const auto options = solver->Options();
  options->SetStringValue("hessian_approximation", "limited-memory");
  options->SetIntegerValue("limited_memory_max_history", 30);
  options->SetNumericValue("tol", 1e-9);
  options->SetNumericValue("constr_viol_tol", 1e-10);
  options->SetNumericValue("bound_relax_factor", 0);
  options->SetIntegerValue("max_iter", 1000);
  options->SetIntegerValue("print_level", 0);
  options->SetStringValue("sb", "yes");
  Ipopt::ApplicationReturnStatus status = solver->Initialize();
  if (status == Ipopt::Solve_Succeeded) status = solver->OptimizeTNLP(program);
  Solution solution = program->solution();
  solution.solved = status == Ipopt::Solve_Succeeded || status == Ipopt::Solved_To_Acceptable_Level;
  if (!solution.solved) solution.status = words(status);
  if (Ipopt::IsValid(solver->Statistics()))
    solution.iterations = solver->Statistics()->IterationCount();
  return solution;
}

}  // namespace hamel::effort
