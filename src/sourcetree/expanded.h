// The preprocessed text of a C file, laid out so that a debug location names one token, and the way from its
// tokens back to the user's files.
//
// Why: what LLVM IR keeps of the source is a presumed file, line and column for each instruction, which does
// not tell places apart. `#line` gives one position to several places, and all that a macro call expands to
// stands where the macro's name stands. So the compiler does not read the user's file. It reads this text:
// what the preprocessor makes of that file, with line markers, so that files and lines are presumed to be
// what they always are, in messages, in __builtin_LINE() and in debug information; but where several lines of
// the text have the same presumed line, each begins behind the columns that the ones before it used up. File,
// line and column together then say which token it is, and hence which place in which file it came from, in
// which macro. attach.cpp takes columns back to those of the user's file.
//
// Neighbours: statements.cpp takes statements from the syntax tree of this text, attach.cpp tells each
// instruction its own.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::sourcetree {

class ExpandedSource {
public:
  // Null if the text can't be preprocessed without errors, or is one that can't be laid out this way. Whoever
  // compiles the file itself gets the messages.
  static std::unique_ptr<ExpandedSource> of(const clang::CompilerInvocation& settings,
                                            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                            std::unique_ptr<clang::PPCallbacks> watcher);

  const std::string& text() const { return text_; }
  size_t size() const { return tokens_.size(); }

  // The token at an offset of the text, or at a presumed position of it.
  std::optional<size_t> tokenAt(size_t offset) const;
  std::optional<size_t> tokenAt(const std::string& absoluteFile, unsigned line, unsigned column) const;
  bool isSemicolon(size_t token) const { return text_[tokens_[token].offset] == ';'; }
  unsigned column(size_t token) const; // presumed, in the user's file

  // From one token to another in the file on the disk. Tokens of a macro's body stand where the macro is
  // used.
  struct Extent {
    std::string file;
    uint64_t begin, end;
    bool exact; // there is nothing else in it
    bool macro; // it comes from a macro's body
  };
  std::optional<Extent> extent(size_t first, size_t last) const;

private:
  friend class Layout;
  struct Token {
    size_t offset; // in the text
    clang::SourceLocation place;
  };
  struct Line { // of the text, and where it is presumed to be
    uint64_t presumed;
    size_t begin; // offset
  };

  clang::CompilerInstance compiler_; // keeps the files that were read
  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Line> lines_;
  std::unordered_map<uint64_t, std::vector<size_t>> linesAt_; // by presumed place
  std::unordered_map<std::string, uint32_t> files_;           // presumed, absolute
};

// As debug information and the compiler name files, so that they can be compared.
std::string absoluteName(llvm::StringRef file, llvm::StringRef directory);

} // namespace heddle::sourcetree
