// See copier.h. The transformations are its neighbours: identity.cpp, constants.cpp, mergeedges.cpp,
// replicate.cpp, atomicsections.cpp, and memorymodel.cpp with modelbuilder.h.
#include "ccfg/transform/copier.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::ccfg::transform {

namespace {

// Numbers between that were given to something else have no original.
void setOriginal(std::vector<uint32_t>& originals, uint32_t id, uint32_t original) {
  originals.resize(std::max<size_t>(originals.size(), id + 1), none);
  originals[id] = original;
}

bool choosesValues(const Operation& op) {
  return std::holds_alternative<Nondet>(op) || std::holds_alternative<Load>(op);
}

} // namespace

Copier::Copier(const Program& original) : original_(original) {
  derived_.program = std::make_unique<Program>();
  Program& p = program();
  p.dataModel = original.dataModel;
  p.files = original.files;
  p.stacks = original.stacks;
  p.assumptions = original.assumptions;
  p.statements = original.statements;
}

// ---- threads

ThreadId Copier::newThread(ThreadId original, std::string name) {
  const Thread& source = original_.threads[original];
  Thread t;
  t.name = std::move(name);
  t.function = source.function;
  t.repeatable = source.repeatable;
  t.pos = source.pos;
  const auto copy = static_cast<ThreadId>(program().threads.size());
  program().threads.push_back(std::move(t));
  setOriginal(derived_.threads, copy, original);
  const auto leaf = [this, copy](Term l) {
    const auto constant = constants_.find(static_cast<RegId>(l.value()));
    if (l.op() == logic::Op::Var && constant != constants_.end())
      return program().terms->constant(constant->second, l.width());
    return l.op() == logic::Op::Address ? program().addressOf(object(static_cast<ObjectId>(l.value())))
                                        : program().regTerm(reg(copy, static_cast<RegId>(l.value())));
  };
  threads_.push_back({original, {}, {}, logic::TermCopier(*program().terms, leaf)});
  return copy;
}

void Copier::connect(ThreadId copy) {
  const Thread& source = original_.threads[threads_[copy].original];
  const LocId entry = location(copy, source.entry), exit = location(copy, source.exit);
  const RegId self = reg(copy, source.self);
  const RegId result = source.result == none ? none : reg(copy, source.result);
  std::vector<RegId> params;
  params.reserve(source.params.size());
  for (RegId r : source.params) params.push_back(reg(copy, r));
  Thread& t = program().threads[copy];
  t.entry = entry;
  t.exit = exit;
  t.self = self;
  t.result = result;
  t.params = std::move(params);
}

void Copier::copyAllButEdges(const std::set<LocId>& leftOut) {
  HEDDLE_CHECK(threads_.empty(), "a copy of everything begins with nothing");
  for (ObjectId o = 0; o < original_.objects.size(); ++o) object(o);
  for (ThreadId t = 0; t < original_.threads.size(); ++t) newThread(t, original_.threads[t].name);
  for (RegId r = 0; r < original_.registerCount(); ++r) reg(original_.reg(r).thread, r);
  for (LocId l = 0; l < original_.locations.size(); ++l)
    if (!leftOut.contains(l)) location(original_.locations[l].thread, l);
  for (ThreadId t = 0; t < original_.threads.size(); ++t) connect(t);
}

ThreadId Copier::addThread(ThreadId original, std::string name) {
  const ThreadId copy = newThread(original, std::move(name));
  connect(copy);
  return copy;
}

ThreadId Copier::addWholeThread(ThreadId original, std::string name) {
  const ThreadId copy = addThread(original, std::move(name));
  for (RegId r : original_.threads[original].registers) reg(copy, r);
  for (LocId l = 0; l < original_.locations.size(); ++l)
    if (original_.locations[l].thread == original) location(copy, l);
  return copy;
}

ThreadId Copier::firstCopy(ThreadId original) const {
  const auto found = std::ranges::find(derived_.threads, original);
  return found == derived_.threads.end() ? none : static_cast<ThreadId>(found - derived_.threads.begin());
}

// ---- parts

// Its initial value may lead to the object itself, so that it comes last.
ObjectId Copier::object(ObjectId o) {
  if (const auto known = objects_.find(o); known != objects_.end()) return known->second;
  Object copy = original_.objects[o];
  copy.init.clear();
  const ObjectId id = program().addObject(std::move(copy));
  setOriginal(derived_.objects, id, o);
  return objects_[o] = id;
}

void Copier::copyInitialValues() {
  logic::TermCopier values(*program().terms, [&](Term l) {
    HEDDLE_CHECK(l.op() == logic::Op::Address, "an initial value reads a register");
    return program().addressOf(object(static_cast<ObjectId>(l.value())));
  });
  for (ObjectId id = 0; id < derived_.objects.size(); ++id) {
    if (derived_.objects[id] == none) continue;
    for (const InitPiece& piece : original_.objects[derived_.objects[id]].init) {
      const Term value = values.copy(piece.value); // may add an object
      program().objects[id].init.push_back({piece.offset, piece.bytes, value});
    }
  }
}

RegId Copier::reg(ThreadId copy, RegId r) {
  auto& registers = threads_[copy].registers;
  if (const auto known = registers.find(r); known != registers.end()) return known->second;
  const Register& source = original_.reg(r);
  HEDDLE_CHECK(source.thread == threads_[copy].original, "a register of another thread is copied");
  const RegId id = program().addRegister(copy, source.name, original_.regWidth(r), source.type);
  setOriginal(derived_.registers, id, r);
  return registers[r] = id;
}

LocId Copier::location(ThreadId copy, LocId l) {
  auto& locations = threads_[copy].locations;
  if (const auto known = locations.find(l); known != locations.end()) return known->second;
  HEDDLE_CHECK(original_.locations[l].thread == threads_[copy].original,
               "a location of another thread is copied");
  const LocId id = program().addLocation(copy);
  program().locations[id] = original_.locations[l];
  program().locations[id].thread = copy;
  setOriginal(derived_.locations, id, l);
  return locations[l] = id;
}

Term Copier::term(ThreadId copy, Term t) { return threads_[copy].terms.copy(t); }

Operation Copier::operation(ThreadId copy, const Operation& op) {
  using Result = Operation;
  const auto t = [&](Term x) { return term(copy, x); };
  const auto r = [&](RegId x) { return x == none ? none : reg(copy, x); };
  return std::visit(
      Overloaded{
          [&](const Assume& o) -> Result { return Assume{t(o.cond), o.statement}; },
          [&](const Set& o) -> Result {
            Set out;
            for (const Assignment& a : o.assignments)
              out.assignments.push_back({r(a.reg), t(a.value), a.statement});
            return out;
          },
          [&](const Load& o) -> Result {
            return Load{r(o.dst), t(o.addr), o.bytes, o.order, o.isVolatile, o.statement};
          },
          [&](const Store& o) -> Result {
            return Store{t(o.addr), t(o.value), o.bytes, o.order, o.isVolatile, o.statement};
          },
          [&](const Nondet& o) -> Result { return Nondet{r(o.dst), o.lo, o.hi, o.origin, o.statement}; },
          [&](const Alloc& o) -> Result {
            return Alloc{r(o.dst), object(o.site), t(o.size), o.zeroed, o.statement};
          },
          [&](const Free& o) -> Result { return Free{t(o.addr), o.heap, o.statement}; },
          [&](const Fork& o) -> Result {
            Fork out{firstCopy(o.thread), {}, r(o.handle), o.statement};
            HEDDLE_CHECK(out.thread != none, "a fork is copied without the thread it starts");
            for (Term a : o.args) out.args.push_back(t(a));
            return out;
          },
          [&](const Join& o) -> Result { return Join{t(o.handle), r(o.result), o.statement}; },
          [&](const Assert& o) -> Result { return Assert{t(o.cond), o.property, o.message, o.statement}; },
          [](const Fence& o) -> Result { return o; }, [](const Mark& o) -> Result { return o; },
          [](const Halt& o) -> Result { return o; }},
      op);
}

Edge Copier::withoutOperations(ThreadId copy, EdgeId e) {
  const Edge& source = original_.edges[e];
  Edge out;
  out.atomicGroup = source.atomicGroup;
  if (source.sync)
    out.sync = Sync{source.sync->kind, term(copy, source.sync->object),
                    source.sync->object2 ? term(copy, source.sync->object2) : Term(), source.sync->reentrant};
  out.primitive = source.primitive;
  out.library = source.library;
  out.text = source.text;
  out.pos = source.pos;
  out.stack = source.stack;
  out.assumption = source.assumption;
  return out;
}

// ---- edges

EdgeId Copier::add(Edge e, std::vector<Piece> pieces) {
  const EdgeId id = program().addEdge(std::move(e));
  HEDDLE_CHECK(id == derived_.edges.size(), "an edge of the copy was not added here");
  derived_.edges.push_back(std::move(pieces));
  return id;
}

EdgeId Copier::addChain(ThreadId copy, const std::vector<EdgeId>& chain) {
  EdgeId main = none;
  bool chosen = false;
  for (const EdgeId e : chain) {
    const Edge& source = original_.edges[e];
    HEDDLE_CHECK(e == chain.front() || !mayWait(source), "an edge that may wait is joined to one before it");
    if (!isInternal(source)) {
      HEDDLE_CHECK(main == none && !chosen, "edges are joined that others can tell apart");
      main = e;
    }
    chosen = chosen || std::ranges::any_of(source.ops, choosesValues);
  }
  Edge out = withoutOperations(copy, main == none ? chain.front() : main);
  out.from = location(copy, original_.edges[chain.front()].from);
  out.to = location(copy, original_.edges[chain.back()].to);
  std::vector<Piece> pieces;
  for (size_t i = 0; i < chain.size(); ++i) {
    const Edge& source = original_.edges[chain[i]];
    HEDDLE_CHECK(i == 0 || original_.edges[chain[i - 1]].to == source.from,
                 "edges that make no line are joined");
    const auto begin = static_cast<uint32_t>(out.ops.size());
    for (const Operation& op : source.ops) out.ops.push_back(operation(copy, op));
    pieces.push_back({chain[i], begin, static_cast<uint32_t>(out.ops.size())});
  }
  return add(std::move(out), std::move(pieces));
}

void Copier::insert(EdgeId e, uint32_t position, Operation op) {
  HEDDLE_CHECK(!choosesValues(op), "an added operation would choose values that a schedule tells of others");
  std::vector<Operation>& ops = program().edges[e].ops;
  ops.insert(ops.begin() + position, std::move(op));
  for (Piece& piece : derived_.edges[e]) {
    HEDDLE_CHECK(position <= piece.begin || position >= piece.end,
                 "an operation is added inside of an edge of the original");
    if (position > piece.begin) continue;
    ++piece.begin;
    ++piece.end;
  }
}

Derived Copier::finish() {
  copyInitialValues();
  Program& p = program();
  derived_.threads.resize(p.threads.size(), none);
  derived_.locations.resize(p.locations.size(), none);
  derived_.registers.resize(p.registerCount(), none);
  derived_.objects.resize(p.objects.size(), none);
  p.reindex();
  verify(p);
  return std::move(derived_);
}

} // namespace heddle::ccfg::transform
