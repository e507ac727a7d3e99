# source_bug_tests(<test program> <source> BUGS <bug> ... LINK <what the program links>)
# The same as seeded_bug_tests() of tb/unit/module_model.cmake for a source in C++: the program's objects are linked with a
# copy of the source that tb/bugs/<source's name>/<bug>.sed has broken, before the library with the right one. It is
# compiled without the project's warnings: what a bug leaves unused is nobody's fault.
function(source_bug_tests test source)
  cmake_parse_arguments(ARG "" "" "BUGS;LINK" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  foreach(bug ${ARG_BUGS})
    set(script ${PROJECT_SOURCE_DIR}/tb/bugs/${name}/${bug}.sed)
    set(broken ${CMAKE_CURRENT_BINARY_DIR}/${name}_${bug}.cpp)
    add_custom_command(
      OUTPUT ${broken}
      COMMAND sed -f ${script} ${source} > ${broken}
      COMMAND sh -c "! cmp -s ${source} ${broken}"
      DEPENDS ${source} ${script}
      COMMENT "Breaking ${name}: ${bug}"
      VERBATIM)
    set(program ${test}.${bug})
    add_executable(${program} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${test}> ${broken})
    target_link_libraries(${program} PRIVATE ${ARG_LINK} GTest::gtest_main gputm_flags)
    add_dependencies(gputm_long_tests ${program})
    add_test(NAME ${test}.catches.${bug} COMMAND ${PROJECT_SOURCE_DIR}/tb/bugs/expect_caught $<TARGET_FILE:${program}>)
    set_tests_properties(${test}.catches.${bug} PROPERTIES TIMEOUT 300 LABELS long)
    gputm_test_inputs(${test}.catches.${bug} ${program} ${PROJECT_SOURCE_DIR}/tb/bugs/expect_caught)
  endforeach()
endfunction()
