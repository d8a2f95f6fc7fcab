// Writes a function that calls what the loader and the C library call around main, in their order; the
// translation then knows nothing but functions. Neighbour: library/exit.c, which runs the functions of
// atexit.

#include "llvm2ccfg/startup.h"

#include "support/error.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>

namespace heddle::llvm2ccfg {

namespace {

struct Structor {
  unsigned priority;
  llvm::Function* function;
};

constexpr unsigned lastPriority = 65535; // of what has none

void addFunctionsOf(llvm::Constant* c, unsigned priority, std::vector<Structor>& out) {
  if (auto* f = llvm::dyn_cast<llvm::Function>(c->stripPointerCastsAndAliases())) {
    out.push_back({priority, f});
    return;
  }
  if (c->isNullValue()) return;
  if (!llvm::isa<llvm::ConstantAggregate>(c))
    throw InputError("unsupported: a table of functions that run before or after main, made of other things");
  for (unsigned i = 0; i < c->getNumOperands(); ++i)
    addFunctionsOf(llvm::cast<llvm::Constant>(c->getOperand(i)), priority, out);
}

// Variables that the program itself puts into the loader's table, as ".init_array" or ".init_array.00101".
void addSection(llvm::Module& m, llvm::StringRef section, std::vector<Structor>& out) {
  for (llvm::GlobalVariable& g : m.globals()) {
    llvm::StringRef rest = g.getSection();
    if (!rest.consume_front(section) || !g.hasInitializer()) continue;
    unsigned priority = lastPriority;
    if (rest.consume_front(".") && rest.getAsInteger(10, priority)) continue;
    addFunctionsOf(g.getInitializer(), priority, out);
  }
}

// In the order of the loader's table.
std::vector<Structor> structors(llvm::Module& m, const char* list, const char* section) {
  std::vector<Structor> out;
  addSection(m, section, out);
  const llvm::GlobalVariable* all = m.getGlobalVariable(list);
  const auto* entries = all != nullptr && all->hasInitializer()
                            ? llvm::dyn_cast<llvm::ConstantArray>(all->getInitializer())
                            : nullptr;
  for (unsigned i = 0; entries != nullptr && i < entries->getNumOperands(); ++i) {
    const auto* entry = llvm::cast<llvm::ConstantStruct>(entries->getOperand(i));
    unsigned priority =
        static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue());
    addFunctionsOf(entry->getOperand(1), priority, out);
  }
  std::ranges::stable_sort(out, {}, &Structor::priority);
  return out;
}

bool hasDestructors(const llvm::Module& m) {
  return m.getGlobalVariable("llvm.global_dtors") != nullptr ||
         std::ranges::any_of(m.globals(), [](const llvm::GlobalVariable& g) {
           return g.getSection().starts_with(".fini_array");
         });
}

// A function that calls what its resolver chose: it takes the ifunc's place. The choice is made at the start.
void replaceIFunc(llvm::GlobalIFunc& ifunc, llvm::IRBuilder<>& start) {
  llvm::Module& m = *ifunc.getParent();
  auto* type = llvm::dyn_cast<llvm::FunctionType>(ifunc.getValueType());
  llvm::Function* resolver = ifunc.getResolverFunction();
  if (type == nullptr || type->isVarArg() || resolver == nullptr || resolver->arg_size() > 0)
    throw InputError("unsupported: the ifunc '" + ifunc.getName().str() + "'");
  auto* pointer = llvm::PointerType::get(m.getContext(), 0);
  auto* chosen =
      new llvm::GlobalVariable(m, pointer, false, llvm::GlobalValue::InternalLinkage,
                               llvm::ConstantPointerNull::get(pointer), ifunc.getName() + ".chosen");
  start.CreateStore(start.CreateCall(resolver), chosen);
  auto* stub = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "", m);
  llvm::IRBuilder<> body(llvm::BasicBlock::Create(m.getContext(), "entry", stub));
  std::vector<llvm::Value*> args;
  for (llvm::Argument& a : stub->args()) args.push_back(&a);
  llvm::CallInst* call = body.CreateCall(type, body.CreateLoad(pointer, chosen), args);
  if (type->getReturnType()->isVoidTy())
    body.CreateRetVoid();
  else
    body.CreateRet(call);
  stub->takeName(&ifunc);
  ifunc.replaceAllUsesWith(stub);
  ifunc.eraseFromParent();
}

// Functions in the loader's tables are handed the command line; those that want nothing don't see it.
void call(llvm::IRBuilder<>& at, llvm::Function* f, llvm::Function* start) {
  std::vector<llvm::Value*> args;
  for (llvm::Argument& a : f->args()) {
    unsigned n = a.getArgNo();
    bool handed = start != nullptr && n < start->arg_size() && start->getArg(n)->getType() == a.getType();
    args.push_back(handed ? static_cast<llvm::Value*>(start->getArg(n))
                          : llvm::Constant::getNullValue(a.getType()));
  }
  at.CreateCall(f, args);
}

void addFinish(llvm::Module& m) {
  llvm::LLVMContext& context = m.getContext();
  auto* finish = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                        llvm::GlobalValue::ExternalLinkage, finishFunction, m);
  llvm::IRBuilder<> at(llvm::BasicBlock::Create(context, "entry", finish));
  std::vector<Structor> last = structors(m, "llvm.global_dtors", ".fini_array");
  for (auto d = last.rbegin(); d != last.rend(); ++d) call(at, d->function, nullptr);
  at.CreateRetVoid();
}

} // namespace

bool runsAtExit(const llvm::Module& m) {
  const llvm::Function* registers = m.getFunction("atexit");
  return hasDestructors(m) || (registers != nullptr && registers->isDeclaration());
}

void addStart(llvm::Module& m, const std::string& entry) {
  llvm::Function* main = m.getFunction(entry);
  std::vector<Structor> first = structors(m, "llvm.global_ctors", ".init_array");
  std::vector<Structor> before;
  addSection(m, ".preinit_array", before);
  first.insert(first.begin(), before.begin(), before.end());
  const bool atExit = runsAtExit(m);
  if (first.empty() && !atExit && m.ifunc_empty()) return;
  llvm::LLVMContext& context = m.getContext();
  if (atExit) addFinish(m);
  auto* start =
      llvm::Function::Create(main->getFunctionType(), llvm::GlobalValue::ExternalLinkage, startFunction, m);
  llvm::IRBuilder<> at(llvm::BasicBlock::Create(context, "entry", start));
  while (!m.ifunc_empty()) replaceIFunc(*m.ifunc_begin(), at);
  for (const Structor& c : first) call(at, c.function, start);
  std::vector<llvm::Value*> args;
  for (llvm::Argument& a : start->args()) args.push_back(&a);
  llvm::CallInst* result = at.CreateCall(main, args);
  if (atExit) {
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {at.getInt32Ty()}, false);
    llvm::Value* status =
        result->getType()->isIntegerTy() ? at.CreateIntCast(result, at.getInt32Ty(), true) : at.getInt32(0);
    at.CreateCall(m.getOrInsertFunction("exit", type), {status});
  }
  if (result->getType()->isVoidTy())
    at.CreateRetVoid();
  else
    at.CreateRet(result);
}

} // namespace heddle::llvm2ccfg
