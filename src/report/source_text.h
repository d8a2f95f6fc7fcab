// The user's source lines, read when first asked for. A file that is gone or unreadable has no lines: reports
// then show positions only.
#pragma once

#include "support/source.h"

#include <map>
#include <string>
#include <vector>

namespace heddle::report {

class SourceText {
public:
  explicit SourceText(const FileTable& files) : files_(files) {}

  // The file's lines as they are; none if they can't be had.
  const std::vector<std::string>& lines(uint32_t file);
  // The line without indentation, tabs and control characters; empty if it can't be had.
  std::string line(SourcePos pos);
  const std::string& fileName(SourcePos pos) const { return files_.name(pos.file); }

private:
  const FileTable& files_;
  std::map<uint32_t, std::vector<std::string>> lines_;
};

} // namespace heddle::report
