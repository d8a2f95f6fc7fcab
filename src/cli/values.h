// Values of options: each function reads one kind, or throws UsageError saying what it expected.
#pragma once

#include "cli/options.h"

#include <initializer_list>

namespace heddle::cli {

// One of the given words; the message names the nearest.
std::string oneOf(const std::string& value, const std::vector<std::string>& words);

double secondsValue(const std::string& value); // 0 or more
unsigned countValue(const std::string& value, unsigned least, unsigned most);
uint64_t sizeValue(const std::string& value);                 // bytes: 500M, 4G, 1.5G
std::vector<std::string> listValue(const std::string& value); // separated by commas

// Sets Options::question.properties (and what a .prp file says besides) from names of ours, names of SV-COMP,
// or the path of a .prp file.
void setProperties(Options& options, const std::string& value);

// The word nearest to `word` in spelling, or empty when none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& words);

} // namespace heddle::cli
