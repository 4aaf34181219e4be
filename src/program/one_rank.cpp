// The program hamel runs on one process.
#include <memory>

#include "program_ranks.hpp"

namespace hamel::command {

std::unique_ptr<Ranks> program_ranks(int&, char**&) {
  return std::make_unique<Ranks>();
}

}  // namespace hamel::command
