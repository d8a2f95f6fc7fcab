// The heap: one object a site. Sizes come from the call.

#include "llvm2ccfg/models/models.h"

namespace heddle::llvm2ccfg {

namespace {

// The block belongs to the call that the user wrote, also where a library function makes it.
void nameSite(ModelCall& c, ccfg::Object& object) {
  std::string function = c.name;
  object.pos = c.cursor.position();
  for (ccfg::StackId s = c.activation->stack; s != 0 && c.program.files.isLibrary(object.pos.file);
       s = c.program.stacks[s].parent) {
    function = c.program.stacks[s].function;
    object.pos = c.program.stacks[s].callSite;
  }
  object.name = function + ":" + std::to_string(object.pos.line);
}

void allocate(ModelCall& c, Term (*sizeOf)(ModelCall&), bool zeroed) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term size = c.tm.resize(sizeOf(c), c.program.pointerWidth());
  ccfg::Object object;
  object.kind = ccfg::ObjectKind::Heap;
  nameSite(c, object);
  object.size = size.isConst() ? size.value() : 0;
  object.uninitialised = !zeroed;
  ccfg::ObjectId site = c.program.addObject(std::move(object));
  ccfg::RegId result = c.cursor.home(c.activation, c.call)[0];
  c.action(from).add(ccfg::Alloc{result, site, size, zeroed}).to(to);
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
    allocate(c, [](ModelCall& k) { return k.tm.mul(k.arg(0), k.arg(1)); }, true);
  };
  t["free"] = release;
  t["__heddle_alloc"] = t["malloc"];
  t["__heddle_free"] = t["free"];
}

} // namespace heddle::llvm2ccfg
