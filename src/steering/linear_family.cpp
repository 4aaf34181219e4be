// Linear flows while a number of their file varies.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include <Eigen/LU>

#include <hamel/core/error.hpp>
#include <hamel/core/root.hpp>
#include <hamel/io/linear_family.hpp>

#include "base/nearest_name.hpp"
#include "steering/linear_parts.hpp"

namespace hamel::steering {

namespace {

/// A flow less the eigenvalues that are 0 at all values near by.
struct Regular {
  double value = 0;
  Eigen::MatrixXd rest;
  std::vector<LinearMode> modes;

  Regular(double at, const LinearParts& parts, const std::vector<int>& chain)
      : value(at), rest(without_zeros(parts.moving, chain).rest), modes(steering::modes(rest)) {}

  /// The product of its eigenvalues; 0 where it is less than rounding beside the lengths of the rows.
  double product() const {
    if (rest.rows() == 0) return 1;
    const double det = rest.determinant(), bound = rest.rowwise().norm().prod();
    return std::abs(det) <= 1e-14 * bound ? 0 : det;
  }
  int growing() const {
    return static_cast<int>(std::count_if(modes.begin(), modes.end(), [](const LinearMode& m) {
      return std::string(m.kind) == "unstable";
    }));
  }
  double size() const { return rest.cwiseAbs().rowwise().sum().maxCoeff(); }
};

/// The family near one value after the other, where motions are steady.
class Crossings {
 public:
  using At = std::function<LinearParts(double)>;
  Crossings(At at, std::vector<std::pair<double, LinearParts>> rows)
      : at_(std::move(at)), chain_(shortest(rows)) {
    for (const auto& [value, parts] : rows) rows_.emplace_back(value, parts, chain_);
  }

  std::vector<StabilityCrossing> find() {
    find_real();
    for (std::size_t i = 0; i + 1 < rows_.size(); ++i) find_pairs(rows_[i], rows_[i + 1]);
    std::sort(found_.begin(), found_.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
    return std::move(found_);
  }

 private:
  static std::vector<int> shortest(const std::vector<std::pair<double, LinearParts>>& rows) {
    const auto least = std::min_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
      return a.second.rest.zeros() < b.second.rest.zeros();
    });
    return least->second.rest.chain;
  }

  Regular regular(double value) const { return {value, at_(value), chain_}; }

  void find_real() {
    std::optional<std::size_t> last;  // with a product that is not 0
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double product = rows_[i].product();
      if (product == 0) continue;
      if (last && (rows_[*last].product() < 0) != (product < 0)) {
        const Regular &from = rows_[*last], &to = rows_[i];
        const double value =
            i > *last + 1 ? rows_[*last + 1].value
                          : zero_between([&](double v) { return regular(v).rest.determinant(); },
                                         from.value, to.value, from.product(), product, 0.);
        found_.push_back({value, false, 0, to.growing() > from.growing()});
      }
      last = i;
    }
  }

  /// Sorted by size the real parts are continuous functions of the value: those in the places by which the numbers of
  /// growing modes differ change their sign, or leave the axis.
  void find_pairs(const Regular& from, const Regular& to) {
    const int least = std::min(from.growing(), to.growing()),
              most = std::max(from.growing(), to.growing());
    for (int j = least; j < most; ++j) {
      const auto place = static_cast<std::size_t>(j);
      const double at_from = from.modes[place].re, at_to = to.modes[place].re;
      const double zero = 1e-10 * std::max(from.size(), to.size());
      double value;
      if (at_from * at_to < 0 && std::min(std::abs(at_from), std::abs(at_to)) > zero) {
        value = zero_between([&](double v) { return regular(v).modes[place].re; }, from.value,
                             to.value, at_from, at_to, 0.);
      } else {                        // it comes off the axis like a root
        constexpr double off = 2e-7;  // more than the root of the rounding
        double stays = from.value, leaves = to.value;
        if (from.growing() > to.growing()) std::swap(stays, leaves);
        for (int k = 0; k < 100 && std::nextafter(stays, leaves) != leaves; ++k) {
          const double middle = stays + (leaves - stays) / 2;
          const Regular here = regular(middle);
          (here.modes[place].re > off * here.size() ? leaves : stays) = middle;
        }
        value = stays + (leaves - stays) / 2;
      }
      const Regular there = regular(value);
      const LinearMode& mode = there.modes[place];
      if (!(std::abs(mode.im) > 1e-5 * there.size())) continue;  // a real one, by its product
      const bool known = std::any_of(found_.begin(), found_.end(), [&](const auto& other) {
        return other.pair &&
               std::abs(other.value - value) <= 1e-9 * std::abs(to.value - from.value);
      });
      if (!known)
        found_.push_back(
            {value, true, 2 * std::numbers::pi / std::abs(mode.im), to.growing() > from.growing()});
    }
  }

  At at_;
  std::vector<int> chain_;
  std::vector<Regular> rows_;
  std::vector<StabilityCrossing> found_;
};

}  // namespace

}  // namespace hamel::steering

namespace hamel {

LinearFamily linear_family(Model& model, const std::string& name,
                           const std::vector<Rational>& values, Dynamics dynamics,
                           const std::function<void()>& at_value) {
  using steering::LinearParts;
  using steering::SymmetryCounts;
  const auto names = model.settable();
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError("--vary", "'" + name + "'" + nearest_hint(name, names),
                     "a parameter or a number of the start");
  const auto parts_at = [&](const Rational& value, const SymmetryCounts* counts) {
    if (at_value) at_value();
    model.set({{name, value}});
    const auto field = steering::state_field(model.file(), dynamics);
    return steering::linear_parts(model.file(), *field,
                                  steering::state_at(model.file(), dynamics, *field, {}), counts);
  };
  LinearFamily family{name, {}, {}};
  std::vector<std::optional<LinearParts>> all;
  std::optional<SymmetryCounts> least;  // those that hold at all values
  for (const Rational& value : values) {
    family.rows.push_back({to_double(value), "", {}});
    all.emplace_back();
    try {
      LinearParts parts = parts_at(value, nullptr);
      family.rows.back().flow = parts.flow;
      if (!parts.flow.steady) continue;
      least = !least ? parts.counts
                     : SymmetryCounts{std::min(least->left, parts.counts.left),
                                      std::min(least->turning, parts.counts.turning)};
      all.back() = std::move(parts);
    } catch (const InputError& error) {
      family.rows.back().refusal = error.what();
    }
  }
  if (family.rows.empty() || !least) return family;
  std::vector<std::pair<double, LinearParts>> run;
  const auto end_run = [&] {
    if (run.size() > 1) {
      auto found = steering::Crossings([&](double v) { return parts_at(Rational(v), &*least); },
                                       std::move(run))
                       .find();
      family.crossings.insert(family.crossings.end(), found.begin(), found.end());
    }
    run.clear();
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (all[i] && (all[i]->counts.left != least->left || all[i]->counts.turning != least->turning))
      all[i] = parts_at(values[i], &*least);
    if (!all[i] || (!run.empty() && all[i]->moving.rows() != run.back().second.moving.rows()))
      end_run();
    if (all[i]) run.emplace_back(family.rows[i].value, std::move(*all[i]));
  }
  end_run();
  return family;
}

}  // namespace hamel
