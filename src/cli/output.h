// Files that a command writes: tried before the work starts, and never left half-written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heddle::cli {

// Added to the exit code of a verdict that was found and printed, if a file could not be written.
constexpr int outputLost = 20;

class OutputFile {
public:
  // "-" is standard output. Throws UsageError if the file could not be written.
  explicit OutputFile(std::string path);

  bool isStandardOutput() const { return path_ == "-"; }
  // All of it or nothing: writes beside the file, then renames. Throws UsageError if it fails.
  void write(const std::string& text) const;
  // Says so on standard error instead, and returns false.
  bool tryWrite(const std::string& text) const;

private:
  std::string path_;
  bool replace_ = true; // false: no regular file (a pipe, a device), written in place
};

// JSON's text. Names and source lines may hold any bytes; JSON may not.
std::string dumpJson(const nlohmann::ordered_json& json);

// Throws UsageError if standard output is full or closed.
void printOut(const std::string& text);

} // namespace heddle::cli
