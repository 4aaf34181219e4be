// From a system file to the library's systems.
#include <algorithm>
#include <utility>
#include <vector>

#include <hamel/io/any_system.hpp>

namespace hamel {

ExpressionMetric::ExpressionMetric(AnyGroup group, std::vector<Expression> entries)
    : group_(std::move(group)),
      entries_(std::move(entries)),
      is_constant_(std::all_of(entries_.begin(), entries_.end(),
                               [](const auto& e) { return e.is_constant(); })) {
  const int n = group_.dim();
  constant_ = Matrix<double, dynamic>::Zero(n, n);
  if (!is_constant_) return;
  for (int i = 0; i < n * n; ++i) constant_(i / n, i % n) = entries_[i].evaluate<double>({});
}

AnySystem any_system(const GroupSystem& file) {
  return mechanical(file.group, ExpressionMetric(file.group, file.metric),
                    ExpressionPotential(file.group, file.potential),
                    ExpressionForce(file.group, file.force));
}

Matrix<double, dynamic> any_distribution(const GroupSystem& file) {
  if (!file.constrained()) return Matrix<double, dynamic>::Identity(file.dim(), file.dim());
  return as_doubles(file.span, file.dim());
}

Element<AnyGroup, double> any_start(const GroupSystem& file) {
  if (!file.start) return file.group.identity<double>();
  std::vector<double> coordinates;
  for (const auto& c : file.start->coordinates) coordinates.push_back(c.value);
  return file.group.from_coordinates(coordinates);
}

}  // namespace hamel
