// Memory while threads are unwound: objects and their addresses, valid accesses, and reads whose value is
// known from the thread alone. What other threads may interfere with becomes an Access of the skeleton.
#pragma once

#include "engines/bounded/initial.h"
#include "engines/bounded/unwindfacts.h"
#include "symbolic/alignment.h"

#include <map>

namespace heddle::bounded {

class Memory {
public:
  Memory(const Facts& facts, Skeleton& skeleton);

  struct Place { // an access about to be made
    InstanceId instance;
    StepId step;
    Term address;
    unsigned bytes;
    ccfg::analysis::TargetSet targets;
    bool alone;        // no other thread has been started yet
    bool flag = false; // of memory that may be freed
  };
  // Where the address, as the program has it, leads; narrowed to one place if its value is a constant.
  Place place(InstanceId instance, StepId step, Term programAddress, Term address, unsigned bytes,
              bool alone) const;

  // The condition under which the access goes to bytes of an object that is there.
  Term inBounds(const Place& p, bool write, bool library); // library: by library code
  // The condition under which the address is the start of an object of this kind.
  Term isBase(const Place& p, ccfg::ObjectKind kind);
  bool mayBeFreed(const Place& p) const;
  // The flag of the object at the place, and whether a value read from there says that the object lives.
  Place flagOf(const Place& p) const;
  Term lives(const Place& p, Term flag) const;

  bool isPrivate(const Place& p) const; // only this thread's writes can be seen
  // The value that a read finds, from the writes of the thread itself.
  Term resolve(const Place& p);
  // Keeps a write for `resolve`.
  void note(const Place& p, Term value, Term enabled);

  // The address of a new object; nothing: the thread's share of the address space is used up.
  std::optional<uint64_t> allocate(InstanceId instance, ccfg::ObjectId site, Term size, bool zeroed);
  const std::vector<MemoryObject>& objects() const { return objects_; }
  std::vector<const MemoryObject*> objectsOf(const ccfg::analysis::TargetSet& targets, Term address) const;

  // Conditions that could not be told while objects were still being made.
  void finish();

private:
  struct Written {
    Term address, value, enabled;
    unsigned bytes;
    StepId step;
    ccfg::analysis::TargetSet targets;
  };
  struct Pending {
    Term condition, address;
    unsigned bytes;
    bool write, library;
    ccfg::analysis::TargetSet targets;
    std::optional<ccfg::ObjectKind> baseOf; // asks for the start of such an object instead
  };

  bool allStatic(const Place& p) const;
  Term baseOf(const std::vector<const MemoryObject*>& objects, Term address, ccfg::ObjectKind kind) const;
  Term within(const MemoryObject& o, Term address, unsigned bytes) const;
  Term within(const std::vector<const MemoryObject*>& objects, Term address, unsigned bytes, bool write,
              bool library) const;
  const MemoryObject* at(uint64_t address) const;
  std::vector<uint32_t> visible(const Place& p) const; // writes, the last first
  bool isMultiple(Term address, unsigned bytes);
  Term resolveRange(const Place& p, const std::vector<uint32_t>& writes, uint64_t offset, unsigned bytes);
  Term resolveBytes(const Place& p, const std::vector<uint32_t>& writes, uint64_t offset, unsigned bytes);
  Term resolveByte(const Place& p, const std::vector<uint32_t>& writes, Term address);

  const Facts& facts_;
  Skeleton& skeleton_;
  logic::TermManager& terms_;
  InitialMemory initial_;
  symbolic::Alignment alignment_;
  std::vector<MemoryObject> objects_;
  std::map<uint64_t, uint32_t> bySlot_; // of dynamic objects
  std::map<ccfg::ObjectId, std::vector<uint32_t>> byAbstract_;
  std::map<uint64_t, uint64_t> used_; // slots of an arena, by its begin
  std::vector<Written> writes_;       // in order of unwinding
  std::map<std::pair<InstanceId, ccfg::ObjectId>, std::vector<uint32_t>> noted_; // by abstract object
  std::vector<Pending> pending_;
};

} // namespace heddle::bounded
