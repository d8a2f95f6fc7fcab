// An engine in a process of its own: what it does to itself - a crash, all the memory, no end - it does to
// nobody else. The worker is forked, so it has the problem with all that is known of it; it tells its
// progress and its result through a pipe. It never outlives its parent, and is gone when the object is.
#pragma once

#include "engine/result.h"

#include <functional>
#include <memory>
#include <sys/types.h>

namespace heddle::portfolio {

class Worker {
public:
  // Runs in the child. What it throws is told, too.
  using Task = std::function<engine::Result(const engine::ProgressSink& progress)>;

  Worker(std::string name, const Task& task, const ccfg::Program& program); // InputError if there can be none
  ~Worker();                                                                // ends it
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  const std::string& name() const { return name_; }
  int descriptor() const { return pipe_; } // readable when there is something to read
  // Takes what has come. True: the worker has ended, and `result` says with what.
  bool read(const engine::ProgressSink& progress);
  // Ends it now: its result is Unknown, for that reason.
  void stop(const std::string& why);
  uint64_t residentBytes() const;

  enum class End : uint8_t {
    Ordinary,
    Crashed,  // a signal, or it ended without a word
    Internal, // an internal error, which `result().why` tells
  };
  End end() const { return end_; }
  engine::Result& result() { return result_; } // after its end

private:
  [[noreturn]] void work(const Task& task, int to) const;
  void takeFrames(const engine::ProgressSink& progress);
  void reap();

  std::string name_;
  const ccfg::Program& program_;
  pid_t process_ = 0;
  int pipe_ = -1;
  std::vector<uint8_t> unread_;
  bool told_ = false; // the result, or what went wrong
  End end_ = End::Ordinary;
  engine::Result result_;
};

} // namespace heddle::portfolio
