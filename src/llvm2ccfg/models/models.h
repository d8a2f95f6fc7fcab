// The table of library functions: name, and how its call is drawn. To support one more function, add a row to
// the file of its family; docs/how-to-add-a-primitive.md shows one from start to end.
#pragma once

#include "llvm2ccfg/action.h"
#include "llvm2ccfg/walk.h"

#include <string>
#include <unordered_map>

namespace heddle::llvm2ccfg {

// What functions of the thread library return when they fail, as Linux numbers it.
constexpr uint64_t eperm = 1, eagain = 11, ebusy = 16, einval = 22, edeadlk = 35, eoverflow = 75,
                   etimedout = 110, enotrecoverable = 131;

// One call of a library function, as its model sees it.
class ModelCall {
public:
  ModelCall(ThreadWalker& walker, Cursor& cursor, Activation* activation, const llvm::CallBase* call,
            std::string name);

  ThreadWalker& walker;
  Cursor& cursor;
  Activation* activation;
  const llvm::CallBase* call;
  std::string name;
  ModuleMap& map;
  ccfg::Program& program;
  logic::TermManager& tm;
  bool returned = true; // false: control does not come back

  // Arguments, as they are at `here()`: take them after it.
  unsigned argCount() const { return call->arg_size(); }
  Term arg(unsigned n);
  Term arg(unsigned n, unsigned width); // truncated or zero-extended
  Term pointer(unsigned n);             // an address, also where an undeclared function is given a number
  bool argIsNull(unsigned n);           // certainly null
  std::string argString(unsigned n);    // the text of a string constant, or ""

  ccfg::LocId here() {
    return cursor.startEdge();
  } // everything before the call is drawn; a place to start from
  ccfg::LocId fresh() { return program.addLocation(walker.thread()); }
  Action action(ccfg::LocId from); // an edge of this call
  void goOn(ccfg::LocId at) { cursor.standAt(at); }

  // The result: either one term for all ways through the call, or a register that each way sets.
  void returns(Term value);
  void returns(uint64_t value);
  ccfg::RegId resultRegister(); // none: nobody looks at the result
  Action& setResult(Action& a, uint64_t value);

  Term self() { return program.regTerm(program.threads[walker.thread()].self); } // width 32
  Term num(uint64_t v, unsigned width = 32) { return tm.constant(v, width); }
  Term at(Term base, uint64_t offset) { return tm.add(base, tm.constant(offset, base.width())); }
  Term selfBit(); // bit self-1 of a 64-bit mask of threads
  // In programs that cancel threads: where one stands that was not asked to end, and one that was.
  bool mayBeCancelled() const;
  ccfg::LocId notCancelled(ccfg::LocId from);
  ccfg::LocId alreadyCancelled(ccfg::LocId from);
  // One that was asked to end does so when it begins to wait, and may do so while it waits. The former gives
  // the place where a thread stands that was not asked.
  ccfg::LocId cancelledAtOnce(ccfg::LocId from);
  // `does` is a part of the event; `then` draws what the thread must wait for before it ends.
  void cancelledWhileWaiting(ccfg::LocId waiting, const std::function<void(Action&)>& does = nullptr,
                             const std::function<ccfg::LocId(ccfg::LocId)>& then = nullptr);
  // One that asked for it may also end here, soon or late after it was asked.
  void cancelledAtAnyTime(ccfg::LocId from);
  // Waits forever; for what goes on after a misuse that nobody asked about.
  ccfg::LocId stuck();

private:
  Term isCancelled(Action& a);
};

using Model = void (*)(ModelCall&);
using ModelTable = std::unordered_map<std::string, Model>;

const ModelTable& models();                       // of functions that the program calls but does not define
const ModelTable& overridingModels();             // these win over a definition: reach_error and friends
bool isHarmlessFunction(const std::string& name); // it only computes its result: sin, ...
std::string whyUnsupported(const std::string& name); // what setjmp, fork, ... do; else ""

// The families.
void addThreadModels(ModelTable& t);
void addMutexModels(ModelTable& t);
void addRwlockModels(ModelTable& t);
void addConditionModels(ModelTable& t);
void addSemaphoreModels(ModelTable& t);
void addMemoryModels(ModelTable& t);
void addVerifierModels(ModelTable& t);
void addEnvironmentModels(ModelTable& t);

} // namespace heddle::llvm2ccfg
