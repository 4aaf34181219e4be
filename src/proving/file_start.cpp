// Coordinates and velocity of a file as numbers that series can be made of.
#include "file_start.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "enclosed_no.hpp"
#include "exact/rational_function.hpp"
#include "formulas/expression_value.hpp"

namespace hamel {

namespace {

/// What a file writes of its start: coordinates, with t = 0 behind them where time is one, and velocities.
struct Written {
  std::vector<Number> coordinates;
  const std::vector<Expression>* velocity;
};

std::optional<Written> written_start(const SystemFile& file, const PolynomialFile& about) {
  std::optional<Written> written;
  if (const auto* group = std::get_if<GroupSystem>(&file.system); group && group->start) {
    if (std::ranges::count(moved_onto_group(*group), true) > 0) return std::nullopt;
    written = Written{group->start->coordinates, &group->start->a_written};
  }
  if (const auto* chart = std::get_if<ChartSystem>(&file.system); chart && chart->start)
    written = Written{chart->start->q, &chart->start->q_dot_written};
  const auto n = static_cast<std::size_t>(about.system.metric.rows() - (about.timed ? 1 : 0));
  if (!written || written->velocity->size() < n) return std::nullopt;
  if (about.timed) written->coordinates.emplace_back();
  return written;
}

/// The start in K. `functions_at(coordinates)` are the functions there; all is asked once more where `changed()`, an
/// angle having been met that is not a multiple of those before it.
template <class K, class FunctionsAt, class Changed>
std::optional<SeriesStartOver<K>> start_over(const SystemFile& file, const PolynomialFile& about,
                                             typename TangentNumberOver<K>::Angles& angles,
                                             const FunctionsAt& functions_at,
                                             const Changed& changed) {
  const auto written = written_start(file, about);
  if (!written) return std::nullopt;
  const typename TangentNumberOver<K>::Scope scope(angles);
  DynamicMatrix<K> a(about.system.metric.rows(), 1);
  if (about.timed) a(a.rows() - 1, 0) = K(1);
  std::optional<std::vector<K>> functions;
  do {
    functions = functions_at(written->coordinates);
    for (Eigen::Index i = 0; i < a.rows() - (about.timed ? 1 : 0); ++i) {
      const auto value = (*written->velocity)[static_cast<std::size_t>(i)]
                             .evaluate(std::span<const TangentNumberOver<K>>{})
                             .value();
      if (!functions || !value) return std::nullopt;
      a(i, 0) = *value;
    }
  } while (changed());
  const auto here = [&](const DynamicMatrix<CoordinatePolynomial>& m) {
    DynamicMatrix<K> value(m.rows(), m.cols());
    for (Eigen::Index i = 0; i < m.size(); ++i)
      value.data()[i] = value_of<K>(m.data()[i].terms(), [&](int variable) {
        return variable % 3 == 0 ? (*functions)[static_cast<std::size_t>(variable / 3)]
                                 : K(variable % 3 == 1 ? 1 : 0);
      });
    return value;
  };
  const DynamicMatrix<K> d = here(about.system.distribution);
  a -= here(about.system.offset);
  const auto u = solve<K>(d, a);
  if (!u || rank<K>(d) < d.cols()) return std::nullopt;
  return SeriesStartOver<K>{std::move(*functions), DynamicVector<K>(u->col(0))};
}

}  // namespace

std::optional<FileStart> start_of(const SystemFile& file, const PolynomialFile& about,
                                  const Rational& tangent) {
  Transcendentals numbers(tangent);
  auto start = start_over<Rational>(
      file, about, numbers.angles,
      [&](const std::vector<Number>& coordinates) { return about.ring.at(coordinates, numbers); },
      [&] { return numbers.changed(); });
  if (!start) return std::nullopt;
  return FileStart{std::move(*start), numbers.none()};
}

std::optional<SeriesStartOver<RationalFunction>> start_of(const SystemFile& file,
                                                          const PolynomialFile& about,
                                                          const RationalFunction& tangent) {
  using InTangent = TangentNumberOver<RationalFunction>;
  InTangent::Angles angles(tangent);
  return start_over<RationalFunction>(
      file, about, angles,
      [&](const std::vector<Number>& coordinates) {
        std::optional<std::vector<RationalFunction>> functions;
        std::vector<InTangent> at;
        for (const Number& x : coordinates) {
          if (!x.exact) return functions;
          at.emplace_back(*x.exact);
        }
        functions.emplace();
        for (const InTangent& value : about.ring.values<InTangent>(at)) {
          if (!value.value()) return decltype(functions)();
          functions->push_back(*value.value());
        }
        return functions;
      },
      [&] { return angles.changed(); });
}

}  // namespace hamel
