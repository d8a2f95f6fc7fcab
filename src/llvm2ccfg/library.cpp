// Decides which library files a module needs and links them in.

#include "llvm2ccfg/library.h"

#include "llvm2ccfg/function_info.h"
#include "llvm2ccfg/startup.h"
#include "support/error.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>

#include <algorithm>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

// Copies that are not drawn in place call these, so they must be there.
void declareCopies(llvm::Module& m) {
  llvm::LLVMContext& context = m.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  llvm::Type* size = m.getDataLayout().getIntPtrType(context);
  auto declare = [&](const char* name, llvm::Type* second) {
    m.getOrInsertFunction(
        name, llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, second, size}, false));
  };
  for (llvm::Function& f : m) {
    llvm::Intrinsic::ID id = f.getIntrinsicID();
    if (id == llvm::Intrinsic::memcpy || id == llvm::Intrinsic::memcpy_inline)
      declare("__heddle_memcpy", pointer);
    if (id == llvm::Intrinsic::memmove) declare("__heddle_memmove", pointer);
    if (id == llvm::Intrinsic::memset) declare("__heddle_memset", llvm::Type::getInt8Ty(context));
  }
}

bool declares(const llvm::Module& m, const char* name) {
  const llvm::Function* f = m.getFunction(name);
  return f != nullptr && f->isDeclaration();
}

// Is one of the module's functions without a body defined in this file? Definitions begin at the start of a
// line.
bool definesWhatIsDeclared(const llvm::Module& m, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 0> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (line.empty() || !llvm::isAlpha(line[0]) || line.starts_with("extern")) continue;
    llvm::StringRef before = line.take_until([](char c) { return c == '('; });
    if (declares(m, before.substr(before.find_last_of(" *") + 1).str().c_str())) return true;
  }
  return false;
}

bool declaresAny(const llvm::Module& m, std::initializer_list<const char*> names) {
  return llvm::any_of(names, [&](const char* name) { return declares(m, name); });
}

std::vector<const llvm::CallBase*> callsOf(const llvm::Module& m, const char* name) {
  std::vector<const llvm::CallBase*> out;
  if (const llvm::Function* f = m.getFunction(name))
    for (const llvm::User* u : f->users())
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
          call != nullptr && call->getCalledFunction() == f)
        out.push_back(call);
  return out;
}

constexpr const char* joins[] = {"pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np",
                                 "pthread_clockjoin_np", "thrd_join"};

// Do two calls wait for the thread of one variable, and look at what that gives?
bool mayJoinTwice(const llvm::Module& m) {
  std::set<const llvm::Value*> joined;
  for (const char* name : joins)
    for (const llvm::CallBase* call : callsOf(m, name)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(call->getArgOperand(0));
      if (load != nullptr && !call->use_empty() && !joined.insert(load->getPointerOperand()).second)
        return true;
    }
  return false;
}

// May threads be detached, and does that matter to anybody?
bool looksAtDetached(const llvm::Module& m) {
  bool creates = llvm::any_of(callsOf(m, "pthread_attr_setdetachstate"), [](const llvm::CallBase* call) {
    const auto* state = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
    return state == nullptr || !state->isZero();
  });
  size_t detaches = 0;
  bool looks = llvm::any_of(joins, [&](const char* name) { return declares(m, name); });
  for (const char* name : {"pthread_detach", "thrd_detach"})
    for (const llvm::CallBase* call : callsOf(m, name)) {
      ++detaches;
      looks = looks || (!call->use_empty() && (creates || detaches > 1));
    }
  return (looks && (creates || detaches > 0)) || mayJoinTwice(m);
}

// Does the program look at a thread's policy, or at what else it was created with?
bool looksAtThreads(const llvm::Module& m) {
  return declaresAny(
      m, {"pthread_getschedparam", "pthread_setschedparam", "pthread_setschedprio", "pthread_getattr_np"});
}

// Is an attribute looked at, or set to what may be refused? Else the models, which ignore it, are cheaper.
bool looksAtAttributes(const llvm::Module& m) {
  if (looksAtDetached(m) || looksAtThreads(m)) return true;
  for (const llvm::Function& f : m) {
    llvm::StringRef name = f.getName();
    if (f.isDeclaration() && name.starts_with("pthread_") &&
        (name.contains("attr_get") || name.contains("attr_setscope") || name.contains("attr_setsched") ||
         name.contains("attr_setinherit") || name.contains("attr_setdetach") ||
         name.contains("attr_setstack") || name.contains("attr_setpro") || name.contains("attr_setprio") ||
         name.contains("attr_setclock") || name.contains("attr_setpshared") ||
         name.contains("attr_setrobust") || name.contains("attr_setkind")))
      return true;
  }
  return false;
}

// Does it look at the clock that functions with a time limit go by?
bool looksAtClocks(const llvm::Module& m) {
  return declaresAny(m, {"clock_gettime", "gettimeofday", "timespec_get"}) &&
         !declares(m, "pthread_condattr_setclock");
}

bool isCalledOften(const llvm::Function* f, int depth = 0) {
  if (f->getName() == "main") return false;
  const auto* call = f->hasOneUse() ? llvm::dyn_cast<llvm::CallBase>(f->user_back()) : nullptr;
  if (call == nullptr || depth > 20) return true;
  if (call->getCalledOperand() != f) {
    const llvm::Function* runs = call->getCalledFunction();
    return runs == nullptr || (runs->getName() != "pthread_once" && runs->getName() != "call_once");
  }
  const llvm::Function* caller = call->getFunction();
  return FunctionInfo(*caller).inLoop(call->getParent()) || isCalledOften(caller, depth + 1);
}

// May the program need more than library/keys.c has? It makes more than 16 keys, or some after it deleted
// others.
bool makesManyKeys(const llvm::Module& m) {
  unsigned places = 0;
  for (const char* name : {"pthread_key_create", "tss_create"}) {
    const llvm::Function* f = m.getFunction(name);
    if (f == nullptr) continue;
    for (const llvm::User* u : f->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
      if (call == nullptr || FunctionInfo(*call->getFunction()).inLoop(call->getParent()) ||
          isCalledOften(call->getFunction()))
        return true;
      ++places;
    }
  }
  return places > 16 || (places > 1 && (declares(m, "pthread_key_delete") || declares(m, "tss_delete")));
}

// A file may replace functions that have a model (realloc.c wraps malloc): it is taken only if its subject is
// used.
bool wanted(const llvm::Module& m, const LibraryFile& file) {
  if (file.name == "realloc.c") return declares(m, "realloc") || declares(m, "reallocarray");
  if (file.name == "exit.c") return m.getFunction(finishFunction) != nullptr;
  if (file.name == "quick_exit.c") return declares(m, "at_quick_exit");
  if (file.name == "cancel.c") return declares(m, "pthread_cancel");
  if (file.name == "keys.c" || file.name == "keys_many.c")
    return (declares(m, "pthread_key_create") || declares(m, "tss_create")) &&
           makesManyKeys(m) == (file.name == "keys_many.c");
  if (file.name == "created.c") return looksAtDetached(m) || looksAtThreads(m);
  if (file.name == "ceiling.c")
    return declaresAny(m, {"pthread_mutex_getprioceiling", "pthread_mutex_setprioceiling"});
  if (file.name == "unwind.c") return m.getFunction("__heddle_run_handler") != nullptr;
  if (file.name == "attributes.c") return looksAtAttributes(m);
  if (file.name == "robust.c") return m.getFunction("pthread_mutexattr_setrobust") != nullptr;
  return definesWhatIsDeclared(m, file.text) || file.name == "string.c" || file.name == "cancel_state.c";
}

// glibc's headers give some functions another name, by the standard that the program is compiled for.
void undoRedirections(llvm::Module& m) {
  for (llvm::Function& f : llvm::make_early_inc_range(m)) {
    llvm::StringRef name = f.getName();
    if (!f.isDeclaration() || !(name.consume_front("__isoc99_") || name.consume_front("__isoc23_"))) continue;
    f.replaceAllUsesWith(m.getOrInsertFunction(name, f.getFunctionType()).getCallee());
    f.eraseFromParent();
  }
}

constexpr const char* threadEnd = "__heddle_thread_end";

// At a thread's end its cleanup handlers run, and then the destructors of its data, if it has any.
bool endsAfterHandlers(llvm::Module& m) {
  llvm::Function* keys = m.getFunction(threadEnd);
  if (keys == nullptr) return false;
  keys->setName("__heddle_keys_end");
  keys->replaceAllUsesWith(m.getOrInsertFunction(threadEnd, keys->getFunctionType()).getCallee());
  return true;
}

// Those that others need come last, each after those that need it.
std::vector<LibraryFile> filesInOrder() {
  static const std::vector<std::string> last = {"identity.c", "clock.c", "stdlib.c", "string.c"};
  std::vector<LibraryFile> files = libraryFiles();
  const auto place = [](const LibraryFile& f) { return std::find(last.rbegin(), last.rend(), f.name); };
  std::stable_sort(files.begin(), files.end(),
                   [&](const LibraryFile& a, const LibraryFile& b) { return place(a) > place(b); });
  return files;
}

// Functions are read when they are linked: most are not needed.
std::unique_ptr<llvm::Module> read(const LibraryVariant& v, llvm::LLVMContext& context) {
  const std::string_view code = libraryBitcode(v);
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef({code.data(), code.size()}, v.file), context);
  HEDDLE_CHECK(static_cast<bool>(module), "Heddle's own library is no bitcode");
  return std::move(*module);
}

} // namespace

void linkLibrary(llvm::Module& module, ccfg::DataModel dataModel) {
  declareCopies(module);
  undoRedirections(module);
  for (const LibraryFile& file : filesInOrder()) {
    if (!wanted(module, file)) continue;
    LibraryVariant variant{file.name, {}, dataModel};
    if (file.name == "unwind.c" && endsAfterHandlers(module)) variant.macros = {"KEYS"};
    if (file.name == "timed.c" && looksAtClocks(module)) variant.macros = {"CLOCKS"};
    if (file.name == "created.c" && looksAtDetached(module)) variant.macros.push_back("JOINS");
    if (file.name == "created.c" && looksAtThreads(module)) variant.macros.push_back("ATTRIBUTES");
    std::unique_ptr<llvm::Module> library = read(variant, module.getContext());
    library->setDataLayout(module.getDataLayout());
    library->setTargetTriple(module.getTargetTriple());
    if (llvm::Metadata* width = module.getModuleFlag("wchar_size")) // -fshort-wchar; the library has none
      library->setModuleFlag(llvm::Module::Error, "wchar_size", width);
    // Both are for the end of threads, which nobody calls.
    if (const llvm::Function* end = library->getFunction(threadEnd))
      module.getOrInsertFunction(end->getName(), end->getFunctionType());
    if (const llvm::GlobalVariable* ended = library->getNamedGlobal("__heddle_ended_threads"))
      module.getOrInsertGlobal(ended->getName(), ended->getValueType());
    if (file.name == "realloc.c") // other library files may allocate and free, too
      for (const char* name : {"malloc", "free"})
        module.getOrInsertFunction(name, library->getFunction(name)->getFunctionType());
    if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded))
      throw InputError("what the program declares does not fit Heddle's library (" + file.name + ")");
  }
}

} // namespace heddle::llvm2ccfg
