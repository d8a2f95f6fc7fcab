// Files in, messages out.
#include "c_program.h"

#include "support/error.h"

#include <gtest/gtest.h>

#include <set>

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
        Case{"int x, *p = &x; int main(void) {\n__asm__(\"movl $1, (%0)\" :: \"r\"(p)); return x; }", "movl"},
        Case{"#include <setjmp.h>\njmp_buf b; int main(void) { return setjmp(b); }", "setjmp"},
        Case{"#include <unistd.h>\nint main(void) { return alarm(1); }", "lets a signal arrive later"},
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

// A text that stands for a file's stands for it by every name of the file.
TEST(Input, TextsInMemoryStandForFiles) {
  Folder folder;
  FrontendOptions o;
  const std::string header = folder.write("h.h", "#error not this one\n");
  std::filesystem::create_directory(folder.path() + "/sub");
  std::filesystem::create_directory_symlink("..", folder.path() + "/sub/up");
  o.inputs = {folder.write("a.c", "#error nor this one\n"), folder.path() + "/new.c"};
  o.compilerFlags = {"-I" + folder.path() + "/sub/up"};
  o.overlay[folder.path() + "/sub/../h.h"] = "#pragma once\nstatic int x; void g(void);\n";
  o.overlay[o.inputs[0]] = "#include <h.h>\n#include \"h.h\"\nint main(void) { x = 1; g(); return 0; }\n";
  o.overlay[o.inputs[1]] = "#include \"h.h\"\nvoid g(void) { x = 2; x = 3; }\n";
  const auto p = translate(o);
  EXPECT_EQ(all<Store>(*p).size(), 3u);
  std::set<std::string> named;
  for (const Statement& s : p->statements)
    if (s.begin < s.end) named.insert(o.overlay[p->files.name(s.file)].substr(s.begin, s.end - s.begin));
  EXPECT_EQ(named.count("x = 3;"), 1u);
}

TEST(Input, TextsInMemoryMustCompile) {
  Folder folder;
  FrontendOptions o;
  o.inputs = {folder.write("a.c", "int main(void) { return 0; }")};
  o.overlay[o.inputs[0]] = "int main(void) {\n  return x;\n}\n";
  try {
    translate(o);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("a.c:2:10: error"), std::string::npos) << e.what();
  }
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

// The places where another thread may run, given as the statements of the steps that leave them.
std::multiset<std::string> interruptible(const std::string& c) {
  FrontendOptions o;
  o.statementGranularity = true;
  auto p = fromC(c, o);
  std::multiset<std::string> texts;
  for (const Edge& e : p->edges) {
    if (p->locations[e.from].atomic || e.ops.empty()) continue;
    ccfg::forEachStatement(e.ops[0], [&](ccfg::StatementId s) {
      const ccfg::Statement& row = p->statements[s];
      if (s != 0) texts.insert(c.substr(row.begin, row.end - row.begin));
    });
  }
  return texts;
}

TEST(Input, ConditionalStatementsAreOneAction) {
  EXPECT_EQ(interruptible("int x, a, b, c; int main(void) { x = c ? a : b; x = a && (b || c); }"),
            (std::multiset<std::string>{"x = c ? a : b;", "x = a && (b || c);"}));
}

TEST(Input, PartsOfAForAreStatements) {
  EXPECT_EQ(interruptible("int i, s, n; int main(void) { for (i = n; i < n + s; i++) s += i; }"),
            (std::multiset<std::string>{"i = n", "i < n + s", "i++", "s += i;"}));
}

// Positions are no way to tell these apart.
TEST(Input, StatementsWithOnePositionAreSeveralActions) {
  EXPECT_EQ(interruptible("#define BOTH(s, t) s t\nint x, y; int main(void) {\nBOTH(x++;, y++;)\n"
                          "#line 3\n    x--;\n#line 3\n    y--;\n}"),
            (std::multiset<std::string>{"x++;", "y++;", "x--;", "y--;"}));
}

// A thread that goes round in a statement must not keep the others from running.
TEST(Input, ACircleInAStatementIsInterruptible) {
  FrontendOptions o;
  o.statementGranularity = true;
  auto p = fromC("volatile int x; int main(void) { do ; while (x); return ({ while (x) ; x; }); }", o);
  for (const Edge& e : p->edges)
    for (const Operation& op : e.ops)
      if (std::holds_alternative<Load>(op)) {
        EXPECT_FALSE(p->locations[e.from].atomic);
      }
}

// Two calls on one place of the text stay two, though both run one statement.
TEST(Input, CallsAreNoPartOfAStatement) {
  const auto all =
      interruptible("int x; int f(int *p) { return *p; } int main(void) { int s = f(&x) + f(&x); x = s; }");
  EXPECT_EQ(all.count("return *p;"), 2);
}

// What the compiler says is about the user's text, and what it reads there means what it did.
TEST(Input, PreprocessingChangesNothing) {
  auto p = fromC("#define N 2\n#pragma pack(push, N)\nstruct s { char c; int i; } s;\n#pragma pack(pop)\n"
                 "#line 7 \"other.c\"\nint line = __builtin_LINE(); int size = sizeof s; int linux_ = 0;\n"
                 "int main(void) { return line + size + linux_; }");
  std::map<std::string, uint64_t> initial;
  for (const ccfg::Object& o : p->objects)
    if (!o.init.empty()) initial[o.name] = o.init[0].value.value();
  EXPECT_EQ(initial, (std::map<std::string, uint64_t>{{"line", 7}, {"size", 6}}));
  EXPECT_EQ(p->files.name(p->threads[0].pos.file), "other.c");
  EXPECT_EQ(p->threads[0].pos.line, 8U);
}

} // namespace heddle::llvm2ccfg::test
