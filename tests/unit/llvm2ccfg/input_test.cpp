// Files in, messages out.
#include "c_program.h"

#include "support/error.h"

#include <gtest/gtest.h>

namespace heddle::llvm2ccfg::test {

using namespace ccfg;

std::string messageFor(const std::string& c) {
  try {
    fromC(c);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Input, SyntaxErrorsAreClangs) {
  std::string m = messageFor("int main(void) {\n  return x;\n}\n");
  EXPECT_NE(m.find("test.c:2:10: error: use of undeclared identifier 'x'"), std::string::npos) << m;
  EXPECT_NE(m.find("^"), std::string::npos);
}

TEST(Input, NoMain) {
  EXPECT_NE(messageFor("int f(void) { return 0; }").find("no function 'main'"), std::string::npos);
}

TEST(Input, UnsupportedConstructsAreNamedWithTheirPlace) {
  struct Case {
    const char *text, *construct;
  };
  for (const Case& c :
       {Case{"int main(void) {\n__asm__(\"hlt\"); return 0; }", "inline assembler"},
        Case{"#include <setjmp.h>\njmp_buf b; int main(void) { return setjmp(b); }", "setjmp"},
        Case{"#include <signal.h>\nvoid h(int s) {} int main(void) { signal(2, h); return 0; }", "signal"},
        Case{"#include <unistd.h>\nint main(void) { return fork(); }", "fork"}}) {
    std::string m = messageFor(c.text);
    EXPECT_NE(m.find("test.c:2"), std::string::npos) << m;
    EXPECT_NE(m.find("unsupported"), std::string::npos) << m;
    EXPECT_NE(m.find(c.construct), std::string::npos) << m;
  }
}

TEST(Input, AnEmptyAsmIsOnlyForTheCompiler) {
  EXPECT_EQ(messageFor("int main(void) { __asm__ volatile(\"\" ::: \"memory\"); return 0; }"), "");
}

TEST(Input, SeveralFilesAreLinked) {
  Folder folder;
  FrontendOptions o;
  o.inputs = {folder.write("a.c", "int x; void g(void); int main(void) { g(); return 0; }"),
              folder.write("b.c", "extern int x; void g(void) { x = 7; }")};
  auto p = translate(o);
  EXPECT_EQ(all<Store>(*p).size(), 1u);
}

TEST(Input, DefinedTwice) {
  Folder folder;
  FrontendOptions o;
  o.inputs = {folder.write("a.c", "int main(void) { return 0; }"),
              folder.write("b.c", "int main(void) { return 1; }")};
  EXPECT_THROW(translate(o), InputError);
}

TEST(Input, CompilationDatabase) {
  Folder folder;
  folder.write("a.c", "int x; int main(void) { x = VALUE; return 0; }");
  folder.write("compile_commands.json",
               "[{\"directory\": \"" + folder.path() +
                   "\", \"command\": \"cc -O2 -DVALUE=42 -c a.c -o a.o\", \"file\": \"a.c\"}]");
  FrontendOptions o;
  o.compileCommandsDir = folder.path();
  EXPECT_TRUE(all<Store>(*translate(o)).at(0).value.isConst(42));
}

TEST(Input, DataModels) {
  FrontendOptions o;
  o.dataModel = DataModel::ILP32;
  auto p = fromC("#include <stdio.h>\nlong x; int main(void) { x = 1; return 0; }", o);
  EXPECT_EQ(p->pointerWidth(), 32u);
  EXPECT_EQ(all<Store>(*p).at(0).bytes, 4u);
}

TEST(Input, TextualIr) {
  Folder folder;
  FrontendOptions o;
  o.inputs = {folder.write(
      "a.ll", "@x = global i32 0\ndefine i32 @main() {\n  store i32 3, ptr @x\n  ret i32 0\n}\n")};
  EXPECT_EQ(all<Store>(*translate(o)).size(), 1u);
}

TEST(Input, RandomBitcode) {
  Folder folder;
  FrontendOptions o;
  std::string noise = "BC\xc0\xde";
  for (int i = 0; i < 500; ++i) noise.push_back(static_cast<char>(i * 37));
  o.inputs = {folder.write("a.bc", noise)};
  EXPECT_THROW(translate(o), InputError);
}

TEST(Statements, AreAtomicWhenAskedFor) {
  const std::string c = "int x, z; int main(void) { x += z; x += z; return 0; }";
  for (bool grouped : {false, true}) {
    FrontendOptions o;
    o.statementGranularity = grouped;
    auto p = fromC(c, o);
    for (const Edge& e : p->edges)
      for (const Operation& op : e.ops)
        if (std::holds_alternative<Store>(op)) { // the last access of each statement
          EXPECT_EQ(p->locations[e.from].atomic, grouped);
          EXPECT_FALSE(p->locations[e.to].atomic);
        }
  }
}

} // namespace heddle::llvm2ccfg::test
