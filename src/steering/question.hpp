// What steering is asked: from where to where, in coordinates.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/steer.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel::steering {

/// Coordinates, by index, that the motion is to have at a time on its way.
struct Via {
  double t;
  std::vector<std::pair<int, double>> coordinates;
};

/// The ends of a motion, on a group or in coordinates, and what is asked in between.
struct Question {
  const GroupSystem* system = nullptr;  ///< none in coordinates
  std::vector<std::string> names;       ///< of the coordinates
  std::vector<double> start, target;
  std::vector<bool> is_free;      ///< what the end leaves free
  std::vector<bool> is_periodic;  ///< what ends where it begins, wherever that is
  std::vector<Via> via;

  bool some_periodic() const {
    return std::find(is_periodic.begin(), is_periodic.end(), true) != is_periodic.end();
  }
  bool is_tour() const { return !via.empty() || some_periodic(); }
  bool some_free() const {
    return std::find(is_free.begin(), is_free.end(), true) != is_free.end();
  }
};

/// The start of a file and the end that is asked for: coordinates by name, those not named as at the start, or as in
/// the target of the file where `to` is empty. Throws InputError on algebras without elements, where nothing is
/// asked, on names that are none, and on times not above 0.
Question question_of(const SystemFile& file, const std::vector<std::pair<std::string, double>>& to,
                     const std::vector<std::string>& free, double t_end);

/// Adds what is asked on the way, by `via` and `periodic` or, where both are empty, by the target of the file as far as
/// `to` is empty. Throws InputError as question_of, and unless times lie between 0 and t_end, one after the other.
void add_way(Question& asked, const SystemFile& file, const SteerRequest& request);

/// The place of a name. Throws InputError with the names nearest to it.
int index_of(const std::vector<std::string>& names, const char* option, const std::string& name);

/// How long a turn of each coordinate is, 0 where it is no angle.
std::vector<double> turns_of(const SystemFile& file, const std::vector<std::string>& names);
/// The places of the names in `wrap`. Throws InputError where one is no angle.
std::vector<int> angles(const std::vector<std::string>& names, const std::vector<double>& turns,
                        const std::vector<std::string>& wrap);

/// The element with the coordinates of an end; those of none are refused.
SystemGroup::Point element_at(const SystemGroup& group, const std::vector<double>& coordinates);

}  // namespace hamel::steering
