include(${CMAKE_CURRENT_LIST_DIR}/module_model.cmake)

# module_test(<module> SOURCES ... [PARAMETERS NAME=VALUE ...] [BUGS <module>/<bug> ...] [REFUSES <GoogleTest filter>])
# The test <module>/<module>_test.cpp of one module, which includes V<module>.h. The model is <module_prefix>_<module>, the
# program is <module>_test; it must catch each seeded bug. REFUSES: as in gate_tests().
function(module_test module)
  cmake_parse_arguments(ARG "" "REFUSES" "" ${ARGN})
  set(refuses)
  if(ARG_REFUSES)
    set(refuses REFUSES ${ARG_REFUSES})
  endif()
  set(models)
  set(bugs)
  module_model(${module} ${module} ${ARG_UNPARSED_ARGUMENTS})
  gputm_test(${module}_test SOURCES ${module}/${module}_test.cpp LINK ${models} LABELS rtl)
  seeded_bug_tests(${module}_test ${bugs} LINK ${models})
  gate_tests(${module}_test ${models} LINK ${models} ${refuses})
  mutation_tests(${module}_test ${models} LINK ${models})
endfunction()
