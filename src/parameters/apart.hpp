// Work inside another library, which nothing can interrupt, done by a child process that can be ended.
#pragma once

#include <functional>
#include <string>

namespace hamel::varying {

/// What `work` returns, computed by a copy of this process with no more time of the processor than half of what is left
/// for the answer, and not much more memory than this process has. Throws BudgetExceeded where that was too little, or
/// no process can be made.
std::string computed_apart(const std::function<std::string()>& work);

}  // namespace hamel::varying
