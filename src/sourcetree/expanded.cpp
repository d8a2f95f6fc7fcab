// Preprocessing and layout; see the header for the idea.

#include "sourcetree/expanded.h"

#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <filesystem>

namespace heddle::sourcetree {

namespace {

constexpr unsigned lastColumn = 65535;          // that debug information can hold
constexpr size_t longestText = size_t{1} << 28; // of a file that is included thousands of times

uint64_t placeOf(uint32_t file, unsigned line) { return uint64_t{file} << 32 | line; }

} // namespace

std::string absoluteName(llvm::StringRef file, llvm::StringRef directory) {
  std::filesystem::path path(file.str());
  if (path.is_relative()) path = std::filesystem::path(directory.str()) / path;
  return path.lexically_normal().string();
}

// Writes tokens and pragmas to the text.
class Layout {
public:
  Layout(ExpandedSource& out, clang::Preprocessor& pp)
      : out_(out), pp_(pp), sources_(pp.getSourceManager()),
        directory_(*sources_.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory()) {}

  // False if what the preprocessor gives is more than tokens.
  bool run() {
    pp_.EnterMainSourceFile();
    for (clang::Token t;;) {
      pp_.Lex(t);
      if (t.is(clang::tok::eof)) break;
      if (t.isAnnotation() || out_.text_.size() > longestText) return false;
      add(t);
    }
    out_.text_ += '\n';
    for (size_t i = 0; i < out_.lines_.size(); ++i) out_.linesAt_[out_.lines_[i].presumed].push_back(i);
    return true;
  }

  // The parser's pragmas are for the parser. Most of them expand macros.
  void pragma(const char* prefix, clang::Token& t) {
    leaveLine();
    out_.text_ += std::string("\n#pragma ") + prefix;
    const bool expands = !t.is(clang::tok::identifier) || t.getIdentifierInfo()->getName() != "visibility";
    for (; t.isNot(clang::tok::eod); expands ? pp_.Lex(t) : pp_.LexUnexpandedToken(t))
      out_.text_ += " " + pp_.getSpelling(t);
  }

private:
  void add(const clang::Token& t) {
    const clang::PresumedLoc at = sources_.getPresumedLoc(sources_.getExpansionLoc(t.getLocation()));
    if (at.getFilename() != fileName_ || at.getLine() != line_ || !inLine_) enterLine(at, t.getLocation());
    out_.text_ += ' ';
    out_.tokens_.push_back({out_.text_.size(), t.getLocation()});
    out_.text_ += pp_.getSpelling(t, spelling_);
  }

  void leaveLine() {
    if (inLine_) used_[out_.lines_.back().presumed] = out_.text_.size() - out_.lines_.back().begin;
    inLine_ = false;
  }

  void enterLine(const clang::PresumedLoc& at, clang::SourceLocation place) {
    const bool wasInLine = inLine_;
    leaveLine();
    const bool system =
        clang::SrcMgr::isSystem(sources_.getFileCharacteristic(sources_.getExpansionLoc(place)));
    const bool near = wasInLine && at.getFilename() == fileName_ && system == system_ &&
                      at.getLine() > line_ && at.getLine() - line_ <= 8;
    if (at.getFilename() != fileName_) file_ = fileNumber(at.getFilename());
    if (near)
      out_.text_.append(at.getLine() - line_, '\n');
    else
      marker(at, system);
    fileName_ = at.getFilename();
    line_ = at.getLine();
    system_ = system;
    inLine_ = true;
    out_.lines_.push_back({placeOf(file_, line_), out_.text_.size()});
    if (const auto known = used_.find(placeOf(file_, line_)); known != used_.end())
      out_.text_.append(std::min<size_t>(known->second, lastColumn), ' ');
  }

  void marker(const clang::PresumedLoc& at, bool system) {
    out_.text_ += "\n# " + std::to_string(at.getLine()) + " \"";
    out_.text_ += clang::Lexer::Stringify(llvm::StringRef(at.getFilename()));
    out_.text_ += system ? "\" 3\n" : "\"\n";
  }

  uint32_t fileNumber(const char* name) {
    return out_.files_.try_emplace(absoluteName(name, directory_), out_.files_.size()).first->second;
  }

  ExpandedSource& out_;
  clang::Preprocessor& pp_;
  clang::SourceManager& sources_;
  std::string directory_;
  llvm::SmallString<64> spelling_;
  // Where the reader of the text presumes to be.
  bool inLine_ = false, system_ = false;
  const char* fileName_ = nullptr; // Clang keeps one text for a name
  uint32_t file_ = 0;
  unsigned line_ = 0;
  std::unordered_map<uint64_t, size_t> used_; // columns, by presumed place
};

namespace {

class PragmaPrinter : public clang::PragmaHandler {
public:
  PragmaPrinter(Layout& layout, const char* prefix) : layout_(layout), prefix_(prefix) {}
  void HandlePragma(clang::Preprocessor&, clang::PragmaIntroducer, clang::Token& first) override {
    layout_.pragma(prefix_, first);
  }

private:
  Layout& layout_;
  const char* prefix_;
};

class Expand : public clang::PreprocessorFrontendAction {
public:
  Expand(ExpandedSource& out, std::unique_ptr<clang::PPCallbacks> watcher)
      : out_(out), watcher_(std::move(watcher)) {}

  bool complete = false;

protected:
  void ExecuteAction() override {
    clang::Preprocessor& pp = getCompilerInstance().getPreprocessor();
    if (watcher_ != nullptr) pp.addPPCallbacks(std::move(watcher_));
    Layout layout(out_, pp);
    std::vector<std::pair<llvm::StringRef, std::unique_ptr<PragmaPrinter>>> printers;
    printers.emplace_back("", std::make_unique<PragmaPrinter>(layout, ""));
    printers.emplace_back("GCC", std::make_unique<PragmaPrinter>(layout, "GCC"));
    printers.emplace_back("clang", std::make_unique<PragmaPrinter>(layout, "clang"));
    for (auto& [space, printer] : printers) pp.AddPragmaHandler(space, printer.get());
    complete = layout.run();
    for (auto& [space, printer] : printers) pp.RemovePragmaHandler(space, printer.get());
  }

private:
  ExpandedSource& out_;
  std::unique_ptr<clang::PPCallbacks> watcher_;
};

} // namespace

std::unique_ptr<ExpandedSource> ExpandedSource::of(const clang::CompilerInvocation& settings,
                                                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                   std::unique_ptr<clang::PPCallbacks> watcher) {
  auto out = std::make_unique<ExpandedSource>();
  clang::CompilerInstance& compiler = out->compiler_;
  compiler.setInvocation(std::make_shared<clang::CompilerInvocation>(settings));
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer());
  compiler.createFileManager(std::move(files));
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  Expand action(*out, std::move(watcher));
  // Who ignores errors does not count them.
  if (!compiler.ExecuteAction(action) || compiler.getDiagnostics().hasErrorOccurred() || !action.complete)
    return nullptr;
  return out;
}

std::optional<size_t> ExpandedSource::tokenAt(size_t offset) const {
  const auto after = std::ranges::upper_bound(tokens_, offset, {}, &Token::offset);
  if (after == tokens_.begin()) return std::nullopt;
  return static_cast<size_t>(after - tokens_.begin()) - 1;
}

std::optional<size_t> ExpandedSource::tokenAt(const std::string& absoluteFile, unsigned line,
                                              unsigned column) const {
  const auto file = files_.find(absoluteFile);
  if (file == files_.end() || column == 0) return std::nullopt;
  const auto lines = linesAt_.find(placeOf(file->second, line));
  if (lines == linesAt_.end()) return std::nullopt;
  for (const size_t l : lines->second) {
    const size_t offset = lines_[l].begin + column - 1;
    if (offset >= text_.size()) continue;
    const std::optional<size_t> token = tokenAt(offset);
    if (token && tokens_[*token].offset == offset && tokens_[*token].offset >= lines_[l].begin &&
        (l + 1 == lines_.size() || offset < lines_[l + 1].begin))
      return token;
  }
  return std::nullopt;
}

unsigned ExpandedSource::column(size_t token) const {
  const clang::SourceManager& sources = compiler_.getSourceManager();
  const unsigned column = sources.getPresumedLoc(sources.getExpansionLoc(tokens_[token].place)).getColumn();
  return column > lastColumn ? 0 : column;
}

std::optional<ExpandedSource::Extent> ExpandedSource::extent(size_t first, size_t last) const {
  const clang::SourceManager& sources = compiler_.getSourceManager();
  const clang::LangOptions& language = compiler_.getLangOpts();
  const clang::SourceLocation b = tokens_[first].place, e = tokens_[last].place;
  clang::CharSourceRange range =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(b, e), sources, language);
  const bool exact = range.isValid();
  const auto ofBody = [&](clang::SourceLocation l) {
    return l.isMacroID() && !sources.isMacroArgExpansion(l);
  };
  if (!exact) { // the macro's use
    const clang::SourceLocation end = sources.getExpansionRange(e).getEnd();
    range = clang::CharSourceRange::getCharRange(
        sources.getExpansionLoc(b), clang::Lexer::getLocForEndOfToken(end, 0, sources, language));
  }
  const auto [beginFile, begin] = sources.getDecomposedLoc(range.getBegin());
  const auto [endFile, end] = sources.getDecomposedLoc(range.getEnd());
  const clang::OptionalFileEntryRef file = sources.getFileEntryRefForID(beginFile);
  if (beginFile != endFile || end <= begin || !file) return std::nullopt; // `#include` within a statement
  const bool oneUse = sources.getExpansionLoc(b) == sources.getExpansionLoc(e);
  return Extent{file->getName().str(), begin, end, exact, !exact || (oneUse && ofBody(b) && ofBody(e))};
}

} // namespace heddle::sourcetree
