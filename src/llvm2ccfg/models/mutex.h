// How mutexes lie in memory and how they are taken and given back, for the functions on mutexes and for waits
// on condition variables.
//
// In memory: the owner's number at offset 0 (0: free, `destroyed`: gone), the depth of a recursive lock at 4,
// what happened to a robust one at 8, and the kind where glibc keeps it, so that static initialisers mean
// what they say. Programs that never ask for a kind are spared the loads of it, and the same holds for
// robustness.
#pragma once

#include "llvm2ccfg/models/models.h"

namespace heddle::llvm2ccfg {

constexpr uint64_t destroyed = 0xffffffff; // as an owner, also of a read-write lock

struct MutexUse { // what the program's mutexes may be besides normal
  bool kinds = false, robust = false;
};
MutexUse mutexUse(ModelCall& c);

enum MutexKind : uint64_t { normal = 0, recursive = 1, errorCheck = 2 }; // glibc's numbers; 3 is adaptive
constexpr uint64_t robustFlag = 16;                                      // glibc's, added to the kind
uint64_t kindOffset(const ModelCall& c);

// What an action reads of a mutex.
struct MutexWords {
  Term owner, kind, depth, health; // the latter ones only if they are needed
};
enum Health : uint64_t { consistent = 0, inconsistent = 1, notRecoverable = 2 };
MutexWords loadMutex(ModelCall& c, Action& a, Term m, const MutexUse& use);
Term isOfKind(ModelCall& c, const MutexWords& w, uint64_t kind);
Term isRobust(ModelCall& c, const MutexWords& w);
Term ownerIsDead(ModelCall& c, Action& a, const MutexWords& w); // and the mutex is robust

// How a mutex is got: it was free; its owner, a recursive one, once more; from an owner that ended; or not at
// all, since it can't be repaired. The latter two are robust mutexes only.
enum class Take : uint8_t { Free, Again, FromDead, Never };
std::vector<Take> waysToTake(const MutexUse& use);
// Waits until it can be got in this way, and takes it.
void take(ModelCall& c, Action& a, Term m, Take how, const MutexUse& use);
uint64_t resultOf(Take how);

// How it is given back: for good, or a recursive one whose owner still holds it.
enum class Give : uint8_t { Last, Inner };
void give(ModelCall& c, Action& a, Term m, Give how, const MutexUse& use);

// Is there a constant of this type that is not zero, anywhere in the program?
bool isInitialisedSpecially(ModuleMap& map, const std::string& type);

} // namespace heddle::llvm2ccfg
