// Errors of standard output, seen when the program ends.
#include "standard_streams.hpp"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <poll.h>
#include <unistd.h>

namespace hamel::command {

namespace {

/// True for a pipe or socket that nobody reads any more.
bool reader_left() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // A stand-in of the wrong direction: using the stream stays an error.
    if (fcntl(stream, F_GETFD) == -1)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

Written finish_standard_output() {
  std::cout.flush();
  const bool before = std::cout.good() && std::ferror(stdout) == 0;
  const bool left = reader_left();
  const bool now = std::fflush(stdout) == 0;
  if (before && now) return Written::all;
  return left || reader_left() ? Written::all : Written::failed;
}

}  // namespace hamel::command
