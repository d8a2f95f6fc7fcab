// One executable for a whole batch: harness.c, a table of the programs, and the programs.
#include "native.h"

#include "print.h"
#include "support/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <sstream>

namespace heddle::random {
namespace {

void shell(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw InternalError("failed: " + command);
}

std::string table(size_t count) {
  std::string declarations, entries;
  for (size_t i = 0; i < count; ++i) {
    declarations += fmt::format("extern int program_{}(void);\n", i);
    entries += fmt::format("program_{}, ", i);
  }
  return fmt::format("{}int (*const programs[])(void) = {{{}}};\nconst int programCount = {};\n",
                     declarations, entries, count);
}

std::vector<std::set<Outcome>> readOutcomes(const std::string& file, size_t count) {
  std::vector<std::set<Outcome>> all(count);
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    size_t program;
    std::string what;
    if (!(words >> program >> what) || program >= count)
      throw InternalError("strange line from a native run: " + line);
    Outcome o;
    for (int v; words >> v;) o.values.push_back(v);
    if (what == "slow") continue;
    if (what == "signal") throw InternalError("a native run died: " + line);
    o.kind = what == "done"     ? Outcome::Kind::Done
             : what == "assert" ? Outcome::Kind::Assert
                                : Outcome::Kind::Hang;
    all[program].insert(std::move(o));
  }
  return all;
}

} // namespace

std::string Outcome::toString() const {
  switch (kind) {
  case Kind::Done:
    return fmt::format("ends with {}", fmt::join(values, " "));
  case Kind::Assert:
    return fmt::format("assertion {} fails", values.at(0));
  case Kind::Hang:
    return "hangs";
  }
  return "?";
}

std::vector<std::set<Outcome>> runNative(const std::vector<Program>& programs, int runs,
                                         const Workplace& place) {
  const std::string compiler = "clang-19 -O1 -w -pthread";
  const std::string harness = (place.path() / "harness.o").string();
  if (!std::filesystem::exists(harness))
    shell(fmt::format("{} -c {}/harness.c -o {}", compiler, HEDDLE_RANDOM_SOURCE_DIR, harness));
  std::string files = place.write("table.c", table(programs.size()));
  for (size_t i = 0; i < programs.size(); ++i)
    files += " " + place.write(fmt::format("program_{}.c", i),
                               printC(programs[i], {.native = static_cast<int>(i)}));
  const std::string batch = (place.path() / "batch").string(), output = batch + ".out";
  shell(fmt::format("{} {} {} -o {}", compiler, files, harness, batch));
  shell(fmt::format("{} {} 1 > {}", batch, runs, output));
  return readOutcomes(output, programs.size());
}

std::vector<std::string> runSequential(const std::string& code, const Workplace& place) {
  const std::string file = place.write("sequential.c", code),
                    program = (place.path() / "sequential").string();
  shell(fmt::format("clang-19 -O1 -w -fwrapv -ffp-contract=off -I {} {} -o {}", HEDDLE_RANDOM_SOURCE_DIR,
                    file, program));
  shell(fmt::format("{0} > {0}.out", program));
  std::vector<std::string> lines;
  std::ifstream in(program + ".out");
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

} // namespace heddle::random
