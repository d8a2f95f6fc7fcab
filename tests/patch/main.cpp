// patch_case FILE.c... < REQUEST: prints the patch that a request makes of a program, or why it is refused.
//
// A line of the request is one of
//   lock [NAME]             the sections that follow are one lock's
//   existing EXPRESSION     it is this mutex
//   section F: A [.. B]     from the statement of function F that begins with the text A to the one with B;
//                           or from one number of the table of statements to another
//   fence F: A
//   atomic                  markers instead of mutexes
//   flags FLAG...           how the program is compiled
//   entry F                 where it starts
// With --write, the files are changed too. The patched program is compiled from memory, whatever is printed.
#include "patch/patch.h"
#include "patch/write.h"

#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using namespace heddle;

std::string trimmed(const std::string& s) {
  const size_t begin = s.find_first_not_of(' ');
  return begin == std::string::npos ? "" : s.substr(begin, s.find_last_not_of(' ') - begin + 1);
}

class Case {
public:
  explicit Case(std::vector<std::string> files) { options_.inputs = std::move(files); }

  int run(bool write) {
    for (std::string line; std::getline(std::cin, line);) lines_.push_back(line);
    for (const std::string& line : lines_)
      if (line.starts_with("flags ")) {
        std::stringstream words(line.substr(6));
        for (std::string w; words >> w;) options_.compilerFlags.push_back(w);
      }
    for (const std::string& line : lines_)
      if (line.starts_with("entry ")) options_.entry = trimmed(line.substr(6));
    program_ = llvm2ccfg::translate(options_);
    for (const std::string& line : lines_) read(line);
    const std::vector<patch::Change> changes = patch::apply(*program_, request_, options_);
    for (const patch::Change& c : changes) std::cout << c.diff;
    if (write) patch::writeInPlace(changes);
    llvm2ccfg::FrontendOptions patched = options_;
    patched.overlay = patch::overlayOf(changes);
    llvm2ccfg::translate(patched);
    return 0;
  }

private:
  void read(const std::string& line) {
    const size_t blank = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, blank), rest = trimmed(line.substr(blank));
    if (word == "lock") request_.locks.push_back({{}, "", rest});
    if (word == "existing") request_.locks.back().existing = rest;
    if (word == "atomic") request_.style = patch::Style::AtomicMarkers;
    if (word != "section" && word != "fence") return;
    const size_t dots = rest.find(" .. ");
    const ccfg::StatementId first = find(rest.substr(0, dots), "", 1);
    if (word == "fence") return request_.fences.push_back(first);
    const ccfg::StatementId last =
        dots == std::string::npos ? first
                                  : find(rest.substr(dots + 4), program_->statements[first].function, first);
    request_.locks.back().sections.push_back({first, last});
  }

  // `F: TEXT`, or TEXT alone in a function; or the number of a statement.
  ccfg::StatementId find(const std::string& what, std::string function, ccfg::StatementId from) {
    if (what.find_first_not_of("0123456789 ") == std::string::npos)
      return static_cast<ccfg::StatementId>(std::stoul(what));
    const size_t colon = what.find(": ");
    const bool named = colon != std::string::npos &&
                       what.find_first_not_of("_abcdefghijklmnopqrstuvwxyz0123456789") == colon;
    if (named) function = what.substr(0, colon);
    const std::string text = trimmed(named ? what.substr(colon + 2) : what);
    for (ccfg::StatementId id = from; id < program_->statements.size(); ++id) {
      const ccfg::Statement& s = program_->statements[id];
      if (s.function == function && textOf(s.file).substr(s.begin, s.end - s.begin).starts_with(text))
        return id;
    }
    throw UsageError("no statement of '" + function + "' begins with '" + text + "'");
  }

  const std::string& textOf(uint32_t file) {
    std::string& text = texts_[file];
    if (!text.empty()) return text;
    std::stringstream all;
    all << std::ifstream(program_->files.name(file), std::ios::binary).rdbuf();
    return text = all.str();
  }

  llvm2ccfg::FrontendOptions options_;
  patch::Request request_;
  std::vector<std::string> lines_;
  std::unique_ptr<ccfg::Program> program_;
  std::map<uint32_t, std::string> texts_;
};

} // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files(argv + 1, argv + argc);
  const bool write = !files.empty() && files[0] == "--write";
  if (write) files.erase(files.begin());
  try {
    return Case(files).run(write);
  } catch (const heddle::patch::Refused& e) {
    std::cout << "refused: " << e.what() << "\n";
    return 0;
  } catch (const std::exception& e) {
    std::cout << "error: " << e.what() << "\n";
    return 1;
  }
}
