// The table of functions and the rewriting. A text that is a constant, and a block that lies in one, can't
// race, and is not read.

#include "llvm2ccfg/streams.h"

#include "llvm2ccfg/format.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <map>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

bool isConstantText(const llvm::Value* v) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(v, text);
}

bool isConstantMemory(const llvm::Value* v) {
  const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v->stripInBoundsConstantOffsets());
  return g != nullptr && g->isConstant();
}

// One call of such a function: what it reads is added in front of it.
class Writer {
public:
  explicit Writer(llvm::CallInst* call) : call_(call), module_(*call->getModule()), b_(call) {}

  void text(unsigned n, bool wide = false, llvm::Value* most = nullptr) {
    if (!has(n) || isConstantText(arg(n)) || llvm::isa<llvm::ConstantPointerNull>(arg(n))) return;
    if (most == nullptr) most = llvm::ConstantInt::getAllOnesValue(size());
    add(wide ? "__heddle_reads_wide" : "__heddle_reads_text", {arg(n), b_.CreateSExtOrTrunc(most, size())});
  }

  void block(unsigned n, unsigned bytes, int times = -1) {
    if (!has(n) || isConstantMemory(arg(n))) return;
    llvm::Value* count = b_.CreateZExtOrTrunc(arg(bytes), size());
    if (times >= 0) count = b_.CreateMul(count, b_.CreateZExtOrTrunc(arg(times), size()));
    add("__heddle_reads", {arg(n), count});
  }

  void format(unsigned n) {
    llvm::StringRef constant;
    if (has(n) && llvm::getConstantStringInfo(arg(n), constant))
      if (auto conversions = conversionsOf(constant.str())) {
        for (unsigned k = 0; k < conversions->size(); ++k) convert((*conversions)[k], n + 1, n + 1 + k);
        return;
      }
    bool pointers = false;
    for (unsigned k = n + 1; k < call_->arg_size(); ++k)
      pointers |= arg(k)->getType()->isPointerTy() && !isConstantText(arg(k));
    if (!pointers) return text(n);
    std::vector<llvm::Value*> args(call_->arg_begin() + n, call_->arg_end());
    llvm::FunctionType* type = llvm::FunctionType::get(b_.getVoidTy(), {b_.getPtrTy()}, true);
    b_.CreateCall(module_.getOrInsertFunction("__heddle_reads_printed", type), args);
  }

  // The arguments are a va_list. Often it is that of the calling function, and nobody hands a text to that.
  void formatOfList(unsigned n) {
    if (!has(n + 1)) return;
    if (takesNoTexts(*call_->getFunction())) return text(n);
    add("__heddle_reads_listed", {arg(n), arg(n + 1)});
  }

  // Nobody would miss errno where nobody looks at the result.
  void setsErrno() {
    if (call_->use_empty() || !call_->getType()->isIntegerTy()) return;
    b_.SetInsertPoint(call_->getNextNode());
    b_.SetCurrentDebugLocation(call_->getDebugLoc());
    llvm::Value* failed = b_.CreateICmpSLT(call_, llvm::ConstantInt::get(call_->getType(), 0));
    add("__heddle_sets_errno", {b_.CreateZExt(failed, b_.getInt32Ty())});
  }

private:
  bool has(unsigned n) const { return n < call_->arg_size(); }
  llvm::Value* arg(unsigned n) const { return call_->getArgOperand(n); }
  llvm::IntegerType* size() const { return module_.getDataLayout().getIntPtrType(module_.getContext()); }

  void add(const char* name, std::vector<llvm::Value*> args) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* v : args) types.push_back(v->getType());
    b_.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(b_.getVoidTy(), types, false)),
                  args);
  }

  void convert(const Conversion& c, unsigned first, unsigned n) {
    if (!has(n) || !arg(n)->getType()->isPointerTy()) return;
    if (c.kind == 'n') return add("__heddle_counts", {arg(n)});
    if (c.kind != 's') return;
    if (c.precision) return text(n, c.wide, b_.getInt64(*c.precision));
    text(n, c.wide, c.precisionArgument ? arg(first + *c.precisionArgument) : nullptr);
  }

  static bool takesNoTexts(const llvm::Function& f) {
    if (!f.isVarArg()) return false;
    for (const llvm::User* user : f.users()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledOperand() != &f) return false;
      for (unsigned k = f.arg_size(); k < call->arg_size(); ++k)
        if (call->getArgOperand(k)->getType()->isPointerTy() && !isConstantText(call->getArgOperand(k)))
          return false;
    }
    return true;
  }

  llvm::CallInst* call_;
  llvm::Module& module_;
  llvm::IRBuilder<> b_;
};

using Reads = std::function<void(Writer&)>;

std::map<std::string, Reads> readsByName() {
  std::map<std::string, Reads> t;
  const auto texts = [&](std::initializer_list<unsigned> args, std::initializer_list<const char*> names) {
    for (const char* name : names)
      t[name] = [a = std::vector<unsigned>(args)](Writer& w) {
        for (unsigned n : a) w.text(n);
      };
  };
  texts({0}, {"puts", "fputs", "perror", "open", "creat", "unlink", "remove", "access", "rmdir", "mkdir",
              "chdir", "getenv", "system", "fputs_unlocked", "shm_open", "shm_unlink", "mkfifo"});
  texts({0, 1}, {"fopen", "rename", "freopen"});
  texts({1}, {"setlocale", "fdopen"});
  for (const char* name : {"write", "pwrite", "send", "sendto"}) t[name] = [](Writer& w) { w.block(1, 2); };
  for (const char* name : {"fwrite", "fwrite_unlocked"}) t[name] = [](Writer& w) { w.block(0, 1, 2); };
  const auto formats = [&](unsigned n, std::initializer_list<const char*> names) {
    for (const char* name : names) t[name] = [n](Writer& w) { w.format(n); };
  };
  formats(0, {"printf", "warn", "warnx"});
  formats(1, {"fprintf", "dprintf", "syslog", "__printf_chk"});
  formats(2, {"__fprintf_chk"});
  const auto lists = [&](unsigned n, std::initializer_list<const char*> names) {
    for (const char* name : names) t[name] = [n](Writer& w) { w.formatOfList(n); };
  };
  lists(0, {"vprintf"});
  lists(1, {"vfprintf", "vdprintf", "vsyslog"});
  return t;
}

const std::set<std::string> setErrno = {
    "write", "pwrite", "send",   "sendto",   "open",   "creat",     "close", "read",   "pread",
    "recv",  "unlink", "remove", "access",   "rmdir",  "mkdir",     "chdir", "rename", "fsync",
    "dup",   "dup2",   "socket", "shm_open", "listen", "ftruncate", "lseek", "mlock",  "system"};

} // namespace

void showStreamAccesses(llvm::Module& module) {
  const std::map<std::string, Reads> rows = readsByName();
  const bool looksAtErrno = module.getFunction("__errno_location") != nullptr;
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& f : module)
    for (llvm::Instruction& i : llvm::instructions(f)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
      const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee != nullptr && callee->isDeclaration()) calls.push_back(call);
    }
  for (llvm::CallInst* call : calls) {
    std::string name = call->getCalledFunction()->getName().str();
    Writer w(call);
    if (auto row = rows.find(name); row != rows.end()) row->second(w);
    if (looksAtErrno && setErrno.contains(name)) w.setsErrno();
  }
}

} // namespace heddle::llvm2ccfg
