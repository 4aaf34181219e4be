// A line for every file of examples/systems.
#pragma once

#include <iosfwd>

/// The answers to Q1 and Q2 of every public file, with the kind of each proof; true when every certificate is verified.
bool write_files(std::ostream& out);
