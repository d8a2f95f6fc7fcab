#include "llvm2ccfg/rewalk/model.h"

#include <fmt/format.h>

namespace heddle::llvm2ccfg {

using ccfg::Edge;
using ccfg::EdgeId;
using trace::Event;
using trace::EventKind;
using trace::SiteKind;
using trace::VariableId;

TraceModel::TraceModel(const trace::Trace& trace, const std::vector<trace::EventRef>& order,
                       const std::vector<trace::Block>& blocks, const trace::SharedVariables& shared,
                       Window window, const Budget& budget)
    : trace_(trace), ticker_(budget), shared_(shared), out_{.program = std::make_shared<ccfg::Program>()},
      program_(*out_.program), window_(window) {
  for (const trace::Thread& t : trace.threads) positions_.emplace_back(t.events.size());
  for (size_t i = 0; i < order.size(); ++i) positions_[order[i].thread][order[i].event] = i;
  for (const trace::Block& b : blocks) {
    marks_[{b.thread, b.begin}].push_back(ccfg::MarkKind::TransactionBegin);
    marks_[{b.thread, b.end}].push_back(ccfg::MarkKind::TransactionEnd);
  }
  for (uint32_t t = 0; t < trace.threads.size(); ++t) {
    ccfg::Thread thread;
    const uint32_t number = trace.threads[t].number;
    thread.name = number == 1 ? "main" : fmt::format("thread{}", number);
    for (const Event& e : trace.threads[t].events)
      if (e.kind == EventKind::Enter) {
        thread.function = trace.site(e).name;
        thread.pos = posOf(e.site);
        break;
      }
    threads_[number] = program_.addThread(std::move(thread));
  }
  learnInitialValues(order);
  learnSynchronization(order);
}

ccfg::ObjectId TraceModel::objectOf(VariableId v) {
  auto [found, added] = objects_.try_emplace(v, 0);
  if (added) {
    ccfg::Object o;
    const trace::Site& site = trace_.sites[shared_[v].site];
    o.name = site.name.empty() ? fmt::format("*{:#x}", shared_[v].address) : site.name;
    if (!names_.insert(o.name).second) o.name += fmt::format("@{:x}", shared_[v].address);
    o.size = shared_[v].bytes;
    found->second = program_.addObject(std::move(o));
  }
  return found->second;
}

// Memory as the trace's order makes it: the first read of a byte that nobody wrote tells its initial value,
// and a read that does not see the last write tells of a write by code that is not instrumented.
void TraceModel::learnInitialValues(const std::vector<trace::EventRef>& order) {
  std::unordered_map<uint64_t, int> memory; // -1: something that is not known
  for (size_t position = 0; position < std::min(order.size(), window_.end); ++position) {
    ticker_.tick();
    const trace::EventRef ref = order[position];
    const Event& e = trace_.threads[ref.thread].events[ref.event];
    if (shared_.of(trace_, e) == trace::noVariable) continue;
    const uint64_t bytes = trace::SharedVariables::bytesOf(trace_, e);
    const bool hasValue = trace_.site(e).hasValue && bytes <= 8 && e.kind <= EventKind::Update;
    const bool reads = e.kind == EventKind::Read || e.kind == EventKind::Update;
    const bool inside = position >= window_.begin;
    bool outside = false;
    for (uint64_t i = 0; i < bytes; ++i) {
      const int byte = hasValue ? static_cast<int>(e.value >> (8 * i) & 255) : -1;
      auto [known, first] = memory.try_emplace(e.address + i, -1);
      const bool fresh = inside && initial_.try_emplace(e.address + i, reads ? byte : known->second).second;
      if (e.kind == EventKind::Read && inside && !fresh && byte >= 0 && known->second != byte) outside = true;
      known->second = e.kind == EventKind::Update ? -1 : byte;
    }
    if (outside) outsideWrites_.insert({ref.thread, ref.event});
  }
}

void TraceModel::learnSynchronization(const std::vector<trace::EventRef>& order) {
  heldBefore_.resize(trace_.threads.size());
  std::map<uint32_t, uint32_t> creators;
  std::map<uint64_t, uint64_t> arrived; // by barrier
  std::map<uint32_t, size_t> last;      // by number of a thread: position of its last event
  for (uint32_t t = 0; t < trace_.threads.size(); ++t)
    if (!positions_[t].empty()) last[trace_.threads[t].number] = positions_[t].back();
  for (const trace::Thread& t : trace_.threads) // started by code that is not seen, unless that shows
    if (t.number != 1) earlier_.insert(t.number);
  for (const trace::EventRef& ref : order) {
    ticker_.tick();
    const Event& e = trace_.threads[ref.thread].events[ref.event];
    const auto number = static_cast<uint32_t>(e.value);
    if (e.kind == EventKind::Create) earlier_.erase(number);
    const bool before = positions_[ref.thread][ref.event] < window_.begin;
    if (e.kind == EventKind::Create) creators[number] = before ? 0 : ref.thread;
    if (e.kind == EventKind::Create && before && last.contains(number) && last[number] >= window_.begin)
      earlier_.insert(number);
    if (before && e.kind == EventKind::Sync) learnState(ref, e);
    if (e.kind == EventKind::Join && creators.contains(number) && creators[number] != ref.thread)
      joinedElsewhere_.insert(number);
    if (e.kind != EventKind::Sync) continue;
    const SiteKind kind = trace_.site(e).kind;
    if (kind == SiteKind::Lock) locks_.insert(e.address);
    if (trace::lockEventOf(trace_, e).shared) readLocks_.insert(e.address);
    if (kind == SiteKind::SemOpen) opened_.try_emplace(e.address, ref.thread, ref.event);
    if (kind == SiteKind::OnceEnd) firstOnce_.try_emplace(e.address, ref.thread);
    if (kind == SiteKind::BarrierArrive)
      arrivals_[e.address].emplace_back(static_cast<uint64_t>(ref.thread) << 32 | ref.event,
                                        ++arrived[e.address]);
  }
}

// As sync.cpp draws it, with numbers.
void TraceModel::learnState(const trace::EventRef& ref, const Event& e) {
  std::array<uint32_t, 2>& words = states_[e.address];
  const trace::LockEvent what = heldBefore_[ref.thread].follow(trace_, e);
  const SiteKind kind = trace_.site(e).kind;
  if (what.acquires()) {
    what.shared ? ++words[1] : words[0] = 1;
  } else if (what.releases()) {
    what.shared ? --words[1] : words[0] = 0;
  } else if (kind == SiteKind::WaitBegin || kind == SiteKind::SemPost || kind == SiteKind::BarrierArrive) {
    ++words[0];
  } else if (kind == SiteKind::SemWait || (kind == SiteKind::SemTryWait && e.value == 0)) {
    --words[0];
  } else if (kind == SiteKind::Signal) {
    words[1] += words[1] < words[0] ? 1 : 0;
  } else if (kind == SiteKind::Broadcast) {
    words[1] = words[0];
  } else if (kind == SiteKind::WaitEnd && words[0] > 0) {
    --words[0];
    words[1] -= words[1] > 0 && (e.value == 0 || words[1] > words[0]) ? 1 : 0;
  } else if (kind == SiteKind::OnceEnd) {
    words[0] = 1;
  }
}

void TraceModel::initialBytes(uint64_t address, const std::vector<int>& bytes) {
  for (size_t i = 0; i < bytes.size(); ++i)
    if (auto byte = initial_.find(address + i); byte != initial_.end() && byte->second < 0)
      byte->second = bytes[i];
}

SourcePos TraceModel::posOf(uint32_t site) {
  const trace::Site& s = trace_.sites[site];
  if (s.line == 0) return {};
  return {program_.files.add(s.file), s.line, s.column};
}

void TraceModel::beginThread(uint32_t thread) {
  thread_ = thread;
  id_ = threads_.at(trace_.threads[thread].number);
  here_ = program_.threads[id_].entry;
  held_ = heldBefore_[thread];
  openBlock_ = false;
  draw({}); // so that there is an edge before every other
  if (thread == 0) startEarlierThreads();
}

// Those that run when the window begins are started by main at once.
void TraceModel::startEarlierThreads() {
  for (const uint32_t number : earlier_) {
    const ccfg::RegId handle = fresh("thread", 32);
    handles_[number] = handle;
    creators_[number] = 0;
    Edge e;
    e.atomicGroup = true;
    e.primitive = e.library = true;
    e.text = "runs already";
    e.ops.push_back(ccfg::Fork{threads_.at(number), {}, handle});
    if (joinedElsewhere_.contains(number))
      storeInto(e, syncObject(number, "thread", 4), program_.regTerm(handle));
    draw(std::move(e));
  }
}

void TraceModel::endThread(bool followed) {
  Edge e;
  e.from = here_;
  if (followed && id_ == 0) {
    e.ops.push_back(ccfg::Halt{ccfg::HaltKind::Exit});
    e.to = program_.threads[id_].exit;
  } else if (followed) {
    e.to = program_.threads[id_].exit;
  } else {
    e.ops.push_back(ccfg::Assume{terms().falseTerm()});
    e.to = here_;
  }
  program_.addEdge(std::move(e));
}

EdgeId TraceModel::draw(Edge e) {
  e.from = here_;
  e.to = program_.addLocation(id_);
  program_.locations[e.from].pos = e.pos;
  here_ = e.to;
  return program_.addEdge(std::move(e));
}

Edge TraceModel::edgeFor(uint32_t i) {
  if (openBlock_) { // it began before the window
    openBlock_ = false;
    Edge begin;
    begin.ops.push_back(ccfg::Mark{ccfg::MarkKind::TransactionBegin});
    draw(std::move(begin));
  }
  Edge e;
  e.pos = posOf(event(i).site);
  return e;
}

ccfg::RegId TraceModel::fresh(const std::string& name, unsigned width) {
  return program_.addRegister(id_, name.empty() ? "v" : name, width);
}

void TraceModel::assume(Term condition) {
  if (condition.isTrue()) return;
  Edge e;
  e.pos = program_.locations[here_].pos;
  e.ops.push_back(ccfg::Assume{condition});
  draw(std::move(e));
}

Term TraceModel::unknown(uint64_t was, unsigned width) {
  const ccfg::RegId reg = fresh("unknown", width);
  Edge e;
  e.pos = program_.locations[here_].pos;
  e.ops.push_back(ccfg::Nondet{reg, 0, UINT64_MAX, "not followed"});
  out_.unknowns[draw(std::move(e))] = was;
  return program_.regTerm(reg);
}

void TraceModel::assertion(Term condition, TraceAssertion a) {
  if (condition.isTrue()) return;
  Edge e;
  e.pos = {program_.files.add(a.file), a.line, 0};
  e.ops.push_back(ccfg::Assert{condition, ccfg::Property::Assert, a.text});
  a.edge = draw(std::move(e));
  a.thread = thread_;
  out_.assertions.push_back(std::move(a));
}

Term TraceModel::addressOf(const Event& e) {
  const VariableId v = shared_.of(trace_, e);
  return terms().add(program_.addressOf(objectOf(v)), constant(e.address - shared_[v].address, 64));
}

void TraceModel::access(uint32_t i, Edge e) {
  const EdgeId id = draw(std::move(e));
  out_.events[id] = {thread_, i};
  out_.edges[{thread_, i}] = id;
}

Term TraceModel::load(uint32_t i) {
  const Event& e = event(i);
  const auto bytes = static_cast<unsigned>(trace_.site(e).bytes);
  if (outsideWrites_.contains({thread_, i})) {
    Edge outside = edgeFor(i);
    outside.primitive = outside.library = true;
    outside.text = "written outside of the instrumented program";
    outside.ops.push_back(ccfg::Store{addressOf(e), constant(e.value, bytes * 8), bytes});
    draw(std::move(outside));
  }
  const ccfg::RegId reg = fresh(trace_.site(e).name, bytes * 8);
  Edge edge = edgeFor(i);
  const auto order = trace_.site(e).atomic ? ccfg::MemOrder::SeqCst : ccfg::MemOrder::Plain;
  edge.ops.push_back(ccfg::Load{reg, addressOf(e), bytes, order});
  access(i, std::move(edge));
  return program_.regTerm(reg);
}

void TraceModel::store(uint32_t i, Term value) {
  const Event& e = event(i);
  const auto bytes = static_cast<unsigned>(trace_.site(e).bytes);
  Edge edge = edgeFor(i);
  const auto order = trace_.site(e).atomic ? ccfg::MemOrder::SeqCst : ccfg::MemOrder::Plain;
  edge.ops.push_back(ccfg::Store{addressOf(e), value, bytes, order});
  access(i, std::move(edge));
}

Term TraceModel::update(uint32_t i, const std::function<Term(Term)>& result) {
  const Event& e = event(i);
  const auto bytes = static_cast<unsigned>(trace_.site(e).bytes);
  const ccfg::RegId reg = fresh(trace_.site(e).name, bytes * 8);
  Edge edge = edgeFor(i);
  edge.atomicGroup = true;
  edge.ops.push_back(ccfg::Load{reg, addressOf(e), bytes, ccfg::MemOrder::SeqCst});
  edge.ops.push_back(ccfg::Store{addressOf(e), result(program_.regTerm(reg)), bytes, ccfg::MemOrder::SeqCst});
  access(i, std::move(edge));
  return program_.regTerm(reg);
}

void TraceModel::mark(uint32_t i) {
  const auto found = marks_.find({thread_, i});
  if (found == marks_.end()) return;
  if (isBefore(i)) {
    openBlock_ = found->second.back() == ccfg::MarkKind::TransactionBegin;
    return;
  }
  for (const ccfg::MarkKind kind : found->second) {
    Edge e = edgeFor(i);
    e.ops.push_back(ccfg::Mark{kind});
    draw(std::move(e));
  }
}

TraceProgram TraceModel::finish() {
  for (const auto& [address, object] : syncObjects_)
    if (const auto state = states_.find(address); state != states_.end())
      for (uint64_t word = 0; word < 2; ++word)
        if (state->second[word] != 0)
          program_.objects[object].init.push_back({4 * word, 4, constant(state->second[word], 32)});
  for (const auto& [v, object] : objects_) {
    ccfg::Object& o = program_.objects[object];
    bool known = false;
    for (uint64_t i = 0; i < o.size; ++i) {
      const auto byte = initial_.find(shared_[v].address + i);
      if (byte == initial_.end() || byte->second < 0) continue;
      known = true;
      if (byte->second != 0) o.init.push_back({i, 1, constant(static_cast<uint64_t>(byte->second), 8)});
    }
    o.uninitialised = !known;
  }
  program_.reindex();
  ccfg::verify(program_);
  return std::move(out_);
}

} // namespace heddle::llvm2ccfg
