// See the header.

#include "llvm2ccfg/function_pointers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::llvm2ccfg {

namespace {

// Results of functions, and their arguments beyond the named ones, have nodes, too: at these keys.
const void* resultKey(const llvm::Function& f) { return reinterpret_cast<const char*>(&f) + 1; }
const void* restKey(const llvm::Function& f) { return reinterpret_cast<const char*>(&f) + 2; }

} // namespace

FunctionPointers::FunctionPointers(const llvm::Module& module) {
  for (const llvm::GlobalVariable& g : module.globals())
    if (g.hasInitializer()) constant(g.getInitializer(), object(&g) + 1);
  for (const llvm::Function& f : module)
    for (const llvm::Instruction& i : llvm::instructions(f)) instruction(i);
  solve();
}

std::set<const llvm::Function*> FunctionPointers::targets(const llvm::Value* pointer) const {
  std::set<const llvm::Function*> out;
  if (const auto it = nodes_.find(pointer); it != nodes_.end())
    for (Node o : means_[it->second])
      if (const auto f = functions_.find(o); f != functions_.end()) out.insert(f->second);
  return out;
}

FunctionPointers::Node FunctionPointers::node(const llvm::Value* v) {
  const bool fresh = !nodes_.contains(v);
  const Node n = plain(v);
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(v); c != nullptr && fresh) constant(c, n);
  return n;
}

FunctionPointers::Node FunctionPointers::plain(const void* key) {
  const auto [it, fresh] = nodes_.try_emplace(key, static_cast<Node>(means_.size()));
  if (fresh) {
    means_.emplace_back();
    copies_.emplace_back();
  }
  return it->second;
}

FunctionPointers::Node FunctionPointers::object(const void* key) {
  const auto [it, fresh] = objects_.try_emplace(key, static_cast<Node>(means_.size()));
  if (fresh) {
    means_.resize(means_.size() + 2);
    copies_.resize(copies_.size() + 2);
  }
  return it->second;
}

void FunctionPointers::copy(Node from, Node to) {
  if (from != to) copies_[from].push_back(to);
}

void FunctionPointers::pointsTo(Node pointer, Node object) {
  changed_ |= means_[pointer].insert(object).second;
}

void FunctionPointers::constant(const llvm::Constant* c, Node to) {
  if (const auto* g = llvm::dyn_cast<llvm::GlobalValue>(c)) {
    const llvm::GlobalObject* whole = g->getAliaseeObject();
    if (whole == nullptr) return;
    const Node o = object(whole);
    if (const auto* f = llvm::dyn_cast<llvm::Function>(whole)) functions_[o] = f;
    pointsTo(to, o);
    return;
  }
  for (const llvm::Use& part : c->operands())
    if (const auto* inner = llvm::dyn_cast<llvm::Constant>(part.get())) constant(inner, to);
}

void FunctionPointers::operand(const llvm::Value* v, Node to) {
  if (!llvm::isa<llvm::BasicBlock>(v) && !llvm::isa<llvm::MetadataAsValue>(v)) copy(node(v), to);
}

void FunctionPointers::instruction(const llvm::Instruction& i) {
  const Node result = node(&i);
  if (llvm::isa<llvm::AllocaInst>(i)) return pointsTo(result, object(&i));
  if (const auto* l = llvm::dyn_cast<llvm::LoadInst>(&i)) {
    loads_.emplace_back(node(l->getPointerOperand()), result);
  } else if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    const Node pointer = node(s->getPointerOperand());
    stores_.emplace_back(pointer, node(s->getValueOperand()));
  } else if (const auto* m = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
    const Node pointer = node(m->getPointerOperand());
    loads_.emplace_back(pointer, result);
    stores_.emplace_back(pointer, node(m->getValOperand()));
  } else if (const auto* x = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
    const Node pointer = node(x->getPointerOperand());
    loads_.emplace_back(pointer, result);
    stores_.emplace_back(pointer, node(x->getNewValOperand()));
  } else if (const auto* r = llvm::dyn_cast<llvm::ReturnInst>(&i)) {
    if (r->getReturnValue() != nullptr) operand(r->getReturnValue(), plain(resultKey(*r->getFunction())));
  } else if (const auto* c = llvm::dyn_cast<llvm::CallBase>(&i)) {
    call(*c);
  } else if (!llvm::isa<llvm::CmpInst>(i)) {
    for (const llvm::Use& use : i.operands()) operand(use.get(), result);
  }
}

void FunctionPointers::call(const llvm::CallBase& c) {
  if (c.isInlineAsm()) {
    for (const llvm::Use& use : c.args()) operand(use.get(), node(&c));
    return;
  }
  if (const auto* f = llvm::dyn_cast<llvm::Function>(c.getCalledOperand()->stripPointerCastsAndAliases()))
    return enter(c, *f);
  calls_.push_back({node(c.getCalledOperand()), &c});
}

void FunctionPointers::enter(const llvm::CallBase& c, const llvm::Function& f) {
  if (!entered_.insert({&c, &f}).second) return;
  changed_ = true;
  if (f.isDeclaration()) return unknown(c, f);
  const Node rest = object(restKey(f));
  for (unsigned n = 0; n < c.arg_size(); ++n)
    operand(c.getArgOperand(n), n < f.arg_size() ? node(f.getArg(n)) : rest + 1);
  copy(plain(resultKey(f)), node(&c));
}

// The models' functions, and others without a body: what goes in may come out, and may be called.
void FunctionPointers::unknown(const llvm::CallBase& c, const llvm::Function& f) {
  const Node result = node(&c);
  if (f.getIntrinsicID() == llvm::Intrinsic::vastart) { // the list leads to the arguments
    const Node rest = object(restKey(*c.getFunction())), address = plain(restKey(*c.getFunction()));
    pointsTo(address, rest);
    stores_.emplace_back(node(c.getArgOperand(0)), address);
    return;
  }
  const llvm::StringRef name = f.getName();
  if (name == "pthread_create" || name == "thrd_create" || name == "__heddle_create") {
    const unsigned routine = name == "pthread_create" ? 2 : name == "thrd_create" ? 1 : 0;
    if (c.arg_size() > routine + 1)
      starts_.push_back({node(c.getArgOperand(routine)), node(c.getArgOperand(routine + 1))});
    return;
  }
  if (f.isIntrinsic() && !llvm::isa<llvm::MemTransferInst>(c) &&
      f.getIntrinsicID() != llvm::Intrinsic::vacopy) {
    for (const llvm::Use& use : c.args()) operand(use.get(), result);
    return;
  }
  const Node any = object(&c) + 1; // of all that the arguments lead to, and of what is allocated
  pointsTo(result, any - 1);
  for (const llvm::Use& use : c.args()) {
    const Node argument = node(use.get());
    operand(use.get(), result);
    copy(argument, any);
    loads_.emplace_back(argument, any);
    stores_.emplace_back(argument, any);
  }
}

// Of each function that the pointer may mean, the first parameter.
void FunctionPointers::starts(Node routine, Node argument) {
  for (const Node o : std::set<Node>(means_[routine]))
    if (const auto f = functions_.find(o);
        f != functions_.end() && f->second->arg_size() > 0 && started_.insert({argument, o}).second) {
      changed_ = true;
      copy(argument, node(f->second->getArg(0)));
    }
}

void FunctionPointers::solve() {
  do {
    changed_ = false;
    const auto include = [&](Node from, Node to) {
      const std::set<Node> all = means_[from];
      for (const Node o : all) pointsTo(to, o);
    };
    for (Node n = 0; n < means_.size(); ++n)
      for (size_t k = 0; k < copies_[n].size(); ++k) include(n, copies_[n][k]);
    for (const auto& [pointer, result] : loads_)
      for (const Node o : std::set<Node>(means_[pointer])) include(o + 1, result);
    for (const auto& [pointer, value] : stores_)
      for (const Node o : std::set<Node>(means_[pointer])) include(value, o + 1);
    for (size_t k = 0; k < calls_.size(); ++k)
      for (const Node o : std::set<Node>(means_[calls_[k].pointer]))
        if (const auto f = functions_.find(o); f != functions_.end()) enter(*calls_[k].call, *f->second);
    for (size_t k = 0; k < starts_.size(); ++k) starts(starts_[k].routine, starts_[k].argument);
  } while (changed_);
}

} // namespace heddle::llvm2ccfg
