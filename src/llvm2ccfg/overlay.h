// Files whose text is in memory, for a compiler that takes its files from a file system.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <string>

namespace heddle::llvm2ccfg {

// The file by which `texts` knows one that the compiler calls `path`, whichever way it is named: by another
// folder, with `..`, through a symbolic link.
std::string canonicalName(const std::string& path);

// `below` with other texts (by file name, relative to the current folder), also for files that it lacks.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withTexts(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
          const std::map<std::string, std::string>& texts);

} // namespace heddle::llvm2ccfg
