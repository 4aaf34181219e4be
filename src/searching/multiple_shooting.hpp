// Multiple shooting: a long way cut into pieces, each short enough for Newton's method.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/motions.hpp>

#include "searching/journey.hpp"

namespace hamel::searching {

/// Where each piece of a motion begins, and for how long it goes.
struct Pieces {
  std::vector<Point> x;
  std::vector<V> p;
  std::vector<double> length;

  int count() const { return static_cast<int>(x.size()); }
};

/// What is asked of the ends of a way: a condition on its last place, which the first leaves where it is, or one that
/// binds both.
struct Ends {
  const EndCondition* last = nullptr;
  const BothEnds* both = nullptr;

  Ends(const EndCondition& end) : last(&end) {}
  Ends(const BothEnds& ends) : both(&ends) {}
};

/// The pieces are motions from (x_i, p_i), and solve
///
///     log(x_{i+1}^-1 y_i) = 0,   q_i - p_{i+1} = 0,   the end condition at (y_{N-1}, q_{N-1}),
///
/// (y_i, q_i) being the end of piece i (Bock & Plitt 1984; Stoer & Bulirsch 2002, sec. 7.3.5). Motions that part like
/// e^t do so only over a piece. Where a coordinate condition stands at the end of a piece, y_i keeps it and the
/// momentum jumps by what vanishes on the free directions: q_i - p_{i+1} takes the place of the momentum in it.
/// Newton's method of least-norm updates, damped as in `newton`.
class MultipleShooting {
 public:
  /// What is asked at the end of a piece, by its number.
  using Stops = std::map<int, std::shared_ptr<const EndCondition>>;

  MultipleShooting(const Journey& journey, const Ends& ends, int steps = 8, Stops stops = {})
      : journey_(journey), ends_(ends), steps_(steps), stops_(std::move(stops)) {}

  int iterations() const noexcept { return iterations_; }

  /// The pieces that solve it, from a guess; nothing where it does not converge. Then so many updates more.
  std::optional<Pieces> solve(Pieces at, int most, int polish = 0);

 private:
  bool binds_start() const { return ends_.both != nullptr; }
  int dim() const { return journey_.motions.dim(); }
  /// Where the unknowns of piece i begin: (xi_i, dp_i); dp_0 alone where the start is given.
  int place(int i) const { return (2 * i - (binds_start() ? 0 : 1)) * dim(); }
  int equations(const Pieces& at) const {
    return (2 * at.count() - (binds_start() ? 0 : 1)) * dim();
  }

  Pieces polished(Pieces at, int times);
  /// When piece i begins.
  double time(const Pieces& at, int i) const;
  V gap(const Pieces& at, int i, const EndMap& end) const;
  V meeting(int i, const EndMap& jump) const;
  Eigen::VectorXd last_rows(const Pieces& at, const EndMap& end) const;
  Eigen::VectorXd residual(const Pieces& at) const;
  std::pair<Eigen::VectorXd, M> linearised(const Pieces& at) const;
  Pieces moved(Pieces at, const Eigen::VectorXd& update) const;

  const Journey& journey_;
  Ends ends_;
  int steps_, iterations_ = 0;
  Stops stops_;
};

/// The momentum that a journey seeks, of an even number of equal pieces.
V sought_momentum(const Journey& journey, const Pieces& pieces);

/// Pieces along the straight way to `to`, bent aside by exp(sin(pi s) bend), with the momenta M a of that way.
Pieces straight_pieces(const Journey& journey, const Point& to, const V& bend, int count);

}  // namespace hamel::searching
