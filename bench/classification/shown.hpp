// Brackets, polynomials and pieces as the page writes them, and whether a piece holds numbers.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/parameter_pieces.hpp>

namespace classification {

/// `[e1,e2] = e3, [e1,e3] = -s*e2 + e3` of the brackets of a system file, as code in a page.
std::string brackets(const std::string& structure);
/// A polynomial with blanks around its signs.
std::string shown(const std::string& polynomial);
/// Where an answer is yes; polynomials that are `excluded` vanish nowhere.
std::string shown(const hamel::ParameterPieces& answer, const std::vector<std::string>& excluded);
/// Whether numbers, written as formulas, lie in one of the pieces.
bool hold(const std::vector<hamel::ParameterPiece>& pieces, const std::vector<std::string>& names,
          const std::vector<std::string>& values);

}  // namespace classification
