// Motions as a picture shows them: kept in numbers, and computed again where they bend.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <hamel/io/simulate.hpp>

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
  Dynamics dynamics = Dynamics::nonholonomic;
  std::vector<Sample> samples;
  double end() const { return samples.back().t; }
};

/// The value of an axis for a sample.
using Value = std::function<double(const Sample&)>;
/// The samples of a track up to a time, with that many outputs; empty where they cannot be had.
using Again = std::function<std::vector<Sample>(Dynamics dynamics, double t_end, long outputs)>;

/// Tracks sampled so finely that the polygons through (axes of) their samples look like curves: asked for again with
/// more outputs, and where they bend more often than a picture can show, up to an earlier time.
std::vector<Track> as_finely_as_they_bend(std::vector<Track> tracks, const std::vector<Value>& axes,
                                          const Again& again);

}  // namespace hamel::command
