// Motions that a browser plays.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// Throws InputError unless the path ends in .html.
void require_page_path(const std::string& path);

/// A page that plays the motions side by side, with a slider and a pause: one file that asks for nothing else. With #T
/// at the end of its address it stands still at the time T. Names in it are data: no character of theirs is an
/// instruction.
std::string animation_page(const SystemFile& file, std::vector<Track> tracks, const Again& again,
                           const std::string& caption, const std::string& verdict);

/// Writes the page, whole or not at all. Throws InputError and OutputError as OutputFile.
void write_page(const std::string& path, const std::string& page);

}  // namespace hamel::command
