# Writes OUTPUT: a C++ file with the text of each of SOURCES as a raw string.
set(text "#include \"llvm2ccfg/library.h\"\n\nnamespace heddle::llvm2ccfg {\nconst std::vector<LibraryFile>& libraryFiles() {\n  static const std::vector<LibraryFile> files = {\n")
foreach(source IN LISTS SOURCES)
  get_filename_component(name ${source} NAME)
  file(READ ${source} body)
  string(APPEND text "    {\"${name}\", R\"heddle_c(${body})heddle_c\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n} // namespace heddle::llvm2ccfg\n")
file(WRITE ${OUTPUT} "${text}")
