// What to draw of the motions of a system.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::command {

/// Keeps samples of a run, evenly thinned so that never more than twice `enough` are held.
class Recorder {
 public:
  void add(const Sample& sample);
  /// The samples kept, and the last one.
  std::vector<Sample> samples() const;

 private:
  static constexpr std::size_t enough = 2000;
  std::vector<Sample> kept_;
  Sample last_;
  std::size_t stride_ = 1, seen_ = 0;
};

/// A motion to draw.
struct Track {
  std::string name;
  std::vector<Sample> samples;
};

/// One motion: path, velocities, energy error, distance from the constraint.
Figure motion_figure(const SystemFile& file, const Track& track, const std::string& caption);

/// Several motions from one start, the first being the one the others are measured against.
Figure comparison_figure(const SystemFile& file, const std::vector<Track>& tracks,
                         const std::string& caption, double threshold);

}  // namespace hamel::command
