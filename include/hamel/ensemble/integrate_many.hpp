// Many starts of one problem: packs of members in the processor's wide registers, blocks of them on threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/pack.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/ensemble/members.hpp>
#include <hamel/integrator/integrate.hpp>

namespace hamel {

/// How an ensemble is computed: on so many threads, the caller's among them; 0 for as many as the machine has.
struct EnsembleOptions {
  int threads = 0;
};

namespace detail {

/// Hands out blocks of work to threads, the caller's among them, each time it is called. The caller begins at once,
/// the others when they wake up. All take many blocks at first and single ones at last, so that they end together.
template <class Work>
class Crew {
 public:
  Crew(int threads, long blocks, const Work& work)
      : work_(work), blocks_(blocks), shares_(4L * threads), next_(blocks) {
    for (int i = 1; i < threads; ++i) {
      hands_.emplace_back([this] {
        for (unsigned seen = 0;;) {
          calls_.wait(seen);
          seen = calls_;
          if (over_) return;
          share();
        }
      });
    }
  }
  ~Crew() {
    over_ = true;
    call();
    for (std::thread& hand : hands_) hand.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// work(block) for all blocks.
  void operator()() {
    done_ = 0;
    next_ = 0;  // from here on others work, also those who wake up from an earlier call
    call();
    share();
    for (int i = 0; i < 100 && done_ != blocks_; ++i) std::this_thread::yield();
    for (long done; (done = done_) != blocks_;) done_.wait(done);
  }

 private:
  void call() {
    ++calls_;
    calls_.notify_all();
  }
  /// Takes blocks as long as there are any.
  void share() {
    for (long first = next_; first < blocks_;) {
      const long last = first + std::max(1L, (blocks_ - first) / shares_);
      if (!next_.compare_exchange_weak(first, last)) continue;
      for (long b = first; b < last; ++b) work_(b);
      if ((done_ += last - first) == blocks_) done_.notify_one();
      first = next_;
    }
  }

  const Work& work_;
  const long blocks_, shares_;
  std::atomic<long> next_, done_ = 0;
  std::atomic<unsigned> calls_ = 0;
  std::atomic<bool> over_ = false;
  std::vector<std::thread> hands_;
};

}  // namespace detail

/// Runs `problem` from every one of `states` in steps of a fixed size, as `integrate` does from one, to rounding.
/// `observe(t, members)` sees the ensemble (Members: its size, states and statuses) at the start, at every `every`-th
/// step and at the end, from the calling thread; when it returns bool, false ends the run, and members that did not fail
/// are stopped. Nothing but the present states is kept. A member whose step fails keeps its last state with its status;
/// the others go on.
///
/// Problems of fixed size advance in packs; a pack whose members part ways (in a branch, or because one fails) takes
/// that step member by member. Throws InputError on options without meaning, and for a system with inputs that nobody
/// gives (run `under(problem, w)`).
template <class P, class M, class G, class S, int W, class Observe>
requires std::invocable < Observe&, const S&, const Members<G, S, W>
& > Members<G, S, W> integrate_many(const P& problem, const std::vector<State<G, S, W>>& states,
                                    const M& method,
                                    const std::type_identity_t<RunOptionsIn<S>>& options,
                                    Observe&& observe, const EnsembleOptions& how = {}) {
  static_assert(std::is_empty_v<typename M::Memory> && !M::adaptive,
                "integrate_many: the method must take steps of a fixed size and carry nothing from "
                "step to step");
  Members<G, S, W> members(states);
  if constexpr (detail::require_run<P, M, S>()) {
    detail::require_inputs_given(problem);
    detail::require_options(options);
    long from = 0, to = 0;
    const auto advance = [&](long b) { members.advance(b, problem, method, options, from, to); };
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const long wanted = how.threads > 0 ? how.threads : cores;
    const long threads = std::max(1L, std::min(wanted, members.blocks()));
    detail::Crew crew(static_cast<int>(threads), members.blocks(), advance);
    const auto goes_on = [&](long k) {
      const S t = detail::time_of(options, k);
      if constexpr (std::same_as<decltype(observe(t, std::as_const(members))), bool>) {
        return observe(t, std::as_const(members));
      } else {
        observe(t, std::as_const(members));
        return true;
      }
    };
    if (!goes_on(0)) {
      members.finish(Outcome::stopped);
      return members;
    }
    while (to < options.steps) {
      from = to;
      to = std::min(from + options.every, options.steps);
      crew();
      if (to == options.steps) members.finish(Outcome::ok);
      if (!goes_on(to)) {
        members.finish(Outcome::stopped);
        return members;
      }
    }
  }
  return members;
}

/// The same without an observer.
template <class P, class M, class G, class S, int W>
Members<G, S, W> integrate_many(const P& problem, const std::vector<State<G, S, W>>& states,
                                const M& method,
                                const std::type_identity_t<RunOptionsIn<S>>& options,
                                const EnsembleOptions& how = {}) {
  RunOptionsIn<S> whole = options;
  whole.every = std::max(1L, options.steps);
  return integrate_many(
      problem, states, method, whole, [](const S&, const Members<G, S, W>&) {}, how);
}

}  // namespace hamel
