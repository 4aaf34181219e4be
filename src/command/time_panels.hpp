// The panels of a picture over time, and what is said in words instead.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/plot.hpp>
#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

double time_of(const Sample& s);

/// The curve of a track in two values, in the colour and the line of its dynamics.
Curve curve(const Track& track, const Value& x, const Value& y);

Panel time_panel(const std::string& title, const std::string& label);

/// Energy, and for constrained systems the distance from the constraint, where they are more than rounding.
void add_errors(Figure& figure, const std::vector<Track>& tracks, bool constrained);

/// The velocity that varies most, of all tracks.
void add_telling_velocity(Figure& figure, const SystemFile& file, const std::vector<Track>& tracks);

/// The velocities of a motion that change.
void add_velocities(Figure& figure, const SystemFile& file, const Track& track);

/// The force with which the constraint acts on a nonholonomic motion: in the basis of the algebra's dual, or on each
/// coordinate.
void add_reaction(Figure& figure, const SystemFile& file, const Track& track);

/// The forces that keep the constraint, the reaction of nonholonomic motion beside what the multiplier of vakonomic
/// motion does: of the components that vary the one that is largest in the first motion.
void add_reactions(Figure& figure, const SystemFile& file, const std::vector<Track>& tracks);

}  // namespace hamel::command
