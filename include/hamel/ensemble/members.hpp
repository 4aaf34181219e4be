// The members of an ensemble: packs of states side by side, each with a status of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <hamel/core/pack.hpp>
#include <hamel/core/sizes.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// Members in a pack: two registers full, so that one computes while the other waits.
template <class S>
inline constexpr int pack_size = 2 * register_bytes / int(sizeof(S));

/// The states of an ensemble in memory as the steps need them, block by block: number by number, the members of a block
/// side by side.
template <class G, class S, int W>
class Members {
 public:
  using State = hamel::State<G, S, W>;
  /// Members advance side by side where their number of numbers is fixed and the processor computes with S.
  static constexpr bool packed = (G::storage != dynamic) && (G::dimension != dynamic) &&
                                 (W != dynamic) && std::is_floating_point_v<S>;
  static constexpr int width = packed ? pack_size<S> : 1;

  explicit Members(const std::vector<State>& states)
      : size_(states.size()),
        status_(states.size()),
        blocks_((states.size() + width - 1) / width),
        fallen_(blocks_.size()) {
    for (std::size_t i = 0; i < size_; ++i) put(i, states[i]);
    for (std::size_t i = size_; i < blocks_.size() * width; ++i) put(i, states[size_ - 1]);
  }

  std::size_t size() const noexcept { return size_; }
  /// The state of member i: where it is, or was before the step that failed.
  State state(std::size_t i) const {
    for (const Fallen& fallen : fallen_[i / width])
      if (fallen.member == i) return fallen.state;
    return state_in(blocks_[i / width], static_cast<int>(i % width));
  }
  /// How far member i came, and how it ended.
  const RunStatus& status(std::size_t i) const { return status_[i]; }

  /// Blocks that advance independently of each other.
  long blocks() const noexcept { return static_cast<long>(blocks_.size()); }

  /// Takes the steps from..to of the members of block b that have not failed.
  template <class P, class M>
  void advance(long b, const P& problem, const M& method, const RunOptionsIn<S>& options, long from,
               long to) {
    const std::size_t first = static_cast<std::size_t>(b) * width,
                      last = std::min(first + width, size_);
    long k = from;
    while (k < to) {
      RunStatus together;
      if constexpr (packed) {
        Packed& block = blocks_[static_cast<std::size_t>(b)];
        while (k < to && pack_step(block, problem, method, options, k, together)) ++k;
      }
      bool live = false;
      for (std::size_t i = first; i < last; ++i) {
        if (!lives(i)) continue;
        add(together, status_[i]);
        if (k < to) step(i, problem, method, options, k);
        live = live || lives(i);
      }
      if (!live) return;
      if (k < to) fill(first, last);
      ++k;
    }
  }

  /// All steps are taken, or the observer ended the run.
  void finish(Outcome outcome) {
    for (std::size_t i = 0; i < size_; ++i)
      if (lives(i)) status_[i].outcome = outcome;
  }

 private:
  using Packed = std::conditional_t<packed, hamel::State<G, Pack<S, width>, W>, State>;

  bool lives(std::size_t i) const { return status_[i].outcome == Outcome::not_run; }

  /// The state of one member of a block.
  static State state_in(const Packed& block, [[maybe_unused]] int lane) {
    if constexpr (packed) {
      State s;
      for (int k = 0; k < G::storage; ++k) s.x.data[k] = block.x.data[k][lane];
      for (int k = 0; k < W; ++k) s.m[k] = block.m[k][lane];
      return s;
    } else {
      return block;
    }
  }

  /// Does D keep its rank on the way of every member of a block?
  template <class P>
  static bool keeps_rank([[maybe_unused]] const P& problem, [[maybe_unused]] const Packed& before,
                         [[maybe_unused]] const Packed& after) {
    if constexpr (requires { requires P::moves; }) {
      for (int lane = 0; lane < width; ++lane)
        if (rank_loss(problem, state_in(before, lane), state_in(after, lane), true)) return false;
    }
    return true;
  }

  /// Adds what a pack did to the status of a member.
  static void add(const RunStatus& together, RunStatus& status) {
    if (together.steps == 0) return;
    status.steps = together.steps;
    status.t = together.t;
    status.iterations += together.iterations;
    status.most_iterations = std::max(status.most_iterations, together.most_iterations);
    status.residual = together.residual;
  }

  /// Puts copies of a member that lives in the places of those that do not, and behind the last one.
  void fill(std::size_t first, std::size_t last) {
    if constexpr (packed) {
      std::size_t living = first;
      while (!lives(living)) ++living;
      const State copy = state(living);
      for (std::size_t i = first; i < first + width; ++i)
        if (i >= last || !lives(i)) put(i, copy);
    }
  }

  void put(std::size_t i, const State& s) {
    if constexpr (packed) {
      Packed& block = blocks_[i / width];
      const int lane = static_cast<int>(i % width);
      for (int k = 0; k < G::storage; ++k) block.x.data[k].set(lane, s.x.data[k]);
      for (int k = 0; k < W; ++k) block.m[k].set(lane, s.m[k]);
    } else {
      blocks_[i] = s;
    }
  }

  /// One step of a whole block; false, and nothing has changed, where its members part ways or one fails.
  template <class P, class M>
  static bool pack_step(Packed& block, const P& problem, const M& method,
                        const RunOptionsIn<S>& options, long k, RunStatus& together) {
    using D = Pack<S, width>;
    const Packed before = block;
    typename M::Memory memory{};
    D::parted = false;
    const StepStatus done =
        method.step(problem, D(detail::time_of(options, k)), D(options.step), block, memory);
    if (!done || D::parted || !keeps_rank(problem, before, block)) {
      block = before;
      return false;
    }
    detail::count(done, together);
    detail::arrive(k + 1, detail::time_of(options, k + 1), together);
    return true;
  }

  /// One step of a member. Where it fails its state is kept aside.
  template <class P, class M>
  void step(std::size_t i, const P& problem, const M& method, const RunOptionsIn<S>& options,
            long k) {
    State s = state(i);
    typename M::Memory memory{};
    const S t = detail::time_of(options, k);
    const StepStatus done = watching_rank(problem, t, options.step, s, [&] {
      return method.step(problem, t, options.step, s, memory);
    });
    if (!done) fallen_[i / width].push_back({i, s});
    if (!detail::count(done, status_[i])) return;
    detail::arrive(k + 1, detail::time_of(options, k + 1), status_[i]);
    put(i, s);
  }

  struct Fallen {
    std::size_t member;
    State state;
  };

  std::size_t size_;
  std::vector<RunStatus> status_;
  std::vector<Packed> blocks_;
  std::vector<std::vector<Fallen>> fallen_;  // by blocks
};

}  // namespace hamel
