// The table of library functions: every function of C11 has a row, and docs/library.md has the table.
#include "llvm2ccfg/inventory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace heddle::llvm2ccfg::test {

std::map<std::string, InventoryRow> byName() {
  std::map<std::string, InventoryRow> out;
  for (const InventoryRow& row : inventory()) out.emplace(row.function, row);
  return out;
}

TEST(Inventory, EveryFunctionOfC11HasARow) {
  size_t functions = 0;
  for (const InventoryRow& row : inventory())
    if (row.isC11) {
      ++functions;
      EXPECT_NE(row.support, Support::None) << row.function << " of <" << row.header << ">";
    }
  EXPECT_GT(functions, 350u);
}

TEST(Inventory, TellsFunctionsThatChooseFromOthers) {
  const std::map<std::string, InventoryRow> rows = byName();
  EXPECT_EQ(rows.at("strlen").support, Support::Exact);
  EXPECT_EQ(rows.at("snprintf").support, Support::Exact);
  EXPECT_EQ(rows.at("pthread_mutex_lock").support, Support::Exact);
  EXPECT_EQ(rows.at("rand").support, Support::ByEffect);
  EXPECT_EQ(rows.at("strftime").support, Support::ByEffect); // by way of another function
  EXPECT_EQ(rows.at("printf").support, Support::ByEffect);
  EXPECT_EQ(rows.at("sin").support, Support::ByEffect);
  EXPECT_EQ(rows.at("fork").support, Support::Refused);
}

// HEDDLE_UPDATE writes it.
TEST(Inventory, ThePageHasTheTable) {
  const std::string path = HEDDLE_DOCS "/library.md",
                    mark = "<!-- the table; HEDDLE_UPDATE=1 unit_llvm2ccfg writes it -->\n";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string page = text.str();
  const size_t begin = page.find(mark);
  ASSERT_NE(begin, std::string::npos);
  const std::string fresh = page.substr(0, begin) + mark + "\n" + inventoryPage(inventory());
  if (std::getenv("HEDDLE_UPDATE") != nullptr)
    std::ofstream(path) << fresh;
  else
    EXPECT_TRUE(page == fresh) << "docs/library.md is out of date: HEDDLE_UPDATE=1 unit_llvm2ccfg writes it";
}

} // namespace heddle::llvm2ccfg::test
