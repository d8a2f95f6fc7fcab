// See compiler_flags.h. Flags are told apart by Clang's own table of options, so that every spelling of one
// counts. Neighbour: compile.cpp takes out of the compiler's settings whatever still loads code or writes a
// file.

#include "llvm2ccfg/compiler_flags.h"

#include "support/error.h"

#include <clang/Driver/Options.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <filesystem>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

namespace options = clang::driver::options;
using llvm::opt::Arg;
using llvm::opt::Option;

// What changes preprocessing or the language, as Clang's table spells it.
const std::set<std::string_view> language = {"-D",
                                             "-U",
                                             "-I",
                                             "-isystem",
                                             "-iquote",
                                             "-idirafter",
                                             "-include",
                                             "-imacros",
                                             "-iprefix",
                                             "-iwithprefix",
                                             "-iwithprefixbefore",
                                             "-iwithsysroot",
                                             "-isysroot",
                                             "--sysroot=",
                                             "--sysroot",
                                             "-nostdinc",
                                             "-nostdlibinc",
                                             "-nobuiltininc",
                                             "-undef",
                                             "-std=",
                                             "-ansi",
                                             "-trigraphs",
                                             "-m32",
                                             "-m64",
                                             "-march=",
                                             "-mfpmath=",
                                             "-mlong-double-64",
                                             "-mlong-double-80",
                                             "-mlong-double-128",
                                             "-pthread",
                                             "-ffp-contract=",
                                             "-ffp-model=",
                                             "-fpack-struct",
                                             "-fpack-struct=",
                                             "-ftrivial-auto-var-init=",
                                             "-finput-charset=",
                                             "-fexec-charset=",
                                             "-fno-builtin-",
                                             "-flax-vector-conversions=",
                                             "-ffreestanding",
                                             "-fhosted"};

// -fNAME and -fno-NAME that do.
const std::set<std::string_view> languageSwitches = {"wrapv",
                                                     "strict-overflow",
                                                     "trapv",
                                                     "common",
                                                     "signed-char",
                                                     "unsigned-char",
                                                     "short-enums",
                                                     "short-wchar",
                                                     "gnu89-inline",
                                                     "builtin",
                                                     "ms-extensions",
                                                     "ms-compatibility",
                                                     "gnu-keywords",
                                                     "asm",
                                                     "dollars-in-identifiers",
                                                     "trigraphs",
                                                     "fast-math",
                                                     "finite-math-only",
                                                     "honor-infinities",
                                                     "honor-nans",
                                                     "signed-zeros",
                                                     "rounding-math",
                                                     "unsafe-math-optimizations",
                                                     "associative-math",
                                                     "reciprocal-math",
                                                     "math-errno",
                                                     "lax-vector-conversions",
                                                     "openmp",
                                                     "instrument-functions",
                                                     "openmp-simd",
                                                     "keep-static-consts",
                                                     "strict-return",
                                                     "hosted",
                                                     "native-half-type",
                                                     "matrix"};

// What has no meaning here, since nothing is optimised, assembled, linked, warned about or written.
const std::set<std::string_view> meaningless = {"-c",
                                                "-S",
                                                "-E",
                                                "-o",
                                                "-x",
                                                "-v",
                                                "-###",
                                                "-pipe",
                                                "-P",
                                                "-C",
                                                "-CC",
                                                "-H",
                                                "-dD",
                                                "-dM",
                                                "-dI",
                                                "-emit-llvm",
                                                "-fsyntax-only",
                                                "-save-temps",
                                                "-save-temps=",
                                                "--coverage",
                                                "-coverage",
                                                "-MJ",
                                                "--serialize-diagnostics",
                                                "-Wa,",
                                                "-Wl,",
                                                "-Xlinker",
                                                "-Xassembler",
                                                "-L",
                                                "-l",
                                                "-T",
                                                "-z",
                                                "-s",
                                                "-shared",
                                                "-static",
                                                "-rdynamic",
                                                "-pie",
                                                "-nostdlib",
                                                "-nostartfiles",
                                                "-nodefaultlibs",
                                                "-mtune=",
                                                "-mcmodel=",
                                                "-mred-zone",
                                                "-mno-red-zone",
                                                "-Qunused-arguments",
                                                "-no-pie",
                                                "-static-pie",
                                                "-static-libgcc",
                                                "-p",
                                                "-pg",
                                                "-r",
                                                "-w",
                                                "-fuse-ld=",
                                                "-ftime-report",
                                                "-ftime-report=",
                                                "-Xanalyzer",
                                                "--analyze",
                                                "-gen-cdb-fragment-path",
                                                "-dependency-dot",
                                                "-dependency-file",
                                                "-ivfsoverlay",
                                                "-index-store-path",
                                                "-fexceptions"};

// The same, by how they begin after -f or -fno-.
constexpr std::string_view meaninglessBegins[] = {"profile",
                                                  "coverage",
                                                  "cs-profile",
                                                  "auto-profile",
                                                  "memory-profile",
                                                  "test-coverage",
                                                  "xray",
                                                  "sanitize",
                                                  "stack-protector",
                                                  "stack-clash",
                                                  "stack-usage",
                                                  "cf-protection",
                                                  "PIC",
                                                  "pic",
                                                  "PIE",
                                                  "pie",
                                                  "plt",
                                                  "semantic-interposition",
                                                  "visibility",
                                                  "function-sections",
                                                  "data-sections",
                                                  "omit-frame-pointer",
                                                  "omit-leaf-frame-pointer",
                                                  "asynchronous-unwind-tables",
                                                  "unwind-tables",
                                                  "exceptions",
                                                  "lto",
                                                  "thin-lto",
                                                  "whole-program",
                                                  "diagnostics",
                                                  "color-diagnostics",
                                                  "message-length",
                                                  "caret-diagnostics",
                                                  "show-",
                                                  "macro-backtrace",
                                                  "debug-",
                                                  "file-prefix-map",
                                                  "macro-prefix-map",
                                                  "random-seed",
                                                  "verbose-asm",
                                                  "ident",
                                                  "inline",
                                                  "unroll-loops",
                                                  "strict-aliasing",
                                                  "delete-null-pointer-checks",
                                                  "optimize-sibling-calls",
                                                  "tree-",
                                                  "vectorize",
                                                  "slp-vectorize",
                                                  "tls-model",
                                                  "zero-call-used-regs",
                                                  "zero-initialized-in-bss",
                                                  "merge-all-constants",
                                                  "integrated",
                                                  "save-optimization-record",
                                                  "optimization-record",
                                                  "time-trace",
                                                  "time-report",
                                                  "crash-diagnostics",
                                                  "gnuc-version",
                                                  "modules",
                                                  "module-",
                                                  "implicit-module",
                                                  "prebuilt-module",
                                                  "build-session",
                                                  "apinotes",
                                                  "spell-checking",
                                                  "spell-checking-limit",
                                                  "max-",
                                                  "error-limit",
                                                  "template-",
                                                  "constexpr-",
                                                  "bracket-depth",
                                                  "basic-block",
                                                  "unique-",
                                                  "split-",
                                                  "proc-stat-report",
                                                  "dump-record-layouts",
                                                  "strict-flex-arrays",
                                                  "stack-size-section",
                                                  "jump-tables",
                                                  "align-",
                                                  "addrsig",
                                                  "use-init-array",
                                                  "patchable-function-entry"};

// What loads code into the compiler, or lets it run a program.
const std::set<std::string_view> dangerous = {"-fplugin=",
                                              "-fplugin-arg-",
                                              "-fpass-plugin=",
                                              "-load",
                                              "-plugin",
                                              "-add-plugin",
                                              "-plugin-arg-",
                                              "-mllvm",
                                              "-mmlir",
                                              "--config=",
                                              "--config",
                                              "--config-system-dir=",
                                              "--config-user-dir=",
                                              "-B",
                                              "-fopenmp-targets=",
                                              "-Xopenmp-target",
                                              "-Xopenmp-target=",
                                              "--offload=",
                                              "--offload-arch=",
                                              "--offload-host-only",
                                              "--offload-device-only",
                                              "--offload-host-device",
                                              "-Xarch_",
                                              "-Xarch_host",
                                              "-Xarch_device",
                                              "-Xoffload-linker",
                                              "-Xcuda-ptxas",
                                              "-Xcuda-fatbinary",
                                              "--cuda-path=",
                                              "--rocm-path=",
                                              "--hip-path=",
                                              "--ptxas-path=",
                                              "-fsycl",
                                              "-cc1",
                                              "-cc1as",
                                              "-ccc-gcc-name",
                                              "--driver-mode=",
                                              "-fprebuilt-module-path="};

std::string nameOf(const Arg& a) { return a.getOption().getUnaliasedOption().getPrefixedName().str(); }

// The name without -f or -fno-; empty if it has none.
std::string_view stem(std::string_view name) {
  if (name.starts_with("-fno-")) return name.substr(5);
  return name.starts_with("-f") ? name.substr(2) : "";
}

bool changesLanguage(const Arg& a) {
  const std::string name = nameOf(a);
  return language.contains(name) || languageSwitches.contains(stem(name)) ||
         a.getOption().matches(options::OPT_m_x86_Features_Group);
}

bool isMeaningless(const Arg& a) {
  const std::string name = nameOf(a);
  if (meaningless.contains(name)) return true;
  for (std::string_view begin : meaninglessBegins)
    if (stem(name).starts_with(begin)) return true;
  for (options::ID group :
       {options::OPT_W_Group, options::OPT_R_Group, options::OPT_pedantic_Group, options::OPT_g_Group,
        options::OPT_O_Group, options::OPT_M_Group, options::OPT_Link_Group, options::OPT_d_Group,
        options::OPT_clang_ignored_f_Group, options::OPT_clang_ignored_gcc_optimization_f_Group})
    if (a.getOption().matches(group)) return true;
  return false;
}

class Chooser {
public:
  explicit Chooser(const FlagSource& source) : source_(source) {}

  // `toPreprocessor`: handed on by -Wp or -Xpreprocessor, where -MD is followed by a file.
  void choose(const std::vector<std::string>& flags, bool toPreprocessor = false) {
    std::vector<const char*> words;
    for (const std::string& f : flags) words.push_back(f.c_str());
    unsigned missingAt = 0, missing = 0;
    llvm::opt::InputArgList args = clang::driver::getDriverOptTable().ParseArgs(
        words, missingAt, missing, llvm::opt::Visibility(options::ClangOption));
    if (missing != 0) refuse(flags[missingAt], "its value is missing");
    for (const Arg* a : args)
      if (!a->getOption().matches(options::OPT_Xclang) && !a->getOption().matches(options::OPT_Xpreprocessor))
        chooseOne(*a, args, toPreprocessor);
    if (const auto handedOn = args.getAllArgValues(options::OPT_Xpreprocessor); !handedOn.empty())
      choose(handedOn, true);
    if (source_.isFile) {
      for (const std::string& word : args.getAllArgValues(options::OPT_Xclang)) leaveOut("-Xclang " + word);
    } else {
      takeInner(args.getAllArgValues(options::OPT_Xclang));
    }
  }

  std::vector<std::string> taken() { return std::move(taken_); }

  void expandResponseFiles(std::vector<std::string>& flags) {
    llvm::BumpPtrAllocator memory;
    llvm::SmallVector<const char*, 32> words;
    for (const std::string& f : flags) words.push_back(f.c_str());
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem().release();
    llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
    context.setVFS(files.get()).setCurrentDir(source_.directory);
    if (llvm::Error e = context.expandResponseFiles(words)) refuse("@", llvm::toString(std::move(e)));
    flags.assign(words.begin(), words.end());
  }

private:
  void chooseOne(const Arg& a, const llvm::opt::InputArgList& args, bool toPreprocessor) {
    const Option& o = a.getOption();
    const std::string text = a.getAsString(args);
    if (o.matches(options::OPT_INPUT)) return chooseInput(a.getValue(), toPreprocessor);
    if (o.matches(options::OPT_UNKNOWN)) return refuse(text, "the compiler does not support it");
    if (o.matches(options::OPT_Wp_COMMA)) return choose({a.getValues().begin(), a.getValues().end()}, true);
    if (text == "-Wno-implicit-function-declaration" || text == "-Wno-implicit" ||
        text == "-Wno-error=implicit-function-declaration") {
      taken_.push_back(acceptUndeclared);
      return;
    }
    if (isMeaningless(a)) return;
    if (dangerous.contains(nameOf(a))) return refuse(text, "it lets the compiler load or run other code");
    if (source_.isFile && !changesLanguage(a)) return leaveOut(text);
    llvm::opt::ArgStringList rendered;
    a.render(args, rendered);
    taken_.insert(taken_.end(), rendered.begin(), rendered.end());
  }

  void chooseInput(const std::string& file, bool toPreprocessor) {
    if (toPreprocessor) return;
    if (!source_.isFile) throw UsageError("the flags after -- contain an extra input file: '" + file + "'");
    if (std::filesystem::path(file).filename() != std::filesystem::path(source_.input).filename())
      leaveOut(file);
  }

  // Flags of the inner compiler, which the driver hands on unseen.
  void takeInner(const std::vector<std::string>& flags) {
    std::vector<const char*> words;
    for (const std::string& f : flags) words.push_back(f.c_str());
    unsigned missingAt = 0, missing = 0;
    llvm::opt::InputArgList args = clang::driver::getDriverOptTable().ParseArgs(
        words, missingAt, missing, llvm::opt::Visibility(options::CC1Option));
    for (const Arg* a : args) {
      const std::string text = a->getAsString(args);
      if (a->getOption().matches(options::OPT_INPUT)) chooseInput(a->getValue(), false);
      if (dangerous.contains(nameOf(*a)))
        refuse("-Xclang " + text, "it lets the compiler load or run other code");
    }
    for (const std::string& f : flags) taken_.insert(taken_.end(), {"-Xclang", f});
  }

  void refuse(const std::string& flag, const std::string& why) {
    if (!source_.isFile) throw UsageError("compiler flag '" + flag + "' is not allowed: " + why);
    leaveOut(flag);
  }

  void leaveOut(const std::string& flag) {
    if (source_.warn)
      source_.warn("compiler flag '" + flag + "' of " + source_.name +
                   " is ignored; if it is needed, write it after --");
  }

  const FlagSource& source_;
  std::vector<std::string> taken_;
};

} // namespace

std::vector<std::string> usableFlags(const std::vector<std::string>& flags, const FlagSource& source) {
  Chooser chooser(source);
  std::vector<std::string> all = flags;
  chooser.expandResponseFiles(all);
  chooser.choose(all);
  return chooser.taken();
}

} // namespace heddle::llvm2ccfg
