// harness.c, a table of the programs, and the programs, each with its `main` renamed.
#include "native.h"

#include "support/error.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace heddle::conform {
namespace {

void shell(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw InputError("failed: " + command);
}

std::string write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  return file.string();
}

// "B12:name", "E12:name=0", "N13=5", "N13:name=5"
Event parse(const std::string& word, Names& names) {
  Event e;
  size_t used = 0;
  e.kind = word[0] == 'B' ? Event::Kind::Begin : word[0] == 'E' ? Event::Kind::End : Event::Kind::Note;
  e.site = static_cast<uint32_t>(std::stoul(word.substr(1), &used));
  const size_t colon = word.find(':'), equals = word.find('=');
  if (colon != std::string::npos)
    names[e.site] = word.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1);
  if (equals != std::string::npos) e.value = std::stoi(word.substr(equals + 1));
  return e;
}

} // namespace

std::string toString(const Event& e, const Names& names) {
  const auto name = names.contains(e.site) ? names.at(e.site) : fmt::format("call {}", e.site);
  if (e.kind == Event::Kind::Begin) return fmt::format("{} ...", name);
  if (e.kind == Event::Kind::Note) return fmt::format("note {}", e.value);
  return fmt::format("{} = {}", name, e.value);
}

std::string toString(const Run& run, const Names& names) {
  std::string text;
  for (const Event& e : run.events) text += toString(e, names) + fmt::format(" [{}]; ", e.site);
  static const char* const ends[] = {"exit", "hang", "slow", "signal"};
  return text + ends[static_cast<size_t>(run.end)];
}

Batch::Batch(std::filesystem::path folder, const std::vector<std::string>& programs)
    : folder_(std::move(folder)), count_(programs.size()) {
  // Overflow and null pointers do on the machine what they do on the model.
  const std::string compiler = fmt::format(
      "clang-19 -O1 -w -fwrapv -fno-delete-null-pointer-checks -pthread -I {}", HEDDLE_CONFORM_SOURCE_DIR);
  const std::string harness = (folder_ / "harness.o").string();
  if (!std::filesystem::exists(harness))
    shell(fmt::format("{} -c {}/harness.c -o {}", compiler, HEDDLE_CONFORM_SOURCE_DIR, harness));
  std::string declarations, entries, files;
  for (size_t i = 0; i < count_; ++i) {
    declarations += fmt::format("extern int program_{}(void);\n", i);
    entries += fmt::format("program_{}, ", i);
    files += " " + write(folder_ / fmt::format("program_{}.c", i),
                         fmt::format("#define main program_{}\n{}", i, programs[i]));
  }
  files +=
      " " + write(folder_ / "table.c",
                  fmt::format("{}int (*const programs[])(void) = {{{}}};\nconst int programCount = {};\n",
                              declarations, entries, count_));
  shell(fmt::format("{} {} {} -o {}", compiler, harness, files, (folder_ / "batch").string()));
}

std::vector<Run> Batch::run(const NativeOptions& options, const std::vector<Script>& scripts,
                            std::vector<Names>& names) const {
  std::string lines;
  for (const Script& s : scripts) {
    lines += std::to_string(s.program);
    for (const uint32_t site : s.sites) lines += fmt::format(" {}", site);
    lines += "\n";
  }
  const std::string file = write(folder_ / "scripts", lines), batch = (folder_ / "batch").string();
  shell(fmt::format("{0} {1} {2} {3} {4} > {0}.out", batch, options.freeRuns, options.turnRuns,
                    options.seed % 1000000, file));
  std::vector<Run> runs;
  names.resize(count_);
  std::ifstream in(batch + ".out");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string how, end;
    Run r;
    if (!(words >> how >> r.program >> end) || r.program >= count_)
      throw InternalError("strange line from a native run: " + line);
    r.ambiguous = how == "A";
    r.scripted = r.ambiguous || how == "S";
    r.end = end == "exit" ? End::Exit : end == "hang" ? End::Hang : end == "slow" ? End::Slow : End::Signal;
    for (std::string word; words >> word;) r.events.push_back(parse(word, names[r.program]));
    runs.push_back(std::move(r));
  }
  return runs;
}

} // namespace heddle::conform
