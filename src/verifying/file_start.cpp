// Coordinates and velocity of a file as numbers that series can be made of.
#include "file_start.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/group/any_group.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "exact/rational_function.hpp"
#include "formulas/expression_value.hpp"

namespace hamel {

namespace {

/// Whether the entries of a matrix among the coordinates of the start are not known to be those of an element: motions
/// start from the nearest one.
bool is_moved_onto_group(const GroupSystem& file) {
  bool moved = false;
  std::size_t first = 0;  // of the coordinates of a factor
  file.group.product().factors().for_each([&]<class G>(const G& factor) {
    const std::size_t count = factor.coordinate_names().size();
    bool known = true;
    const auto given = [&](std::size_t i) {
      const auto& exact = file.start->coordinates[first + i].exact;
      known = known && exact;
      return exact.value_or(Rational(0));
    };
    if constexpr (std::same_as<G, MatrixGroup>) {
      const auto identity = factor.coordinates(factor.template identity<double>());
      for (std::size_t i = 0; i < count; ++i) known = given(i) == Rational(identity[i]) && known;
    } else if constexpr (std::same_as<G, SO3> || std::same_as<G, SE3> || std::same_as<G, SO21>) {
      DynamicMatrix<Rational> r(3, 3), form(3, 3);
      for (std::size_t i = 0; i < 9; ++i)  // the last of them
        r(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) =
            given(count - 9 + i);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          form(i, j) = Rational(i != j ? 0 : std::same_as<G, SO21> && i == 2 ? -1 : 1);
      known = known && DynamicMatrix<Rational>(r.transpose() * form * r) == form;
    }
    moved = moved || !known;
    first += count;
  });
  return moved;
}

/// What a file writes of its start: coordinates and velocities.
struct Written {
  const std::vector<Number>* coordinates;
  const std::vector<Expression>* velocity;
};

/// Nothing where a velocity was put in place of that of the file.
std::optional<Written> written_start(const SystemFile& file) {
  std::optional<Written> written;
  if (const auto* group = std::get_if<GroupSystem>(&file.system); group && group->start) {
    if (is_moved_onto_group(*group)) return std::nullopt;
    written = Written{&group->start->coordinates, &group->start->a_written};
  }
  if (const auto* chart = std::get_if<ChartSystem>(&file.system); chart && chart->start)
    written = Written{&chart->start->q, &chart->start->q_dot_written};
  if (written && written->velocity->empty()) written.reset();
  return written;
}

/// The start in Q(t): coordinates and velocities, with t = 0 and t' = 1 behind each where time is a coordinate.
template <class K>
struct StartNumbers {
  std::vector<TangentNumberOver<K>> coordinates, velocity;
};

/// Coordinates are known where they are rational; nothing where velocities are not in Q(t).
template <class K>
std::optional<StartNumbers<K>> numbers_of(const Written& written, bool timed,
                                          typename TangentNumberOver<K>::Angles& angles) {
  using InTangent = TangentNumberOver<K>;
  const typename InTangent::Scope scope(angles);
  StartNumbers<K> numbers;
  for (const Number& x : *written.coordinates) numbers.coordinates.emplace_back(x.exact);
  for (const Expression& formula : *written.velocity) {
    numbers.velocity.push_back(formula.evaluate(std::span<const InTangent>{}));
    if (!numbers.velocity.back().value()) return std::nullopt;
  }
  if (timed) {
    numbers.coordinates.emplace_back(0);
    numbers.velocity.emplace_back(1);
  }
  return numbers;
}

/// The start in K. `functions_at(coordinates)` are the functions there; all is asked once more where `changed()`, an
/// angle having been met that is not a multiple of those before it.
template <class K, class FunctionsAt, class Changed>
std::optional<SeriesStartOver<K>> start_over(const SystemFile& file, const PolynomialFile& about,
                                             typename TangentNumberOver<K>::Angles& angles,
                                             const FunctionsAt& functions_at,
                                             const Changed& changed) {
  const auto written = written_start(file);
  if (!written) return std::nullopt;
  DynamicMatrix<K> a(about.system.metric.rows(), 1);
  std::optional<std::vector<K>> functions;
  do {
    const auto numbers = numbers_of<K>(*written, about.timed, angles);
    if (numbers) functions = functions_at(numbers->coordinates);
    if (!numbers || !functions) return std::nullopt;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      a(i, 0) = *numbers->velocity[static_cast<std::size_t>(i)].value();
  } while (changed());
  const auto here = [&](const DynamicMatrix<CoordinatePolynomial>& m) {
    DynamicMatrix<K> value(m.rows(), m.cols());
    for (Eigen::Index i = 0; i < m.size(); ++i)
      value.data()[i] = value_of<K>(m.data()[i].terms(), [&](int variable) {
        return is_plain(variable) ? (*functions)[static_cast<std::size_t>(index_of(variable))]
                                  : K(is_cosine(variable) ? 1 : 0);
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
      [&](const std::vector<TangentNumber>& at) { return about.ring.at(at, numbers); },
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
      [&](const std::vector<InTangent>& at) {
        const InTangent::Scope scope(angles);
        std::optional<std::vector<RationalFunction>> functions(std::in_place);
        for (const InTangent& value : about.ring.values<InTangent>(at)) {
          if (!value.value()) return decltype(functions)();
          functions->push_back(*value.value());
        }
        return functions;
      },
      [&] { return angles.changed(); });
}

std::optional<FileJet> start_of(const SystemFile& file, const ChartPolynomials& chart,
                                const Rational& tangent) {
  const auto written = written_start(file);
  if (!written) return std::nullopt;
  Transcendentals numbers(tangent);
  ChartJet jet;
  do {
    auto known = numbers_of<Rational>(*written, chart.timed, numbers.angles);
    if (!known) return std::nullopt;
    jet.velocities.clear();
    for (const TangentNumber& v : known->velocity) jet.velocities.push_back(*v.value());
    auto& all = known->coordinates;
    all.insert(all.end(), known->velocity.begin(), known->velocity.end());
    const auto functions = chart.ring.at(all, numbers);
    if (!functions) return std::nullopt;
    jet.functions = *functions;
  } while (numbers.changed());
  if (!is_admissible(chart, jet)) return std::nullopt;
  return FileJet{std::move(jet), numbers.none()};
}

}  // namespace hamel
