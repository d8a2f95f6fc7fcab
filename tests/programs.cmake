# Tests that run the tool on C programs: verify/, papers/, ccfg/, and the examples.

# One test a C file: the verdict stands in a comment on its top (verify/run).
function(heddle_verdict_tests label folder)
  if(NOT TARGET heddle)
    return()
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.c)
  foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    add_test(NAME ${label}.${name}
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/verify/run $<TARGET_FILE:heddle> ${file})
    set_tests_properties(${label}.${name} PROPERTIES LABELS ${label} TIMEOUT 60)
  endforeach()
endfunction()

heddle_verdict_tests(verify verify)
heddle_verdict_tests(papers papers)
heddle_verdict_tests(examples ${CMAKE_CURRENT_SOURCE_DIR}/../examples)
add_test(NAME verify.native COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/verify/native/check
         ${CMAKE_CURRENT_SOURCE_DIR}/verify ${CMAKE_CURRENT_SOURCE_DIR}/papers)
set_tests_properties(verify.native PROPERTIES LABELS native TIMEOUT 300 ENVIRONMENT "CC=clang-19")
add_test(NAME verify.run COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/verify/run-selftest)
set_tests_properties(verify.run PROPERTIES LABELS verify TIMEOUT 60)


# The model of some of them, printed by several processes.
if(TARGET heddle)
  file(GLOB files CONFIGURE_DEPENDS verify/*.c)
  set(sample ${CMAKE_CURRENT_SOURCE_DIR}/verify/thread_parallel_mergesort_safe.c)
  set(n 0)
  foreach(file ${files})
    math(EXPR n "(${n} + 1) % 12")
    if(n EQUAL 0)
      list(APPEND sample ${file})
    endif()
  endforeach()
  add_test(NAME cli.same-model COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/verify/same-model $<TARGET_FILE:heddle> ${sample})
  set_tests_properties(cli.same-model PROPERTIES LABELS cli TIMEOUT 300)
endif()

# The same programs by `bounded`. It must be right, too, but may answer `unknown` on those that
# verify/bounded-unknown.txt lists, for which it gets little time.
function(heddle_bounded_tests label folder)
  if(NOT TARGET heddle)
    return()
  endif()
  set(list ${CMAKE_CURRENT_SOURCE_DIR}/verify/bounded-unknown.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} listed REGEX "^[^#]")
  list(TRANSFORM listed REPLACE " .*" "")
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.c)
  foreach(file ${files})
    file(STRINGS ${file} flags REGEX "^// flags:.*--engine")
    if(flags)
      continue() # its verdict is that of another engine
    endif()
    get_filename_component(name ${file} NAME_WE)
    set(how --engine bounded --timeout 20)
    if("${folder}/${name}.c" IN_LIST listed)
      set(how or-unknown --engine bounded --timeout 1)
    endif()
    add_test(NAME bounded.${label}.${name}
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/verify/run $<TARGET_FILE:heddle> ${file} ${how})
    set_tests_properties(bounded.${label}.${name} PROPERTIES LABELS bounded TIMEOUT 60)
  endforeach()
endfunction()

heddle_bounded_tests(verify verify)
heddle_bounded_tests(papers papers)

# The same programs by `modular`: it finds no violations and may answer `unknown', but never `true' wrongly. What
# verify/modular-proves.txt lists it must prove.
function(heddle_modular_tests label folder)
  if(NOT TARGET heddle)
    return()
  endif()
  set(list ${CMAKE_CURRENT_SOURCE_DIR}/verify/modular-proves.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} listed REGEX "^[^#]")
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.c)
  foreach(file ${files})
    file(STRINGS ${file} flags REGEX "^// flags:.*--engine")
    if(flags)
      continue()
    endif()
    get_filename_component(name ${file} NAME_WE)
    set(how or-unknown --engine modular --timeout 20)
    if("${folder}/${name}.c" IN_LIST listed)
      set(how --engine modular --timeout 20)
    endif()
    add_test(NAME modular.${label}.${name}
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/verify/run $<TARGET_FILE:heddle> ${file} ${how})
    set_tests_properties(modular.${label}.${name} PROPERTIES LABELS modular TIMEOUT 60)
  endforeach()
endfunction()

heddle_modular_tests(verify verify)
heddle_modular_tests(papers papers)

# Golden models: what `heddle model` prints for a C file stands beside it.
if(TARGET heddle)
  file(GLOB files CONFIGURE_DEPENDS ccfg/*.c)
  foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    add_test(NAME ccfg.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/ccfg/run $<TARGET_FILE:heddle> ${file})
    set_tests_properties(ccfg.${name} PROPERTIES LABELS ccfg TIMEOUT 30)
  endforeach()
endif()

# Programs that were once answered wrongly: found/INDEX.txt says which answers are right.
if(TARGET heddle)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/found/INDEX.txt)
  file(STRINGS found/INDEX.txt rows REGEX "^[^#]")
  foreach(row ${rows})
    string(REPLACE "\t" ";" columns "${row}")
    list(GET columns 0 file)
    list(GET columns 1 flags)
    list(GET columns 2 answers)
    get_filename_component(name ${file} NAME_WE)
    add_test(NAME found.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/found/run $<TARGET_FILE:heddle> ${file} "${flags}" ${answers})
    set_tests_properties(found.${name} PROPERTIES LABELS found TIMEOUT 60)
  endforeach()
endif()
