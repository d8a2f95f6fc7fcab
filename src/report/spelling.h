// Names for threads, addresses and values, as the programmer would write them: `queue.items[3]`, `&node`,
// `NULL`,
// `-1`.
#pragma once

#include "interp/code.h"
#include "interp/state.h"

#include <map>

namespace heddle::report {

class Names {
public:
  explicit Names(const interp::Code& code);

  // A thread's number: that of its instance, unless another one is set.
  void setNumber(uint32_t instance, uint32_t number) { numbers_[instance] = number; }
  uint32_t number(uint32_t instance) const;
  std::string thread(uint32_t instance) const; // "thread 2"

  struct Place {
    ccfg::ObjectId object = ccfg::none;
    uint64_t base = 0;
    uint64_t offset = 0;
  };
  Place placeOf(const interp::StateView& state, uint64_t address) const;
  // A variable of a function, not of the program.
  bool isLocal(ccfg::ObjectId object) const;

  // The bytes at an address, as a variable.
  std::string cell(const interp::StateView& state, uint64_t address, uint64_t bytes);
  // What lies at an address, as one thing: a lock, a condition variable, a whole object.
  std::string thing(const interp::StateView& state, uint64_t address);
  // The whole object at an address: what is allocated and freed.
  std::string whole(const interp::StateView& state, uint64_t address);
  // The number that is in `bytes` bytes at the address, as its type prints it.
  std::string value(const interp::StateView& state, uint64_t address, uint64_t bytes, uint64_t number);
  std::string valueOfType(const interp::StateView& state, const ccfg::TypeRef& type, uint64_t number,
                          unsigned width);
  // The bytes now in memory, or nothing where no object lives or they were never written.
  std::optional<uint64_t> peek(const interp::StateView& state, uint64_t address, uint64_t bytes) const;

private:
  std::string objectName(const Place& place);

  const interp::Code& code_;
  std::map<uint32_t, uint32_t> numbers_;
  std::map<std::string, unsigned> sameName_;               // objects whose name begins alike up to the '@'
  std::map<std::string, std::vector<uint64_t>> instances_; // bases of objects of one name, as they appear
};

} // namespace heddle::report
