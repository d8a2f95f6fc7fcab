// See the header. A function written in C is exact unless it may reach one that chooses.

#include "llvm2ccfg/inventory.h"

#include "llvm2ccfg/library.h"
#include "llvm2ccfg/models/models.h"
#include "llvm2ccfg/standard_functions.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>

#include <map>
#include <set>
#include <sstream>

namespace heddle::llvm2ccfg {

namespace {

// What a function written in C calls, and what it says that it leaves out.
struct Body {
  std::set<std::string> calls, notes;
};

const std::set<std::string> choosing = {
    "__heddle_between", "__heddle_takes_any",       "__heddle_input",         "__heddle_fails",
    "__heddle_any",     "__VERIFIER_nondet_double", "__VERIFIER_nondet_float"};

class WrittenInC {
public:
  WrittenInC() {
    for (const LibraryFile& file : libraryFiles()) {
      LibraryVariant v{file.name, {}, ccfg::DataModel::LP64};
      for (const auto& [of, macro] : libraryMacros)
        if (of == file.name) v.macros.push_back(macro);
      read(v);
    }
  }

  bool has(const std::string& name) const { return bodies_.contains(name); }

  // Of all that it may call, too.
  Body reach(const std::string& name) const {
    Body out;
    std::vector<std::string> work = {name};
    while (!work.empty()) {
      const std::string f = work.back();
      work.pop_back();
      if (!out.calls.insert(f).second || choosing.contains(f)) continue;
      const auto it = bodies_.find(f);
      if (it == bodies_.end()) continue;
      work.insert(work.end(), it->second.calls.begin(), it->second.calls.end());
      out.notes.insert(it->second.notes.begin(), it->second.notes.end());
    }
    return out;
  }

private:
  void read(const LibraryVariant& v) {
    const std::string_view code = libraryBitcode(v);
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef({code.data(), code.size()}, v.file), context_);
    if (!module) throw std::runtime_error("the library is no bitcode");
    const auto nameOf = [&](const llvm::Function& f) { // functions of two files may have one name
      return (f.hasLocalLinkage() ? v.file + ":" : "") + f.getName().str();
    };
    for (const llvm::Function& f : **module) {
      if (f.isDeclaration()) continue;
      Body& body = bodies_[nameOf(f)];
      for (const llvm::Instruction& i : llvm::instructions(f))
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i); call != nullptr)
          if (const llvm::Function* callee = call->getCalledFunction();
              callee != nullptr && !callee->isIntrinsic()) {
            body.calls.insert(nameOf(*callee));
            llvm::StringRef text;
            if (call->arg_size() == 1 && callee->getName() != "__heddle_uses" &&
                callee->getName() != "__heddle_input" && callee->getName().starts_with("__heddle_") &&
                llvm::getConstantStringInfo(call->getArgOperand(0), text))
              body.notes.insert(text.str());
          }
    }
  }

  llvm::LLVMContext context_;
  std::map<std::string, Body> bodies_;
};

// What the compiler knows, or a header makes of other functions.
const std::set<std::string> ofTheCompiler = {"assert",
                                             "errno",
                                             "va_start",
                                             "va_arg",
                                             "va_copy",
                                             "va_end",
                                             "atomic_init",
                                             "atomic_load",
                                             "atomic_store",
                                             "atomic_exchange",
                                             "atomic_compare_exchange_strong",
                                             "atomic_compare_exchange_weak",
                                             "atomic_fetch_add",
                                             "atomic_fetch_sub",
                                             "atomic_fetch_and",
                                             "atomic_fetch_or",
                                             "atomic_fetch_xor",
                                             "atomic_flag_test_and_set",
                                             "atomic_flag_clear",
                                             "atomic_thread_fence",
                                             "atomic_signal_fence",
                                             "atomic_is_lock_free",
                                             "kill_dependency",
                                             "memcpy",
                                             "memmove",
                                             "memset",
                                             "pthread_cleanup_push",
                                             "pthread_cleanup_pop",
                                             "cimag",
                                             "creal",
                                             "conj"};

std::string joined(const std::set<std::string>& notes) {
  std::string out;
  for (const std::string& n : notes) out += (out.empty() ? "" : "; ") + n;
  return out;
}

void judge(InventoryRow& row, const WrittenInC& library, const ModelTable& byEffect) {
  if (const std::string why = whyUnsupported(row.function); !why.empty()) {
    row.support = Support::Refused;
    row.why = why;
  } else if (library.has(row.function)) {
    const Body body = library.reach(row.function);
    const bool chooses =
        std::any_of(choosing.begin(), choosing.end(), [&](const auto& c) { return body.calls.contains(c); });
    row.support = chooses ? Support::ByEffect : Support::Exact;
    row.writtenInC = true;
    row.why = joined(body.notes);
  } else if (byEffect.contains(row.function)) {
    row.support = Support::ByEffect;
  } else if (models().contains(row.function) || ofTheCompiler.contains(row.function)) {
    row.support = Support::Exact;
  } else if (isHarmlessFunction(row.function)) {
    row.support = Support::ByEffect;
    row.why = "the result is arbitrary";
  }
}

const char* nameOf(Support s) {
  switch (s) {
  case Support::Exact:
    return "exact";
  case Support::ByEffect:
    return "by effect";
  case Support::Refused:
    return "refused";
  case Support::None:
    return "none";
  }
  return "";
}

} // namespace

std::vector<InventoryRow> inventory() {
  const WrittenInC library;
  ModelTable byEffect;
  addEnvironmentModels(byEffect);
  std::vector<InventoryRow> out;
  for (const StandardHeader& header : standardHeaders) {
    std::istringstream names(header.functions);
    for (std::string name; names >> name;) {
      InventoryRow row{name, header.name, header.isC11, Support::None, false, {}};
      judge(row, library, byEffect);
      out.push_back(std::move(row));
    }
  }
  return out;
}

std::string inventoryPage(const std::vector<InventoryRow>& rows) {
  std::map<std::pair<bool, Support>, size_t> counts;
  for (const InventoryRow& row : rows) ++counts[{row.isC11, row.support}];
  std::ostringstream out;
  out << "| functions of | exact | by effect | refused | none |\n|---|---|---|---|---|\n";
  for (const bool c11 : {true, false}) {
    out << (c11 ? "| C11" : "| POSIX and Linux");
    for (const Support s : {Support::Exact, Support::ByEffect, Support::Refused, Support::None})
      out << " | " << counts[{c11, s}];
    out << " |\n";
  }
  std::string header;
  for (size_t n = 0; n < rows.size();) {
    if (rows[n].header != header) {
      header = rows[n].header;
      out << "\n## `<" << header << ">`" << (rows[n].isC11 ? "" : ", POSIX and Linux")
          << "\n\n| | functions | what is left out |\n|---|---|---|\n";
    }
    size_t end = n;
    std::map<std::pair<Support, std::string>, std::string> groups;
    for (; end < rows.size() && rows[end].header == header && rows[end].isC11 == rows[n].isC11; ++end) {
      std::string& names = groups[{rows[end].support, rows[end].why}];
      names += (names.empty() ? "`" : ", `") + rows[end].function + "`";
    }
    for (const auto& [key, names] : groups)
      out << "| " << nameOf(key.first) << " | " << names << " | " << key.second << " |\n";
    n = end;
  }
  return out.str();
}

} // namespace heddle::llvm2ccfg
