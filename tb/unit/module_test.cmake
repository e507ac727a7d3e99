include(${CMAKE_CURRENT_LIST_DIR}/module_model.cmake)

# module_test(<module> SOURCES ... [PARAMETERS NAME=VALUE ...] [BUGS <module>/<bug> ...])
# The test <module>/<module>_test.cpp of one module, which includes V<module>.h. The model is <module_prefix>_<module>, the
# program is <module>_test; it has to catch each seeded bug.
function(module_test module)
  set(models)
  set(bugs)
  module_model(${module} ${module} ${ARGN})
  gputm_test(${module}_test SOURCES ${module}/${module}_test.cpp LINK ${models} LABELS rtl)
  seeded_bug_tests(${module}_test ${bugs} LINK ${models})
  gate_tests(${module}_test ${models} LINK ${models})
  mutation_tests(${module}_test ${models} LINK ${models})
endfunction()
