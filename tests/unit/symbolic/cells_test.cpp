// Which accesses share a cell, and what kind of a cell that is.
#include "symbolic/cells.h"

#include "ccfg/text.h"

#include <gtest/gtest.h>

namespace heddle::symbolic {
namespace {

struct Model {
  explicit Model(const std::string& text)
      : program(ccfg::parseText("program LP64\n" + text, "model")), facts(*program),
        cells(*program, facts.pointsTo(), facts.escape()) {}

  const Cell& ofEdge(ccfg::EdgeId e) const {
    const std::vector<CellId>& all = cells.of(e, 0);
    EXPECT_EQ(all.size(), 1u) << "edge " << e;
    return cells.cells()[all.at(0)];
  }

  std::unique_ptr<ccfg::Program> program;
  ccfg::analysis::Facts facts;
  Cells cells;
};

const char* const model = R"(
object x global 4
object pair global 8
object array global 40
object mixed global 8
thread main {
  reg %i:64 %a:32 %b:64
  entry L0 exit L9
  L0:
    e0 -> L1: store.4 &x 4:32
  L1:
    e1 -> L2: %a := load.4 &x
  L2:
    e2 -> L3: store.4 &pair 1:32
  L3:
    e3 -> L4: store.4 (add &pair 4:64) 2:32
  L4:
    e4 -> L5: %i := nondet 0 9
  L5:
    e5 -> L6: store.4 (add &array (mul %i 4:64)) 1:32
  L6:
    e6 -> L7: %a := load.4 &array
  L7:
    e7 -> L8: store.4 &mixed 1:32
  L8:
    e8 -> L9: %b := load.8 &mixed
  L9:
}
)";

TEST(Cells, AccessesThatOverlapShareOne) {
  const Model m(model);
  EXPECT_EQ(m.cells.of(0, 0), m.cells.of(1, 0));
  EXPECT_NE(m.cells.of(2, 0), m.cells.of(3, 0)) << "two members of one object";
  EXPECT_EQ(m.cells.of(5, 0), m.cells.of(6, 0)) << "any element, and the first";
  EXPECT_EQ(m.cells.of(7, 0), m.cells.of(8, 0));
  EXPECT_TRUE(m.cells.of(4, 0).empty()) << "no access";
  EXPECT_EQ(m.cells.cells().size(), 5u);
}

TEST(Cells, KindsTellWhatAStoreDoes) {
  const Model m(model);
  EXPECT_EQ(m.ofEdge(0).kind, Cell::Kind::Exact);
  EXPECT_TRUE(m.cells.isExact(m.cells.of(3, 0)));
  EXPECT_EQ(m.ofEdge(5).kind, Cell::Kind::Summary);
  EXPECT_FALSE(m.cells.isExact(m.cells.of(6, 0))) << "a store to any element may mean it";
  EXPECT_EQ(m.ofEdge(7).kind, Cell::Kind::Opaque);
}

TEST(Cells, WhatALoopAllocatesIsManyPlaces) {
  const auto allocation = [](const std::string& way) {
    return R"(
object h heap 4
thread main {
  reg %p:64
  entry L0 exit L3
  L0:
    e0 -> L1: %p := alloc &h 4:64
  L1:
    e1 -> L2: store.4 %p 1:32
  L2:
    e2 -> L3: skip
)" + way + R"(
  L3:
}
)";
  };
  const Model once(allocation("")), often(allocation("    e3 -> L0: skip"));
  EXPECT_EQ(once.ofEdge(1).kind, Cell::Kind::Exact);
  EXPECT_FALSE(once.ofEdge(1).shared);
  EXPECT_EQ(often.ofEdge(1).kind, Cell::Kind::Summary);
  EXPECT_EQ(often.cells.of(0, 0), often.cells.of(1, 0)) << "an Alloc makes the cells of its object";
}

} // namespace
} // namespace heddle::symbolic
