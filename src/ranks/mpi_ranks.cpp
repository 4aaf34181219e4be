// Ranks of MPI: work is handed out by a number on rank 0 that every rank fetches and adds to (MPI 3, one-sided), so
// that nobody has to answer.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <string>

#include <hamel/ensemble/mpi_ranks.hpp>

namespace hamel {

struct MpiRanks::Counter {
  MPI_Win window = MPI_WIN_NULL;
  std::int64_t* number = nullptr;

  explicit Counter(int rank) {
    MPI_Win_allocate(rank == 0 ? sizeof *number : 0, sizeof *number, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &number, &window);
    MPI_Win_lock_all(0, window);
  }
  ~Counter() {
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  std::int64_t apply(std::int64_t value, MPI_Op operation) const {
    std::int64_t before = 0;
    MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, 0, operation, window);
    MPI_Win_flush(0, window);
    return before;
  }
};

MpiRanks::MpiRanks(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);  // threads compute, one speaks
  counter_ = std::make_unique<Counter>(rank());
  restart();
}

MpiRanks::~MpiRanks() {
  counter_.reset();
  MPI_Finalize();
}

int MpiRanks::rank() const {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int MpiRanks::size() const {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

long MpiRanks::next() {
  return counter_->apply(1, MPI_SUM);
}

void MpiRanks::restart() {
  meet();
  if (rank() == 0) counter_->apply(0, MPI_REPLACE);
  meet();
}

void MpiRanks::share(std::string& text) {
  constexpr std::uint64_t piece = 1 << 30;  // counts of MPI are ints
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  text.resize(size);
  for (std::uint64_t from = 0; from < size; from += piece)
    MPI_Bcast(text.data() + from, static_cast<int>(size - from < piece ? size - from : piece),
              MPI_CHAR, 0, MPI_COMM_WORLD);
}

void MpiRanks::meet() {
  MPI_Barrier(MPI_COMM_WORLD);
}

void MpiRanks::abort(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::abort();
}

}  // namespace hamel
