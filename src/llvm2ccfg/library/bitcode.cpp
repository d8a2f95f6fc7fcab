// A tool of the build: compiles each library function written in C, in all its variants, as the front end
// compiles the user's files, and writes one file with their bitcode and one with C++ that says what is where
// in it.
//   heddle-library-bitcode OUTPUT.bin OUTPUT.cpp

#include "llvm2ccfg/compile.h"
#include "llvm2ccfg/library.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>

#include <exception>
#include <fstream>
#include <iostream>

namespace {

using namespace heddle;
using namespace heddle::llvm2ccfg;

// Every subset of the file's macros.
std::vector<std::vector<std::string>> variantsOf(const std::string& file) {
  std::vector<std::vector<std::string>> variants = {{}};
  for (const auto& [of, macro] : libraryMacros)
    if (of == file)
      for (size_t i = 0, n = variants.size(); i < n; ++i) {
        variants.push_back(variants[i]);
        variants.back().push_back(macro);
      }
  return variants;
}

std::string bitcodeOf(const LibraryFile& file, const LibraryVariant& v) {
  CompileRequest request{libraryFolder + file.name, file.text, {}, "/", v.dataModel};
  for (const std::string& macro : v.macros) request.flags.push_back("-D" + macro);
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = compileFile(request, context);
  std::string out;
  llvm::raw_string_ostream stream(out);
  llvm::WriteBitcodeToFile(*module, stream);
  return out;
}

void write(const char* binary, const char* source) {
  std::ofstream all(binary, std::ios::binary), table(source);
  table << "#include \"llvm2ccfg/library.h\"\n\n#include <map>\n\n"
        << "__asm__(\".pushsection .rodata\\n.balign 8\\n.global "
           "heddleLibraryBitcode\\nheddleLibraryBitcode:\\n.incbin \\\""
        << binary << "\\\"\\n.popsection\");\nextern \"C\" const char heddleLibraryBitcode[];\n\n"
        << "namespace heddle::llvm2ccfg {\nstd::string_view libraryBitcode(const LibraryVariant& v) {\n"
           "  static const std::map<std::string, std::pair<size_t, size_t>> table = {\n";
  size_t begin = 0;
  for (const LibraryFile& file : libraryFiles())
    for (const ccfg::DataModel model : {ccfg::DataModel::LP64, ccfg::DataModel::ILP32})
      for (const std::vector<std::string>& macros : variantsOf(file.name)) {
        const LibraryVariant v{file.name, macros, model};
        std::string code = bitcodeOf(file, v);
        table << "    {\"" << v.key() << "\", {" << begin << ", " << code.size() << "}},\n";
        code.resize((code.size() + 7) / 8 * 8); // bitcode is read in words
        all << code;
        begin += code.size();
      }
  table << "  };\n  const auto [begin, size] = table.at(v.key());\n  return {heddleLibraryBitcode + begin, "
           "size};\n}\n"
           "} // namespace heddle::llvm2ccfg\n";
  if (!all.flush() || !table.flush()) throw std::runtime_error("cannot write the library's bitcode");
}

} // namespace

int main(int, char** argv) {
  try {
    write(argv[1], argv[2]);
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}
