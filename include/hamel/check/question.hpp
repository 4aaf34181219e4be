// What a question is: a row with its name, its source, what it needs, how it is asked and how an answer is verified.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// What of a system a question is about, each kind more than the ones before.
enum class Needs {
  constants,  ///< numbers c_ij^k
  algebra,    ///< a Lie algebra and a subspace d
  metric,     ///< and a constant metric
  motion,     ///< and nothing else: no potential, no force, a constraint linear in the velocity
  start,      ///< and a velocity in d
  formulas    ///< metric and potential as functions on the group, see `FunctionsOnGroup`
};

/// A system under question; what several questions need is made once, when it is first asked for.
template <class S>
class Subject {
 public:
  /// Keeps a reference.
  explicit Subject(const AlgebraicSystem<S>& system) : system_(system) {}

  const AlgebraicSystem<S>& system() const { return system_; }
  /// g = d (+) d_perp. Throws as the constructor of `Splitting`.
  const Splitting<S>& split() const {
    if (!split_) split_.emplace(system_);
    return *split_;
  }
  /// Whether that was done.
  bool is_split() const { return split_.has_value(); }

 private:
  const AlgebraicSystem<S>& system_;
  mutable std::optional<Splitting<S>> split_;
};

/// What a row inherits. A row R adds
///
///     static constexpr std::string_view id, statement, source;
///     static constexpr Needs needs;
///     template <class S> static Verdict ask(const Subject<S>&);
///     template <class S> static bool verify(const AlgebraicSystem<S>&, const Verdict&);
///
/// `verify` proves an exact answer (holds or fails) again, from its evidence and the system alone. The library's own
/// rows declare `ask`, and src/checking defines it, so that what verifies needs no search. Rows that need formulas are
/// asked with `FunctionsOnGroup` in place of the subject, where `is_open(metric_varies, potential_varies)`. A row may
/// have `over_field(subject)`, the question over fields without order, and `kind`, that of its evidence where this is
/// not the id.
struct Question {
  static constexpr bool in_families = true;    ///< it is asked with a parameter left free, too
  static constexpr bool of_constraint = true;  ///< it is about d, or about the motions under a in d
  /// Whether the question makes sense for this system.
  template <class S>
  static bool applies(const Subject<S>&) {
    return true;
  }
  /// The fields of evidence that `verify` reads. A certificate that tells more is refused, unless it is compared:
  /// src/verifying/evidence_fields.cpp.
  static std::vector<const char*> read_by_verify(bool /*holds*/) { return {}; }
  /// Whether the system is none, so that nothing can be asked any more.
  template <class S>
  static bool ends(const Subject<S>&, const Verdict&) {
    return false;
  }
};

}  // namespace hamel
