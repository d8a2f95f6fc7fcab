#include "instrument/sites.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace heddle::instrument {

namespace {

// Tabs and line ends separate fields and lines.
std::string clean(llvm::StringRef text) {
  std::string out = text.str();
  for (char& c : out)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return out;
}

std::string pathOf(const llvm::DIScope* scope) {
  if (scope == nullptr || scope->getFilename().empty()) return "?";
  llvm::SmallString<256> path(scope->getFilename());
  if (llvm::sys::path::is_relative(path) && !scope->getDirectory().empty()) {
    path = scope->getDirectory();
    llvm::sys::path::append(path, scope->getFilename());
  }
  llvm::sys::path::remove_dots(path, true);
  return clean(path);
}

} // namespace

uint32_t SiteTable::add(const Site& site, const llvm::Function& f, const llvm::Instruction* place) {
  unsigned line = 0, column = 0;
  const llvm::DIScope* scope = f.getSubprogram();
  if (scope != nullptr) line = f.getSubprogram()->getLine();
  std::string function = f.getName().str();
  if (place != nullptr && place->getDebugLoc()) {
    // Code that was inlined belongs to the function where it was written.
    const llvm::DILocation* at = place->getDebugLoc().get();
    line = at->getLine();
    column = at->getColumn();
    scope = at->getScope();
    if (const llvm::DISubprogram* written = at->getScope()->getSubprogram())
      function = written->getName().str();
  }
  const std::string file = pathOf(scope);
  function = clean(function);
  text_ += site.kind + "\t" + std::to_string(site.bytes) + "\t" + (site.flags.empty() ? "-" : site.flags) +
           "\t" + std::to_string(line) + "\t" + std::to_string(column) + "\t" +
           (file == lastFile_ ? "" : file) + "\t" + (function == lastFunction_ ? "" : function) + "\t" +
           clean(site.name) + "\n";
  lastFile_ = file;
  lastFunction_ = function;
  return count_++;
}

} // namespace heddle::instrument
