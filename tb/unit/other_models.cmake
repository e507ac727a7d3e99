# Other models of a class in a test program that is compiled already: netlists (tb/gates), mutants (tb/mutation).
set(GPUTM_SAME_PORTS ${CMAKE_CURRENT_LIST_DIR}/same_ports)

# model_for_same_objects(<model> <other> <class>): <other>_same_ports checks that objects compiled for the model can be linked
# with the other one.
function(model_for_same_objects model other class)
  set(right ${CMAKE_CURRENT_BINARY_DIR}/${model}.verilated/${class}.h)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${other}.verilated/${class}.h)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${other}.verilated/same_ports)
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND ${GPUTM_SAME_PORTS} ${right} ${header}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${right} ${header} ${GPUTM_SAME_PORTS}
    VERBATIM)
  add_custom_target(${other}_same_ports DEPENDS ${stamp})
endfunction()

# program_with_other_models(<test program> <suffix> <property> <model> ... LINK <what the program links>)
# <test program>.<suffix> has, for each model with that property, the model that it names, and RTL for all others; there is none
# if no model has it. Objects come before the libraries, whose models are then not needed.
function(program_with_other_models test suffix property)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  set(objects)
  set(headers)
  set(checks)
  foreach(model ${ARG_UNPARSED_ARGUMENTS})
    get_target_property(other ${model} ${property})
    if(other)
      list(APPEND objects $<TARGET_OBJECTS:${other}>)
      list(APPEND headers ${CMAKE_CURRENT_BINARY_DIR}/${other}.verilated)
      list(APPEND checks ${other}_same_ports)
    endif()
  endforeach()
  if(objects)
    gputm_test_again(${test}.${suffix} ${test} OBJECTS ${objects} HEADERS ${headers} LINK ${ARG_LINK})
    add_dependencies(${test}.${suffix} ${checks})
  endif()
endfunction()
