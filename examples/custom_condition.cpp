// A condition of your own: are all nonholonomic motions steady, a(t) = a(0)? Asked exactly, with a witness that is
// verified without trusting what found it.
//
// On d the motion obeys d/dt g(a,b) = g(a,[a,b]), so it is steady iff g(a,[a,b]) = 0 for all a, b in d, polarised.
#include <string_view>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/question.hpp>
#include <hamel/check/verdict.hpp>

#include "lesson.hpp"

using namespace hamel;

/// A row, as the library's own in src/claims/questions.hpp.
struct Steady : Question {
  static constexpr std::string_view id = "steady";
  static constexpr std::string_view statement = "g(a,[a,b]) = 0 on d: velocities are constant";
  static constexpr std::string_view source = "the reduced equations of motion";
  static constexpr Needs needs = Needs::motion;

  /// g(x,[y,b]) + g(y,[x,b]).
  template <class S>
  static S torque(const AlgebraicSystem<S>& system, const DynamicVector<S>& x,
                  const DynamicVector<S>& y, const DynamicVector<S>& b) {
    return (x.transpose() * system.metric * system.algebra.bracket(y, b)).value() +
           (y.transpose() * system.metric * system.algebra.bracket(x, b)).value();
  }
  template <class S>
  static Verdict ask(const Subject<S>& about) {
    const auto& split = about.split();
    const auto& d = split.d();
    for (int i = 0; i < split.rank_d(); ++i)
      for (int j = 0; j <= i; ++j)
        for (int k = 0; k < split.rank_d(); ++k) {
          const S value = torque<S>(about.system(), d.col(i), d.col(j), d.col(k));
          if (value == S(0)) continue;
          Verdict verdict = decide<S>("steady", true, 1);
          verdict.reason = "a motion with these velocities is accelerated";
          verdict.evidence = Evidence("steady");
          verdict.evidence.add("x", d.col(i)).add("y", d.col(j)).add("b", d.col(k));
          return verdict;
        }
    Verdict verdict = decide<S>("steady", false, 0);
    verdict.reason = "g(a,[a,b]) = 0 on d";
    return verdict;
  }
  /// From the system alone: the covector ad*_x M y + ad*_y M x annihilates d, or not at the witness.
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const DynamicMatrix<S> d = system.d();
    const auto force = [&](const DynamicVector<S>& x, const DynamicVector<S>& y) {
      return DynamicVector<S>(system.algebra.ad_star(x, system.metric * y) +
                              system.algebra.ad_star(y, system.metric * x));
    };
    if (verdict) {
      for (Eigen::Index i = 0; i < d.cols(); ++i)
        for (Eigen::Index j = 0; j <= i; ++j)
          if (!(d.transpose() * force(d.col(i), d.col(j))).isZero(S(0))) return false;
      return true;
    }
    const auto& evidence = verdict.evidence;
    const DynamicMatrix<S> x = evidence.get_matrix<S>("x"), y = evidence.get_matrix<S>("y"),
                           b = evidence.get_matrix<S>("b");
    if (x.size() != d.rows() || y.size() != d.rows() || b.size() != d.rows()) return false;
    return contains<S>(d, join<S>(join<S>(x, y), b)) &&
           (b.transpose() * force(x.col(0), y.col(0))).value() != S(0);
  }
};

int main() {
  Lesson lesson("A condition of your own: steady nonholonomic motion");
  StructureConstants<Rational> se2(3);  // [e3,e1] = e2, [e3,e2] = -e1
  se2.set(2, 0, 1, 1);
  se2.set(2, 1, 0, -1);
  const auto plane = rational_matrix<3, 2>({{"1", "0"}, {"0", "0"}, {"0", "1"}});
  const AlgebraicSystem<Rational> skate{
      se2, rational_matrix<3, 3>({{"1.3", "0", "0"}, {"0", "1.3", "0"}, {"0", "0", "0.7"}}), plane};
  const AlgebraicSystem<Rational> sleigh{
      se2, rational_matrix<3, 3>({{"1", "0", "0"}, {"0", "1", "2/5"}, {"0", "2/5", "0.66"}}),
      plane};
  const Verdict yes = Steady::ask(Subject<Rational>(skate)),
                no = Steady::ask(Subject<Rational>(sleigh));
  lesson.claim("the skate is steady, its centre of mass on the blade", yes ? 0 : 1, 0);
  lesson.claim("the sleigh is not, its centre of mass ahead", no ? 1 : 0, 0);
  lesson.claim("both are verified",
               Steady::verify(skate, yes) && Steady::verify(sleigh, no) ? 0 : 1, 0);
  lesson.claim("a proof of another system is refused", Steady::verify(sleigh, yes) ? 1 : 0, 0);
  return lesson.done();
}
