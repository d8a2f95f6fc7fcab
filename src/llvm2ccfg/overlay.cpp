// See the header. LLVM's own overlays compare names; a header that is found by another name than expected
// would silently be read from the disk.

#include "llvm2ccfg/overlay.h"

#include <llvm/Support/MemoryBuffer.h>

#include <filesystem>

namespace heddle::llvm2ccfg {

namespace {

namespace vfs = llvm::vfs;

class Texts : public vfs::ProxyFileSystem {
public:
  Texts(llvm::IntrusiveRefCntPtr<vfs::FileSystem> below, const std::map<std::string, std::string>& texts)
      : ProxyFileSystem(std::move(below)) {
    for (const auto& [name, text] : texts) {
      const std::string file = canonicalName(name);
      memory_.addFile(file, 0, llvm::MemoryBuffer::getMemBufferCopy(text, file));
    }
  }

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    const llvm::ErrorOr<vfs::Status> found = memory_.status(nameOf(path));
    if (!found || !found->isRegularFile()) return ProxyFileSystem::status(path);
    return vfs::Status::copyWithNewName(*found, path);
  }

  bool exists(const llvm::Twine& path) override { return static_cast<bool>(status(path)); }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    llvm::ErrorOr<std::unique_ptr<vfs::File>> found = memory_.openFileForRead(nameOf(path));
    if (!found) return ProxyFileSystem::openFileForRead(path);
    return vfs::File::getWithPath(std::move(found), path);
  }

private:
  std::string nameOf(const llvm::Twine& path) const {
    std::filesystem::path name(path.str());
    if (const llvm::ErrorOr<std::string> folder = getCurrentWorkingDirectory(); folder && name.is_relative())
      name = std::filesystem::path(*folder) / name;
    return canonicalName(name.string());
  }

  vfs::InMemoryFileSystem memory_;
};

} // namespace

std::string canonicalName(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::filesystem::path real = std::filesystem::weakly_canonical(absolute, error);
  return (error ? absolute.lexically_normal() : real).string();
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem> withTexts(llvm::IntrusiveRefCntPtr<vfs::FileSystem> below,
                                                    const std::map<std::string, std::string>& texts) {
  return texts.empty() ? below : llvm::makeIntrusiveRefCnt<Texts>(std::move(below), texts);
}

} // namespace heddle::llvm2ccfg
