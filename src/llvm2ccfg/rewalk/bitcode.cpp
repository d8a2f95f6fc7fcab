#include "llvm2ccfg/rewalk/bitcode.h"

#include "support/error.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstring>

namespace heddle::llvm2ccfg {

namespace {

constexpr uint64_t recordMagic = 0x4342454c44444548; // as src/instrument/plugin.cpp writes it

// The bitcode of each module, by hash.
std::map<uint64_t, llvm::StringRef> records(llvm::StringRef section) {
  std::map<uint64_t, llvm::StringRef> out;
  size_t at = 0;
  while (at + 24 <= section.size()) {
    uint64_t head[3];
    std::memcpy(head, section.data() + at, sizeof head);
    if (head[0] != recordMagic) {
      at += 8; // the linker's padding
      continue;
    }
    if (head[2] > section.size() - at - 24) break;
    out[head[1]] = section.substr(at + 24, head[2]);
    at += (24 + head[2] + 7) / 8 * 8;
  }
  return out;
}

struct Executable {
  llvm::object::OwningBinary<llvm::object::ObjectFile> binary;
  std::map<uint64_t, llvm::StringRef> modules; // their bitcode, by hash

  explicit Executable(const std::string& file) {
    auto opened = llvm::object::ObjectFile::createObjectFile(file);
    if (!opened) throw InputError(file + ": " + llvm::toString(opened.takeError()));
    binary = std::move(*opened);
    for (const llvm::object::SectionRef& s : binary.getBinary()->sections()) {
      auto name = s.getName();
      auto content = s.getContents();
      if (name && content && *name == ".heddle.bc") modules = records(*content);
      if (!name) llvm::consumeError(name.takeError());
      if (!content) llvm::consumeError(content.takeError());
    }
  }
};

uint32_t numberIn(const llvm::MDNode* node) {
  const auto* value = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0));
  return static_cast<uint32_t>(value->getZExtValue());
}

} // namespace

std::set<uint64_t> modulesOf(const std::string& executable) {
  std::set<uint64_t> out;
  for (const auto& [hash, bitcode] : Executable(executable).modules) out.insert(hash);
  return out;
}

RecordedModules::RecordedModules(const trace::Trace& trace, const std::string& executable,
                                 llvm::LLVMContext& context) {
  const Executable file(executable);
  for (const trace::Module& m : trace.modules) {
    const auto bitcode = file.modules.find(m.hash);
    if (bitcode == file.modules.end()) continue; // of a library; its events end what can be followed
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode->second, executable), context);
    if (!module)
      throw InputError(executable + ": its bitcode can't be read: " + llvm::toString(module.takeError()));
    index(**module, m.base);
    modules_.push_back(std::move(*module));
  }
  if (modules_.empty())
    throw InputError(executable +
                     ": is not the program that made the trace, or was built without `heddle cc`");
}

void RecordedModules::index(const llvm::Module& m, uint32_t base) {
  bases_[&m] = base;
  for (const llvm::Function& f : m) {
    const llvm::MDNode* node = f.getMetadata("heddle.site");
    if (node == nullptr) continue;
    const uint32_t site = base + numberIn(node);
    functions_[site] = &f;
    if (f.getMetadata("heddle.recorded") == nullptr) continue;
    instrumented_.insert(&f);
    names_.insert(f.getName().str());
  }
}

uint32_t RecordedModules::siteOf(const llvm::Instruction* i) const {
  const llvm::MDNode* node = i->getMetadata("heddle.site");
  return node == nullptr ? 0 : bases_.at(i->getModule()) + numberIn(node);
}

uint32_t RecordedModules::siteOf(const llvm::Function* f) const {
  const llvm::MDNode* node = f->getMetadata("heddle.site");
  return node == nullptr ? 0 : bases_.at(f->getParent()) + numberIn(node);
}

const llvm::Function* RecordedModules::functionAt(uint32_t site) const {
  const auto found = functions_.find(site);
  return found == functions_.end() ? nullptr : found->second;
}

} // namespace heddle::llvm2ccfg
