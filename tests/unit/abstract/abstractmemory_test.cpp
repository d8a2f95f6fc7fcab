// Initial contents, and which accesses are surely valid.
#include "model.h"

#include <gtest/gtest.h>

namespace heddle::abstract {
namespace {

const char* const objects = R"(
object a global 8
  init 4 4 5:32
object b global 4 readonly
  init 0 4 6:32
object c global 4 uninit
object next global 8
  init 0 8 (add &a 4:64)
object site heap 4
thread main {
  reg %i:64 %p:64 %q:64
  entry L0 exit L1
  L0:
    e0 -> L2: store.4 (add &a (mul %i 4:64)) 9:32
  L2:
    e1 -> L3: store.4 &b 1:32
  L3:
    e2 -> L4: store.4 &c 1:32
  L4:
    e3 -> L5: %q := load.8 &next
  L5:
    e4 -> L6: %p := alloc &site 4:64
  L6:
    e5 -> L7: store.4 %p 1:32
  L7:
    e6 -> L8: free %p
  L8:
    e7 -> L1: store.4 %p 2:32
  L1:
}
)";

TEST(AbstractMemory, InitialContents) {
  const Model m(objects);
  EXPECT_EQ(m.memory.initial(m.cell("a")), join(constant(0), constant(5))); // its elements together
  EXPECT_EQ(m.memory.initial(m.cell("b")), constant(6));
  EXPECT_TRUE(m.memory.initial(m.cell("c")).isTop());
  Value pointer = Value::pointer(0, 64);
  pointer.number = Number::constant(4, 64);
  EXPECT_EQ(m.memory.initial(m.cell("next")), pointer);
  EXPECT_TRUE(m.memory.initial(m.cell("site")).isBottom());
}

TEST(AbstractMemory, ValidAccesses) {
  const Model m(objects);
  const auto into = [&](const char* object, uint64_t lo, uint64_t hi) {
    Value v = Value::pointer(m.memory.cells()[m.cell(object)].object, 64);
    v.number = Number::ofUnsigned(lo, hi, 64);
    return v;
  };
  EXPECT_TRUE(m.memory.isValid(0, into("a", 0, 4), 4, true));
  EXPECT_FALSE(m.memory.isValid(0, into("a", 0, 5), 4, true));
  EXPECT_FALSE(m.memory.isValid(0, Value::top(64), 4, true));
  EXPECT_TRUE(m.memory.isValid(0, constant(0, 64), 4, true)); // null is another matter
  EXPECT_TRUE(m.memory.isValid(1, into("b", 0, 0), 4, false));
  EXPECT_FALSE(m.memory.isValid(1, into("b", 0, 0), 4, true));
  EXPECT_TRUE(m.memory.isValid(5, into("site", 0, 0), 4, true));
  EXPECT_FALSE(m.memory.isValid(7, into("site", 0, 0), 4, true)); // freed
}

} // namespace
} // namespace heddle::abstract
