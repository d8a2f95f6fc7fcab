// The heap: one object a site. Sizes come from the call.

#include "llvm2ccfg/firstheld.h"
#include "llvm2ccfg/models/models.h"

namespace heddle::llvm2ccfg {

namespace {

// The block belongs to the call that the user wrote, also where a library function makes it.
void nameSite(ModelCall& c, ccfg::Object& object) {
  std::string function = c.name;
  object.pos = c.cursor.position();
  const Activation* activation = c.activation;
  const llvm::CallBase* call = c.call;
  for (ccfg::StackId s = c.activation->stack; s != 0 && c.program.files.isLibrary(object.pos.file);
       s = c.program.stacks[s].parent) {
    function = c.program.stacks[s].function;
    object.pos = c.program.stacks[s].callSite;
    if (activation->parent == nullptr || activation->call == nullptr) continue;
    call = activation->call;
    activation = activation->parent;
  }
  object.name = function + ":" + std::to_string(object.pos.line);
  nameByPointer(c.map, activation, call, object);
}

// `tooLarge`: no block has that size, and the call fails.
void allocate(
    ModelCall& c, Term (*sizeOf)(ModelCall&), bool zeroed,
    Term (*tooLarge)(ModelCall&) = [](ModelCall& k) { return k.tm.falseTerm(); }, uint64_t hidden = 0) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term size = c.tm.resize(sizeOf(c), c.program.pointerWidth());
  ccfg::Object object;
  object.kind = ccfg::ObjectKind::Heap;
  object.size = size.isConst() ? size.value() : 0;
  nameSite(c, object);
  object.uninitialised = !zeroed;
  for (uint64_t at = 0; at < hidden; at += 8)
    object.init.push_back({at, 8, c.num(0, 64)}); // see ccfg/hidden.h
  ccfg::ObjectId site = c.program.addObject(std::move(object));
  ccfg::RegId result = c.cursor.home(c.activation, c.call)[0];
  Term fails = tooLarge(c);
  if (!fails.isTrue())
    c.action(from).assume(c.tm.notOf(fails)).add(ccfg::Alloc{result, site, size, zeroed}).to(to);
  if (!fails.isFalse()) c.action(from).assume(fails).set(result, c.num(0, c.program.pointerWidth())).to(to);
  c.goOn(to);
}

void release(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from).add(ccfg::Free{c.arg(0), true}).to(to);
  c.goOn(to);
}

} // namespace

void addMemoryModels(ModelTable& t) {
  t["malloc"] = [](ModelCall& c) { allocate(c, [](ModelCall& k) { return k.arg(0); }, false); };
  t["valloc"] = t["malloc"];
  t["aligned_alloc"] = [](ModelCall& c) { allocate(c, [](ModelCall& k) { return k.arg(1); }, false); };
  t["memalign"] = t["aligned_alloc"];
  t["calloc"] = [](ModelCall& c) {
    allocate(
        c, [](ModelCall& k) { return k.tm.mul(k.arg(0), k.arg(1)); }, true,
        [](ModelCall& k) {
          Term n = k.arg(0), most = k.num(~0ull, n.width());
          Term size = k.arg(1), isZero = k.tm.eq(size, k.num(0, size.width()));
          return k.tm.andOf(k.tm.notOf(isZero),
                            k.tm.ult(k.tm.make(logic::Op::UDiv, n.width(), most, size), n));
        });
  };
  t["free"] = release;
  t["__heddle_alloc"] = t["malloc"];
  t["__heddle_alloc_hiding"] = [](ModelCall& c) { // so many bytes at the start are not the user's
    allocate(
        c, [](ModelCall& k) { return k.arg(0); }, false, [](ModelCall& k) { return k.tm.falseTerm(); },
        c.arg(1).value());
  };
  t["__heddle_free"] = t["free"];
}

} // namespace heddle::llvm2ccfg
