include(${CMAKE_CURRENT_LIST_DIR}/module_model.cmake)

# module_test(<module> SOURCES ... [PARAMETERS NAME=VALUE ...] [BUGS <module>/<bug> ...])
# The test <module>/<module>_test.cpp of one module, which includes V<module>.h, and V<module>_<bug>.h for each seeded
# bug. The models are <module_prefix>_<module>..., the program is <module>_test.
function(module_test module)
  set(models)
  module_model(${module} ${module} ${ARGN})
  gputm_test(${module}_test SOURCES ${module}/${module}_test.cpp LINK ${models} LABELS rtl)
endfunction()
