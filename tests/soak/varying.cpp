// Soak: Q1 of random files whose potential, metric, constraint or offset varies, by proof, and remainders of
// multipliers fitted to simulated motions from several starts; Q2 of these starts likewise.
//
//   soak_varying [FIRST COUNT]     seeds FIRST .. FIRST + COUNT - 1 (default 1 2000)
//
// Prints counts and every contradiction with its seed; exit status 1 when there is one.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <hamel/core/error.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/report.hpp>

#include "files.hpp"

using namespace hamel;

namespace {

constexpr int starts = 4;
constexpr double fits = q2_no_above;  // remainders above contradict a yes
constexpr double rounding = 1e-12;    // remainders below, from every start, contradict a no
constexpr double motion_work = 2e7;   // floating-point operations

struct Counts {
  int systems = 0, refused = 0, decided = 0, proved = 0, motions = 0, motions_proved = 0,
      contradictions = 0, without_motion = 0;
  double largest_of_yes = 0, least_of_no = 1;
  std::map<std::string, int> kinds;
};

class Soak {
 public:
  Counts counts;

  void run(std::uint64_t seed) {
    const soak::FileSource source(seed);
    ++counts.systems;
    Report report;
    try {
      const SystemFile file = parse_system_file(source.with_start(0));
      report = report_on(file);
      verify_again(seed, file, report);
    } catch (const InputError&) {  // a metric that degenerates at the start
      ++counts.refused;
      return;
    }
    const Verdict& q1 = report.q1;
    const std::string how = q1.answer == Answer::undecided ? ""
                            : q1.exact                     ? " by proof"
                                                           : " by samples";
    ++counts.kinds[std::string(yes_or_no(q1.answer)) + how + ", " + source.kind()];
    counts.decided += q1.answer != Answer::undecided;
    counts.proved += q1.exact && q1.answer != Answer::undecided;
    double least = 1, largest = 0;
    int seen = 0;
    for (int trial = 0; trial < starts; ++trial) {
      try {
        const double remainder = motion(seed, source.with_start(trial), trial);
        if (!std::isfinite(remainder)) continue;
        ++seen;
        least = std::fmin(least, remainder);
        largest = std::fmax(largest, remainder);
      } catch (const InputError&) {  // the metric degenerates at this start
      }
    }
    if (seen == 0) {
      ++counts.without_motion;
      return;
    }
    if (q1.answer == Answer::holds) {
      const double worst = q1.generic ? least : largest;
      counts.largest_of_yes = std::fmax(counts.largest_of_yes, worst);
      if (worst > fits) contradiction(seed, "yes", worst);
    } else if (q1.answer == Answer::fails) {
      counts.least_of_no = std::fmin(counts.least_of_no, largest);
      if (largest < rounding) contradiction(seed, "no", largest);
    }
  }

 private:
  void contradiction(std::uint64_t seed, const char* answer, double remainder) {
    ++counts.contradictions;
    std::printf("seed %llu: %s, remainder %.2e\n", static_cast<unsigned long long>(seed), answer,
                remainder);
    std::fflush(stdout);
  }

  /// What was proved is proved again from the text of its certificate.
  void verify_again(std::uint64_t seed, const SystemFile& file, const Report& report) {
    const bool proved = report.q1.exact && report.q1.answer != Answer::undecided &&
                        (report.q1.evidence.kind() == "no_series" ||
                         report.q1.evidence.kind() == "multiplier_section" ||
                         report.q1.evidence.kind() == "reaction_vanishes" ||
                         report.q1.evidence.kind() == "variations_close");
    if (!proved) return;
    bool again = false;
    for (const auto& verdict : verify_certificate(file, certificate_of(file, report)))
      again = again || verdict.id == "q1";
    if (!again) contradiction(seed, "a certificate that is not verified", 0);
  }

  /// The relative residual of the best fit in the worst equation along the motion from a start, NaN if nothing was fitted;
  /// what is proved of this motion must agree.
  double motion(std::uint64_t seed, const std::string& text, int trial) {
    const Comparison found = compare(parse_system_file(text), trial < 2 ? 1 : 2, {}, motion_work);
    const auto& q2 = found.q2;
    if (!std::isfinite(q2.residual)) return q2.residual;
    ++counts.motions;
    counts.motions_proved += q2.exact;
    if (q2.exact && q2.answer == Answer::holds && q2.fit.worst > fits)
      contradiction(seed, "a motion that is vakonomic by proof", q2.fit.worst);
    return q2.fit.worst;
  }
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2000;
  const auto begin = std::chrono::steady_clock::now();
  Soak soak;
  for (std::uint64_t seed = first; seed < first + count; ++seed) soak.run(seed);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  const Counts& c = soak.counts;
  std::printf(
      "seeds %llu .. %llu: %d systems (%d refused), %d decided, %d by proof, %d motions (%d "
      "decided by proof), %d systems without "
      "a motion, %d contradictions; largest remainder of a yes %.1e, least of a no %.1e, %.1f s\n",
      static_cast<unsigned long long>(first), static_cast<unsigned long long>(first + count - 1),
      c.systems, c.refused, c.decided, c.proved, c.motions, c.motions_proved, c.without_motion,
      c.contradictions, c.largest_of_yes, c.least_of_no, time.count());
  for (const auto& [kind, number] : c.kinds) std::printf("  %-48s%d\n", kind.c_str(), number);
  return c.contradictions == 0 ? 0 : 1;
}
