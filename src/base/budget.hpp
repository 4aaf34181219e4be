// What reading one file may cost, so that no file takes longer than seconds or more than a few hundred MB.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace hamel::reading {

inline constexpr std::size_t max_file_size = 16'000'000;  ///< bytes
inline constexpr std::size_t max_values = 1'000'000;      ///< JSON values in a file
inline constexpr std::size_t max_keys = 10'000;           ///< of one object
inline constexpr std::size_t max_nesting = 64;            ///< of JSON arrays and objects
inline constexpr std::size_t max_name = 100;  ///< characters of a coordinate or parameter
inline constexpr std::size_t max_file_nodes = 1'000'000;  ///< formula nodes after substitution
/// Products and sums of exact numbers, each counted as the square of its length in machine words.
inline constexpr std::size_t max_exact_work = 8'000'000;

/// While one is alive, the formulas read by this thread are charged to it. One inside another has no more than the
/// outer one. Without one nothing is charged.
class Budget {
 public:
  explicit Budget(std::size_t nodes = max_file_nodes, std::size_t exact_work = max_exact_work);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget() { current() = outer_; }

  /// While one is alive, nodes are counted from 0 and not charged: those of a formula whose parameters are still open,
  /// which is charged where they are put in.
  class Aside {
   public:
    Aside() noexcept : spent_(current() ? std::exchange(current()->nodes_spent_, 0) : 0) {}
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
    ~Aside() {
      if (current()) current()->nodes_spent_ = spent_;
    }

   private:
    std::size_t spent_;
  };

  /// Throws InputError at `where` when the formulas have become too many.
  static void spend_node(const std::string& where);
  /// Throws InputError when exact numbers of so many bits have been worked with too often.
  static void spend_exact(std::size_t bits);

 private:
  static Budget*& current();

  Budget* outer_;
  std::size_t nodes_, exact_work_;  ///< limits
  std::size_t nodes_spent_ = 0, exact_work_spent_ = 0;
};

}  // namespace hamel::reading
