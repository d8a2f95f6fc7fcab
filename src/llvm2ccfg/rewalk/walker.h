// One thread's instructions, walked beside its recorded events. Every value is kept twice: as it was in the
// run, which says where the path goes, and as a term over what was read from shared memory, which says where
// it would go if those reads had seen something else. Where a term can't be kept the value may be any, so
// that the model has more interleavings, never fewer; what could exclude one all the same is noted as a gap.
#pragma once

#include "llvm2ccfg/rewalk/bitcode.h"
#include "llvm2ccfg/rewalk/lookahead.h"
#include "llvm2ccfg/rewalk/model.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <set>

namespace heddle::llvm2ccfg {

struct WalkValue {
  llvm::Constant* constant = nullptr; // null: not known
  Term term;                          // null: no number, or not known
  bool symbolic() const { return term && !term.isConst(); }
};

// What threads learn for each other.
struct WalkShared {
  RecordedModules& modules;
  TraceModel& model;
  std::map<const llvm::GlobalVariable*, uint64_t> globals; // addresses, as accesses reveal them
  struct Given {
    WalkValue value;
    bool depends = false; // on what others write
  };
  std::map<uint32_t, Given> arguments;              // by number of a thread: what its function was given
  std::map<uint32_t, const llvm::Function*> starts; // by number of a thread: that function, if it is at hand
  Lookahead lookahead;
  Ticker ticker;
  std::vector<std::string> gaps{};                                          // see TraceProgram
  std::map<std::pair<uint32_t, const llvm::Instruction*>, Unseen> unseen{}; // by thread
  uint64_t guessed = 0; // branches whose conditions are not in the model: the events told which way they went
};

// What memory holds that begins with the constant; -1: a byte that is not known.
std::vector<int> initialBytesOf(const llvm::Constant* c, const llvm::DataLayout& layout);

// unseen.cpp: may the threads be synchronized by what the call does where nobody sees it?
bool maySynchronize(const llvm::CallBase* i);
std::string placeOf(const llvm::CallBase* i);

class ThreadWalk {
public:
  ThreadWalk(const trace::Trace& trace, uint32_t thread, WalkShared& shared)
      : trace_(trace), events_(trace.threads[thread].events), thread_(thread),
        number_(trace.threads[thread].number), shared_(shared), model_(shared.model) {}

  // Draws the thread. Returns why it could not be followed to its end; empty: it was.
  std::string run();
  bool followed() const { return followed_; } // to the thread's end, or the program's

private:
  struct Frame {
    const llvm::Function* function = nullptr;
    const llvm::Instruction* next = nullptr;
    std::map<const llvm::Value*, WalkValue> values;
    const llvm::CallBase* call = nullptr; // in the frame below; null: entered from code that is not followed
  };
  struct Lost { // the events are not those of the walked path
    std::string why;
  };

  // walker.cpp
  void enterFirst();
  void push(const llvm::Function* f, const llvm::CallBase* call, const std::vector<WalkValue>& arguments);
  void step();
  void jump(const llvm::BasicBlock* to);
  void branch(const llvm::Instruction* i);
  void decided(const llvm::BranchInst* b, const WalkValue& condition, bool taken);
  void leave(const llvm::ReturnInst* i);
  uint32_t expect(uint32_t site, trace::EventKind kind); // the next event, which has to be this one
  const trace::Event* peek() const { return at_ < events_.size() ? &events_[at_] : nullptr; }
  void skipUnsited();

  // unknown.cpp
  void unknownBranch(const llvm::Instruction* i);
  bool skip(const llvm::Instruction* i);
  void followEvents();
  void gap(const std::string& why);

  // calls.cpp
  void call(const llvm::CallBase* i);
  void enterCallee(const llvm::CallBase* i, const llvm::Function* f);
  void library(const llvm::CallBase* i, uint32_t site);
  void intrinsic(const llvm::IntrinsicInst* i);
  void block(const llvm::MemIntrinsic* i, uint32_t site);
  void outside(const llvm::CallBase* i, uint32_t site);
  void once(const llvm::CallBase* i, uint32_t site);

  // remembered.cpp
  void load(const llvm::LoadInst* i);
  void store(const llvm::StoreInst* i);
  void update(const llvm::Instruction* i);
  void learnAddress(const llvm::Value* pointer, uint64_t address);
  WalkValue remembered(uint64_t address, uint64_t bytes, llvm::Type* type);
  void remember(uint64_t address, uint64_t bytes, const WalkValue& v);
  void forget(uint64_t address, uint64_t bytes);
  WalkValue as(llvm::Type* type, const WalkValue& v);
  WalkValue part(const WalkValue& v, uint64_t offset, uint64_t bytes);
  WalkValue constantAt(llvm::Constant* pointer, llvm::Type* type); // in memory that nobody writes
  bool isFollowed(const llvm::AllocaInst* local) const;            // its accesses are not recorded

  // values.cpp
  void compute(const llvm::Instruction* i);
  WalkValue valueOf(const llvm::Value* v);
  WalkValue number(llvm::Type* type, uint64_t n);
  WalkValue known(llvm::Constant* c); // with its term, if it is a number
  std::optional<uint64_t> numberOf(const llvm::Constant* c) const;
  Term termFor(const llvm::Instruction* i, const std::vector<WalkValue>& operands);
  void concretise(const WalkValue& v); // from here on it has the value it had
  WalkValue unknown(WalkValue v);
  void set(const llvm::Value* v, WalkValue value) { frames_.back().values[v] = value; }
  const llvm::DataLayout& layout() const { return frames_.back().function->getDataLayout(); }

  const trace::Trace& trace_;
  const std::vector<trace::Event>& events_;
  uint32_t thread_, number_;
  WalkShared& shared_;
  TraceModel& model_;
  std::vector<Frame> frames_;
  uint32_t at_ = 0; // the next event
  bool followed_ = true;
  std::map<uint64_t, std::pair<uint64_t, WalkValue>> memory_; // of this thread alone: bytes and value
  std::map<const llvm::Value*, std::pair<WalkValue, WalkValue>> exchanged_; // results of compare-exchange
  std::set<const llvm::CallBase*> onceBegun_;
  uint64_t nextLocal_ = 0xf000'0000'0000'0000; // addresses for local variables that nobody else sees
};

} // namespace heddle::llvm2ccfg
