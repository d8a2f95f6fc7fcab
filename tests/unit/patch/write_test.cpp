// Patched files on the disk: all or none.
#include "folder.h"

#include "patch/write.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

namespace heddle::patch::test {

namespace {

namespace fs = std::filesystem;

class WriteInPlace : public testing::Test, protected Folder {
protected:
  WriteInPlace() {
    fs::create_directory(path / "sub");
    write("a.c", "old a\n");
    write("sub/b.c", "old b\n");
  }
  ~WriteInPlace() override { fs::permissions(path / "sub", fs::perms::owner_all); }

  Change change(const std::string& name, const std::string& before, const std::string& after) const {
    return {(path / name).string(), before, after, ""};
  }
  // The whole folder, to see that nothing changed.
  std::string everything() const {
    std::vector<std::string> all;
    for (const auto& e : fs::recursive_directory_iterator(path))
      if (e.is_regular_file())
        all.push_back(e.path().string() + ":" + read(fs::relative(e.path(), path).string()));
    std::ranges::sort(all);
    std::string out;
    for (const std::string& s : all) out += s + "\n";
    return out;
  }
  void expectRefusal(const std::vector<Change>& changes, const std::string& why) const {
    const std::string before = everything();
    try {
      writeInPlace(changes);
      ADD_FAILURE() << "no refusal";
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
    EXPECT_EQ(everything(), before);
  }
};

} // namespace

TEST_F(WriteInPlace, KeepsBackupsAndPermissions) {
  fs::permissions(path / "a.c", fs::perms(0640));
  write("a.c.orig", "older");
  const std::vector<std::string> backups =
      writeInPlace({change("a.c", "old a\n", "new a\n"), change("sub/b.c", "old b\n", "new b\n")});
  EXPECT_EQ(read("a.c"), "new a\n");
  EXPECT_EQ(read("sub/b.c"), "new b\n");
  EXPECT_EQ(read("a.c.orig"), "older");
  ASSERT_EQ(backups.size(), 2u);
  EXPECT_EQ(fs::path(backups[0]).filename(), "a.c.orig2");
  EXPECT_EQ(read("a.c.orig2"), "old a\n");
  EXPECT_EQ(read("sub/b.c.orig"), "old b\n");
  EXPECT_EQ(fs::status(path / "a.c").permissions(), fs::perms(0640));
  EXPECT_EQ(fs::status(path / "a.c.orig2").permissions(), fs::perms(0640));
  EXPECT_EQ(std::distance(fs::recursive_directory_iterator(path), fs::recursive_directory_iterator()), 6);
}

TEST_F(WriteInPlace, ALinkStays) {
  fs::create_symlink("sub/b.c", path / "link.c");
  writeInPlace({change("link.c", "old b\n", "new b\n")});
  EXPECT_TRUE(fs::is_symlink(path / "link.c"));
  EXPECT_EQ(read("sub/b.c"), "new b\n");
  EXPECT_EQ(read("sub/b.c.orig"), "old b\n");
}

TEST_F(WriteInPlace, RefusesATextThatChanged) {
  expectRefusal({change("a.c", "old a\n", "new"), change("sub/b.c", "other\n", "new")}, "no longer the text");
}

TEST_F(WriteInPlace, RefusesWhatIsNoFile) {
  expectRefusal({change("a.c", "old a\n", "new"), change("missing.c", "", "new")}, "no file on the disk");
  expectRefusal({change("a.c", "old a\n", "new"), change("sub", "", "new")}, "no file on the disk");
}

TEST_F(WriteInPlace, RefusesReadOnlyFilesAndFolders) {
  fs::permissions(path / "sub/b.c", fs::perms::owner_read);
  expectRefusal({change("a.c", "old a\n", "new"), change("sub/b.c", "old b\n", "new")}, "read-only");
  fs::permissions(path / "sub/b.c", fs::perms::owner_all);
  fs::permissions(path / "sub", fs::perms::owner_read | fs::perms::owner_exec);
  expectRefusal({change("a.c", "old a\n", "new"), change("sub/b.c", "old b\n", "new")}, "read-only");
}

// The last file can't be written, when the first has its new text prepared: the name of its backup is too
// long.
TEST_F(WriteInPlace, OneThatFailsStopsAll) {
  const std::string longName = std::string(252, 'x') + ".c";
  write(longName, "old\n");
  expectRefusal({change("a.c", "old a\n", "new"), change(longName, "old\n", "new")}, "can't be written");
}

} // namespace heddle::patch::test
