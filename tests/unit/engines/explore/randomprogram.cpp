// Builds random programs statement by statement through the Program interface.
#include "randomprogram.h"

#include <random>

namespace heddle::explore {

namespace {

using namespace ccfg;

class Generator {
public:
  Generator(uint64_t seed, bool blocks) : random_(seed), p_(std::make_unique<Program>()), blocks_(blocks) {}

  std::unique_ptr<Program> run() {
    for (int i = 0; i < 3; ++i) {
      const ObjectId o = addObject("x" + std::to_string(i), ObjectKind::Global, 2);
      p_->objects[o].uninitialised = oneIn(12);
      shared_.push_back(o);
    }
    for (int i = 0; i < 2; ++i) locks_.push_back(addObject("m" + std::to_string(i), ObjectKind::Global, 4));
    pointer_ = addObject("p", ObjectKind::Global, 8);
    site_ = addObject("node", ObjectKind::Heap, 0);
    const unsigned workers = 1 + below(2);
    for (unsigned i = 0; i <= workers; ++i) {
      Thread t;
      t.name = i == 0 ? "main" : "worker" + std::to_string(i);
      t.repeatable = i != 0;
      p_->addThread(t);
    }
    for (ThreadId t = 0; t < p_->threads.size(); ++t) thread(t);
    verify(*p_);
    return std::move(p_);
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool oneIn(unsigned n) { return below(n) == 0; }

  ObjectId addObject(std::string name, ObjectKind kind, uint64_t size) {
    Object o;
    o.name = std::move(name);
    o.kind = kind;
    o.size = size;
    return p_->addObject(std::move(o));
  }

  // ---- drawing

  LocId edge(std::vector<Operation> ops, LocId to = none) {
    Edge e;
    e.from = at_;
    e.to = to == none ? p_->addLocation(thread_) : to;
    if (to == none) p_->locations[e.to].atomic = atomic_;
    unsigned accesses = 0;
    for (const Operation& op : ops) accesses += isAccess(op);
    e.atomicGroup = accesses > 1;
    e.ops = std::move(ops);
    const LocId target = e.to;
    p_->addEdge(std::move(e));
    return target;
  }
  void step(std::vector<Operation> ops) { at_ = edge(std::move(ops)); }

  // ---- terms

  logic::TermManager& tm() { return *p_->terms; }
  Term num(uint64_t v, unsigned width = 8) { return tm().constant(v, width); }
  RegId reg() { return regs_[below(static_cast<unsigned>(regs_.size()))]; }
  Term value() {
    switch (below(4)) {
    case 0:
      return num(below(3));
    case 1:
      return tm().add(p_->regTerm(reg()), num(1));
    case 2:
      return tm().andOf(p_->regTerm(reg()), num(1));
    default:
      return p_->regTerm(reg());
    }
  }
  Term condition() {
    const Term r = p_->regTerm(reg());
    switch (below(3)) {
    case 0:
      return tm().eq(r, num(below(3)));
    case 1:
      return tm().ult(r, num(1 + below(2)));
    default:
      return tm().eq(r, p_->regTerm(reg()));
    }
  }
  Term cell() { return tm().add(p_->addressOf(shared_[below(3)]), num(oneIn(4) ? 1 : 0, 64)); }
  MemOrder order() { return oneIn(3) ? MemOrder::SeqCst : MemOrder::Plain; }

  // ---- statements

  void load() { step({Load{reg(), cell(), 1, order()}}); }
  void store() { step({Store{cell(), value(), 1, order()}}); }
  void readModifyWrite() {
    const RegId r = reg();
    const Term c = cell();
    step({Load{r, c, 1, MemOrder::SeqCst}, Store{c, tm().add(p_->regTerm(r), num(1)), 1, MemOrder::SeqCst}});
  }
  void waitUntil() { // blocks
    const RegId r = reg();
    step({Load{r, cell(), 1, MemOrder::SeqCst}, Assume{tm().eq(p_->regTerm(r), num(below(2)))}});
  }
  void lock(ObjectId m, bool acquire) {
    const Term address = p_->addressOf(m), owner = p_->regTerm(lockReg_);
    const Term self = p_->regTerm(p_->threads[thread_].self);
    if (acquire)
      step({Load{lockReg_, address, 4, MemOrder::SeqCst}, Assume{tm().eq(owner, num(0, 32))},
            Store{address, self, 4, MemOrder::SeqCst}});
    else
      step({Load{lockReg_, address, 4, MemOrder::SeqCst},
            Assert{tm().eq(owner, self), Property::LockMisuse, "owner"},
            Store{address, num(0, 32), 4, MemOrder::SeqCst}});
    p_->edges.back().sync = Sync{acquire ? SyncKind::Acquire : SyncKind::Release, address, {}, false};
  }
  void locked(unsigned depth) {
    const ObjectId m = locks_[below(2)];
    lock(m, true);
    block(depth - 1, 1 + below(3));
    if (!oneIn(10)) lock(m, false);
  }
  void branch(unsigned depth) {
    const Term c = condition();
    const LocId before = at_, join = p_->addLocation(thread_);
    p_->locations[join].atomic = atomic_;
    step({Assume{c}});
    block(depth - 1, 1 + below(2));
    edge({}, join);
    at_ = before;
    step({Assume{tm().notOf(c)}});
    if (oneIn(2)) block(depth - 1, 1);
    edge({}, join);
    at_ = join;
  }
  void spin() { // may go on forever
    const LocId head = at_;
    const RegId r = reg();
    step({Load{r, cell(), 1, order()}});
    const Term c = tm().eq(p_->regTerm(r), num(below(2)));
    if (oneIn(2)) {
      edge({Assume{tm().notOf(c)}}, head);
    } else { // something happens on the way
      const LocId test = at_;
      step({Assume{tm().notOf(c)}});
      step({Store{cell(), num(below(2)), 1, order()}});
      edge({}, head);
      at_ = test;
    }
    step({Assume{c}});
  }
  void countedLoop(unsigned depth) {
    const RegId i = p_->addRegister(thread_, "i", 8);
    step({Set{{{i, num(0)}}}});
    const LocId head = at_, out = p_->addLocation(thread_);
    p_->locations[out].atomic = atomic_;
    const Term more = tm().ult(p_->regTerm(i), num(2));
    edge({Assume{tm().notOf(more)}}, out);
    step({Assume{more}});
    block(depth - 1, 1);
    edge({Set{{{i, tm().add(p_->regTerm(i), num(1))}}}}, head);
    at_ = out;
  }
  void section() {
    atomic_ = true;
    step({Mark{MarkKind::AtomicBegin}});
    block(1, 1 + below(3));
    if (oneIn(3)) assumeOrStop();
    atomic_ = false;
    step({Mark{MarkKind::AtomicEnd}});
  }
  void assumeOrStop() { // __VERIFIER_assume
    const Term c = condition();
    const HaltKind kind = oneIn(6) ? HaltKind::Exit : HaltKind::Infeasible;
    edge({Assume{tm().notOf(c)}, Halt{kind, none}});
    step({Assume{c}});
  }
  void heap() {
    const RegId q = p_->addRegister(thread_, "q", 64);
    switch (below(4)) {
    case 0:
      step({Alloc{q, site_, num(1, 64), oneIn(2)}});
      if (oneIn(2)) step({Store{p_->regTerm(q), value(), 1}});
      step({Store{p_->addressOf(pointer_), p_->regTerm(q), 8, order()}});
      break;
    case 1:
      step({Load{q, p_->addressOf(pointer_), 8, order()}});
      step({Load{reg(), p_->regTerm(q), 1}});
      break;
    case 2:
      step({Load{q, p_->addressOf(pointer_), 8, order()}});
      step({Store{p_->regTerm(q), value(), 1}});
      break;
    default: // its own, from start to end
      step({Alloc{q, site_, num(1, 64), false}});
      step({Store{p_->regTerm(q), value(), 1}});
      step({Load{reg(), p_->regTerm(q), 1}});
      step({Free{p_->regTerm(q), true}});
    }
  }
  void fork() {
    if (p_->threads.size() < 2) return;
    step({Fork{1 + below(static_cast<unsigned>(p_->threads.size()) - 1), {}, handle_}});
  }

  void marked(unsigned depth) { // now and then on one of two ways only
    if (oneIn(6)) {
      const Term c = condition();
      const LocId before = at_, join = p_->addLocation(thread_);
      p_->locations[join].atomic = atomic_;
      edge({Assume{c}, Mark{MarkKind::TransactionBegin}}, join);
      at_ = before;
      edge({Assume{tm().notOf(c)}}, join);
      at_ = join;
    } else {
      step({Mark{MarkKind::TransactionBegin}});
    }
    block(depth - 1, 2 + below(2));
    if (!oneIn(6)) step({Mark{MarkKind::TransactionEnd}});
  }

  void statement(unsigned depth) {
    if (blocks_ && depth > 0 && oneIn(4)) return marked(depth);
    const unsigned kind = below(depth > 0 ? 22 : 10);
    if (kind < 2) return load();
    if (kind < 5) return store();
    if (kind < 7) return step({Assert{condition(), Property::Assert, "a condition"}});
    if (kind == 7) return readModifyWrite();
    if (kind == 8) return step({Set{{{reg(), value()}}}});
    if (kind == 9) return oneIn(3) ? step({Nondet{reg(), 0, 1, "input"}}) : load();
    if (kind < 13) return locked(depth);
    if (kind < 15) return branch(depth);
    if (kind == 15) return atomic_ ? load() : spin();
    if (kind == 16) return countedLoop(depth);
    if (kind == 17) return atomic_ ? store() : section();
    if (kind == 18) return oneIn(2) ? waitUntil() : load();
    if (kind == 19) return oneIn(2) ? assumeOrStop() : store();
    if (kind == 20) return heap();
    if (oneIn(4)) step({Join{p_->regTerm(handle_), none}});
    if (oneIn(6)) {
      const LocId before = at_;
      Assumption cut;
      cut.text = "cut off";
      cut.missesBehaviours = true;
      edge({Halt{HaltKind::Cutoff, p_->addAssumption(cut)}});
      at_ = before;
      step({});
    }
  }
  void block(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }

  void thread(ThreadId t) {
    thread_ = t;
    at_ = p_->threads[t].entry;
    regs_.clear();
    for (int i = 0; i < 2; ++i) regs_.push_back(p_->addRegister(t, "r", 8));
    lockReg_ = p_->addRegister(t, "l", 32);
    handle_ = p_->addRegister(t, "h", 32);
    if (t == 0) {
      const unsigned forks = 1 + below(2);
      for (unsigned i = 0; i < forks; ++i) fork();
      if (oneIn(2)) block(2, 1 + below(3));
      if (oneIn(2)) step({Join{p_->regTerm(handle_), none}});
      block(1, below(3));
      if (oneIn(2)) step({Halt{HaltKind::Exit, none}});
    } else {
      block(2, 1 + below(3));
      if (t + 1 < p_->threads.size() && oneIn(5)) step({Fork{t + 1, {}, handle_}});
    }
    edge({}, p_->threads[t].exit);
  }

  std::mt19937_64 random_;
  std::unique_ptr<Program> p_;
  std::vector<ObjectId> shared_, locks_;
  ObjectId pointer_ = 0, site_ = 0;
  bool blocks_;
  // Of the thread being drawn:
  ThreadId thread_ = 0;
  LocId at_ = 0;
  bool atomic_ = false;
  std::vector<RegId> regs_;
  RegId lockReg_ = 0, handle_ = 0;
};

} // namespace

std::unique_ptr<Program> randomProgram(uint64_t seed, bool blocks) { return Generator(seed, blocks).run(); }

} // namespace heddle::explore
