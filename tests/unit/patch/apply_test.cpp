// Patches of programs that are not on the disk, or not below the current folder.
#include "patch/patch.h"

#include "support/error.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace heddle::patch::test {

namespace {

ccfg::StatementId statement(const ccfg::Program& p, const std::string& text, const std::string& start) {
  for (ccfg::StatementId id = 1; id < p.statements.size(); ++id)
    if (text.substr(p.statements[id].begin).starts_with(start)) return id;
  ADD_FAILURE() << "no statement " << start;
  return 0;
}

const std::string file = (std::filesystem::temp_directory_path() / "heddle-no-such-file.c").string();

llvm2ccfg::FrontendOptions optionsFor(const std::string& text) {
  llvm2ccfg::FrontendOptions o;
  o.inputs = {file};
  o.overlay[file] = text;
  return o;
}

std::vector<Change> patched(const llvm2ccfg::FrontendOptions& o, const std::string& start, Lock lock) {
  const auto program = llvm2ccfg::translate(o);
  const ccfg::StatementId id = statement(*program, o.overlay.at(file), start);
  lock.sections = {{id, id}};
  Request r;
  r.locks = {lock};
  return apply(*program, r, o);
}

const std::string text =
    "#include <pthread.h>\nint x, y;\nint main(void) {\n  x++;\n  y++;\n  return 0;\n}\n";

} // namespace

TEST(Apply, AFileInMemory) {
  const std::vector<Change> changes = patched(optionsFor(text), "x++;", {{}, "", "x_lock"});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].file, file);
  EXPECT_EQ(changes[0].before, text);
  EXPECT_NE(changes[0].after.find("  pthread_mutex_lock(&x_lock);\n  x++;\n"), std::string::npos)
      << changes[0].after;
  EXPECT_TRUE(changes[0].diff.starts_with("--- a" + file + "\n+++ b" + file + "\n")) << changes[0].diff;
}

// The result of one patch can be patched again: the second section joins the first.
TEST(Apply, APatchOfAPatch) {
  const std::vector<Change> once = patched(optionsFor(text), "x++;", {{}, "", "x_lock"});
  llvm2ccfg::FrontendOptions o = optionsFor(text);
  o.overlay = overlayOf(once);
  const std::vector<Change> twice = patched(o, "y++;", {{}, "x_lock", ""});
  ASSERT_EQ(twice.size(), 1u);
  EXPECT_NE(twice[0].after.find(
                "  pthread_mutex_lock(&x_lock);\n  x++;\n  y++;\n  pthread_mutex_unlock(&x_lock);\n"),
            std::string::npos)
      << twice[0].after;
}

TEST(Apply, NothingToDo) {
  const auto o = optionsFor(text);
  const auto program = llvm2ccfg::translate(o);
  EXPECT_TRUE(apply(*program, {}, o).empty());
  Request r;
  r.locks.resize(2);
  EXPECT_TRUE(apply(*program, r, o).empty());
}

// The program was analysed, then somebody changed the file.
TEST(Apply, ATextThatChanged) {
  const auto program = llvm2ccfg::translate(optionsFor(text));
  const ccfg::StatementId id = statement(*program, text, "y++;");
  Request r;
  r.locks = {{{{id, id}}, "", ""}};
  EXPECT_THROW(apply(*program, r, optionsFor("int y;\nint main(void) { y = 2; return 0; }\n")), Refused);
  EXPECT_THROW(apply(*program, r, optionsFor("int main(void) { return y; }\n")), InputError);
}

} // namespace heddle::patch::test
