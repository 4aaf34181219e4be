// The three streams a program is given.
#pragma once

namespace hamel::command {

/// Makes writes to closed pipes and full disks return errors instead of signals, and keeps the numbers
/// of streams that were closed from being given to other files.
void prepare_standard_streams();

/// Writes what is left in the buffers. `failed` when standard output did not take everything, unless its
/// reader left, who did not want the rest.
enum class Written { all, failed };
Written finish_standard_output();

}  // namespace hamel::command
