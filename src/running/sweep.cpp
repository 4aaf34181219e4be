// Sweeps: members of a grid, handed to threads, seen in order.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/sweep.hpp>

#include "base/nearest_name.hpp"
#include "drift.hpp"
#include "plan.hpp"
#include "reading/tables.hpp"

namespace hamel {

namespace {

constexpr const char* form =
    "NAME=FIRST:LAST:COUNT with a whole COUNT from 2 on, or NAME=V1,V2,..., numbers such as 3, "
    "-3/10, 0.3 or 1.5e-2";
constexpr std::size_t longest_number = 1000;  // characters

[[noreturn]] void refuse(std::string_view written) {
  throw InputError("--vary", "'" + std::string(written) + "'", form);
}

Rational number(std::string_view text, std::string_view written) {
  const auto value = text.size() <= longest_number ? try_parse_rational(text) : std::nullopt;
  if (!value || !std::isfinite(to_double(*value))) refuse(written);
  return *value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(at)) != std::string_view::npos;
       text.remove_prefix(end + 1))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

/// The multipliers of the start by their names, which vakonomic motion alone asks for.
std::vector<std::string> multipliers(const SystemFile& file) {
  std::vector<std::string> names;
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr || !group->constrained()) return names;
  for (int i = 1; i <= group->dim(); ++i)
    if (const std::string name = "mu" + std::to_string(i); !file.parameters.contains(name))
      names.push_back(name);
  return names;
}

/// Runs members and keeps those that are done until those before them have been seen.
class Line {
 public:
  Line(long first, long last, long window)
      : next_(first), seen_(first), last_(last), window_(window) {}

  /// Takes members as long as there are any; `run(index)` computes one.
  template <class Run>
  void work(Run run) noexcept {
    try {
      for (long i; take(i);) {
        SweepMember member = run(i);
        const std::lock_guard lock(guard_);
        done_.emplace(i, std::move(member));
        changed_.notify_all();
      }
    } catch (...) {
      stop(std::current_exception());
    }
  }

  /// Shows the members in order, until all were seen or something was thrown.
  template <class Observe>
  void watch(const Observe& observe) noexcept {
    try {
      for (;;) {
        std::unique_lock lock(guard_);
        changed_.wait(lock, [&] { return seen_ == last_ || thrown_ || done_.contains(seen_); });
        const auto member = done_.extract(seen_);
        if (!member) return;
        lock.unlock();
        observe(member.mapped());
        lock.lock();
        ++seen_;
        changed_.notify_all();
      }
    } catch (...) {
      stop(std::current_exception());
    }
  }

  /// What ended the work early.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  bool take(long& index) {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [&] { return next_ == last_ || thrown_ || next_ < seen_ + window_; });
    if (next_ == last_ || thrown_) return false;
    index = next_++;
    return true;
  }
  void stop(std::exception_ptr thrown) {
    const std::lock_guard lock(guard_);
    if (!thrown_) thrown_ = std::move(thrown);
    changed_.notify_all();
  }

  std::mutex guard_;
  std::condition_variable changed_;
  std::map<long, SweepMember> done_;
  std::exception_ptr thrown_;
  long next_, seen_, last_, window_;
};

}  // namespace

SweepAxis SweepAxis::parse(std::string_view written) {
  SweepAxis axis;
  const std::size_t equals = written.find('=');
  if (equals == std::string_view::npos || equals == 0) refuse(written);
  axis.text_ = written;
  axis.name_ = written.substr(0, equals);
  const std::string_view values = written.substr(equals + 1);
  const auto range = split(values, ':');
  if (range.size() == 1) {
    for (const auto value : split(values, ',')) axis.values_.push_back(number(value, written));
    axis.count_ = static_cast<long>(axis.values_.size());
    return axis;
  }
  if (range.size() != 3) refuse(written);
  const char* const end = range[2].data() + range[2].size();
  const auto [stop, error] = std::from_chars(range[2].data(), end, axis.count_);
  if (error != std::errc() || stop != end || axis.count_ < 2) refuse(written);
  const Rational first = number(range[0], written), last = number(range[1], written);
  axis.values_ = {first, (last - first) / Rational(axis.count_ - 1)};
  axis.evenly_ = true;
  return axis;
}

Rational SweepAxis::value(long i) const {
  return evenly_ ? values_[0] + Rational(i) * values_[1] : values_[static_cast<std::size_t>(i)];
}

const char* SweepMember::outcome() const noexcept {
  if (!refusal.empty()) return "refused";
  return status.outcome == Outcome::stopped ? "ended by an event" : text(status.outcome);
}

Sweep::Sweep(const std::string& path, std::vector<SweepAxis> axes)
    : source_(std::make_shared<const reading::SystemText>(reading::read_system_text(path))),
      axes_(std::move(axes)),
      file_(parse_system_file(source_->whole)) {
  if (axes_.empty()) throw InputError("--vary", "nothing", form);
  const auto known = Model::parse(source_->whole).settable();
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const std::string& name = axes_[k].name();
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw InputError(
          "--vary", "'" + name + "'" + nearest_hint(name, known),
          known.empty() ? "a file with parameters or a start" : "one of " + comma_list(known));
    }
    if (std::any_of(axes_.begin(), axes_.begin() + static_cast<long>(k),
                    [&](const SweepAxis& other) { return other.name() == name; }))
      throw InputError("--vary", "'" + name + "' twice", "each name once");
    if (axes_[k].count() > most_members / size_)
      throw InputError("--vary", "more than 10^12 members", "fewer values");
    size_ *= axes_[k].count();
  }
}

void Sweep::require(const RunPlan& plan) const {
  running::require_plan(file_, plan);
}

std::string Sweep::description(const RunPlan& plan) const {
  std::string words = std::string("dynamics ") + text(plan.dynamics) + "\nmethod " + plan.method +
                      "\nstep " + full_precision(plan.step) + "\nevery " +
                      std::to_string(plan.every) + "\nt_end " + full_precision(plan.t_end) + "\n";
  if (plan.seconds) words += "budget " + full_precision(*plan.seconds) + "\n";
  for (const auto& axis : axes_) words += "vary " + axis.text() + "\n";
  return words + source_->whole + "\n";
}

std::vector<Rational> Sweep::values_of(long index) const {
  std::vector<Rational> values(axes_.size());
  for (std::size_t k = axes_.size(); k-- > 0; index /= axes_[k].count())
    values[k] = axes_[k].value(index % axes_[k].count());
  return values;
}

void Sweep::run(const RunPlan& plan, long first, long last, int threads,
                const std::function<void(const SweepMember&)>& observe) const {
  constexpr long ahead = 64;  // members that a thread may be before the one that is waited for
  require(plan);
  const std::vector<std::string> unused = multipliers(file_);
  const auto run_one = [&](Model& model, long index) {
    SweepMember member;
    member.index = index;
    member.values = values_of(index);
    std::vector<std::pair<std::string, Rational>> named;
    if (plan.dynamics != Dynamics::vakonomic)
      for (const auto& name : unused) named.emplace_back(name, Rational(0));
    for (std::size_t k = 0; k < axes_.size(); ++k)
      named.emplace_back(axes_[k].name(), member.values[k]);
    Drift drift;
    try {
      model.set(named);
      member.status = simulate(model.file(), plan, [&](const Sample& sample) {
        drift.add(sample);
        member.end = sample;
      });
    } catch (const InputError& error) {
      member.refusal =
          error.where() + ": found " + error.found() + ", expected " + error.expected();
    }
    member.energy_change = drift.energy();
    member.off_constraint = drift.constraint();
    return member;
  };
  if (threads <= 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const auto count = static_cast<std::size_t>(std::min<long>(threads, std::max(1L, last - first)));
  Line line(first, last, ahead * static_cast<long>(count));
  std::vector<std::thread> hands;
  for (std::size_t k = 0; k < count; ++k) {
    hands.emplace_back([&] {
      line.work(
          [&, model = Model::parse(source_->whole)](long i) mutable { return run_one(model, i); });
    });
  }
  line.watch(observe);
  for (auto& hand : hands) hand.join();
  line.watch(observe);
  line.rethrow();
}

std::vector<std::string> Sweep::columns(Dynamics dynamics) const {
  std::vector<std::string> names{"status"};
  for (const auto& name : column_names(file_, dynamics)) names.push_back(name);
  names.insert(names.end(), {"energy_change", "off_constraint"});
  std::vector<std::string> all{"member"};
  for (const auto& axis : axes_) {
    const bool taken =
        axis.name() == all[0] || std::find(names.begin(), names.end(), axis.name()) != names.end();
    all.push_back((taken ? "start_" : "") + axis.name());
  }
  all.insert(all.end(), names.begin(), names.end());
  return all;
}

std::vector<std::string> Sweep::cells(const SweepMember& member, Dynamics dynamics) const {
  std::vector<std::string> all{std::to_string(member.index)};
  for (const auto& value : member.values) all.push_back(full_precision(to_double(value)));
  all.emplace_back(member.outcome());
  if (!member.refusal.empty()) {
    all.resize(columns(dynamics).size());
    return all;
  }
  for (const double value : hamel::columns(member.end)) all.push_back(full_precision(value));
  for (const double value : {member.energy_change, member.off_constraint})
    all.push_back(full_precision(value));
  return all;
}

}  // namespace hamel
