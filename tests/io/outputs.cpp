// Outputs: whole or not at all, never over another file, and names that are only names.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "run_command.hpp"

namespace {

/// Runs a line of the shell in the folder, with $H for the command and $S for a system file.
int shell(const TemporaryFolder& folder, const std::string& line) {
  const std::string all = "cd '" + folder.file("") + "'; H='" + paths::command() + "'; S='" +
                          system_path("suslov") + "'; " + line;
  const int status = std::system(all.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::size_t files_in(const TemporaryFolder& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.file("")))
    ++count;
  return count;
}

bool has_gnuplot() {
  return std::system("command -v gnuplot > /dev/null") == 0;
}

}  // namespace

TEST_CASE("an output that cannot be completed leaves the older file and nothing else") {
  const TemporaryFolder folder;
  folder.write("out.csv", "older\n");
  // 4 kB of file size at most: the table has more.
  CHECK(shell(folder, "ulimit -f 4; exec $H simulate $S --csv out.csv >/dev/null 2>err") == 1);
  CHECK(read_file(folder.file("out.csv")) == "older\n");
  CHECK(read_file(folder.file("err")).find("out.csv: found the error ") != std::string::npos);
  CHECK(shell(folder, "$H simulate $S --csv /dev/full >/dev/null 2>err") == 1);
  CHECK(files_in(folder) == 2);
  if (!has_gnuplot()) return;
  folder.write("out.svg", "older\n");
  CHECK(shell(folder, "ulimit -f 4; exec $H simulate $S --plot out.svg >/dev/null 2>err") == 1);
  CHECK(read_file(folder.file("out.svg")) == "older\n");
  CHECK(files_in(folder) == 3);
}

TEST_CASE("signals: the older file stays; with --partial the file holds what was computed") {
  const std::string run = " $H simulate $S --t-end 1e8 --every 100000 --csv out.csv ";
  for (const char* signal : {"INT", "TERM", "KILL"}) {
    CAPTURE(signal);
    const TemporaryFolder folder;
    folder.write("out.csv", "older\n");
    shell(folder, std::string("timeout -s ") + signal + " 1" + run + ">/dev/null 2>&1");
    CHECK(read_file(folder.file("out.csv")) == "older\n");
    CHECK(files_in(folder) == 1);
    if (std::string(signal) == "KILL") continue;
    const int status = shell(folder, std::string("timeout --preserve-status -s ") + signal + " 1" +
                                         run + "--partial >/dev/null 2>err");
    CHECK(status == 1);
    CHECK(read_file(folder.file("err")).find("interrupted at t = ") != std::string::npos);
    const auto rows = read_csv(folder.file("out.csv"));
    REQUIRE(rows.size() > 2);
    for (const auto& row : rows) REQUIRE(row.size() == rows[0].size());
    CHECK(files_in(folder) == 2);
  }
}

TEST_CASE("an interrupted run ends at once, however far apart its outputs are") {
  const TemporaryFolder folder;
  for (const char* const options : {"--t-end 1e9 --h 1e9",
                                    "--t-end 1e9 --h 1e-3 --every 1000000000 "
                                    "--method rk4"}) {
    CAPTURE(options);
    // a run that looks at signals between its outputs alone is killed two seconds later
    const int status =
        shell(folder, std::string("timeout --preserve-status -k 2 -s INT 1 $H simulate $S ") +
                          options + " --partial --csv out.csv >/dev/null 2>err");
    CHECK(status == 1);
    CHECK(read_file(folder.file("err")).find("interrupted at t = ") != std::string::npos);
    CHECK(read_csv(folder.file("out.csv")).size() >= 2);
  }
}

TEST_CASE("links and permissions of an older file are kept") {
  const TemporaryFolder folder;
  folder.write("real.csv", "older\n");
  CHECK(shell(folder,
              "chmod 640 real.csv; ln -s real.csv link.csv; ln -s new.csv nowhere.csv;"
              "$H simulate $S --t-end 1 --csv link.csv >/dev/null &&"
              "$H simulate $S --t-end 1 --csv nowhere.csv >/dev/null") == 0);
  CHECK(std::filesystem::is_symlink(folder.file("link.csv")));
  CHECK(read_csv(folder.file("real.csv")).size() == 102);
  CHECK(read_csv(folder.file("new.csv")).size() == 102);
  CHECK(static_cast<unsigned>(std::filesystem::status(folder.file("real.csv")).permissions()) ==
        0640);
}

TEST_CASE("outputs that would overwrite something else are refused") {
  const TemporaryFolder folder;
  const std::string text = read_file(system_path("suslov"));
  folder.write("s.json", text);
  CHECK(shell(folder, "ln -s s.json soft.svg; ln s.json hard.svg; ln -s new.csv new.svg") == 0);
  for (const char* options :
       {"--csv s.json", "--csv ./s.json", "--csv soft.svg", "--csv hard.svg", "--plot soft.svg",
        "--csv a.svg --plot a.svg", "--csv a.svg --plot ./a.svg", "--csv new.csv --plot new.svg",
        "--csv err"}) {
    CAPTURE(options);
    for (const char* command : {"simulate", "compare"}) {
      CHECK(shell(folder, std::string("$H ") + command + " s.json --t-end 1 " + options +
                              " >/dev/null 2>err") == 2);
      CHECK(read_file(folder.file("err")).find("expected a file of its own") != std::string::npos);
    }
  }
  CHECK(shell(folder, "$H simulate - --t-end 1 --csv s.json <s.json >/dev/null 2>err") == 2);
  CHECK(read_file(folder.file("s.json")) == text);
}

TEST_CASE("empty names, folders and missing folders are refused") {
  const TemporaryFolder folder;
  const std::string file = system_path("suslov");
  for (const char* option : {"--csv", "--plot", "--method", "--dynamics", "--h", "--t-end"}) {
    CAPTURE(option);
    const auto result = run_command(folder, {"simulate", file, option, ""});
    CHECK(result.status == 2);
    CHECK(result.err.find(std::string(option) + ": found ") != std::string::npos);
  }
  CHECK(run_command(folder, {"check", ""}).status == 2);
  CHECK(run_command(folder, {"check", file, "--vary", ""}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--csv", folder.file("")}).status == 2);
  const auto nowhere = run_command(folder, {"simulate", file, "--csv", folder.file("no/x.csv")});
  CHECK(nowhere.status == 2);
  CHECK(nowhere.err.find(file + ": output " + folder.file("no/x.csv") + ": found no place") !=
        std::string::npos);
}

TEST_CASE("standard output: checked, quiet when its reader left, CSV alone when asked for") {
  const TemporaryFolder folder;
  CHECK(shell(folder, "$H list >/dev/full 2>err") == 1);
  CHECK(read_file(folder.file("err")).find("standard output: found ") != std::string::npos);
  CHECK(shell(folder, "$H --help >/dev/full 2>err") == 1);
  CHECK(shell(folder, "$H check $S --json >/dev/full 2>err") == 1);
  CHECK(shell(folder, "$H list 2>err >&-") == 1);
  shell(folder, "{ sleep 0.5; $H list 2>err; echo $? >status; } | true");
  CHECK(read_file(folder.file("status")) == "0\n");
  CHECK(read_file(folder.file("err")).empty());
  CHECK(shell(folder, "$H simulate $S --t-end 1 --csv /dev/stdout 2>err | cat >out.csv") == 0);
  CHECK(read_csv(folder.file("out.csv")).size() == 102);
  CHECK(read_file(folder.file("err")).find("status      ok") != std::string::npos);
}

TEST_CASE("no name is an instruction") {
  const TemporaryFolder folder;
  folder.write("run.sh",
               "for name in '|touch owned.svg' '`touch owned`.svg' '$(touch owned).png' "
               "\"'; system 'touch owned'; '.svg\" '-.svg' ' .svg' '\\\\042.svg'; do\n"
               "  \"$H\" simulate \"$S\" --t-end 1 --plot \"$name\" >/dev/null 2>>err\n"
               "  [ -s \"$name\" ] || echo \"$name\" >> missing\n"
               "  rm -f -- \"$name\"\n"
               "done\n");
  if (has_gnuplot()) {
    CHECK(shell(folder, "export H S; bash run.sh") == 0);
    CHECK(read_file(folder.file("missing")).empty());
    CHECK(read_file(folder.file("err")).empty());
    CHECK(files_in(folder) == 2);  // the script and err
  }
  CHECK(run_command(folder, {"simulate", system_path("suslov"), "--plot", "|touch owned"}).status ==
        2);
}

TEST_CASE("gnuplot: no start files, a time limit, and its picture is checked") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("bin"));
  folder.write("out.svg", "older\n");
  folder.write("out.png", "older\n");
  const auto with_gnuplot = [&](const std::string& script) {
    folder.write("bin/gnuplot", "#!/bin/bash\n" + script + "\n");
    return shell(folder,
                 "chmod +x bin/gnuplot; for e in svg png; do "
                 "PATH=$PWD/bin:$PATH $H simulate $S --t-end 1 --plot out.$e "
                 ">/dev/null 2>err; s=$?; [ $s = 1 ] || exit $s; done; exit 1");
  };
  for (const char* script : {"exit 3", "exit 0", "echo '<?xml version=\"1.0\"?><svg>'",
                             "kill -9 $$", "echo '</svg>'", "head -c 400000000 /dev/zero"}) {
    CAPTURE(script);
    CHECK(with_gnuplot(script) == 1);
    CHECK(read_file(folder.file("err")).find("cannot draw out.png: ") != std::string::npos);
    CHECK(read_file(folder.file("out.svg")) == "older\n");
    CHECK(read_file(folder.file("out.png")) == "older\n");
  }
  CHECK(files_in(folder) == 4);
  if (!has_gnuplot()) return;
  folder.write(".gnuplot", "set print 'owned'; print 1\n");
  CHECK(shell(folder,
              "HOME=$PWD GNUTERM=dumb $H simulate $S --t-end 1 --plot out.svg "
              ">/dev/null") == 0);
  CHECK_FALSE(std::filesystem::exists(folder.file("owned")));
  CHECK(read_file(folder.file("out.svg")).find("</svg>") != std::string::npos);
}

TEST_CASE("what gives no step is refused, never ok without a motion") {
  const TemporaryFolder folder;
  const std::string file = system_path("suslov");
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--t-end", "0"},
                                             {"--t-end", "1e-320"},
                                             {"--t-end", "inf"},
                                             {"--t-end", "1e999"},
                                             {"--h", "1e-320"},
                                             {"--h", "-1"},
                                             {"--h", "1e12", "--t-end", "1"},
                                             {"--h", "1e300", "--t-end", "1e-300"},
                                             {"--h", "0.1x"},
                                             {"--every", "-1"},
                                             {"--every", "1.5"},
                                             {"--every", "99999999999999999999"},
                                             {"--every", "9223372036854775807"}}) {
    CAPTURE(options[1]);
    std::vector<std::string> arguments{"simulate", file};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = run_command(folder, arguments);
    CHECK(result.status == 2);
    CHECK(result.err.find(options[0] + ": found ") != std::string::npos);
  }
  const auto once = run_command(folder, {"simulate", file, "--h", "5", "--t-end", "1"});
  CHECK(once.status == 0);
  CHECK(once.out.find("reached     t = 1 of 1") != std::string::npos);
}
