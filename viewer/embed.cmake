# Writes OUTPUT: a C++ file with PAGE as text, in which a line "@FILE NAME@" is replaced by that file. A string literal has a
# limit in some compilers, so that each line is one.
cmake_policy(SET CMP0053 NEW)
get_filename_component(folder ${PAGE} DIRECTORY)
file(READ ${PAGE} page)
string(REGEX MATCHALL "@FILE [a-z]+\\.[a-z]+@" marks "${page}")
foreach(mark IN LISTS marks)
  string(REGEX REPLACE "@FILE ([a-z]+\\.[a-z]+)@" "\\1" name "${mark}")
  file(READ ${folder}/${name} body)
  string(REPLACE "${mark}" "${body}" page "${page}")
endforeach()
string(REPLACE "\n" "\n)page\"\nR\"page(" page "${page}")
file(WRITE ${OUTPUT} "#include \"report/page.h\"\n\nnamespace heddle::report {\nstd::string pageTemplate() { return R\"page(${page})page\"; }\n} // namespace heddle::report\n")
