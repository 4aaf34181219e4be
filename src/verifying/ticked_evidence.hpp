// Evidence that is read so that none of its fields is left unread.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// Evidence whose fields are ticked off.
class TickedEvidence {
 public:
  explicit TickedEvidence(const Evidence& evidence) : evidence_(evidence) {}

  /// What the proof reads.
  void proved(const std::vector<const char*>& names) { seen_.insert(names.begin(), names.end()); }
  bool has(const std::string& name) const {
    return std::ranges::any_of(evidence_.fields(), [&](const auto& f) { return f.first == name; });
  }
  DynamicMatrix<Rational> matrix(const std::string& name) {
    seen_.insert(name);
    return evidence_.get_matrix<Rational>(name);
  }
  DynamicVector<Rational> vector(const std::string& name) {
    const auto m = matrix(name);
    return m.cols() == 1 ? DynamicVector<Rational>(m.col(0)) : DynamicVector<Rational>();
  }
  std::string text(const std::string& name) {
    seen_.insert(name);
    return evidence_.get_text(name);
  }
  /// A whole number as it is written, or -1.
  int count(const std::string& name) {
    const std::string written = text(name);
    const int number = std::atoi(written.c_str());
    return std::to_string(number) == written ? number : -1;
  }
  bool is_number(const std::string& name, const Rational& expected) {
    const auto m = matrix(name);
    return m.size() == 1 && m(0, 0) == expected;
  }
  /// The kind is this one, or there is no evidence.
  bool of_kind(std::string_view kind) { return evidence_.empty() || text("kind") == kind; }
  /// Rounded numbers, of sampled points, are not written.
  bool all_seen() const {
    return std::ranges::all_of(evidence_.fields(), [&](const auto& f) {
      return seen_.contains(f.first) || std::holds_alternative<DynamicMatrix<double>>(f.second);
    });
  }

 private:
  const Evidence& evidence_;
  std::set<std::string> seen_;
};

}  // namespace hamel
