// Random models in text form, rich in what the analyses are about: pointers in registers, fields, arrays and
// heap, forks and joins through registers and memory, nested and conditional locks, atomic sections, loops.
#pragma once

#include <random>
#include <string>

namespace heddle::ccfg::analysis {

class RandomModel {
public:
  // waits: also flags, semaphores and loops that create and join, which threads wait by.
  explicit RandomModel(uint32_t seed, bool waits = false) : rng_(seed), waits_(waits) {}

  std::string text();

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(rng_() % n); }
  bool oneIn(unsigned n) { return below(n) == 0; }
  template <typename... Choices>
  std::string pick(Choices... choices) {
    const std::string all[] = {choices...};
    return all[below(sizeof...(choices))];
  }

  void thread(unsigned index);
  void block(unsigned depth);
  void statement(unsigned depth);
  void branch(unsigned depth);
  void loop(unsigned depth);
  void locked(unsigned depth);
  void section();
  void wait(unsigned depth);
  void crew();
  void step(const std::string& operations); // an edge to a new location
  unsigned newLocation() { return locations_++; }

  std::string pointerRegister() { return pick("%a", "%b", "%c", "%arg"); }
  std::string pointerTarget() { return pick("%a", "%b", "%c"); }
  std::string place();        // an address that is likely valid
  std::string pointerPlace(); // of a cell that may hold a pointer
  std::string pointerTerm();
  std::string argument();
  std::string simple();
  std::string forkOrJoin();

  std::mt19937 rng_;
  std::string out_;
  unsigned threads_ = 0, index_ = 0, locations_ = 0, at_ = 0, exit_ = 0;
  unsigned statements_ = 0;
  bool inSection_ = false, hasForked_ = false, hasCrew_ = false;
  bool waits_;
  // How pointers may leave the thread that has them; with all of them every heap object is shared.
  bool leaksByArgument_ = true, leaksByResult_ = true, leaksByMemory_ = true;
};

} // namespace heddle::ccfg::analysis
