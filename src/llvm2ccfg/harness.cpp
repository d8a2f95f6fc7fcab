// See harness.h. Neighbours: libraryfunctions.cpp finds the functions and their roles, ctext.cpp writes
// types.
#include "llvm2ccfg/harness.h"

#include "llvm2ccfg/compile_commands.h"
#include "llvm2ccfg/ctext.h"
#include "llvm2ccfg/libraryfunctions.h"
#include "support/error.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::llvm2ccfg {

namespace {

std::string readText(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool mentions(const std::string& text, const std::string& word) {
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !isPart(text[at - 1])) && !isPart(text[at + word.size()])) return true;
  return false;
}

class Writer {
public:
  Writer(const HarnessRequest& request, const Library& library)
      : request_(request), file_(request.source.inputs[0]), library_(library) {}

  std::string text();

private:
  void includes();
  void declare();
  void call(const LibraryFunction& f, const std::string& result);
  std::string argument(const LibraryFunction& f, unsigned n, std::string& before);
  std::string behind(const llvm::DIType* to, const std::string& name, std::string& before);
  std::string callback(const llvm::DISubroutineType* type);
  std::string threads();
  std::string main();
  bool isHandle(const llvm::DIType* t) const { return library_.isHandle(t); }
  // What is shared is a variable here: nothing makes one.
  bool isObject() const {
    return library_.handle() != nullptr && !library_.isMade() && isComplete(library_.handle());
  }

  const HarnessRequest& request_;
  const std::string file_;
  const Library& library_;
  std::string headers_, declared_, types_, callbacks_, calls_;
  std::string included_; // the text of the library's own headers
  unsigned callbackCount_ = 0, threadCount_ = 0;
};

// Those of the library's file: what its functions take is declared there.
void Writer::includes() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(file_).parent_path();
  std::istringstream lines(readText(file_));
  std::set<std::string> done = {"<pthread.h>", "<stdlib.h>"};
  headers_ = "#include <pthread.h>\n#include <stdlib.h>\n";
  int depth = 0; // of #if: what is included under a condition may not be there
  for (std::string line; std::getline(lines, line);) {
    size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#') continue;
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos) continue;
    if (line.compare(at, 2, "if") == 0) ++depth;
    if (line.compare(at, 5, "endif") == 0) --depth;
    at = depth == 0 && line.compare(at, 7, "include") == 0 ? at : std::string::npos;
    const size_t begin = at == std::string::npos ? at : line.find_first_of("<\"", at);
    const size_t end = begin == std::string::npos ? begin : line.find_first_of(">\"", begin + 1);
    if (end == std::string::npos) continue;
    std::string what = line.substr(begin, end - begin + 1);
    const fs::path own = folder / what.substr(1, what.size() - 2);
    if (what[0] == '"' && fs::exists(own)) {
      included_ += readText(own.string());
      what =
          "\"" + fs::relative(own, request_.folder.empty() ? "." : request_.folder).generic_string() + "\"";
    }
    if (done.insert(what).second) headers_ += "#include " + what + "\n";
  }
}

void Writer::declare() {
  Definitions types{library_.file()};
  if (isObject()) defineTypes(library_.handle(), types);
  for (const LibraryFunction* f : library_.all()) {
    defineTypes(f->type(), types);
    if (!mentions(included_, f->name())) declared_ += declaration(f->type(), f->name()) + ";\n";
  }
  for (const std::string& t : types.text) types_ += t;
}

// A function that the library calls back; it can do more.
std::string Writer::callback(const llvm::DISubroutineType* type) {
  const std::string name = "callback" + std::to_string(++callbackCount_);
  std::vector<std::string> parameters;
  std::string ignored;
  for (unsigned i = 1; i < type->getTypeArray().size(); ++i) {
    parameters.push_back("a" + std::to_string(i));
    if (type->getTypeArray()[i] != nullptr) ignored += " (void)" + parameters.back() + ";";
  }
  const bool returns = type->getTypeArray().size() > 0 && type->getTypeArray()[0] != nullptr;
  callbacks_ += "static " + declaration(type, name, parameters) + " {" + ignored +
                (returns ? " return 0;" : "") + " }\n";
  return name;
}

std::string Writer::behind(const llvm::DIType* to, const std::string& name, std::string& before) {
  const llvm::DIType* inside = underlying(to);
  if (inside == nullptr) {
    before += "  static int " + name + "[4];\n";
    return name;
  }
  if (inside->getName() == "char" || inside->getName() == "unsigned char" ||
      inside->getName() == "signed char") {
    before += "  char " + name + "[16] = \"text\";\n";
    return inside->getName() == "char" ? name : "(void *)" + name;
  }
  if (!isComplete(inside)) return "0";
  before += "  static _Thread_local " + declaration(inside, name) + ";\n";
  return "&" + name;
}

std::string Writer::argument(const LibraryFunction& f, unsigned n, std::string& before) {
  const llvm::DIType* t = f.parameter(n);
  const std::string name = "argument" + std::to_string(n + 1);
  if (isHandle(t)) return "shared";
  if (const llvm::DISubroutineType* function = functionBehind(t)) return callback(function);
  if (isPointer(t)) return behind(pointedTo(t), name, before);
  const llvm::DIType* inside = underlying(t);
  if (llvm::isa_and_nonnull<llvm::DICompositeType>(inside) &&
      inside->getTag() != llvm::dwarf::DW_TAG_enumeration_type) {
    before += "  static _Thread_local " + declaration(t, name) + ";\n";
    return name;
  }
  if (f.role() != Role::Use) return f.role() == Role::Make ? "2" : "0"; // sizes are small on purpose
  return "any()";
}

void Writer::call(const LibraryFunction& f, const std::string& result) {
  std::string before, list;
  for (unsigned n = 0; n < f.parameters(); ++n) {
    if (n > 0) list += ", ";
    list += argument(f, n, before);
  }
  calls_ += "static void call_" + f.name() + "(void) {\n" + before + "  " + result + f.name() + "(" + list +
            ");\n}\n\n";
}

// Few functions: two threads call each. Many: three threads share them out.
std::string Writer::threads() {
  const std::vector<const LibraryFunction*> uses = library_.of(Role::Use);
  constexpr size_t few = 3;
  const size_t each = uses.size() <= few ? uses.size() : (uses.size() + 2) / 3;
  std::string out;
  for (size_t begin = 0; begin < (uses.size() <= few ? 2 * each : uses.size()); begin += each) {
    out += "static void *thread" + std::to_string(++threadCount_) + "(void *unused) {\n";
    for (size_t i = begin; i < begin + each && (uses.size() <= few || i < uses.size()); ++i)
      out += "  call_" + uses[i % uses.size()]->name() + "();\n";
    out += "  return unused;\n}\n\n";
  }
  return out;
}

std::string Writer::main() {
  std::string out = "int main(void) {\n";
  for (const LibraryFunction* f : library_.of(Role::Make)) out += "  call_" + f->name() + "();\n";
  if (library_.handle() != nullptr && library_.isMade()) out += "  if (!shared) return 0;\n";
  out += "  pthread_t thread[" + std::to_string(threadCount_) + "];\n";
  for (unsigned i = 0; i < threadCount_; ++i)
    out +=
        "  pthread_create(&thread[" + std::to_string(i) + "], 0, thread" + std::to_string(i + 1) + ", 0);\n";
  out += "  for (int i = 0; i < " + std::to_string(threadCount_) + "; i++) pthread_join(thread[i], 0);\n";
  for (const LibraryFunction* f : library_.of(Role::Unmake)) out += "  call_" + f->name() + "();\n";
  return out + "  // What must hold now? Say it by assert.\n  return 0;\n}\n";
}

std::string Writer::text() {
  includes();
  declare();
  for (const LibraryFunction* f : library_.all()) call(*f, library_.makes(*f) ? "shared = " : "");
  std::string shared;
  if (const llvm::DIType* handle = library_.handle()) {
    if (isObject()) shared = "static " + declaration(handle, "object") + ";\n";
    shared += "// What the threads share.\nstatic " + declaration(handle, "*shared") +
              (isObject() ? " = &object" : "") + ";\n";
    if (!isObject() && !library_.isMade())
      shared += "// Nothing here makes one: set it at the start of main.\n";
    shared += "\n";
  }
  std::string body = threads();
  body += main();
  std::string out = "// A harness for " + std::filesystem::path(file_).filename().string() +
                    ", to start from. Check it by:\n//   heddle check " + file_ +
                    " HARNESS.c\n// Change what the "
                    "threads do and in which order, the values, and what must hold at the end.\n" +
                    headers_ + "\n";
  if (!types_.empty()) out += types_ + "\n";
  if (!declared_.empty()) out += declared_ + "\n";
  if (calls_.find("any()") != std::string::npos)
    out += "// An input. Two values keep the check small; say __VERIFIER_nondet_int() for all of them.\n"
           "extern _Bool __VERIFIER_nondet_bool(void);\nstatic int any(void) { return "
           "__VERIFIER_nondet_bool() ? 2 : 1; }\n\n";
  out += shared;
  if (!callbacks_.empty()) out += "// What the library calls back.\n" + callbacks_ + "\n";
  return out + calls_ + body;
}

} // namespace

std::string writeHarness(const HarnessRequest& request) {
  llvm::LLVMContext context;
  std::vector<CompileRequest> requests = compileRequests(request.source);
  const std::unique_ptr<llvm::Module> module = compileFile(requests.at(0), context);
  const Library library(*module, request.source.inputs[0], request.functions);
  return Writer(request, library).text();
}

} // namespace heddle::llvm2ccfg
