// See symbolicstep.h.
#include "check/symbolicstep.h"

#include <unordered_map>

namespace heddle::check {

using ccfg::ObjectId;
using ccfg::RegId;
using logic::Op;

void Symbolic::anyRegisters(SymbolicState& s, ccfg::ThreadId t, const std::string& tag) {
  for (RegId r : program_.threads[t].registers)
    s.registers[r] = fresh((program_.reg(r).name + tag).c_str(), program_.regWidth(r));
}

SymbolicState Symbolic::anyState(ccfg::ThreadId t) {
  SymbolicState s;
  anyRegisters(s, t, "");
  return s;
}

SymbolicState Symbolic::initialState() {
  SymbolicState s;
  startThread(s, 0, {});
  for (ObjectId o = 0; o < program_.objects.size(); ++o) {
    const ccfg::Object& object = program_.objects[o];
    constexpr uint64_t largest = 1 << 16;
    if (object.kind != ccfg::ObjectKind::Global || object.uninitialised || object.size > largest) continue;
    for (uint64_t i = 0; i < object.size; ++i) s.bytes[{o, i}] = terms_.constant(0, 8);
    for (const ccfg::InitPiece& piece : object.init)
      for (unsigned i = 0; i < piece.bytes && piece.offset + i < object.size; ++i)
        s.bytes[{o, piece.offset + i}] =
            piece.value.isConst() ? terms_.constant(piece.value.value() >> 8 * i, 8) : fresh("initial", 8);
  }
  return s;
}

void Symbolic::startThread(SymbolicState& s, ccfg::ThreadId t, const std::vector<Term>& arguments) {
  const ccfg::Thread& thread = program_.threads[t];
  for (RegId r : thread.registers) s.registers[r] = terms_.constant(0, program_.regWidth(r));
  for (size_t i = 0; i < thread.params.size(); ++i) {
    const unsigned width = program_.regWidth(thread.params[i]);
    const bool known = i < arguments.size() && arguments[i].width() == width;
    s.registers[thread.params[i]] = known ? arguments[i] : fresh("argument", width);
  }
  s.registers[thread.self] = fresh("self", 32);
}

// The term over the state's registers, in this manager.
Term Symbolic::translated(Term t, const SymbolicState& s) {
  std::unordered_map<Term, Term> known;
  logic::forEachNode(t, [&](Term n) {
    Term result;
    if (n.isConst())
      result = terms_.constant(n.value(), n.width());
    else if (n.op() == Op::Var)
      result = s.registers.at(static_cast<RegId>(n.value()));
    else if (n.op() == Op::Address) {
      Term& address = addresses_[static_cast<ObjectId>(n.value())];
      if (!address) address = fresh("address", n.width());
      result = address;
    } else {
      const auto kid = [&](unsigned i) { return i < n.arity() ? known.at(n.kid(i)) : Term(); };
      result = terms_.make(n.op(), n.width(), kid(0), kid(1), kid(2), n.op() == Op::Extract ? n.value() : 0);
    }
    known[n] = result;
  });
  return known.at(t);
}

// An address that is written down in the program; others are found by points-to.
std::optional<std::pair<ObjectId, uint64_t>> Symbolic::placeOf(Term address) const {
  const bool moved = address.op() == Op::Add && address.kid(1).isConst();
  const Term base = moved ? address.kid(0) : address;
  if (base.op() != Op::Address) return std::nullopt;
  const auto o = static_cast<ObjectId>(base.value());
  if (program_.objects[o].kind != ccfg::ObjectKind::Global) return std::nullopt;
  return std::pair(o, moved ? address.kid(1).value() : 0);
}

Term Symbolic::byteAt(SymbolicState& s, ObjectId o, uint64_t offset) {
  Term& byte = s.bytes[{o, offset}];
  if (!byte) byte = fresh("byte", 8);
  return byte;
}

Term Symbolic::load(const ccfg::Load& o, SymbolicState& s) {
  const unsigned width = program_.regWidth(o.dst);
  const auto place = placeOf(o.addr);
  if (!place || width != 8 * o.bytes) return fresh("loaded", width);
  Term value = byteAt(s, place->first, place->second);
  for (unsigned i = 1; i < o.bytes; ++i)
    value = terms_.concat(byteAt(s, place->first, place->second + i), value);
  return value;
}

void Symbolic::store(const ccfg::Store& o, SymbolicState& s, std::vector<ObjectId>& written) {
  const Term value = translated(o.value, s);
  if (const auto place = placeOf(o.addr)) {
    written.push_back(place->first);
    for (unsigned i = 0; i < o.bytes; ++i)
      s.bytes[{place->first, place->second + i}] =
          8 * i < value.width() ? terms_.extract(value, 8 * i, 8) : fresh("stored", 8);
    return;
  }
  // Anywhere in one of these: whatever is known of them is gone.
  for (const ccfg::analysis::Target& t : pointsTo_.targets(o.addr)) {
    written.push_back(t.object);
    for (auto& [place, byte] : s.bytes)
      if (place.first == t.object) byte = fresh("havoc", 8);
  }
}

void Symbolic::any(ccfg::RegId r, const char* name, SymbolicState& s) {
  if (r != ccfg::none) s.registers[r] = fresh(name, program_.regWidth(r));
}

void Symbolic::nondet(const ccfg::Nondet& o, SymbolicState& s) {
  any(o.dst, "nondet", s);
  const Term v = s.registers[o.dst];
  s.path.push_back(terms_.ule(terms_.constant(o.lo, v.width()), v));
  s.path.push_back(terms_.ule(v, terms_.constant(o.hi, v.width())));
}

void Symbolic::assign(const ccfg::Set& o, SymbolicState& s) {
  std::vector<Term> values;
  for (const ccfg::Assignment& a : o.assignments) values.push_back(translated(a.value, s));
  for (size_t i = 0; i < values.size(); ++i) s.registers[o.assignments[i].reg] = values[i];
}

SymbolicCheck Symbolic::start(const ccfg::Fork& o, const SymbolicState& s) {
  SymbolicCheck start{s, {}, o.thread, {}};
  for (Term a : o.args) start.arguments.push_back(translated(a, s));
  return start;
}

SymbolicStep Symbolic::step(SymbolicState s, ccfg::EdgeId e, ccfg::PropertySet asked) {
  SymbolicStep result;
  bool ends = false;
  const ccfg::Overloaded operation{
      [&](const ccfg::Assume& o) { s.path.push_back(translated(o.cond, s)); },
      [&](const ccfg::Set& o) { assign(o, s); },
      [&](const ccfg::Load& o) { s.registers[o.dst] = load(o, s); },
      [&](const ccfg::Store& o) { store(o, s, result.written); },
      [&](const ccfg::Nondet& o) { nondet(o, s); },
      [&](const ccfg::Alloc& o) { any(o.dst, "new", s); },
      [&](const ccfg::Fork& o) {
        result.checks.push_back(start(o, s));
        any(o.handle, "handle", s);
      },
      [&](const ccfg::Join& o) { any(o.result, "result", s); },
      [&](const ccfg::Assert& o) {
        if (!asked.has(o.property)) return;
        const Term condition = translated(o.cond, s);
        result.checks.push_back({s, condition, ccfg::none, {}});
        s.path.push_back(condition); // what fails goes no further
      },
      [&](const ccfg::Halt&) { ends = true; },
      [](const auto&) {},
  };
  for (const ccfg::Operation& op : program_.edges[e].ops) {
    std::visit(operation, op);
    if (ends) return result;
  }
  result.after = std::move(s);
  return result;
}

Term Symbolic::valueOf(const engine::Place& p, SymbolicState& s) {
  if (p.reg != ccfg::none) return s.registers.at(p.reg);
  Term value = byteAt(s, p.object, p.offset);
  for (unsigned i = 1; i < p.bytes; ++i) value = terms_.concat(byteAt(s, p.object, p.offset + i), value);
  return value;
}

std::optional<Term> Symbolic::fact(const engine::Bound& b, SymbolicState& s) {
  const engine::Range& r = b.range;
  const Term v = valueOf(b.place, s);
  if (v.width() != r.width) return std::nullopt;
  const auto number = [&](uint64_t n) { return terms_.constant(n, r.width); };
  const auto inOrder = [&](Term x, Term y) { return terms_.ule(x, y); };
  Term all = terms_.andOf(inOrder(number(r.unsignedMin), v), inOrder(v, number(r.unsignedMax)));
  all = terms_.andOf(all, terms_.sle(number(static_cast<uint64_t>(r.signedMin)), v));
  all = terms_.andOf(all, terms_.sle(v, number(static_cast<uint64_t>(r.signedMax))));
  if (r.stride > 1)
    all =
        terms_.andOf(all, terms_.eq(terms_.make(Op::URem, r.width, v, number(r.stride)), number(r.residue)));
  return all;
}

std::optional<Term> Symbolic::fact(const engine::Relation& r, SymbolicState& s) {
  const Term a = valueOf(r.first, s), b = valueOf(r.second, s);
  if (a.width() != r.firstWidth || b.width() != r.secondWidth) return std::nullopt;
  if (r.kind == engine::Relation::Kind::Equal)
    return terms_.eq(a, terms_.add(b, terms_.constant(static_cast<uint64_t>(r.bound), b.width())));
  constexpr unsigned wide = 64; // sums of narrower numbers fit
  if (a.width() > 32 || b.width() > 32) return std::nullopt;
  const Term x = terms_.sext(a, wide), y = terms_.sext(b, wide);
  const Term sum = terms_.add(r.firstSign > 0 ? x : terms_.neg(x), r.secondSign > 0 ? y : terms_.neg(y));
  return terms_.sle(sum, terms_.constant(static_cast<uint64_t>(r.bound), wide));
}

} // namespace heddle::check
