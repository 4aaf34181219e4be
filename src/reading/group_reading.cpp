// Groups by name, products, and algebras by structure constants.
#include "group_reading.hpp"

#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/brackets.hpp>

#include "base/nearest_name.hpp"
#include "exact/jacobi_modular.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

/// What a name may be.
std::string known_groups() {
  std::string known;
  for_each_group([&](const auto& row) { known += row.shown() + "; "; });
  return known + "up to dimension " + std::to_string(max_dimension) +
         "; {\"matrices\": [...]}; or an array of these";
}

/// Every name of a group.
std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for_each_group([&](const auto& row) {
    const std::string name(row.name);
    if (!row.is_family()) names.push_back(name);
    for (int n = row.first; row.is_family() && n <= max_dimension; n += row.step)
      names.push_back(name + std::to_string(n));
  });
  return names;
}

/// The factors of a product with their structure constants, where those are rational.
struct Factors {
  int dimension = 0;
  std::vector<AnyFactor> groups;
  std::vector<std::optional<StructureConstants<Rational>>> algebras;
};

/// Counts a factor before it is built.
void count_factor(const JsonNode& node, Factors& factors, int dimension) {
  factors.dimension += dimension;
  if (factors.dimension > max_dimension) {
    throw DimensionError(node.path(),
                         node.describe() + ", with which the dimension is at least " +
                             std::to_string(factors.dimension),
                         "a dimension of at most " + std::to_string(max_dimension) + " in all");
  }
}

template <class G>
void add_factor(const JsonNode& node, Factors& factors, const G& group) {
  count_factor(node, factors, group.dim());
  factors.algebras.emplace_back(constants_of<Rational>(group));
  factors.groups.emplace_back(group);
}

/// The square matrices of a node, exact when every entry is.
template <class S>
std::vector<DynamicMatrix<S>> as_matrices(const std::vector<std::vector<Number>>& entries,
                                          int rows) {
  std::vector<DynamicMatrix<S>> result;
  for (const auto& matrix : entries) {
    DynamicMatrix<S> m(rows, rows);
    for (int i = 0; i < rows * rows; ++i) {
      if constexpr (is_exact<S>) {
        m(i / rows, i % rows) = *matrix[i].exact;
      } else {
        m(i / rows, i % rows) = matrix[i].value;
      }
    }
    result.push_back(std::move(m));
  }
  return result;
}

void read_matrices(const JsonNode& node, const Expression::Scope& constants, Factors& factors) {
  node.only_keys({"matrices"});
  const JsonNode list = node.member("matrices", "matrices that span an algebra");
  const auto nodes = list.array();
  if (nodes.empty() || nodes.size() > max_dimension) {
    list.refuse("between 1 and " + std::to_string(max_dimension) + " matrices");
  }
  count_factor(node, factors, static_cast<int>(nodes.size()));
  const int rows = static_cast<int>(nodes.front().array().size());
  if (rows < 1 || rows > max_matrix_rows) {
    nodes.front().refuse("a matrix of 1 to " + std::to_string(max_matrix_rows) + " rows");
  }
  std::vector<std::vector<Number>> entries;
  bool exact = true;
  for (const auto& matrix : nodes) {
    std::vector<Number> numbers;
    for (const auto& entry : read_matrix(matrix, rows, constants)) {
      numbers.push_back(finite_value_at(entry, {}, matrix));
      exact = exact && numbers.back().exact.has_value();
    }
    entries.push_back(std::move(numbers));
  }
  try {
    if (exact) {
      const auto basis = as_matrices<Rational>(entries, rows);
      factors.algebras.emplace_back(matrix_algebra(basis));
      factors.groups.emplace_back(MatrixGroup(basis));
    } else {
      factors.algebras.emplace_back(std::nullopt);
      factors.groups.emplace_back(MatrixGroup(as_matrices<double>(entries, rows)));
    }
  } catch (const NotALieAlgebra& error) {
    throw NotALieAlgebra(list.path(), error.where() + ": " + error.found(), error.expected());
  }
}

void read_factors(const JsonNode& node, const Expression::Scope& constants, Factors& factors) {
  if (node.is_array()) {
    for (const auto& item : node.array()) read_factors(item, constants, factors);
    return;
  }
  if (node.is_object()) return read_matrices(node, constants, factors);
  const std::string& name = node.string(known_groups());
  bool found = false;
  for_each_group([&](const auto& row) {
    const auto group = row.called(name);
    if (!group) return;
    add_factor(node, factors, *group);
    found = true;
  });
  if (!found) node.refuse(node.describe() + nearest_hint(name, group_names()), known_groups());
}

/// The direct sum, when every part is exact.
std::optional<StructureConstants<Rational>> direct_sum(
    const std::vector<std::optional<StructureConstants<Rational>>>& parts, int dimension) {
  StructureConstants<Rational> sum(dimension);
  int first = 0;
  for (const auto& part : parts) {
    if (!part) return std::nullopt;
    for (const auto& c : part->entries()) sum.set(first + c.i, first + c.j, first + c.k, c.value);
    first += part->dimension();
  }
  return sum;
}

/// A basis index of an algebra, from 1.
std::optional<int> basis_index(std::string_view text, int n) {
  int i = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), i);
  const bool whole = error == std::errc() && stop == text.data() + text.size();
  return whole && i >= 1 && i <= n ? std::optional(i - 1) : std::nullopt;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// The brackets of a file in a common form: coefficient of e_k in [e_i,e_j], i < j.
using Brackets = std::map<std::pair<int, int>, std::vector<Number>>;

Brackets read_brackets(const JsonNode& node, int n, const Expression::Scope& constants) {
  const std::string range = " with numbers from 1 to " + std::to_string(n);
  Brackets brackets;
  for (const auto& [key, value] : node.members()) {
    const std::string pair = without_spaces(key);
    const std::size_t comma = pair.find(',');
    const auto i = basis_index(std::string_view(pair).substr(0, comma), n);
    const auto j = comma == std::string::npos
                       ? std::nullopt
                       : basis_index(std::string_view(pair).substr(comma + 1), n);
    if (!i || !j) value.refuse("the key '" + key + "'", "a pair such as '1,2'" + range);
    std::vector<Number> bracket(n);
    for (const auto& [name, coefficient] : value.members()) {
      const auto k = basis_index(without_spaces(name), n);
      if (!k) coefficient.refuse("the key '" + name + "'", "a basis vector such as '3'" + range);
      Number c = read_number(coefficient, constants);
      if (*i == *j && c.value != 0) {
        throw NotALieAlgebra(coefficient.path(), text_of(c),
                             "0, because the bracket is antisymmetric");
      }
      if (*i > *j) {
        c.value = -c.value;
        if (c.exact) c.exact = Rational(-*c.exact);
      }
      bracket[*k] = c;
    }
    if (!brackets.emplace(std::minmax(*i, *j), bracket).second) {
      value.refuse("a second value for this bracket", "each bracket once, as i,j or as j,i");
    }
  }
  return brackets;
}

template <class S>
StructureConstants<S> as_constants(const Brackets& brackets, int n) {
  StructureConstants<S> result(n);
  for (const auto& [pair, bracket] : brackets) {
    for (int k = 0; k < n && pair.first != pair.second; ++k) {
      if constexpr (is_exact<S>) {
        result.set(pair.first, pair.second, k, *bracket[k].exact);
      } else {
        result.set(pair.first, pair.second, k, bracket[k].value);
      }
    }
  }
  return result;
}

/// Exact operations that the test of the Jacobi identity may take.
constexpr std::int64_t jacobi_operations = 100'000'000;

GroupSystem read_algebra(const JsonNode& node, const Expression::Scope& constants) {
  node.only_keys({"dim", "brackets"});
  const int n = node.member("dim", "the dimension of the algebra").integer(1, max_dimension);
  const JsonNode brackets_node =
      node.member("brackets", "brackets such as {\"1,2\": {\"3\": \"1\"}}");
  const Brackets brackets = read_brackets(brackets_node, n, constants);
  bool exact = true;
  for (const auto& entry : brackets) {
    for (const auto& c : entry.second) exact = exact && c.exact.has_value();
  }
  GroupSystem system;
  const auto rounded = as_constants<double>(brackets, n);
  try {
    const WorkBudget budget(jacobi_operations);
    if (exact) {
      system.exact_algebra = as_constants<Rational>(brackets, n);
      require_lie_algebra(*system.exact_algebra);
    } else {
      require_lie_algebra(rounded);
    }
    system.group = SystemGroup(AnyGroup({{AlgebraGroup<>(rounded, KnownLieAlgebra{})}}));
  } catch (const NotALieAlgebra& error) {
    throw NotALieAlgebra(brackets_node.path(), error.where() + " = " + error.found(),
                         error.expected());
  } catch (const BudgetExceeded& limit) {
    brackets_node.refuse(
        std::string("constants too long to test the Jacobi identity (") + limit.what() + ")",
        "fewer or shorter ones");
  }
  return system;
}

}  // namespace

GroupSystem read_group(const JsonNode& file, const Expression::Scope& constants) {
  if (file.has("algebra")) {
    const JsonNode algebra = file.member("algebra", "");
    if (file.has("group")) file.member("group", "").refuse("either a group or an algebra");
    return read_algebra(algebra, constants);
  }
  const JsonNode node = file.member("group", "a group, an algebra or a chart");
  Factors factors;
  read_factors(node, constants, factors);
  if (factors.groups.empty()) node.refuse("at least one group");
  GroupSystem system;
  try {
    system.group = SystemGroup(AnyGroup({std::move(factors.groups)}));
  } catch (const DimensionError& error) {
    throw DimensionError(node.path(), error.found(), error.expected());
  }
  system.coordinates = system.group.coordinate_names();
  system.exact_algebra = direct_sum(factors.algebras, system.group.dim());
  return system;
}

SystemGroup::Point element_at(const SystemGroup& group, const std::vector<double>& coordinates) {
  return group.from_coordinates(coordinates);
}

}  // namespace hamel::reading
