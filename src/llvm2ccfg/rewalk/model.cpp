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
                       const std::vector<trace::Block>& blocks, const trace::SharedVariables& shared)
    : trace_(trace), shared_(shared), out_{std::make_unique<ccfg::Program>(), {}, {}, {}},
      program_(*out_.program) {
  for (const trace::Block& b : blocks) {
    marks_[{b.thread, b.begin}].push_back(ccfg::MarkKind::TransactionBegin);
    marks_[{b.thread, b.end}].push_back(ccfg::MarkKind::TransactionEnd);
  }
  for (VariableId v = 0; v < shared.count(); ++v) {
    ccfg::Object o;
    const trace::Site& site = trace.sites[shared[v].site];
    o.name = site.name.empty() ? fmt::format("*{:#x}", shared[v].address) : site.name;
    if (v > 0) // names must tell objects apart
      for (const ccfg::Object& other : program_.objects)
        if (other.name == o.name) o.name += fmt::format("@{:x}", shared[v].address);
    o.size = shared[v].bytes;
    program_.addObject(std::move(o));
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

// Memory as the trace's order makes it: the first read of a byte that nobody wrote tells its initial value,
// and a read that does not see the last write tells of a write by code that is not instrumented.
void TraceModel::learnInitialValues(const std::vector<trace::EventRef>& order) {
  std::map<uint64_t, int> memory; // -1: something that is not known
  for (const trace::EventRef& ref : order) {
    const Event& e = trace_.threads[ref.thread].events[ref.event];
    if (!isShared(e)) continue;
    const uint64_t bytes = trace::SharedVariables::bytesOf(trace_, e);
    const bool hasValue = trace_.site(e).hasValue && bytes <= 8 && e.kind <= EventKind::Update;
    bool outside = false;
    for (uint64_t i = 0; i < bytes; ++i) {
      const int byte = hasValue ? static_cast<int>(e.value >> (8 * i) & 255) : -1;
      auto [known, first] = memory.try_emplace(e.address + i, byte);
      if (first)
        initial_[e.address + i] = e.kind == EventKind::Read || e.kind == EventKind::Update ? byte : -1;
      if (e.kind == EventKind::Read && !first && byte >= 0 && known->second != byte) outside = true;
      known->second = e.kind == EventKind::Update ? -1 : byte;
    }
    if (outside) outsideWrites_.insert({ref.thread, ref.event});
  }
}

void TraceModel::learnSynchronization(const std::vector<trace::EventRef>& order) {
  std::map<uint32_t, uint32_t> creators;
  std::map<uint64_t, uint64_t> arrived; // by barrier
  for (const trace::EventRef& ref : order) {
    const Event& e = trace_.threads[ref.thread].events[ref.event];
    const auto number = static_cast<uint32_t>(e.value);
    if (e.kind == EventKind::Create) creators[number] = ref.thread;
    if (e.kind == EventKind::Join && creators.contains(number) && creators[number] != ref.thread)
      joinedElsewhere_.insert(number);
    if (e.kind != EventKind::Sync) continue;
    const SiteKind kind = trace_.site(e).kind;
    if (kind == SiteKind::ReadLock || kind == SiteKind::TryReadLock) readLocks_.insert(e.address);
    if (kind == SiteKind::OnceEnd) firstOnce_.try_emplace(e.address, ref.thread);
    if (kind == SiteKind::BarrierArrive)
      arrivals_[e.address].emplace_back(static_cast<uint64_t>(ref.thread) << 32 | ref.event,
                                        ++arrived[e.address]);
  }
}

void TraceModel::initialBytes(uint64_t address, const std::vector<uint8_t>& bytes) {
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
  held_.clear();
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

Term TraceModel::addressOf(const Event& e) {
  const VariableId v = shared_.of(trace_, e);
  return terms().add(program_.addressOf(v), constant(e.address - shared_[v].address, 64));
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
    outside.library = true;
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
  for (const ccfg::MarkKind kind : found->second) {
    Edge e = edgeFor(i);
    e.ops.push_back(ccfg::Mark{kind});
    draw(std::move(e));
  }
}

TraceProgram TraceModel::finish() {
  for (VariableId v = 0; v < shared_.count(); ++v) {
    ccfg::Object& o = program_.objects[v];
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
