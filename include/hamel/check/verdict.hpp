// The answer to a question about a system: yes, no or undecided, how sure, and the evidence.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// Three answers; `undecided` is an honest one.
enum class Answer { holds, fails, undecided };

/// The answer to a question, as Q1 and Q2 are.
constexpr const char* yes_or_no(Answer answer) noexcept {
  return answer == Answer::holds ? "yes" : answer == Answer::fails ? "no" : "undecided";
}

/// The answer as a word.
constexpr const char* text(Answer answer) noexcept {
  switch (answer) {
    case Answer::holds:
      return "holds";
    case Answer::fails:
      return "fails";
    case Answer::undecided:
      return "undecided";
  }
  return "undecided";
}

/// Structured data that carries a proof or a counterexample: named values in a fixed order. A value
/// is a sentence, or a matrix of exact or rounded numbers (a vector is a matrix of one column).
class Evidence {
 public:
  using Value = std::variant<std::string, DynamicMatrix<Rational>, DynamicMatrix<double>>;
  using Field = std::pair<std::string, Value>;

  Evidence() = default;
  /// Evidence of a kind that `verify` knows; the first field is then ("kind", kind).
  explicit Evidence(std::string kind) { add("kind", std::move(kind)); }

  bool empty() const { return fields_.empty(); }
  const std::vector<Field>& fields() const { return fields_; }

  Evidence& add(std::string name, std::string value) {
    fields_.emplace_back(std::move(name), std::move(value));
    return *this;
  }
  template <class Derived>
  Evidence& add(std::string name, const Eigen::MatrixBase<Derived>& value) {
    using S = typename Derived::Scalar;
    if constexpr (std::is_same_v<S, Rational> || std::is_same_v<S, double>) {
      fields_.emplace_back(std::move(name), DynamicMatrix<S>(value));
    } else {
      fields_.emplace_back(std::move(name), matrix_text(value));
    }
    return *this;
  }
  /// A single number, stored as a 1 x 1 matrix.
  template <class S>
  Evidence& add_number(std::string name, const S& value) {
    return add(std::move(name), DynamicMatrix<S>::Constant(1, 1, value));
  }

  /// The text of a field; empty when there is none of that name.
  std::string get_text(const std::string& name) const {
    const auto* value = find(name);
    const auto* found = value ? std::get_if<std::string>(value) : nullptr;
    return found ? *found : std::string();
  }
  /// The matrix of a field; 0 x 0 when there is none of that name and scalar.
  template <class S>
  DynamicMatrix<S> get_matrix(const std::string& name) const {
    const auto* value = find(name);
    const auto* found = value ? std::get_if<DynamicMatrix<S>>(value) : nullptr;
    return found ? *found : DynamicMatrix<S>();
  }
  /// The kind, see the constructor; empty when it has none.
  std::string kind() const { return get_text("kind"); }

 private:
  const Value* find(const std::string& name) const {
    for (const auto& field : fields_)
      if (field.first == name) return &field.second;
    return nullptr;
  }
  template <class Derived>
  static std::string matrix_text(const Eigen::MatrixBase<Derived>& value) {
    std::string result = "[";
    for (Eigen::Index i = 0; i < value.rows(); ++i) {
      result += i ? "; " : "";
      for (Eigen::Index j = 0; j < value.cols(); ++j) result += (j ? ", " : "") + text(value(i, j));
    }
    return result + "]";
  }

  std::vector<Field> fields_;
};

/// The answer to one question.
struct Verdict {
  std::string id;                     ///< which question: `eq_3_11`, `q1`, ...
  Answer answer = Answer::undecided;  ///< for `q1` and `q2` holds means yes, fails means no
  bool exact = false;                 ///< the answer is a proof
  bool generic = false;  ///< it holds for almost all motions; exceptional ones are not excluded
  double defect = 0;     ///< how badly it fails, relative (floating point) or in itself (exact)
  double tolerance = 0;  ///< a floating-point defect up to this counts as zero; 0 when exact
  std::string reason;    ///< one sentence: why
  Evidence evidence;     ///< witness of a failure, or certificate; empty when the reason says all
  std::vector<Evidence> exceptions = {};  ///< beside a generic "yes" of `q1`: motions that are a "no"

  explicit operator bool() const noexcept { return answer == Answer::holds; }
};

/// Below this relative defect a floating-point condition holds ...
inline constexpr double verdict_tolerance = 1e-10;
/// ... above this it fails, and in between it is undecided.
inline constexpr double verdict_failure = 1e-7;

/// A verdict from a defect: over exact scalars it fails iff `nonzero`, in floating point by the two
/// thresholds.
template <class S>
Verdict decide(std::string id, bool nonzero, double defect) {
  Verdict verdict;
  verdict.id = std::move(id);
  verdict.exact = is_exact<S>;
  verdict.defect = defect;
  if constexpr (is_exact<S>) {
    verdict.answer = nonzero ? Answer::fails : Answer::holds;
  } else {
    verdict.tolerance = verdict_tolerance;
    verdict.answer = defect <= verdict_tolerance ? Answer::holds
                     : defect >= verdict_failure ? Answer::fails
                                                 : Answer::undecided;
  }
  return verdict;
}

}  // namespace hamel
