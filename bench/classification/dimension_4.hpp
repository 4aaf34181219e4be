// What is true of hyperplanes and planes of the four-dimensional algebras, and how it is checked.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include <hamel/io/parameter_pieces.hpp>

#include "algebras_of_dimension_4.hpp"

namespace classification {

/// Writes the part of the page; whether nothing contradicts it. `samples`: subspaces of each algebra that are tried.
bool write_dimension_4(std::ostream& page, int samples);

/// Its tables, with the answers to each row of planes.
std::vector<hamel::SeveralParameters> write_tables_of_dimension_4(std::ostream& page);

/// The names g11 .. of the metric on d, then those of d_perp.
std::vector<std::string> entries_of_plane();
/// The answers to `eq_3_11` and to `q1` of a row of `planes_that_generate` in all metrics.
hamel::SeveralParameters answers_of_plane(const Adapted& row);

/// What comparing with the exact checks of single systems gave.
struct Comparison {
  int subspaces = 0;    ///< whose bases gave the constants of a row
  int closed = 0;       ///< that are subalgebras, or planes in smaller ones
  int wrong_bases = 0;  ///< where the constants were others
  int asked = 0, yes = 0, undecided = 0, contradictions = 0;
};
Comparison compare_hyperplanes(int samples);
Comparison compare_planes(const std::vector<hamel::SeveralParameters>& answers, int samples);

}  // namespace classification
