// Each C access to memory is one access of the model, in C's order, and nothing else is.
#include "c_program.h"

#include <gtest/gtest.h>

namespace heddle::llvm2ccfg::test {

using namespace ccfg;

TEST(Accesses, IncrementIsALoadAndAStore) {
  auto p = fromC("int x; int main(void) { x++; return 0; }");
  EXPECT_EQ(all<Load>(*p).size(), 1u);
  EXPECT_EQ(all<Store>(*p).size(), 1u);
  for (const Edge& e : p->edges) EXPECT_LE(std::count_if(e.ops.begin(), e.ops.end(), isAccess), 1);
}

TEST(Accesses, NothingIsOptimisedAway) {
  auto p = fromC("int x; int main(void) { x = 1; x = 1; int a = x; int b = x; return 0; }");
  EXPECT_EQ(all<Store>(*p).size(), 2u);
  EXPECT_EQ(all<Load>(*p).size(), 2u);
}

TEST(Accesses, FlagsOfTheBuildDoNotMergeThem) {
  FrontendOptions o;
  o.compilerFlags = {"-O3"};
  EXPECT_EQ(all<Store>(*fromC("int x; int main(void) { x = 1; x = 2; return 0; }", o)).size(), 2u);
}

TEST(Accesses, LocalsAreRegisters) {
  auto p = fromC("int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += i; return s; }");
  EXPECT_TRUE(all<Load>(*p).empty());
  EXPECT_TRUE(all<Store>(*p).empty());
}

TEST(Accesses, OrdersOfAtomics) {
  auto p = fromC("#include <stdatomic.h>\n_Atomic int x; int main(void) { x = 1;"
                 "atomic_store_explicit(&x, 2, memory_order_release); return atomic_load_explicit(&x, "
                 "memory_order_relaxed); }");
  auto stores = all<Store>(*p);
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(stores[0].order, MemOrder::SeqCst);
  EXPECT_EQ(stores[1].order, MemOrder::Release);
  EXPECT_EQ(all<Load>(*p).at(0).order, MemOrder::Relaxed);
}

TEST(Accesses, ReadModifyWriteIsOneAction) {
  auto p = fromC("int x; int main(void) { __sync_fetch_and_add(&x, 5); return 0; }");
  bool found = false;
  for (const Edge& e : p->edges)
    found = found || (e.atomicGroup && std::count_if(e.ops.begin(), e.ops.end(), isAccess) == 2);
  EXPECT_TRUE(found);
}

TEST(Accesses, AFailedExchangeOnlyReads) {
  auto p = fromC("int x; int main(void) { return __sync_bool_compare_and_swap(&x, 1, 2); }");
  EXPECT_EQ(all<Load>(*p).size(), 2u);
  EXPECT_EQ(all<Store>(*p).size(), 1u);
}

TEST(Accesses, ConstantAddressesAreNamed) {
  auto p = fromC("struct s { int a, b; } v[3]; int main(void) { v[2].b = 1; return 0; }");
  Term address = all<Store>(*p).at(0).addr;
  ASSERT_EQ(address.op(), logic::Op::Add);
  EXPECT_TRUE(address.kid(1).isConst(20));
}

TEST(Accesses, VolatileIsKept) {
  EXPECT_TRUE(all<Store>(*fromC("volatile int x; int main(void) { x = 1; return 0; }")).at(0).isVolatile);
}

} // namespace heddle::llvm2ccfg::test
