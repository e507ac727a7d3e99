# module_model(<name> <top> SOURCES ... [PARAMETERS ...] [DEFINES ...] [BUGS <module>/<bug> ...] [LONG_ONLY])
# A model of one module for its test: V<name>, with assertions (LONG_ONLY: as in gputm_test). Its registers and RAMs begin with
# random values; with zeros where `fixed_start` is set. Its library,
# <module_prefix>_<name>, is appended to `models`; for each seeded bug of tb/bugs, a library with the same class,
# <module_prefix>_<name>_<bug>, to `bugs`. DEFINES: NAME=VALUE, of a model without netlist and mutants.
set(models)
set(bugs)
function(module_model name top)
  cmake_parse_arguments(ARG "LONG_ONLY" "" "SOURCES;PARAMETERS;DEFINES;BUGS" ${ARGN})
  set(model ${module_prefix}_${name})
  set(args PREFIX V${name} TOP ${top} SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS} DEFINES ${ARG_DEFINES} DEBUG)
  if(NOT fixed_start)
    list(APPEND args RANDOM)
  endif()
  gputm_verilate(${model} ${args})
  set_target_properties(${model} PROPERTIES EXCLUDE_FROM_ALL "${ARG_LONG_ONLY}" GPUTM_MODEL_NAME ${name} GPUTM_MODEL_TOP ${top}
                        GPUTM_MODEL_SOURCES "${ARG_SOURCES}" GPUTM_MODEL_PARAMETERS "${ARG_PARAMETERS}")
  if(NOT ARG_DEFINES)
    gate_model(${model} V${name} ${top} SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS})
    mutant_model(${model} V${name} ${top} SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS})
  endif()
  foreach(bug ${ARG_BUGS})
    get_filename_component(bug_name ${bug} NAME)
    gputm_verilate(${model}_${bug_name} ${args} BUG ${bug})
    set_target_properties(${model}_${bug_name} PROPERTIES EXCLUDE_FROM_ALL ON GPUTM_RIGHT_MODEL ${model}
                          GPUTM_MODEL_TOP ${top})
    list(APPEND bugs ${model}_${bug_name})
  endforeach()
  set(models ${models} ${model} PARENT_SCOPE)
  set(bugs ${bugs} PARENT_SCOPE)
endfunction()

# protected_model(<name> <top> ...): a module_model with memories that its test sees, by V<name>_sites.h (tb/faults/sites), which is appended
# to `site_headers`.
function(protected_model name top)
  cmake_parse_arguments(ARG "" "" "SOURCES;PARAMETERS;BUGS" ${ARGN})
  module_model(${name} ${top} SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS} BUGS ${ARG_BUGS})
  set(header ${CMAKE_CURRENT_BINARY_DIR}/V${name}_sites.h)
  set(sites ${PROJECT_SOURCE_DIR}/tb/faults/sites)
  add_custom_command(OUTPUT ${header} DEPENDS ${module_prefix}_${name} ${sites}
    COMMAND ${sites} ${CMAKE_CURRENT_BINARY_DIR}/${module_prefix}_${name}.verilated/V${name}___024root.h ${header})
  set(models ${models} PARENT_SCOPE)
  set(bugs ${bugs} PARENT_SCOPE)
  set(site_headers ${site_headers} ${header} PARENT_SCOPE)
endfunction()

# study_sources(<variable> <folder> <source> ...): the sources with the modules of a study (rtl/<design>/studies), each in the place of
# the one of its name.
function(study_sources variable folder)
  set(sources ${ARGN})
  list(REMOVE_DUPLICATES sources)
  file(GLOB modules CONFIGURE_DEPENDS ${folder}/*.sv)
  foreach(module ${modules})
    get_filename_component(name ${module} NAME_WE)
    list(TRANSFORM sources REPLACE ".*/${name}\\.sv$" ${module})
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# seeded_bug_tests(<test program> <bug> ... LINK <what the program links> [OF_THE_MODULE])
# The program must fail with each of the bugs: its objects are linked again, with the broken model instead of the right one.
# These tests have the label `bugs` (make test-bugs), since they check the test, not the module; the first of each module is a
# long test, too. OF_THE_MODULE: only suites named after the bug's module must fail.
function(seeded_bug_tests test)
  cmake_parse_arguments(ARG "OF_THE_MODULE" "" "LINK" ${ARGN})
  set(tops)
  foreach(bug ${ARG_UNPARSED_ARGUMENTS})
    get_target_property(right ${bug} GPUTM_RIGHT_MODEL)
    get_target_property(top ${bug} GPUTM_MODEL_TOP)
    set(further)
    if(top IN_LIST tops)
      set(further FURTHER)
    endif()
    list(APPEND tops ${top})
    list(TRANSFORM ARG_LINK REPLACE "^${right}$" ${bug} OUTPUT_VARIABLE link)
    set(program ${test}.${bug})
    gputm_test_again(${program} ${test} LINK ${link})
    set(module)
    if(ARG_OF_THE_MODULE)
      set(module ${top})
    endif()
    bug_test(${test}.catches.${bug} ${program} ${module} ${further})
  endforeach()
endfunction()

# modules_test(<program> <module> ... [LINK ...] [OPTIMIZE]): the tests <module>/<module>_test.cpp of small modules as one program, with
# `models` and `bugs`; compiling one takes mostly its headers. Each is in a namespace of its own, and its suites are named after
# its module.
macro(modules_test program)
  cmake_parse_arguments(MODULES_TEST "OPTIMIZE" "" "LINK" ${ARGN})
  set(modules_test_options)
  if(MODULES_TEST_OPTIMIZE)
    set(modules_test_options OPTIMIZE)
  endif()
  set(modules_test_sources)
  foreach(modules_test_module ${MODULES_TEST_UNPARSED_ARGUMENTS})
    list(APPEND modules_test_sources ${modules_test_module}/${modules_test_module}_test.cpp)
  endforeach()
  gputm_test(${program} ${modules_test_options} SOURCES ${modules_test_sources} LINK ${models} ${MODULES_TEST_LINK} LABELS rtl)
  seeded_bug_tests(${program} ${bugs} LINK ${models} ${MODULES_TEST_LINK} OF_THE_MODULE)
  gate_tests(${program} ${models} LINK ${models} ${MODULES_TEST_LINK})
  mutation_tests(${program} ${models} LINK ${models} ${MODULES_TEST_LINK})
  set(models)
  set(bugs)
endmacro()
