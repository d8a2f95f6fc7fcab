// Drawing edges; see the header for the idea. Neighbour: walk.cpp, which moves the cursor over the
// instructions.

#include "llvm2ccfg/cursor.h"

#include "sourcetree/attach.h"
#include "support/error.h"

#include <algorithm>

namespace heddle::llvm2ccfg {

void Cursor::at(Activation* activation, const llvm::Instruction* instruction) {
  activation_ = activation;
  instruction_ = instruction;
  SourcePos p = map_->position(instruction->getDebugLoc());
  if (p.known()) position_ = p, statement_ = sourcetree::statementOf(*instruction);
  ccfg::Location& here = map_->program.locations[from_];
  if (!here.pos.known()) here.pos = position_, here.stack = activation->stack;
}

Leaves Cursor::get(Activation* a, const llvm::Value* v) {
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(v)) return map_->constantLeaves(c);
  if (auto it = values_.find({a, v}); it != values_.end()) return it->second.leaves;
  if (auto it = a->constants.find(v); it != a->constants.end()) return it->second;
  Leaves out;
  for (ccfg::RegId r : home(a, v)) out.push_back(map_->program.regTerm(r));
  return out;
}

Term Cursor::scalar(Activation* a, const llvm::Value* v) {
  Leaves l = get(a, v);
  if (l.size() != 1) throw UnsupportedHere{"a vector, a structure or a wide number in this place"};
  return l[0];
}

void Cursor::bind(Activation* a, const llvm::Value* v, Leaves leaves) {
  values_[{a, v}] = {std::move(leaves), bound_++};
}

void Cursor::drop(Activation* a, const llvm::Value* v) { values_.erase({a, v}); }

void Cursor::forget(Activation* a) {
  std::erase_if(values_, [a](const auto& entry) { return entry.first.first == a; });
}

namespace {

// The variable that is this value and nothing else: it is stored there, and no other value ever is.
const llvm::AllocaInst* variableOf(const Activation& a, const llvm::Value* v) {
  for (const llvm::User* user : v->users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getValueOperand() != v) continue;
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
    if (variable == nullptr || !a.info->isPromotable(variable)) continue;
    const auto stores = [](const llvm::User* u) { return llvm::isa<llvm::StoreInst>(u); };
    if (llvm::count_if(variable->users(), stores) == 1) return variable;
  }
  return nullptr;
}

} // namespace

std::vector<ccfg::RegId> Cursor::home(Activation* a, const llvm::Value* v) {
  auto [it, fresh] = a->registers.try_emplace(v);
  if (fresh) {
    std::string name = v->hasName() ? v->getName().str() : "t";
    ccfg::TypeRef type;
    const llvm::AllocaInst* variable = variableOf(*a, v);
    if (variable != nullptr) type = map_->localType(variable);
    if (type) name = variable->getName().str(); // else it is a temporary of the compiler
    for (llvm::Type* leaf : map_->leafTypes(v->getType()))
      it->second.push_back(map_->program.addRegister(thread_, name, map_->bitsOf(leaf), type));
  }
  return it->second;
}

Term Cursor::local(ccfg::RegId reg) const {
  auto it = pending_.find(reg);
  return it != pending_.end() ? it->second.value : map_->program.regTerm(reg);
}

ccfg::RegId Cursor::temp(const std::string& name, unsigned width, ccfg::TypeRef type) {
  return map_->program.addRegister(thread_, name, width, std::move(type));
}

void Cursor::append(ccfg::Operation op) {
  ccfg::changeStatements(op, [this](ccfg::StatementId& s) { s = statement_; });
  push(std::move(op));
}

void Cursor::push(ccfg::Operation op) {
  if (edge_.ops.empty()) edge_.pos = position_, edge_.stack = activation_ ? activation_->stack : 0;
  edge_.ops.push_back(std::move(op));
}

void Cursor::access(ccfg::Operation op) { append(std::move(op)); }

bool Cursor::needed(const Key& k) const {
  const llvm::Instruction* where = instruction_;
  for (Activation* a = activation_; a != nullptr; where = a->call, a = a->parent)
    if (a == k.first) return where == nullptr || a->info->neededFrom(k.second, where);
  return false;
}

bool Cursor::reassigned(Term t) const {
  for (logic::SymbolId s : logic::symbolsOf(t))
    if (pending_.contains(s)) return true;
  return false;
}

// Writes values that outlive the edge to their registers. The others stay terms, which are still right.
void Cursor::moveHome(ccfg::Set& set, bool onlyReassigned) {
  std::erase_if(values_, [&](const auto& entry) { return !needed(entry.first); });
  std::vector<std::map<Key, Value>::iterator> inOrder;
  for (auto it = values_.begin(); it != values_.end(); ++it) inOrder.push_back(it);
  std::ranges::sort(inOrder, {}, [](const auto& it) { return it->second.order; });
  for (const auto& it : inOrder) {
    const Key& key = it->first;
    const Leaves& leaves = it->second.leaves;
    // A phi is bound anew on each way into its block: what one way gives is not the value for good.
    bool constant = onlyReassigned || !llvm::isa<llvm::PHINode>(key.second), move = !onlyReassigned;
    for (Term t : leaves) {
      constant = constant && logic::symbolsOf(t).empty();
      move = move || reassigned(t);
    }
    if (constant && onlyReassigned) continue;
    if (!constant && !move) continue;
    // One activation computes a value the same way each time: what is constant is constant for good.
    if (constant)
      key.first->constants[key.second] = leaves;
    else
      writeHome(set, key, leaves);
    values_.erase(it);
  }
}

void Cursor::writeHome(ccfg::Set& set, const Key& key, const Leaves& leaves) {
  std::vector<ccfg::RegId> regs = home(key.first, key.second);
  const auto* computed = llvm::dyn_cast<llvm::Instruction>(key.second);
  const ccfg::StatementId statement = computed != nullptr ? sourcetree::statementOf(*computed) : statement_;
  for (size_t i = 0; i < regs.size(); ++i)
    if (leaves[i] != map_->program.regTerm(regs[i]))
      set.assignments.push_back({regs[i], leaves[i], statement});
}

// In parallel with what moves home.
void Cursor::appendPending(ccfg::Set set) {
  for (const auto& [reg, pending] : pending_)
    if (pending.value != map_->program.regTerm(reg))
      set.assignments.push_back({reg, pending.value, pending.statement});
  pending_.clear();
  if (!set.assignments.empty()) push(std::move(set));
}

void Cursor::emit(ccfg::LocId to) {
  edge_.from = from_;
  edge_.to = to;
  if (!edge_.pos.known()) edge_.pos = position_, edge_.stack = activation_ ? activation_->stack : 0;
  map_->program.addEdge(std::move(edge_));
  edge_ = {};
}

ccfg::LocId Cursor::startEdge() {
  if (edge_.ops.empty() && pending_.empty()) return from_;
  ccfg::Set set;
  moveHome(set, true);
  appendPending(std::move(set));
  if (edge_.ops.empty()) return from_;
  ccfg::LocId to = map_->program.addLocation(thread_);
  emit(to);
  from_ = to;
  map_->program.locations[to].pos = position_;
  map_->program.locations[to].stack = activation_ ? activation_->stack : 0;
  return to;
}

void Cursor::closeInto(ccfg::LocId to) {
  ccfg::Set set;
  moveHome(set, false);
  values_.clear();
  appendPending(std::move(set));
  emit(to);
  from_ = to;
}

void Cursor::closeDead(ccfg::LocId to) {
  pending_.clear();
  values_.clear();
  emit(to);
  from_ = to;
}

void Cursor::relyOn(ccfg::AssumptionId a) {
  startEdge();
  append(ccfg::Fence{ccfg::MemOrder::Relaxed});
  assumption(a);
  startEdge();
}

void Cursor::standAt(ccfg::LocId from) {
  HEDDLE_CHECK(edge_.ops.empty() && pending_.empty(), "an edge was left undrawn");
  from_ = from;
}

} // namespace heddle::llvm2ccfg
