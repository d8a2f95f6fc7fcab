// heddle-conform: the model against the machine.
//
//   heddle-conform --count N --seed S [--free N] [--turns N] [--scripts N] [--out FOLDER]
//       Random programs with thread functions. What a native run does - every call, what it gave, how the run
//       ended - must be possible on the model; and a schedule of the model, forced on the native program,
//       must give what the model says.
//   heddle-conform --seed S --print
//   heddle-conform FILE.c...       the same for these programs
//   heddle-conform --walk FILE.c...
//       What a run does must be possible on the model, also a forced one; but threads may find out more of
//       each other than by their calls, so that they need not do what the model's schedule says.
//
// A disagreement is shrunk and written to OUT/conform-SEED.c. Exit code 1: some program disagrees, or could
// not be compared.
#include "compare.h"
#include "program.h"
#include "support/error.h"

#include <fmt/core.h>

#include <fstream>
#include <sstream>
#include <unistd.h>

namespace heddle::conform {
namespace {

struct Options {
  uint64_t seed = 1;
  int count = 100;
  Effort effort;
  std::string out = ".";
  bool print = false, coverage = false;
  std::vector<std::string> files;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= argc) throw UsageError(word + " needs a value");
      return argv[++i];
    };
    if (word == "--seed")
      o.seed = std::stoull(value());
    else if (word == "--count")
      o.count = std::stoi(value());
    else if (word == "--free")
      o.effort.freeRuns = std::stoi(value());
    else if (word == "--turns")
      o.effort.turnRuns = std::stoi(value());
    else if (word == "--scripts")
      o.effort.scripts = std::stoi(value());
    else if (word == "--out")
      o.out = value();
    else if (word == "--print")
      o.print = true;
    else if (word == "--walk")
      o.effort.sameOrder = false;
    else if (word == "--coverage")
      o.coverage = true;
    else if (word[0] != '-')
      o.files.push_back(word);
    else
      throw UsageError("unknown option " + word);
  }
  return o;
}

class Driver {
public:
  explicit Driver(Options o)
      : o_(std::move(o)),
        folder_(std::filesystem::temp_directory_path() / fmt::format("heddle-conform-{}", ::getpid())),
        comparison_(folder_) {}
  ~Driver() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  int run() {
    if (o_.files.empty())
      random();
    else
      files();
    const Tally& t = comparison_.tally();
    fmt::print(
        "{} programs, {} native runs walked on the model, {} schedules forced ({} took another way that the "
        "model has too), {} unfinished, {} refused, {} disagreements\n",
        t.programs, t.walked, t.forced, t.otherWay, t.unfinished, t.refused + notBuilt_, disagreements_);
    if (o_.coverage && !comparison_.coverage().print()) return 1;
    return disagreements_ + t.refused + notBuilt_ == 0 ? 0 : 1;
  }

private:
  void random() {
    constexpr int batch = 20;
    for (int done = 0; done < o_.count; done += batch) {
      std::vector<Program> programs;
      std::vector<std::string> texts;
      for (int i = done; i < std::min(done + batch, o_.count); ++i) {
        programs.push_back(generate(o_.seed + static_cast<uint64_t>(i)));
        texts.push_back(print(programs.back()));
      }
      const std::vector<Complaint> complaints = comparison_.compare(texts, o_.effort, programs[0].seed);
      for (size_t i = 0; i < programs.size(); ++i)
        if (complaints[i]) disagree(programs[i], *complaints[i]);
      std::fflush(stdout);
    }
  }

  void files() {
    for (const std::string& file : o_.files) {
      std::ifstream in(file);
      std::stringstream text;
      text << "#include \"observe.h\"\n" << in.rdbuf();
      try {
        const int refused = comparison_.tally().refused;
        const Complaint c = comparison_.compare({text.str()}, o_.effort, o_.seed)[0];
        if (!c) continue;
        if (comparison_.tally().refused == refused) ++disagreements_;
        fmt::print("{}: {}\n", file, *c);
      } catch (const InputError& e) {
        ++notBuilt_;
        fmt::print("{}: {}\n", file, e.what());
      }
      std::fflush(stdout);
    }
  }

  Complaint again(const Program& p) {
    Effort more = o_.effort;
    more.counted = false;
    more.turnRuns *= 2;
    return comparison_.compare({print(p)}, more, p.seed)[0];
  }

  // Leaves out one statement after the other while it still disagrees.
  void disagree(Program p, std::string complaint) {
    ++disagreements_;
    fmt::print("seed {}: {}\n", p.seed, complaint);
    std::fflush(stdout);
    const auto shorten = [&](std::vector<std::string> Program::* part) {
      for (size_t i = (p.*part).size(); i-- > 0;) {
        Program smaller = p;
        (smaller.*part).erase((smaller.*part).begin() + static_cast<std::ptrdiff_t>(i));
        if (const Complaint c = again(smaller)) p = std::move(smaller), complaint = *c;
      }
    };
    shorten(&Program::main);
    for (size_t t = 0; t < p.threads.size(); ++t)
      for (size_t i = p.threads[t].size(); i-- > 0;) {
        Program smaller = p;
        smaller.threads[t].erase(smaller.threads[t].begin() + static_cast<std::ptrdiff_t>(i));
        if (const Complaint c = again(smaller)) p = std::move(smaller), complaint = *c;
      }
    std::filesystem::create_directories(o_.out);
    const std::string file = fmt::format("{}/conform-{}.c", o_.out, p.seed);
    std::ofstream(file) << "// " << complaint << "\n" << print(p);
    fmt::print("  shrunk to {}: {}\n", file, complaint);
  }

  Options o_;
  std::filesystem::path folder_;
  Comparison comparison_;
  int disagreements_ = 0, notBuilt_ = 0;
};

} // namespace
} // namespace heddle::conform

int main(int argc, char** argv) {
  using namespace heddle;
  try {
    const conform::Options o = conform::parse(argc, argv);
    if (o.print) {
      fmt::print("{}", conform::print(conform::generate(o.seed)));
      return 0;
    }
    return conform::Driver(o).run();
  } catch (const std::exception& e) {
    fmt::print(stderr, "heddle-conform: {}\n", e.what());
    return 2;
  }
}
