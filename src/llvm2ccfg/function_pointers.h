// Which functions a pointer may mean: inclusion constraints between the values and the memory of the whole
// module, which know no fields and no order (Andersen, Program Analysis and Specialization for the C
// Programming Language, 1994). A caller still has to say what becomes of a pointer that means another
// function: nothing is claimed of values that come from outside.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <vector>

namespace heddle::llvm2ccfg {

class FunctionPointers {
public:
  explicit FunctionPointers(const llvm::Module& module);

  std::set<const llvm::Function*> targets(const llvm::Value* pointer) const;

private:
  using Node = uint32_t; // of a value; of an object; of an object's content, which is the next one

  Node node(const llvm::Value* v);
  Node plain(const void* key);
  Node object(const void* key); // whose content is the next node
  void copy(Node from, Node to);
  void pointsTo(Node pointer, Node object);
  void operand(const llvm::Value* v, Node to);
  void constant(const llvm::Constant* c, Node to);
  void instruction(const llvm::Instruction& i);
  void call(const llvm::CallBase& call);
  void enter(const llvm::CallBase& call, const llvm::Function& f);
  void unknown(const llvm::CallBase& call, const llvm::Function& f);
  void starts(Node routine, Node argument);
  void solve();

  struct Calls { // through a pointer
    Node pointer;
    const llvm::CallBase* call;
  };
  struct Starts {
    Node routine, argument;
  };

  std::map<const void*, Node> nodes_, objects_;
  std::vector<std::set<Node>> means_; // objects, by node
  std::vector<std::vector<Node>> copies_;
  std::vector<std::pair<Node, Node>> loads_, stores_; // pointer and result; pointer and value
  std::vector<Calls> calls_;
  std::vector<Starts> starts_;
  std::map<Node, const llvm::Function*> functions_; // those that are functions
  std::set<std::pair<const void*, const llvm::Function*>> entered_;
  std::set<std::pair<Node, Node>> started_;
  bool changed_ = false;
};

} // namespace heddle::llvm2ccfg
