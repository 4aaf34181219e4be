// The dual of an algebra of dimension 3, with a coadjoint orbit in it.
#pragma once

#include <optional>
#include <vector>

#include <hamel/io/plot.hpp>
#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// A panel for the momenta p of motions, with the coadjoint orbit of the first start as a net: where p' = ad*_a p free
/// and vakonomic motion stay on theirs, and a reaction takes nonholonomic motion off. Nothing for other dimensions,
/// where a potential, a force or a metric that varies takes all of them off, where no momentum moves, or the orbit has
/// no area.
std::optional<Panel> momentum_panel(const SystemFile& file, const std::vector<Track>& tracks);

}  // namespace hamel::command
