// Places in the user's source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct SourcePos {
  uint32_t file = 0; // index into a FileTable; 0 is "unknown"
  uint32_t line = 0; // from 1; 0 is "unknown"
  uint32_t column = 0;

  bool known() const { return file != 0 && line != 0; }
  bool operator==(const SourcePos&) const = default;
};

// Where the sources of library functions that come with Heddle seem to be: nothing that a user wrote.
inline const std::string libraryFolder = "/heddle/library/";

class FileTable {
public:
  FileTable() : names_{"?"} {}
  uint32_t add(const std::string& name) {
    for (uint32_t i = 0; i < names_.size(); ++i)
      if (names_[i] == name) return i;
    names_.push_back(name);
    return static_cast<uint32_t>(names_.size() - 1);
  }
  const std::string& name(uint32_t file) const { return names_[file]; }
  size_t size() const { return names_.size(); }
  bool isLibrary(uint32_t file) const { return names_[file].starts_with(libraryFolder); }

private:
  std::vector<std::string> names_;
};

} // namespace heddle
