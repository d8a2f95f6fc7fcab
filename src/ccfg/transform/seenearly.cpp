// See seenearly.h.
#include "ccfg/transform/seenearly.h"

#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/buffering.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::ccfg::transform {

namespace {

constexpr uint64_t mostBytes = 64; // of an object

}

SeenEarly::SeenEarly(Copier& copier, const analysis::Facts& facts, const analysis::Delays& delays,
                     MemoryModel model)
    : copier_(copier), original_(facts.program()), pointsTo_(facts.pointsTo()),
      objectOf_(original_.edges.size(), none) {
  if (model == MemoryModel::Power) find(facts, delays, model);
}

void SeenEarly::find(const analysis::Facts& facts, const analysis::Delays& delays, MemoryModel model) {
  std::map<ObjectId, std::set<ThreadId>> users, readers, writers;
  for (EdgeId e = 0; e < original_.edges.size(); ++e) {
    if (!delays.isContended(e)) continue;
    const ThreadId t = original_.locations[original_.edges[e].from].thread;
    const bool isPlain = !drains(original_, original_.edges[e], model);
    for (const analysis::Access& a : facts.accesses().of(e)) {
      if (a.object >= original_.objects.size() || !facts.escape().isShared(a.object)) continue;
      users[a.object].insert(t);
      if (isPlain) (a.write ? writers : readers)[a.object].insert(t);
    }
  }
  for (const auto& [o, threads] : users) {
    const bool repeats =
        std::ranges::any_of(threads, [&](ThreadId t) { return original_.threads[t].repeatable; });
    if (threads.size() + (repeats ? 2 : 0) < 3 || !writers.contains(o) || !readers.contains(o)) continue;
    const Object& object = original_.objects[o];
    if (repeats || object.kind != ObjectKind::Global || object.size > mostBytes)
      why_ = fmt::format("under power, `{}` is shared by {}", object.name,
                         repeats ? "threads without a fixed number" : "three threads, and is large");
    Object ghost;
    ghost.size = object.size;
    ghost.name = object.name + " seen by";
    Spread& spread = spread_[o];
    spread.seen = copier_.program().addObject(ghost);
    ghost.name = object.name + " on its way";
    spread.bytes = copier_.program().addObject(ghost);
    spread.readers = readers[o];
    for (const ThreadId t : spread.readers)
      bits_.try_emplace(t, static_cast<uint8_t>(1u << (bits_.size() % 8)));
  }
  if (bits_.size() > 8) why_ = "under power, more than 8 threads share memory";
  for (EdgeId e = 0; e < original_.edges.size(); ++e)
    for (const analysis::Access& a : facts.accesses().of(e)) {
      if (!spread_.contains(a.object)) continue;
      objectOf_[e] = a.object;
      const Edge& edge = original_.edges[e];
      if (a.write && (original_.locations[edge.from].atomic || original_.locations[edge.to].atomic))
        why_ = fmt::format("under power, the store at {} in an atomic section may wait for another",
                           original_.posString(edge.pos));
      const auto isOther = [&](const analysis::Access& b) { return b.object != a.object; };
      if (std::ranges::any_of(facts.accesses().of(e), isOther))
        why_ = fmt::format("under power, the access at {} may go to one of several objects",
                           original_.posString(original_.edges[e].pos));
    }
}

// The offset in the object is what the address is made of besides the object's own.
SeenEarly::Place SeenEarly::placeOf(ThreadId t, EdgeId e, Term address) {
  const Spread& spread = spread_.at(objectOf_[e]);
  const auto in = [&](ObjectId ghost) {
    logic::TermCopier copier(*copier_.program().terms, [&](Term leaf) {
      if (leaf.op() == logic::Op::Address)
        return leaf.value() == objectOf_[e] ? copier_.program().addressOf(ghost) : Term();
      const auto r = static_cast<RegId>(leaf.value());
      return pointsTo_.ofRegister(r).empty() ? copier_.term(t, leaf) : Term();
    });
    return copier.copy(address);
  };
  Place place{in(spread.seen), in(spread.bytes)};
  if (place.seen) return place;
  why_ = fmt::format("under power, the address of the access at {} comes from a pointer",
                     original_.posString(original_.edges[e].pos));
  return {copier_.program().addressOf(spread.seen), copier_.program().addressOf(spread.bytes)};
}

std::vector<uint8_t> SeenEarly::viewers(EdgeId store) const {
  std::vector<uint8_t> bits;
  if (!concerns(store)) return bits;
  const ThreadId own = original_.locations[original_.edges[store].from].thread;
  for (const ThreadId t : spread_.at(objectOf_[store]).readers)
    if (t != own) bits.push_back(bits_.at(t));
  return bits;
}

Term SeenEarly::splat(uint8_t byte, unsigned bytes) const {
  uint64_t value = 0;
  for (unsigned k = 0; k < bytes; ++k) value |= uint64_t{byte} << 8 * k;
  return copier_.program().terms->constant(value, 8 * bytes);
}

Term SeenEarly::fresh(ThreadId t, unsigned bytes, RegId& reg) {
  reg = copier_.program().addRegister(t, "early", 8 * bytes);
  return copier_.program().regTerm(reg);
}

std::vector<Operation> SeenEarly::allSee(ThreadId t) {
  std::vector<Operation> ops;
  Program& p = copier_.program();
  logic::TermManager& terms = *p.terms;
  if (!mayNotice(t)) return ops;
  for (const auto& [o, spread] : spread_) {
    if (!spread.readers.contains(t)) continue;
    const uint64_t size = original_.objects[o].size;
    for (uint64_t at = 0; at < size;) {
      unsigned bytes = 8;
      while (bytes > size - at) bytes /= 2;
      const Term base = p.addressOf(spread.seen);
      RegId reg = none;
      const Term seen = fresh(t, bytes, reg);
      ops.push_back(Load{reg, terms.add(base, terms.constant(at, base.width())), bytes, MemOrder::SeqCst});
      ops.push_back(Assume{terms.eq(terms.andOf(seen, splat(bits_.at(t), bytes)), splat(0, bytes))});
      at += bytes;
    }
  }
  return ops;
}

std::vector<Operation> SeenEarly::isFree(ThreadId t, const Place& place, unsigned bytes) {
  RegId reg = none;
  const Term seen = fresh(t, bytes, reg);
  return {Load{reg, place.seen, bytes, MemOrder::SeqCst},
          Assume{copier_.program().terms->eq(seen, splat(0, bytes))}};
}

std::vector<Operation> SeenEarly::show(ThreadId t, const Place& place, Term value, uint8_t before,
                                       uint8_t bit) {
  const unsigned bytes = value.width() / 8;
  std::vector<Operation> ops;
  if (before == 0) {
    ops = isFree(t, place, bytes);
    ops.push_back(Store{place.bytes, value, bytes, MemOrder::SeqCst});
  }
  const auto now = static_cast<uint8_t>(before | bit);
  ops.push_back(Store{place.seen, splat(now, bytes), bytes, MemOrder::SeqCst});
  return ops;
}

Operation SeenEarly::done(const Place& place, unsigned bytes) const {
  return Store{place.seen, splat(0, bytes), bytes, MemOrder::SeqCst};
}

std::vector<Operation> SeenEarly::load(ThreadId t, const Load& load, const Place& place) {
  logic::TermManager& terms = *copier_.program().terms;
  RegId memory = none, seen = none, early = none;
  const Term inMemory = fresh(t, load.bytes, memory), who = fresh(t, load.bytes, seen),
             what = fresh(t, load.bytes, early);
  Term value;
  for (unsigned k = 0; k < load.bytes; ++k) {
    const Term bits = terms.andOf(terms.extract(who, 8 * k, 8), terms.constant(bits_.at(t), 8));
    const Term byte = terms.ite(terms.eq(bits, terms.constant(0, 8)), terms.extract(inMemory, 8 * k, 8),
                                terms.extract(what, 8 * k, 8));
    value = value ? terms.concat(byte, value) : byte;
  }
  Load whole = load;
  whole.dst = memory;
  const Term found = terms.resize(value, copier_.program().regWidth(load.dst));
  return {whole, Load{seen, place.seen, load.bytes, MemOrder::SeqCst},
          Load{early, place.bytes, load.bytes, MemOrder::SeqCst}, Set{{{load.dst, found, load.statement}}}};
}

} // namespace heddle::ccfg::transform
