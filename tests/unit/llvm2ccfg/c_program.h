// C text to a model, for tests of the front end.
#pragma once

#include "llvm2ccfg/frontend.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace heddle::llvm2ccfg::test {

// Files of one test, gone with it.
class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

inline std::unique_ptr<ccfg::Program> fromC(const std::string& text, FrontendOptions options = {}) {
  Folder folder;
  options.inputs = {folder.write("test.c", text)};
  return translate(options);
}

template <typename Op>
std::vector<Op> all(const ccfg::Program& p) {
  std::vector<Op> out;
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* o = std::get_if<Op>(&op)) out.push_back(*o);
  return out;
}

inline size_t syncs(const ccfg::Program& p, ccfg::SyncKind kind) {
  size_t n = 0;
  for (const ccfg::Edge& e : p.edges) n += e.sync && e.sync->kind == kind;
  return n;
}

} // namespace heddle::llvm2ccfg::test
