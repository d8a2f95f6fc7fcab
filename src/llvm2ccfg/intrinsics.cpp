// LLVM's intrinsic functions: copies, checked arithmetic, variable arguments. calls.cpp sends them here.

#include "llvm2ccfg/outlives.h"
#include "llvm2ccfg/walk.h"
#include "logic/eval.h"

#include "support/error.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <utility>

namespace heddle::llvm2ccfg {

using logic::Op;

namespace {

constexpr uint64_t maxUnrolledCopy = 256; // longer copies are a loop

// Reads are never reordered, so that a load fence and a pause have nothing to do.
void machineFence(Cursor& c, llvm::Intrinsic::ID id) {
  if (id != llvm::Intrinsic::x86_sse2_mfence && id != llvm::Intrinsic::x86_sse_sfence) return;
  c.startEdge(); // it must not hold up the access before it
  c.append(
      ccfg::Fence{id == llvm::Intrinsic::x86_sse2_mfence ? ccfg::MemOrder::SeqCst : ccfg::MemOrder::Release});
}

// Is the number of one of these kinds? A bit each: two of NaN; infinite, normal, subnormal and zero below 0;
// the same above, from zero on.
Term isOfKind(logic::TermManager& tm, Term x, uint64_t kinds) {
  const unsigned w = x.width(), digits = w == 64 ? 52 : 23;
  const uint64_t quiet = 1ull << (digits - 1), fraction = (1ull << digits) - 1;
  Term size = tm.andOf(x, tm.constant(logic::maskOf(w) >> 1, w));
  Term infinite = tm.constant((logic::maskOf(w) >> 1) & ~fraction, w), zero = tm.constant(0, w);
  Term leastNormal = tm.constant(fraction + 1, w), negative = tm.slt(x, zero);
  const Term isNan = tm.ult(infinite, size), isQuiet = tm.ne(tm.andOf(x, tm.constant(quiet, w)), zero);
  const Term ofSize[] = {tm.eq(size, infinite),
                         tm.andOf(tm.ult(size, infinite), tm.notOf(tm.ult(size, leastNormal))),
                         tm.andOf(tm.ult(size, leastNormal), tm.ne(size, zero)), tm.eq(size, zero)};
  Term out = tm.falseTerm();
  if ((kinds & 1) != 0) out = tm.orOf(out, tm.andOf(isNan, tm.notOf(isQuiet)));
  if ((kinds & 2) != 0) out = tm.orOf(out, tm.andOf(isNan, isQuiet));
  for (unsigned n = 0; n < 4; ++n) {
    if ((kinds >> (2 + n) & 1) != 0) out = tm.orOf(out, tm.andOf(negative, ofSize[n]));
    if ((kinds >> (9 - n) & 1) != 0) out = tm.orOf(out, tm.andOf(tm.notOf(negative), ofSize[n]));
  }
  return out;
}

} // namespace

ThreadWalker::Flow ThreadWalker::intrinsic(Item& item, const llvm::CallBase* i, const llvm::Function* f) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  switch (f->getIntrinsicID()) {
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
    return copyMemory(item, i);
  case llvm::Intrinsic::memset:
    return fillMemory(item, i);
  case llvm::Intrinsic::vastart:
    startVarArgs(item, i);
    return Flow::Next;
  case llvm::Intrinsic::vacopy: {
    c.startEdge();
    uint64_t size =
        map_.program.pointerWidth() == 64 ? 16 : 4; // nothing is ever in registers: see startVarArgs
    copyBytes(c, c.scalar(a, i->getArgOperand(0)), [&] { return c.scalar(a, i->getArgOperand(1)); }, size);
    return Flow::Next;
  }
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::debugtrap:
    halt(c, ccfg::HaltKind::Abort);
    item.next = nullptr;
    return Flow::Elsewhere;
  case llvm::Intrinsic::threadlocal_address: {
    const auto* g = llvm::cast<llvm::GlobalVariable>(i->getArgOperand(0)->stripPointerCastsAndAliases());
    c.bind(a, i, {tlsAddress(c, g)});
    return Flow::Next;
  }
  case llvm::Intrinsic::stacksave:
    c.bind(a, i, {map_.terms.constant(0, map_.program.pointerWidth())});
    return Flow::Next;
  case llvm::Intrinsic::stackrestore:
    restoreStack(item, i);
    return Flow::Next;
  case llvm::Intrinsic::x86_sse2_mfence:
  case llvm::Intrinsic::x86_sse_sfence:
  case llvm::Intrinsic::x86_sse2_lfence:
  case llvm::Intrinsic::x86_sse2_pause:
    machineFence(c, f->getIntrinsicID());
    return Flow::Next;
  case llvm::Intrinsic::objectsize:
    c.bind(a, i, {map_.terms.constant(~0ull, map_.bitsOf(i->getType()))});
    return Flow::Next;
  case llvm::Intrinsic::expect:
    c.bind(a, i, {c.scalar(a, i->getArgOperand(0))});
    return Flow::Next;
  case llvm::Intrinsic::is_constant: // as the compiler decides without optimisation
    c.bind(a, i, {map_.terms.constant(llvm::isa<llvm::Constant>(i->getArgOperand(0)) ? 1 : 0, 1)});
    return Flow::Next;
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::returnaddress:
    map_.unsupported(i, "the address of a stack frame");
  case llvm::Intrinsic::eh_sjlj_setjmp:
  case llvm::Intrinsic::eh_sjlj_longjmp:
    map_.unsupported(i, "setjmp");
  default:
    break;
  }
  if (arithmeticIntrinsic(item, i, f) || i->getType()->isVoidTy())
    return Flow::Next; // markers mean nothing here
  map_.unsupported(i, "LLVM intrinsic '" + f->getName().str() + "'");
}

bool ThreadWalker::arithmeticIntrinsic(Item& item, const llvm::CallBase* i, const llvm::Function* f) {
  namespace I = llvm::Intrinsic;
  logic::TermManager& tm = map_.terms;
  Cursor& c = item.cursor;
  auto arg = [&](unsigned n) { return c.scalar(item.activation, i->getArgOperand(n)); };
  auto is = [&](Leaves l) {
    c.bind(item.activation, i, std::move(l));
    return true;
  };
  I::ID id = f->getIntrinsicID();
  if (i->arg_size() < 1 || i->getArgOperand(0)->getType()->isVectorTy() ||
      i->getArgOperand(0)->getType()->isMetadataTy())
    return false;
  if (i->getArgOperand(0)->getType()->isAggregateType() || i->getArgOperand(0)->getType()->isX86_FP80Ty())
    return false;
  Term x = arg(0);
  unsigned w = x.width();
  Term zero = tm.constant(0, w);
  auto second = [&] { return arg(1); };
  switch (id) {
  case I::sadd_with_overflow:
    return is({tm.add(x, second()), tm.make(Op::SAddO, 1, x, second())});
  case I::ssub_with_overflow:
    return is({tm.sub(x, second()), tm.make(Op::SSubO, 1, x, second())});
  case I::smul_with_overflow:
    return is({tm.mul(x, second()), tm.make(Op::SMulO, 1, x, second())});
  case I::uadd_with_overflow:
    return is({tm.add(x, second()), tm.ult(tm.add(x, second()), x)});
  case I::usub_with_overflow:
    return is({tm.sub(x, second()), tm.ult(x, second())});
  case I::umul_with_overflow: {
    Term product = tm.mul(x, second());
    Term back = tm.make(Op::UDiv, w, product, x);
    return is({product, tm.andOf(tm.ne(x, zero), tm.ne(back, second()))});
  }
  case I::ptrmask:
    return is({tm.andOf(x, tm.resize(second(), w))});
  case I::smax:
    return is({tm.ite(tm.slt(x, second()), second(), x)});
  case I::smin:
    return is({tm.ite(tm.slt(x, second()), x, second())});
  case I::umax:
    return is({tm.ite(tm.ult(x, second()), second(), x)});
  case I::umin:
    return is({tm.ite(tm.ult(x, second()), x, second())});
  case I::abs:
    if (second().isTrue())
      assertOverflow(c, tm.eq(x, tm.constant(1ull << (w - 1), w)),
                     "the absolute value of the least number overflows");
    return is({tm.ite(tm.slt(x, zero), tm.neg(x), x)});
  case I::fabs:
    return is({tm.andOf(x, tm.constant(logic::maskOf(w) >> 1, w))});
  case I::is_fpclass:
    if (w != 32 && w != 64) return false;
    return is({isOfKind(tm, x, llvm::cast<llvm::ConstantInt>(i->getArgOperand(1))->getZExtValue())});
  case I::fmuladd:
    return is({tm.make(Op::FAdd, w, tm.make(Op::FMul, w, x, second()), arg(2))});
  case I::copysign:
    return is({tm.orOf(tm.andOf(x, tm.constant(logic::maskOf(w) >> 1, w)),
                       tm.andOf(second(), tm.constant(1ull << (w - 1), w)))});
  case I::bswap: {
    Term out = tm.extract(x, 0, 8);
    for (unsigned b = 8; b < w; b += 8) out = tm.concat(out, tm.extract(x, b, 8));
    return is({out});
  }
  case I::ctpop: {
    Term sum = zero;
    for (unsigned b = 0; b < w; ++b) sum = tm.add(sum, tm.zext(tm.extract(x, b, 1), w));
    return is({sum});
  }
  case I::ctlz:
  case I::cttz: {
    Term out = tm.constant(w, w);
    for (unsigned b = 0; b < w; ++b) {
      unsigned bit = id == I::ctlz ? b : w - 1 - b; // the bit that decides is tested last
      out = tm.ite(tm.eq(tm.extract(x, bit, 1), tm.constant(1, 1)),
                   tm.constant(id == I::ctlz ? w - 1 - bit : bit, w), out);
    }
    return is({out});
  }
  case I::fshl:
  case I::fshr: {
    if ((w & (w - 1)) != 0) return false;
    Term n = tm.andOf(arg(2), tm.constant(w - 1, w)), rest = tm.sub(tm.constant(w, w), n);
    bool left = id == I::fshl;
    return is(
        {tm.orOf(tm.make(Op::Shl, w, x, left ? n : rest), tm.make(Op::LShr, w, second(), left ? rest : n))});
  }
  default:
    return false;
  }
}

// A library function written in C does what is too long to draw.
ThreadWalker::Flow ThreadWalker::callLibrary(Item& item, const llvm::CallBase* i, const std::string& name) {
  const llvm::Function* f = map_.module.getFunction(name);
  HEDDLE_CHECK(f != nullptr && !f->isDeclaration(), "library function " + name + " is missing");
  return inlineCall(item, i, f, nullptr);
}

void ThreadWalker::copyBytes(Cursor& c, Term dst, const std::function<Term()>& src, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    unsigned chunk = maxAccess;
    while (chunk > bytes - done || chunk * 8 > map_.program.pointerWidth()) chunk /= 2;
    ccfg::RegId reg = c.temp("copy", chunk * 8);
    Term offset = map_.terms.constant(done, dst.width());
    c.startEdge();
    c.access(ccfg::Load{reg, map_.terms.add(src(), offset), chunk, ccfg::MemOrder::Plain, false});
    c.startEdge();
    c.access(ccfg::Store{map_.terms.add(dst, offset), map_.program.regTerm(reg), chunk, ccfg::MemOrder::Plain,
                         false});
    done += chunk;
  }
}

ThreadWalker::Flow ThreadWalker::copyMemory(Item& item, const llvm::CallBase* i) {
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(i->getArgOperand(2));
  bool overlapping = i->getIntrinsicID() == llvm::Intrinsic::memmove;
  if (size == nullptr || size->getZExtValue() > maxUnrolledCopy || overlapping)
    return callLibrary(item, i, overlapping ? "__heddle_memmove" : "__heddle_memcpy");
  Cursor& c = item.cursor;
  c.startEdge();
  // Nothing is pending and copying changes no register but its own: the destination's term stays right.
  copyBytes(
      c, c.scalar(item.activation, i->getArgOperand(0)),
      [&] { return c.scalar(item.activation, i->getArgOperand(1)); }, size->getZExtValue());
  return Flow::Next;
}

ThreadWalker::Flow ThreadWalker::fillMemory(Item& item, const llvm::CallBase* i) {
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(i->getArgOperand(2));
  if (size == nullptr || size->getZExtValue() > maxUnrolledCopy)
    return callLibrary(item, i, "__heddle_memset");
  Cursor& c = item.cursor;
  c.startEdge();
  Term dst = c.scalar(item.activation, i->getArgOperand(0));
  Term byte = map_.terms.trunc(c.scalar(item.activation, i->getArgOperand(1)), 8);
  for (uint64_t done = 0; done < size->getZExtValue();) {
    unsigned chunk = maxAccess;
    while (chunk > size->getZExtValue() - done || chunk * 8 > map_.program.pointerWidth()) chunk /= 2;
    Term value = byte;
    while (value.width() < chunk * 8) value = map_.terms.concat(value, value);
    c.startEdge();
    c.access(ccfg::Store{map_.terms.add(dst, map_.terms.constant(done, dst.width())), value, chunk,
                         ccfg::MemOrder::Plain, false});
    done += chunk;
  }
  return Flow::Next;
}

// Where va_arg looks for the arguments beyond the named ones when none is in a register.
std::vector<ThreadWalker::VarArg> ThreadWalker::variableArguments(const Activation* a) const {
  const llvm::DataLayout& layout = map_.module.getDataLayout();
  const uint64_t slot = map_.program.pointerWidth() / 8;
  std::vector<VarArg> out;
  uint64_t offset = 0;
  unsigned count = a->call != nullptr ? a->call->arg_size() : 0;
  for (auto n = static_cast<unsigned>(a->function->arg_size()); n < count; ++n) {
    bool copied = a->call->isByValArgument(n);
    llvm::Type* type = copied ? a->call->getParamByValType(n) : a->call->getArgOperand(n)->getType();
    uint64_t bytes = layout.getTypeAllocSize(type);
    uint64_t align =
        copied ? a->call->getParamAlign(n).valueOrOne().value() : layout.getABITypeAlign(type).value();
    if (slot == 8) offset = llvm::alignTo(offset, std::max(slot, align)); // ILP32 aligns nothing further
    uint64_t size = llvm::alignTo(bytes, slot);
    out.push_back({n, offset, size, bytes});
    offset += size;
  }
  return out;
}

// The arguments beyond the named ones go to an area of memory, and the list is set so that va_arg takes all
// from there.
void ThreadWalker::startVarArgs(Item& item, const llvm::CallBase* i) {
  Activation* a = item.activation;
  Cursor& c = item.cursor;
  ccfg::Program& p = map_.program;
  unsigned width = p.pointerWidth();
  unsigned slot = width / 8;
  ccfg::Object area{"varargs@" + a->function->getName().str(),
                    ccfg::ObjectKind::Local,
                    0,
                    true,
                    false,
                    {},
                    nullptr,
                    c.position()};
  ccfg::ObjectId site = p.addObject(std::move(area));
  ccfg::RegId base = c.temp("varargs", width);
  std::vector<VarArg> all = variableArguments(a);
  uint64_t size = all.empty() ? 0 : all.back().offset + all.back().size;
  c.startEdge();
  c.append(ccfg::Alloc{base, site, map_.terms.constant(size + slot, width), false});
  a->frees.push_back(base);
  auto put = [&](Term address, uint64_t offset, const std::function<Term()>& value) {
    c.startEdge();
    Term v = value();
    c.access(ccfg::Store{map_.terms.add(address, map_.terms.constant(offset, width)), v, (v.width() + 7) / 8,
                         ccfg::MemOrder::Plain, false});
  };
  for (const VarArg& v : all) {
    Term area_ = map_.terms.add(p.regTerm(base), map_.terms.constant(v.offset, width));
    if (auto copy = a->copies.find(v.index); copy != a->copies.end()) {
      c.startEdge();
      copyBytes(c, area_, [&] { return p.regTerm(copy->second); }, v.bytes);
      continue;
    }
    const llvm::Value* value = a->call->getArgOperand(v.index);
    std::vector<ModuleMap::Leaf> leaves = map_.leaves(value->getType());
    for (size_t n = 0; n < leaves.size(); ++n)
      put(area_, leaves[n].offset, [&] { // a number fills its slot, as it fills a register
        Term part = c.get(a->parent, value)[n];
        return leaves.size() == 1 && part.width() < width ? map_.terms.zext(part, width) : part;
      });
  }
  c.startEdge();
  Term list = c.scalar(a, i->getArgOperand(0));
  auto number = [&](uint64_t v) { return [this, v] { return map_.terms.constant(v, 32); }; };
  if (width == 64) { // offsets past the register areas: everything comes from the overflow area
    put(list, 0, number(48));
    put(list, 4, number(304));
    put(list, 8, [&] { return p.regTerm(base); });
  } else {
    put(list, 0, [&] { return p.regTerm(base); });
  }
}

// Is the end of its life kept? Main's goes on as long as the program.
bool ThreadWalker::isKept(const llvm::GlobalVariable& threadLocal) const {
  return map_.options.checkMemory && thread_ != 0 && threadLocal.isThreadLocal() &&
         addressMayOutlive(&threadLocal);
}

bool ThreadWalker::keepsThreadLocals() const {
  return llvm::any_of(map_.module.globals(), [&](const auto& g) { return isKept(g); });
}

void ThreadWalker::endThreadLocals() {
  ccfg::Edge edge;
  edge.from = last_;
  edge.to = map_.program.threads[thread_].exit;
  if (edge.from == edge.to) return;
  edge.pos = map_.program.threads[thread_].pos;
  for (ccfg::RegId r : tlsFrees_) edge.ops.push_back(ccfg::Free{map_.program.regTerm(r), false});
  edge.atomicGroup = edge.ops.size() > 1;
  map_.program.addEdge(std::move(edge));
}

Term ThreadWalker::tlsAddress(Cursor& c, const llvm::GlobalVariable* g) {
  auto [it, fresh] = tls_.try_emplace(g);
  if (!fresh) return it->second;
  ccfg::Object object;
  object.name = g->getName().str() + "@" + map_.program.threads[thread_].name;
  const bool fixed = once_ && !isKept(*g);
  object.kind = fixed ? ccfg::ObjectKind::Global : ccfg::ObjectKind::Local;
  object.size = map_.module.getDataLayout().getTypeAllocSize(g->getValueType());
  map_.initialise(object, *g);
  const unsigned width = map_.program.pointerWidth();
  uint64_t size = object.size;
  std::vector<ccfg::InitPiece> pieces;
  if (!fixed)
    pieces = std::exchange(object.init, {}); // what each instance has for itself it also fills itself
  ccfg::ObjectId id = map_.program.addObject(std::move(object));
  if (fixed) return it->second = map_.program.addressOf(id);
  ccfg::RegId address = c.temp("&" + g->getName().str(), width);
  if (isKept(*g)) tlsFrees_.push_back(address);
  prologue_.push_back(ccfg::Alloc{address, id, map_.terms.constant(size, width), true});
  for (const ccfg::InitPiece& piece : pieces) {
    const Term at = map_.terms.add(map_.program.regTerm(address), map_.terms.constant(piece.offset, width));
    prologue_.push_back(ccfg::Store{at, piece.value, piece.bytes});
  }
  return it->second = map_.program.regTerm(address);
}

} // namespace heddle::llvm2ccfg
