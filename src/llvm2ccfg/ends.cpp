// How a thread ends: its handlers and destructors run, others can see it, its variables' lives end; and how
// the program ends. Neighbour: walk.cpp, which comes to these ends.

#include "llvm2ccfg/action.h"
#include "llvm2ccfg/startup.h"
#include "llvm2ccfg/walk.h"

#include <algorithm>

namespace heddle::llvm2ccfg {

// Destructors of thread-specific data run after the thread's function returned.
bool ThreadWalker::enterThreadEnd(Item& item, Term value, bool returned) {
  const llvm::Function* end = map_.module.getFunction("__heddle_thread_end");
  if (end == nullptr || end->isDeclaration()) return false;
  ccfg::RegId result = map_.program.threads[thread_].result;
  if (result != ccfg::none && value)
    item.cursor.append(ccfg::Set{{{result, map_.terms.resize(value, map_.program.regWidth(result))}}});
  Activation* last = activate(end, item.activation, nullptr);
  last->alone = returned;
  enter(item, last, {});
  return true;
}

void ThreadWalker::exitThread(Cursor& c, Activation* activation, Term result) {
  Item item{activation, nullptr, c};
  if (enterThreadEnd(item, result, false))
    work_.push_back(std::move(item));
  else
    endThread(c, result);
}

ccfg::LocId ThreadWalker::cancelledEnd(const Cursor& c, Activation* activation, Term result) {
  if (activation->cancelled == ccfg::none) {
    activation->cancelled = map_.program.addLocation(thread_);
    Cursor end = c;
    end.standAt(activation->cancelled);
    exitThread(end, activation, result);
  }
  return activation->cancelled;
}

// Others may find that the owner of a robust mutex has ended.
void ThreadWalker::markEnded(Cursor& c) {
  const llvm::GlobalVariable* ended = map_.module.getNamedGlobal("__heddle_ended_threads");
  if (ended == nullptr) return;
  ccfg::Program& p = map_.program;
  logic::TermManager& tm = map_.terms;
  ccfg::LocId from = c.startEdge(), to = p.addLocation(thread_);
  Term self = p.regTerm(p.threads[thread_].self), most = tm.constant(64, 32);
  ccfg::AssumptionId bound =
      map_.assume(ccfg::AssumptionKind::ThreadBound,
                  "at most 64 threads are created where robust mutexes are used", c.position(), true, false);
  Action many(c, from);
  many.assume(tm.ult(most, self)).add(ccfg::Halt{ccfg::HaltKind::Cutoff, bound}).to(p.threads[thread_].exit);
  Action a(c, from);
  Term where = p.addressOf(map_.objectOf(ended)), set = a.load(where, 64, "ended");
  Term index = tm.sub(tm.zext(self, 64), tm.constant(1, 64));
  Term bit = tm.make(logic::Op::Shl, 64, tm.constant(1, 64), index);
  a.assume(tm.ule(self, most)).store(where, tm.orOf(set, bit)).to(to);
  c.standAt(to);
}

void ThreadWalker::endThread(Cursor& c, Term result) {
  ccfg::Program& p = map_.program;
  const ccfg::Thread& t = p.threads[thread_];
  bool returns = c.activation()->parent == nullptr && llvm::isa<llvm::ReturnInst>(c.instruction());
  if (thread_ == 0 && returns) {
    halt(c, ccfg::HaltKind::Exit);
    return;
  }
  if (thread_ == 0 && map_.module.getFunction(finishFunction) != nullptr)
    c.relyOn(map_.assume(ccfg::AssumptionKind::Other,
                         "main ends before the program: functions that run at exit are ignored", c.position(),
                         true, false));
  if (t.result != ccfg::none && result)
    c.append(ccfg::Set{{{t.result, map_.terms.resize(result, p.regWidth(t.result))}}});
  markEnded(c);
  endLives(c);
  c.closeDead(last_);
}

// The end of the program is an action of its own: what the thread did before it, others may still see.
void ThreadWalker::halt(Cursor& c, ccfg::HaltKind kind, ccfg::AssumptionId assumption) {
  const std::vector<ccfg::Operation>& ops = c.edge().ops;
  if (std::any_of(ops.begin(), ops.end(), ccfg::isAccess)) c.startEdge();
  c.append(ccfg::Halt{kind, assumption});
  c.closeDead(map_.program.threads[thread_].exit);
}

} // namespace heddle::llvm2ccfg
