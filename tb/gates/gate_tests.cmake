# Tests of netlists: a unit test's own objects, linked with the synthesized netlist of a top (constraints/tops.txt) in place of
# its RTL. `make test-gates` builds gputm_gate_tests and runs the tests with the label `gates`.
set(GPUTM_GATES_DIR ${CMAKE_CURRENT_LIST_DIR})
add_custom_target(gputm_gate_tests)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/constraints/tops.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/constraints/tops.txt GPUTM_TOP_LINES REGEX "^[a-z]")

# gate_model(<model> <class> <top> SOURCES ... [PARAMETERS ...])
# <model>_gates has the same class as the model of a module with these parameters, made of the netlist. None if the module is no
# top, if tops.txt marks it slow at these parameters, or if a source is a stand-in or says that it is for simulation only.
function(gate_model model class top)
  cmake_parse_arguments(ARG "" "" "SOURCES;PARAMETERS" ${ARGN})
  set(lines ${GPUTM_TOP_LINES})
  list(FILTER lines INCLUDE REGEX "^${top}( |$)")
  list(SORT ARG_PARAMETERS)
  set(small OFF)
  foreach(line ${lines})
    string(REGEX MATCHALL "[A-Z][A-Za-z]*=[^ ]+" parameters "${line}")
    list(SORT parameters)
    if(line MATCHES " slow" AND "${parameters}" STREQUAL "${ARG_PARAMETERS}")
      return()
    elseif(line MATCHES " small")
      set(small ON)
    endif()
  endforeach()
  set(foreign ${ARG_SOURCES})
  list(FILTER foreign EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/(rtl|docs/integration)/")
  set(studies)
  foreach(source ${ARG_SOURCES})
    if(source MATCHES "/studies/([a-z_]+)/")
      list(APPEND studies study=${CMAKE_MATCH_1})
      file(STRINGS ${source} simulated LIMIT_COUNT 1 REGEX "^//.*simulation only")
      list(APPEND foreign ${simulated})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES studies)
  if(NOT lines OR foreign)
    return()
  endif()

  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${model}_gates.netlist)
  file(MAKE_DIRECTORY ${dir})
  add_custom_command(
    OUTPUT ${dir}/${top}.sv
    COMMAND ${GPUTM_GATES_DIR}/netlist ${dir}/${top}.sv ${top} ${ARG_PARAMETERS} ${studies}
    DEPENDS ${ARG_SOURCES} ${GPUTM_GATES_DIR}/netlist ${GPUTM_GATES_DIR}/cells.v
            ${PROJECT_SOURCE_DIR}/constraints/rtl_synthesis.py
    COMMENT "Synthesizing ${model}"
    VERBATIM)
  list(FILTER ARG_SOURCES INCLUDE REGEX "_pkg\\.sv$")
  set(GPUTM_VERILATOR_COMMAND ${GPUTM_GATES_DIR}/verilate_in_order ${CMAKE_CURRENT_BINARY_DIR}/${model}.verilated/${class}.h
      ${GPUTM_VERILATOR_COMMAND})
  gputm_verilate(${model}_gates PREFIX ${class} TOP ${top} SOURCES ${ARG_SOURCES} ${dir}/${top}.sv
                 PARAMETERS ${ARG_PARAMETERS} GENERATED OPTIMIZE -O1)
  set_target_properties(${model}_gates PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(${model}_gates ${model})
  model_for_same_objects(${model} ${model}_gates ${class})
  set_target_properties(${model} PROPERTIES GPUTM_GATES ${model}_gates GPUTM_GATES_SMALL ${small})
endfunction()

# gate_tests(<test program> <model> ... LINK <what the program links> [REFUSES <GoogleTest filter>])
# The program must pass with the netlists of the models that have one; all others stay RTL. REFUSES: tests that expect a failed
# assertion, since a netlist has none. Tests of blocks marked `small` are long tests, too.
function(gate_tests test)
  cmake_parse_arguments(ARG "" "REFUSES" "LINK" ${ARGN})
  program_with_other_models(${test} gates GPUTM_GATES ${ARG_UNPARSED_ARGUMENTS} LINK ${ARG_LINK})
  set(program ${test}.gates)
  if(NOT TARGET ${program})
    return()
  endif()
  add_dependencies(gputm_gate_tests ${program})
  set(labels gates long)
  foreach(model ${ARG_UNPARSED_ARGUMENTS})
    get_target_property(small ${model} GPUTM_GATES_SMALL)
    if(NOT small)
      set(labels gates)
    endif()
  endforeach()
  if("long" IN_LIST labels)
    add_dependencies(gputm_long_tests ${program})
  endif()
  add_test(NAME ${program} COMMAND ${program} --gtest_filter=-Long*:*/Long*:${ARG_REFUSES})
  set_tests_properties(${program} PROPERTIES TIMEOUT 1800 LABELS "${labels}")
  gputm_test_inputs(${program} ${program})
endfunction()
