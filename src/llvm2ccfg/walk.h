// Walks the LLVM code of one thread and draws its graph: calls are inlined, each activation of a function
// with its own registers. Split by subject: walk.cpp (blocks, calls, returns), ends.cpp (of threads),
// instructions.cpp (computation), loadstore.cpp (loads, stores, locals), calls.cpp (who is called, and what
// for).
#pragma once

#include "llvm2ccfg/cursor.h"

#include <deque>
#include <set>

namespace heddle::llvm2ccfg {

class ProgramTranslator;

class ThreadWalker {
public:
  ThreadWalker(ProgramTranslator& translator, ModuleMap& map, ccfg::ThreadId thread, bool once);

  // Draws the whole thread: the function is called with the thread's parameters, its result is the thread's
  // result.
  void walk(const llvm::Function* entry);

  // ---- for the models of library functions
  ModuleMap& map() { return map_; }
  ProgramTranslator& translator() { return translator_; }
  ccfg::ThreadId thread() const { return thread_; }
  bool onceHere(const Cursor& c) const; // does this place run at most once in an execution?
  Term tlsAddress(Cursor& c, const llvm::GlobalVariable* g);
  // Ends the thread with this result; the cursor is used up.
  void endThread(Cursor& c, Term result);
  // The same after the destructors of thread-specific data ran.
  void exitThread(Cursor& c, Activation* activation, Term result);
  // The same, drawn once for all places of an activation.
  ccfg::LocId cancelledEnd(const Cursor& c, Activation* activation, Term result);
  void halt(Cursor& c, ccfg::HaltKind kind, ccfg::AssumptionId assumption = ccfg::none);

private:
  struct Item {
    Activation* activation;
    const llvm::Instruction* next;
    Cursor cursor;
  };
  struct Meeting { // where the callees of one call come together
    ccfg::LocId place = ccfg::none;
    std::vector<ccfg::RegId> registers; // of the result
    Activation* owner = nullptr;        // counts who came first
  };
  enum class Flow { Next, Elsewhere }; // go on with the next instruction, or control went somewhere else

  // walk.cpp
  void commandLine(Cursor& c, std::vector<Leaves>& args);
  void run(Item item);
  Activation* activate(const llvm::Function* f, Activation* parent, const llvm::CallBase* call);
  void enter(Item& item, Activation* callee, const std::vector<Leaves>& args);
  void setUpLocals(Cursor& c, Activation* a);
  void finishReturn(Item& item, const llvm::ReturnInst* ret);
  bool enterThreadEnd(Item& item, Term value, bool returned);
  void markEnded(Cursor& c);
  void freeLocals(Cursor& c, const std::vector<ccfg::RegId>& locals);
  void endActivation(Cursor& c, Activation* a);
  void endLives(Cursor& c);
  bool keepsThreadLocals() const;
  bool isKept(const llvm::GlobalVariable& threadLocal) const;
  void endThreadLocals();
  void jump(Item& item, const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  void pushJump(const Item& item, Cursor cursor, const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  void bindPhis(Cursor& c, Activation* a, const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  Flow terminator(Item& item, const llvm::Instruction* i);
  Flow branch(Item& item, const llvm::BranchInst* i);
  Flow switchOn(Item& item, const llvm::SwitchInst* i);
  Flow computedGoto(Item& item, const llvm::IndirectBrInst* i);
  Flow step(Item& item, const llvm::Instruction* i);
  bool checkErrorLabel(Item& item, const llvm::BasicBlock* b);

  // instructions.cpp
  bool compute(Item& item, const llvm::Instruction* i); // false: not a plain computation
  Leaves lane(Item& item, const llvm::Value* v, size_t k);
  void bindLanes(Item& item, const llvm::Instruction* i, const std::function<Leaves(size_t)>& laneOf);
  Leaves binary(Item& item, const llvm::BinaryOperator* i, const Leaves& x, const Leaves& y);
  Leaves wideBinary(Item& item, const llvm::BinaryOperator* i, const Leaves& a, const Leaves& b);
  void convert(Item& item, const llvm::CastInst* i);
  void guardDivision(Item& item, const llvm::BinaryOperator* i);
  Term elementAddress(Item& item, const llvm::GetElementPtrInst* i);
  void assertOverflow(Cursor& c, Term overflows, const std::string& what);

  // parts.cpp
  bool parts(Item& item, const llvm::Instruction* i); // false: neither
  bool elements(Item& item, const llvm::Instruction* i);

  // loadstore.cpp
  bool memory(Item& item, const llvm::Instruction* i); // false: does not touch memory
  void load(Item& item, const llvm::LoadInst* i);
  void store(Item& item, const llvm::StoreInst* i);
  void allocate(Item& item, const llvm::AllocaInst* i);
  void freeDynamic(Cursor& c, Activation* a, const llvm::Instruction* since);
  void restoreStack(Item& item, const llvm::CallBase* i);
  void exchange(Item& item, const llvm::AtomicCmpXchgInst* i);
  void modify(Item& item, const llvm::AtomicRMWInst* i);
  void exchangeWide(Item& item, const llvm::AtomicRMWInst* i);

  // calls.cpp
  Flow call(Item& item, const llvm::CallBase* i);
  Flow callFunction(Item& item, const llvm::CallBase* i, const llvm::Function* f);
  Flow callNowhere(Item& item);
  Flow callIndirect(Item& item, const llvm::CallBase* i);
  Flow inlineCall(Item& item, const llvm::CallBase* i, const llvm::Function* f, const Meeting* meeting);
  void meetAfterCall(Item& item, const llvm::CallBase* i, const Meeting& meeting);
  void finishMeeting(Item& item, Activation* caller, const llvm::CallBase* call, const Meeting& meeting);
  ccfg::RegId copyArgument(Item& item, const llvm::CallBase* i, unsigned n, Activation* callee);
  std::vector<Leaves> arguments(Item& item, const llvm::CallBase* i, Activation* callee);
  void inventResult(Cursor& c, const Activation* a, Leaves& value);
  Flow callUnknown(Item& item, const llvm::CallBase* i, const llvm::Function* f);
  ccfg::AssumptionId assumptionAbout(const std::string& name, bool resultIsUsed, SourcePos at);

  // assembler.cpp
  void assembler(Item& item, const llvm::CallBase* i);

  // intrinsics.cpp
  Flow intrinsic(Item& item, const llvm::CallBase* i, const llvm::Function* f);
  bool arithmeticIntrinsic(Item& item, const llvm::CallBase* i, const llvm::Function* f);
  Flow copyMemory(Item& item, const llvm::CallBase* i);
  Flow fillMemory(Item& item, const llvm::CallBase* i);
  Flow callLibrary(Item& item, const llvm::CallBase* i, const std::string& name);
  struct VarArg {
    unsigned index;               // of the call's arguments
    uint64_t offset, size, bytes; // in the area, with and without what fills its slot
  };
  std::vector<VarArg> variableArguments(const Activation* a) const;
  void startVarArgs(Item& item, const llvm::CallBase* i);
  // The source is asked for again at each access, since terms change as edges are drawn.
  void copyBytes(Cursor& c, Term dst, const std::function<Term()>& src, uint64_t bytes);

  ProgramTranslator& translator_;
  ModuleMap& map_;
  ccfg::ThreadId thread_;
  bool once_;
  std::deque<std::unique_ptr<Activation>> activations_;
  std::vector<Item> work_;
  std::map<const llvm::GlobalVariable*, Term> tls_;
  std::vector<ccfg::RegId> tlsFrees_; // addresses of thread-local variables that may be known to others
  std::map<const llvm::AllocaInst*, ccfg::AssumptionId> commandLine_; // main's variables argc and argv
  ccfg::LocId last_ =
      ccfg::none; // where all ways to the thread's end meet; its exit, if nothing is left to do
  ccfg::LocId start_ = ccfg::none; // where the walked code begins, after the thread-local variables are made
  std::vector<ccfg::Operation> prologue_;
};

// Loads and stores that go beyond 8 bytes are split; this is the largest single access.
inline constexpr unsigned maxAccess = 8;

} // namespace heddle::llvm2ccfg
