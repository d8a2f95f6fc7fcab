// See the header. New definitions stand behind the last variable of the file before their first use, and new
// #include behind the last one; neither within an #if, other than a header's guard.

#include "patch/homes.h"

#include "llvm2ccfg/overlay.h"

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace heddle::patch {

// ---- files

File& Files::of(const std::string& name) {
  std::unique_ptr<File>& file = files_[llvm2ccfg::canonicalName(name)];
  if (file != nullptr) return *file;
  const Tree* tree = trees_.of(name);
  if (tree == nullptr || tree->isSystem(tree->file(name)))
    throw Refused(name + ":1: this file is " +
                  (tree == nullptr ? "no C source of the program" : "a system header") +
                  "; a section can only be put into the program's own files");
  return *(file = std::make_unique<File>(name, *tree));
}

File& Files::ofMain(const Tree& tree) { return of(tree.name()); }

std::vector<File*> Files::all() const {
  std::vector<File*> out;
  for (const auto& [name, file] : files_)
    if (file != nullptr) out.push_back(file.get());
  return out;
}

namespace {

// ---- the outside of functions

// Where lines can be put before an offset of the file.
class TopLevel {
public:
  TopLevel(const File& file, uint64_t before) : file_(file), edits_(file.edits) {
    const auto& tokens = edits_.tokens();
    int depth = guarded() ? -1 : 0, braces = 0;
    size_t prologue = 0; // directives from the beginning
    for (size_t i = 0; i < tokens.size() && tokens[i].begin < before; ++i) {
      const std::string_view s = edits_.spelling(tokens[i]);
      if (s == "#" && edits_.startsLine(tokens[i].begin) && i + 1 < tokens.size()) {
        const std::string name(edits_.spelling(tokens[i + 1]));
        const bool leads = i == prologue;
        i = endOfDirective(i);
        if (name.starts_with("if")) ++depth;
        if (name == "endif") --depth;
        if (depth == 0 && name == "include") include_ = tokens[i].end;
        if (leads && depth == 0 && (name == "define" || name.starts_with("ifndef"))) define_ = tokens[i].end;
        if (leads && depth <= 0) prologue = i + 1;
        if (depth == 0) end_ = tokens[i].end;
        continue;
      }
      braces += s == "{" ? 1 : s == "}" ? -1 : 0;
      const bool ends =
          s == ";" || (s == "}" && i + 1 < tokens.size() && edits_.startsLine(tokens[i + 1].begin));
      if (depth == 0 && braces == 0 && ends) end_ = tokens[i].end, ends_.push_back(tokens[i].end);
    }
  }

  uint64_t lastInclude() const { return include_; } // its end; 0: there is none
  uint64_t lastDefine() const { return define_; }   // of those that the file begins with
  uint64_t end() const { return end_; }             // of the last thing; 0: there is none

  // The end of the last variable's declaration.
  uint64_t lastVariable() const {
    uint64_t last = 0;
    for (const clang::Decl* d : file_.tree.context().getTranslationUnitDecl()->decls()) {
      const auto* v = llvm::dyn_cast<clang::VarDecl>(d);
      if (v == nullptr || file_.tree.fileOf(v->getBeginLoc()) != file_.entry) continue;
      const uint64_t at = file_.tree.offset(v->getEndLoc());
      const auto end = std::ranges::lower_bound(ends_, at);
      if (end == ends_.end()) continue;
      const size_t semicolon = edits_.tokenFrom(*end - 1);
      if (edits_.spelling(edits_.tokens()[semicolon]) == ";") last = std::max(last, *end);
    }
    return last;
  }

private:
  // #ifndef X, #define X ... #endif around all.
  bool guarded() const {
    const auto& t = edits_.tokens();
    const auto is = [&](size_t i, std::string_view s) { return i < t.size() && edits_.spelling(t[i]) == s; };
    return is(0, "#") && is(1, "ifndef") && is(3, "#") && is(4, "define") && t.size() > 5 &&
           edits_.spelling(t[2]) == edits_.spelling(t[5]);
  }

  size_t endOfDirective(size_t i) const {
    const auto& tokens = edits_.tokens();
    const std::string& text = edits_.text();
    for (; i + 1 < tokens.size(); ++i) {
      const std::string_view gap =
          std::string_view(text).substr(tokens[i].end, tokens[i + 1].begin - tokens[i].end);
      const size_t line = gap.find('\n');
      if (line != std::string_view::npos && gap.substr(0, line).find('\\') == std::string_view::npos) break;
    }
    return i;
  }

  const File& file_;
  const Edits& edits_;
  uint64_t include_ = 0, define_ = 0, end_ = 0;
  std::vector<uint64_t> ends_;
};

uint64_t beginOf(const File& file, const Body& body) {
  return file.tree.offset(body.function()->getBeginLoc());
}

// Where the first of those of one file begins.
uint64_t firstUse(const std::vector<User>& users, const File& file) {
  uint64_t first = file.edits.text().size();
  for (const User& u : users)
    if (u.file == &file) first = std::min(first, beginOf(file, *u.body));
  return first;
}

void putBefore(File& file, uint64_t use, const std::string& line) {
  const TopLevel top(file, use);
  const uint64_t variable = top.lastVariable();
  const bool beside = variable != 0 && variable > top.lastInclude();
  const uint64_t at = beside ? variable : top.end();
  const bool firstThere = file.declared.insert("at " + std::to_string(at)).second;
  if (at == 0) { // nothing is before it
    file.edits.lineBefore(use, {UINT64_MAX, 0}, line, "");
    if (firstThere) file.edits.lineBefore(use, {UINT64_MAX, 1}, "", "");
    return;
  }
  if (!beside && firstThere) file.edits.lineAfter(at, {1, level::brace}, "", "", 0);
  file.edits.lineAfter(at, {1, level::condition}, line, "", 0);
}

bool declaredBefore(const Tree& tree, const std::string& function, const clang::FunctionDecl* use) {
  clang::IdentifierInfo& id = tree.context().Idents.get(function);
  for (const clang::NamedDecl* d :
       tree.context().getTranslationUnitDecl()->lookup(clang::DeclarationName(&id)))
    for (const clang::Decl* each : d->redecls())
      if (tree.sources().isBeforeInTranslationUnit(each->getLocation(), use->getBeginLoc())) return true;
  return false;
}

} // namespace

void include(const User& user, const std::string& header, const std::string& function) {
  File& file = *user.file;
  const std::string line = "#include <" + header + ">";
  // A header can't rely on what is included before it.
  const bool own = file.edits.text().find("<" + header + ">") != std::string::npos;
  if (declaredBefore(file.tree, function, user.body->function()) && (own || file.tree.isMain(file.entry)))
    return;
  if (!file.declared.insert(line).second) return;
  const TopLevel top(file, beginOf(file, *user.body));
  const uint64_t at = top.lastInclude() != 0 ? top.lastInclude() : top.lastDefine();
  if (at != 0) {
    if (top.lastInclude() == 0) file.edits.lineAfter(at, {2, level::brace}, "", "", 0);
    return file.edits.lineAfter(at, {2, level::condition}, line, "", 0);
  }
  const uint64_t first = file.edits.tokens().front().begin;
  file.edits.lineBefore(first, {UINT64_MAX, -2}, line, "");
  file.edits.lineBefore(first, {UINT64_MAX, -1}, "", "");
}

namespace {

class MutexMaker {
public:
  MutexMaker(Files& files, Trees& trees, const std::vector<User>& users, const std::string& entry)
      : files_(files), trees_(trees), users_(users), entry_(entry) {
    c11_ = std::ranges::all_of(users, [](const User& u) {
      return u.file->tree.knows("mtx_lock") && !u.file->tree.knows("pthread_mutex_lock");
    });
  }

  Calls make(const std::string& wanted) {
    name_ = freshName(wanted);
    std::vector<File*> involved;
    for (const User& u : users_) add(involved, u.file);
    if (c11_) initialise(involved);
    const bool one = involved.size() == 1 && involved[0]->tree.isMain(involved[0]->entry);
    File& home = one ? *involved[0] : homeOf(involved);
    for (File* file : involved)
      if (file != &home && !getsHeader(*file, involved))
        declare(*file, "extern " + type() + " " + name_ + ";");
    declare(home, (one ? "static " : "") + type() + " " + name_ + initialiser(home) + ";");
    return c11_ ? Calls{"mtx_lock", "mtx_unlock", "&" + name_}
                : Calls{"pthread_mutex_lock", "pthread_mutex_unlock", "&" + name_};
  }

private:
  static void add(std::vector<File*>& to, File* file) {
    if (std::ranges::find(to, file) == to.end()) to.push_back(file);
  }

  std::string type() const { return c11_ ? "mtx_t" : "pthread_mutex_t"; }

  // In a preprocessed program macros are gone.
  std::string initialiser(const File& home) const {
    if (c11_) return "";
    const bool lost = home.tree.knows("pthread_mutex_lock") && !home.tree.knows("PTHREAD_MUTEX_INITIALIZER");
    return lost ? " = {0}" : " = PTHREAD_MUTEX_INITIALIZER";
  }

  std::string freshName(const std::string& wanted) const {
    const bool good =
        !wanted.empty() && std::isdigit(static_cast<unsigned char>(wanted[0])) == 0 &&
        std::ranges::all_of(wanted, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    const std::string base = good ? wanted : "heddle_lock";
    const auto taken = [&](const std::string& name) {
      for (const auto& tree : trees_.all())
        if (tree->knows(name)) return true;
      for (const User& u : users_)
        for (const Edits::Token& t : u.file->edits.tokens())
          if (u.file->edits.spelling(t) == name) return true;
      return !names().insert(name).second;
    };
    std::string name = base;
    for (unsigned n = 2; taken(name); ++n) name = base + std::to_string(n);
    return name;
  }

  std::set<std::string>& names() const { return files_.names; }

  // The first C file among those, or of the program.
  File& homeOf(std::vector<File*>& involved) {
    for (File* file : involved)
      if (file->tree.isMain(file->entry)) return *file;
    File& home = files_.ofMain(*trees_.all().front());
    add(involved, &home);
    return home;
  }

  // One of the headers that are changed declares it there.
  static bool getsHeader(const File& file, const std::vector<File*>& involved) {
    return std::ranges::any_of(involved, [&](const File* other) {
      return !other->tree.isMain(other->entry) && &file != other && file.tree.isMain(file.entry) &&
             file.tree.file(other->name) != nullptr;
    });
  }

  void declare(File& file, const std::string& line) {
    const User* first = nullptr;
    for (const User& u : users_)
      if (u.file == &file && (first == nullptr || beginOf(file, *u.body) < beginOf(file, *first->body)))
        first = &u;
    uint64_t use = firstUse(users_, file);
    User fallback{&file, nullptr};
    if (first == nullptr) { // before the first function
      for (const clang::Decl* d : file.tree.context().getTranslationUnitDecl()->decls()) {
        const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
        if (f == nullptr || !f->isThisDeclarationADefinition() ||
            file.tree.fileOf(f->getBeginLoc()) != file.entry)
          continue;
        fallback.body = trees_.body(file.tree, f);
        use = beginOf(file, *fallback.body);
        break;
      }
      if (fallback.body == nullptr)
        file.refuse(0, "the file has no function before which a mutex could stand",
                    "name a mutex that exists");
      first = &fallback;
    }
    include(*first, c11_ ? "threads.h" : "pthread.h", c11_ ? "mtx_lock" : "pthread_mutex_lock");
    putBefore(file, use, line);
  }

  // C11 has no initialiser for a mtx_t.
  void initialise(std::vector<File*>& involved) {
    for (const auto& tree : trees_.all())
      for (const clang::Decl* d : tree->context().getTranslationUnitDecl()->decls()) {
        const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
        if (f == nullptr || !f->isThisDeclarationADefinition() || !f->getIdentifier() ||
            f->getName() != entry_)
          continue;
        File& file = files_.ofMain(*tree);
        const Body& body = *trees_.body(*tree, f);
        Function function(file, body);
        const Extent block = function.extent(body.compound());
        const std::string indent = body.compound()->body_empty()
                                       ? file.edits.unit()
                                       : function.indent(body.compound()->body_front());
        file.edits.lineAfter(block.begin + 1, {UINT64_MAX, level::brace},
                             "mtx_init(&" + name_ + ", mtx_plain);", indent, block.begin);
        add(involved, &file);
        users_.push_back({&file, &body});
        return;
      }
    throw Refused("a new mtx_t needs '" + entry_ +
                  "' to initialise it, which no file defines; name a mutex that exists");
  }

  Files& files_;
  Trees& trees_;
  std::vector<User> users_;
  const std::string& entry_;
  bool c11_ = false;
  std::string name_;
};

} // namespace

Calls defineMutex(Files& files, Trees& trees, const std::string& wantedName, const std::vector<User>& users,
                  const std::string& entry) {
  return MutexMaker(files, trees, users, entry).make(wantedName);
}

void declareMarkers(const std::vector<User>& users) {
  std::set<const File*> done;
  for (const User& u : users) {
    if (!done.insert(u.file).second) continue;
    const uint64_t use = firstUse(users, *u.file);
    for (const char* name : {"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"})
      if (!declaredBefore(u.file->tree, name, u.body->function()))
        putBefore(*u.file, use, "extern void " + std::string(name) + "(void);");
  }
}

} // namespace heddle::patch
