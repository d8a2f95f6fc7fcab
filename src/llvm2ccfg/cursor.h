// The pen that draws a thread's graph. It stands after `from`, collects the operations of the edge being
// drawn, and remembers computed values as terms. Local computation costs no edge: it is gathered and written
// as one parallel assignment at the end of the edge. Every memory access starts an edge of its own.
//
// Invariant: terms in `values_` and `pending_` speak of registers as they are after the operations in `ops_`
// and before the pending assignment.
#pragma once

#include "llvm2ccfg/activation.h"

namespace heddle::llvm2ccfg {

class Cursor {
public:
  Cursor(ModuleMap& map, ccfg::ThreadId thread, ccfg::LocId from)
      : map_(&map), thread_(thread), from_(from) {}

  // Where the walk is: the running activation and the instruction at hand. They decide what is still needed.
  void at(Activation* activation, const llvm::Instruction* instruction);

  // ---- values
  Leaves get(Activation* a, const llvm::Value* v);
  Term scalar(Activation* a, const llvm::Value* v);
  void bind(Activation* a, const llvm::Value* v, Leaves leaves);
  void drop(Activation* a, const llvm::Value* v);                     // takes the binding back
  void forget(Activation* a);                                         // its values are gone with it
  std::vector<ccfg::RegId> home(Activation* a, const llvm::Value* v); // its registers, made on demand

  Term local(ccfg::RegId reg) const; // value of a promoted local
  void setLocal(ccfg::RegId reg, Term value) { pending_[reg] = {value, statement_}; }

  // ---- drawing
  ccfg::RegId temp(const std::string& name, unsigned width, ccfg::TypeRef type = nullptr);
  void append(ccfg::Operation op); // to the edge at hand; not an access
  void access(ccfg::Operation op); // a load or store whose terms were taken after `startEdge`
  ccfg::LocId startEdge();         // ends the edge at hand if it has anything, and stands at a fresh place
  void closeInto(ccfg::LocId to);  // ends the edge at a place that others reach too: values go home
  void closeDead(ccfg::LocId to);  // ends the edge where nothing of what was computed is needed again
  void standAt(ccfg::LocId from);  // continues from there, with nothing in hand but homes
  ccfg::LocId place() const { return from_; }
  void assumption(ccfg::AssumptionId a) { edge_.assumption = a; }
  void relyOn(ccfg::AssumptionId a);   // draws a step that does nothing but rest on it
  ccfg::Edge& edge() { return edge_; } // to set text, sync, library of the edge at hand

  ModuleMap& map() { return *map_; }
  ccfg::ThreadId thread() const { return thread_; }
  SourcePos position() const { return position_; }
  ccfg::StatementId statement() const { return statement_; }
  Activation* activation() const { return activation_; }
  const llvm::Instruction* instruction() const { return instruction_; }

private:
  using Key = std::pair<Activation*, const llvm::Value*>;
  bool needed(const Key& k) const;
  bool reassigned(Term t) const; // does it speak of a register that the pending assignment changes?
  void emit(ccfg::LocId to);
  void moveHome(ccfg::Set& set, bool onlyReassigned);
  void appendPending(ccfg::Set set);
  void push(ccfg::Operation op); // that knows its statement
  void writeHome(ccfg::Set& set, const Key& key, const Leaves& leaves);

  ModuleMap* map_;
  ccfg::ThreadId thread_;
  ccfg::LocId from_;
  Activation* activation_ = nullptr;
  const llvm::Instruction* instruction_ = nullptr;
  SourcePos position_;
  ccfg::StatementId statement_ = 0;
  ccfg::Edge edge_;
  struct Pending {
    Term value;
    ccfg::StatementId statement;
  };
  std::map<ccfg::RegId, Pending> pending_;
  struct Value {
    Leaves leaves;
    uint64_t order; // in which they were bound: that of pointers differs from run to run
  };
  std::map<Key, Value> values_;
  uint64_t bound_ = 0;
};

} // namespace heddle::llvm2ccfg
