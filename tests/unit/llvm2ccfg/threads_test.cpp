// Threads, calls and library models as they come out of C.
#include "c_program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::llvm2ccfg::test {

using namespace ccfg;

const std::string header =
    "#include <pthread.h>\nint x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }\n";

TEST(Threads, OnePerCreation) {
  auto p = fromC(header + "int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, "
                          "0, f, 0); return 0; }");
  ASSERT_EQ(p->threads.size(), 3u);
  EXPECT_EQ(p->threads[1].name, "f");
  EXPECT_EQ(p->threads[2].name, "f#2");
  EXPECT_FALSE(p->threads[1].repeatable);
}

TEST(Threads, CreatedInALoopIsRepeatable) {
  auto p = fromC(header + "int main(void) { for (int i = 0; i < 2; i++) { pthread_t a; pthread_create(&a, 0, "
                          "f, 0); } return 0; }");
  ASSERT_EQ(p->threads.size(), 2u);
  EXPECT_TRUE(p->threads[1].repeatable);
}

TEST(Threads, AThreadThatCreatesItselfIsRepeatable) {
  auto p =
      fromC("#include <pthread.h>\nvoid *g(void *a) { pthread_t t; pthread_create(&t, 0, g, a); return a; }\n"
            "int main(void) { g(0); return 0; }");
  ASSERT_GE(p->threads.size(), 2u);
  EXPECT_TRUE(p->threads.back().repeatable);
}

TEST(Threads, StartRoutineFromATable) {
  auto p = fromC("#include <pthread.h>\nint x; void *f(void *a) { x = 1; return a; } void *g(void *a) { x = "
                 "2; return a; }\n"
                 "void *(*t[])(void *) = {f, g}; int main(int c, char **v) { pthread_t a; pthread_create(&a, "
                 "0, t[c & 1], 0); return 0; }");
  EXPECT_EQ(p->threads.size(), 3u);
}

TEST(Threads, LockStructureIsMarked) {
  auto p = fromC(header + "int main(void) { f(0); return 0; }");
  EXPECT_EQ(syncs(*p, SyncKind::Acquire), 1u);
  EXPECT_EQ(syncs(*p, SyncKind::Release), 1u);
}

TEST(Threads, AWaitIsTwoEvents) {
  const std::string c =
      header +
      "pthread_cond_t c; int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); return 0; }";
  FrontendOptions o;
  o.spuriousWakeups = false;
  auto p = fromC(c, o);
  EXPECT_EQ(syncs(*p, SyncKind::WaitBegin), 1u);
  EXPECT_EQ(syncs(*p, SyncKind::WaitEnd), 1u);
  EXPECT_EQ(syncs(*fromC(c), SyncKind::WaitBegin), 2u); // one that wakes by itself
}

TEST(Threads, FailureIsABranchWhenAskedFor) {
  const std::string c = "#include <stdlib.h>\nint *p; int main(void) { p = malloc(4); return 0; }";
  FrontendOptions o;
  o.mayFail = {"malloc"};
  const auto fails = [](const Edge& e) { return e.text == "malloc() fails"; };
  const auto with = fromC(c, o), without = fromC(c);
  EXPECT_EQ(std::count_if(with->edges.begin(), with->edges.end(), fails), 1);
  EXPECT_EQ(std::count_if(without->edges.begin(), without->edges.end(), fails), 0);
}

TEST(Calls, StacksAreKept) {
  auto p = fromC("int x; void h(void) { x = 1; } void g(void) { h(); } int main(void) { g(); return 0; }");
  for (const Edge& e : p->edges)
    for (const Operation& op : e.ops)
      if (std::holds_alternative<Store>(op)) {
        const Frame& inner = p->stacks[e.stack];
        EXPECT_EQ(inner.function, "h");
        EXPECT_EQ(p->stacks[inner.parent].function, "g");
        EXPECT_EQ(p->stacks[p->stacks[inner.parent].parent].function, "main");
      }
}

TEST(Calls, RecursionIsBoundedAndSaysSo) {
  FrontendOptions o;
  o.recursionBound = 3;
  auto p = fromC("int x; void g(int n) { x++; if (n) g(n - 1); } int main(void) { g(10); return 0; }", o);
  EXPECT_EQ(all<Store>(*p).size(), 3u);
  ASSERT_EQ(p->assumptions.size(), 1u);
  EXPECT_EQ(p->assumptions[0].kind, AssumptionKind::RecursionBound);
  EXPECT_TRUE(p->assumptions[0].missesBehaviours);
}

TEST(Calls, AnUnknownFunctionIsNamed) {
  std::string warning;
  FrontendOptions o;
  o.warn = [&](const std::string& w) { warning = w; };
  auto p = fromC("int mystery(int *); int x; int main(void) { return mystery(&x); }", o);
  EXPECT_NE(warning.find("mystery"), std::string::npos);
  ASSERT_EQ(p->assumptions.size(), 1u);
  EXPECT_TRUE(p->assumptions[0].missesBehaviours);
}

TEST(Calls, AnUnreadResultIsNoChoice) {
  EXPECT_TRUE(
      all<Nondet>(*fromC("#include <stdlib.h>\nint main(void) { int a = rand(); return 0; }")).empty());
  EXPECT_EQ(
      all<Nondet>(*fromC("#include <stdlib.h>\nint x; int main(void) { x = rand(); return 0; }")).size(), 1u);
}

} // namespace heddle::llvm2ccfg::test
