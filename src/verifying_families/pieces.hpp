// A question answered on the whole space of parameters: on parts, then on the parts that were left out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <hamel/io/parameter_pieces.hpp>

#include "larger_parts.hpp"

namespace hamel::varying {

/// Parts that one question may look at.
inline constexpr int largest_number_of_parts = 400;
/// Products of terms of polynomials that a question may spend on a part.
inline constexpr long operations_on_a_part = 20'000'000;
inline constexpr long operations_on_a_question = 100'000'000;
/// Of two or three parameters polynomials stay short enough for more work to end.
inline constexpr int few_parameters = 3;
inline constexpr long operations_on_one_of_few_parts = 200'000'000;
inline constexpr long operations_on_few_parameters = 800'000'000;
/// Of more parameters parts are many, and those whose polynomials grow are given up early.
inline constexpr int many_parameters = 6;
inline constexpr long operations_on_one_of_many_parts = 8'000'000;
inline constexpr long operations_on_many_parameters = 400'000'000;

/// Finds, or reads and proves again, what is true on a part that lies in larger ones.
using Finder = std::function<Finding(const Part&, const std::vector<Larger>&)>;
ParameterPieces pieces_of(const std::string& id, const std::vector<Part>& systems,
                          const Finder& find);

/// What tells a part from others.
std::string key_of(const Part& part);

/// Where polynomials vanish, as text.
ParameterPiece piece_of(const Part& part, const Vector& nonzero);

}  // namespace hamel::varying
