// The processes that share one work: this one alone, or the ranks of MPI (hamel/ensemble/mpi_ranks.hpp).
#pragma once

#include <cstdlib>
#include <string>

namespace hamel {

/// One of the processes. Here it is the only one.
class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  /// Which of them this is, from 0.
  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }
  /// The next of the numbers 0, 1, ..., of which each is handed out once among all; a rank that is free takes it
  /// without anybody else's doing. `restart` is called by all, and the numbers begin again.
  virtual long next() { return next_++; }
  virtual void restart() { next_ = 0; }
  /// All have what rank 0 has.
  virtual void share(std::string&) {}
  /// Returns when all have come here.
  virtual void meet() {}
  /// Ends all with this exit status.
  [[noreturn]] virtual void abort(int status) { std::exit(status); }

 private:
  long next_ = 0;
};

}  // namespace hamel
