# Tests of tops in lockstep: the wrapper that constraints/lockstep/wrap makes in the place of the top, under the top's tests.

# lockstep_source(<variable> <folder> <top> [<bug>]): the wrapper of a top, made in this folder of the build; broken by a script of sed, if that is given
function(lockstep_source variable folder top)
  set(wrapper ${folder}/${top}_lockstep.sv)
  set(made_by ${PROJECT_SOURCE_DIR}/constraints/lockstep)
  file(MAKE_DIRECTORY ${folder})
  file(GLOB rtl ${PROJECT_SOURCE_DIR}/rtl/*/${top}.sv ${PROJECT_SOURCE_DIR}/rtl/*/studies/${top}.sv
       ${PROJECT_SOURCE_DIR}/docs/integration/${top}.sv)
  set(break)
  if(ARGN)
    set(break COMMAND sed -E -i.right ${ARGN} ${wrapper} COMMAND bash -c "! cmp -s ${wrapper} ${wrapper}.right")
  endif()
  add_custom_command(OUTPUT ${wrapper} COMMAND ${made_by}/wrap ${top} ${wrapper} ${break} VERBATIM
                     DEPENDS ${made_by}/wrap ${made_by}/rules.txt ${PROJECT_SOURCE_DIR}/docs/rtl/sv_header.py ${rtl})
  set(${variable} ${wrapper} PARENT_SCOPE)
endfunction()

# lockstep_test(<test> <model> ... LINK <what the test links>): <test>.lockstep, the test with wrappers in the place of these models, compiled again;
# it fails where the copies differ. Registers and RAMs of the copies begin with random values, which are not the same; with zeros where `fixed_start` is
# set, as in module_model().
function(lockstep_test test)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  set(program ${test}.lockstep)
  set(first ${CMAKE_CURRENT_BINARY_DIR}/${program}.h)
  set(start RANDOM)
  if(fixed_start)
    set(start)
  endif()
  set(text "// Before the sources of the test\n#include \"unit/lockstep_checks.h\"\n")
  foreach(model ${ARG_UNPARSED_ARGUMENTS})
    foreach(of NAME TOP SOURCES PARAMETERS)
      get_target_property(${of} ${model} GPUTM_MODEL_${of})
    endforeach()
    lockstep_source(wrapper ${CMAKE_CURRENT_BINARY_DIR}/${model}_lockstep.wrapper ${TOP})
    gputm_verilate(${model}_lockstep PREFIX V${NAME} TOP ${TOP}_lockstep SOURCES ${SOURCES} ${wrapper} PARAMETERS ${PARAMETERS} GENERATED COPIES ${start}
                   OPTIMIZE -O1)
    set_target_properties(${model}_lockstep PROPERTIES EXCLUDE_FROM_ALL ON)
    string(APPEND text "#include \"${CMAKE_CURRENT_BINARY_DIR}/${model}_lockstep.verilated/V${NAME}.h\"\ntemplate <>\nstruct gputm::tb::Making<V${NAME}> : gputm::tb::LockstepMaking<V${NAME}> {};\n")
    list(TRANSFORM ARG_LINK REPLACE "^${model}$" ${model}_lockstep)
  endforeach()
  file(CONFIGURE OUTPUT ${first} CONTENT "${text}" @ONLY)
  get_target_property(sources ${test} SOURCES)
  add_executable(${program} EXCLUDE_FROM_ALL ${sources})
  get_target_property(level ${test} GPUTM_TEST_LEVEL)
  gputm_test_program(${program} ${level} ${ARG_LINK})
  target_compile_options(${program} PRIVATE -include ${first})
  target_include_directories(${program} PRIVATE $<TARGET_PROPERTY:${test},INCLUDE_DIRECTORIES>)
  add_dependencies(gputm_long_tests ${program})
  add_test(NAME ${program} COMMAND ${program} --gtest_filter=-Long*:*/Long*)
  set_tests_properties(${program} PROPERTIES TIMEOUT 1800 LABELS long)
  gputm_test_inputs(${program} ${program})
endfunction()
