// The ranks of an MPI program: the library hamel::mpi (HAMEL_BUILD_MPI).
#pragma once

#include <memory>
#include <string>

#include <hamel/ensemble/ranks.hpp>

namespace hamel {

/// MPI from here to the end of the object, which every rank makes first of all and once.
class MpiRanks final : public Ranks {
 public:
  MpiRanks(int& argc, char**& argv);
  ~MpiRanks() override;

  int rank() const override;
  int size() const override;
  long next() override;
  void restart() override;
  void share(std::string& text) override;
  void meet() override;
  [[noreturn]] void abort(int status) override;

 private:
  struct Counter;  // a number on rank 0 that all fetch and add to
  std::unique_ptr<Counter> counter_;
};

}  // namespace hamel
