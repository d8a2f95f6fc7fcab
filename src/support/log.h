// A log: what a component says it is doing, line by line, for those who want to see how an answer comes
// about. Off by default; what is off is not even put into words.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <string>

namespace heddle {

enum class LogLevel : uint8_t {
  Off,
  Steps,   // what is done, and what comes of it
  Details, // and what it is made of
};

class Log { // of one component
public:
  using Sink = std::function<void(const std::string& line)>;

  Log() = default;
  Log(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}

  bool tells(LogLevel l = LogLevel::Steps) const { return l <= level_; }
  template <typename... Args>
  void step(fmt::format_string<Args...> format, Args&&... args) const {
    if (tells(LogLevel::Steps)) sink_(fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void detail(fmt::format_string<Args...> format, Args&&... args) const {
    if (tells(LogLevel::Details)) sink_(fmt::format(format, std::forward<Args>(args)...));
  }

private:
  LogLevel level_ = LogLevel::Off;
  Sink sink_;
};

class Logs { // by the name of the component
public:
  void add(const std::string& component, Log log) { logs_[component] = std::move(log); }
  // Says nothing unless it was added.
  const Log& of(const std::string& component) const {
    static const Log silent;
    const auto found = logs_.find(component);
    return found == logs_.end() ? silent : found->second;
  }

private:
  std::map<std::string, Log> logs_;
};

} // namespace heddle
