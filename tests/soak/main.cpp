// Soak: verdicts on random structured systems are re-verified, asked again in another description and as a factor
// of a product, and compared with simulated motion; the conditions of every fourth are asked again too.
//
//   soak [FIRST COUNT]     seeds FIRST .. FIRST + COUNT - 1 (default 1 300)
//
// Prints counts and every disagreement with its seed; exit status 1 when there is one.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <hamel/check/answers.hpp>

#include "motion.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

struct Counts {
  std::uint64_t systems = 0, questions = 0, disagreements = 0, undecided = 0, sampled = 0;
  std::uint64_t simulated = 0, unbounded = 0, conditions = 0, half_decided = 0;
  std::map<std::string, std::uint64_t> kinds;
};

class Soak {
 public:
  Counts counts;

  void run(std::uint64_t seed) {
    seed_ = seed;
    soak::Source source(seed);
    const soak::System system = source.system();
    const Verdict verdict = ask(system);
    ++counts.systems;
    ++counts.kinds[std::string(verdict.answer == Answer::holds   ? "yes "
                               : verdict.answer == Answer::fails ? "no "
                                                                 : "undecided ") +
                   verdict.evidence.kind() + (verdict.generic ? " generic" : "") +
                   (verdict.exact ? "" : " not exact")];
    const soak::System again = source.described_again(system);
    compare(verdict, ask(again), "another description");
    if (seed % 4 == 1) compare_conditions(system, again);
    if (seed % 4 == 0) {
      const soak::System other = source.system();
      const Verdict second = ask(other);
      const soak::System both = soak::product(system, other);
      const Verdict expected = combined(verdict, second), found = ask(both);
      compare(expected, found, "a product");
      if (seed % 8 == 0)
        compare(found, ask(source.described_again(both)), "a product described again");
    }
    simulate(source, system, verdict);
  }

 private:
  void complain(const std::string& what) {
    ++counts.disagreements;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed_), what.c_str());
    std::fflush(stdout);
  }

  Verdict ask(const soak::System& system) {
    const Verdict verdict = check_q1(Splitting<Rational>(system));
    ++counts.questions;
    if (verdict.answer == Answer::undecided)
      ++counts.undecided;
    else if (!verdict.exact)
      ++counts.sampled;
    else if (!verify(system, verdict))
      complain("a certificate of kind " + verdict.evidence.kind() + " is not verified");
    return verdict;
  }

  void compare(const Verdict& left, const Verdict& right, const std::string& what) {
    if (left.answer == Answer::undecided || right.answer == Answer::undecided) return;
    const auto words = [](const Verdict& v) {
      return std::string(text(v.answer)) + (v.generic ? " generic" : "") +
             (v.exact ? " exact " : " sampled ") + v.evidence.kind();
    };
    if (left.answer != right.answer || left.generic != right.generic || left.exact != right.exact)
      complain(what + ": " + words(left) + " and " + words(right));
  }

  /// The same conditions of one system in two descriptions.
  void compare_conditions(const soak::System& left, const soak::System& right) {
    const auto first = check_all(left), second = check_all(right);
    if (first.size() != second.size())
      return complain("a condition applies in one description only");
    for (std::size_t i = 0; i < first.size(); ++i) {
      ++counts.conditions;
      const Answer a = first[i].answer, b = second[i].answer;
      if (a == b) continue;
      if (a == Answer::undecided || b == Answer::undecided)
        ++counts.half_decided, ++counts.kinds["half decided " + first[i].id];
      else
        complain(first[i].id + " " + text(a) + " and " + text(b) + " in another description");
    }
  }

  /// What the factors say about their product.
  static Verdict combined(const Verdict& left, const Verdict& right) {
    if (left.answer != right.answer && left.answer == Answer::fails) return left;
    if (left.answer != right.answer && right.answer == Answer::fails) return right;
    Verdict both = left;
    if (left.answer == Answer::undecided || right.answer == Answer::undecided)
      both.answer = Answer::undecided;
    const bool no = both.answer == Answer::fails;
    both.exact = no ? left.exact || right.exact : left.exact && right.exact;
    both.generic = left.generic || right.generic;
    return both;
  }

  /// A "yes" is borne out by the first start, a generic one by one of several: a start may happen to be exceptional. A
  /// "no" is borne out by one of several too.
  void simulate(soak::Source& source, const soak::System& system, const Verdict& verdict) {
    if (verdict.answer == Answer::undecided) return;
    const bool yes = verdict.answer == Answer::holds;
    bool borne_out = false;
    double residual = -1;
    for (int trial = 0; trial < 4 && !borne_out; ++trial) {
      const auto u = source.start(static_cast<int>(system.d().cols()));
      const Eigen::VectorXd a = cast<double>(DynamicMatrix<Rational>(system.d() * u));
      double found = -1;
      for (double end = trial < 2 ? 0.5 : 2; end > 0.05 && found < 0; end /= 4)
        found = soak::multiplier_residual(system, a / a.norm(), end, 80);
      if (found < 0) continue;
      residual = found;
      borne_out = yes ? residual <= 1e-6 : residual >= 1e-12;
      if (yes && !verdict.generic) break;
    }
    if (residual < 0) {
      ++counts.unbounded;
      return;
    }
    ++counts.simulated;
    if (!borne_out)
      complain("simulation: residual " + std::to_string(residual) + " of " +
               std::string(text(verdict.answer)) + " " + verdict.evidence.kind());
  }

  std::uint64_t seed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 300;
  const auto begin = std::chrono::steady_clock::now();
  Soak soak;
  for (std::uint64_t seed = first; seed < first + count; ++seed) soak.run(seed);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  const Counts& counts = soak.counts;
  const auto shown = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  std::printf(
      "seeds %llu .. %llu: %llu systems, %llu questions, %llu disagreements, %llu undecided, "
      "%llu sampled, %llu simulated (%llu left every bound), %llu conditions asked again (%llu "
      "decided in one description only), %.1f s\n",
      shown(first), shown(first + count - 1), shown(counts.systems), shown(counts.questions),
      shown(counts.disagreements), shown(counts.undecided), shown(counts.sampled),
      shown(counts.simulated), shown(counts.unbounded), shown(counts.conditions),
      shown(counts.half_decided), time.count());
  for (const auto& [kind, number] : counts.kinds)
    std::printf("  %-40s%llu\n", kind.c_str(), shown(number));
  return counts.disagreements == 0 ? 0 : 1;
}
