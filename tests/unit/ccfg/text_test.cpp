// The text form: printing and parsing back, errors with their place, and that no text crashes the parser.
#include "ccfg/text.h"
#include "models.h"

#include "support/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::ccfg {
namespace {

TEST(TextTest, PrintedModelsParseToTheSameModel) {
  for (const std::string& model : sampleModels()) {
    const std::string printed = printText(*parseText(model, "m"));
    EXPECT_EQ(printText(*parseText(printed, "printed")), printed);
  }
}

} // namespace
} // namespace heddle::ccfg
