# module_model(<name> <top> SOURCES ... [PARAMETERS ...] [BUGS <module>/<bug> ...])
# A model of one module for its test: V<name>, with assertions. Its library, <module_prefix>_<name>, is appended to
# `models`; for each seeded bug of tb/bugs, a library with the same class in it, <module_prefix>_<name>_<bug>, to `bugs`.
set(models)
set(bugs)
function(module_model name top)
  cmake_parse_arguments(ARG "" "" "SOURCES;PARAMETERS;BUGS" ${ARGN})
  set(model ${module_prefix}_${name})
  set(args PREFIX V${name} TOP ${top} SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS} DEBUG)
  gputm_verilate(${model} ${args})
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

# seeded_bug_tests(<test program> <bug> ... LINK <what the program links> [OF_THE_MODULE])
# The program must fail with each of the bugs: its objects are linked once more, with the broken model in place of the
# right one. They are long tests, since they say something about the test, not about the module. OF_THE_MODULE: those
# suites must fail that are named as the module that has the bug.
function(seeded_bug_tests test)
  cmake_parse_arguments(ARG "OF_THE_MODULE" "" "LINK" ${ARGN})
  foreach(bug ${ARG_UNPARSED_ARGUMENTS})
    get_target_property(right ${bug} GPUTM_RIGHT_MODEL)
    list(TRANSFORM ARG_LINK REPLACE "^${right}$" ${bug} OUTPUT_VARIABLE link)
    set(program ${test}.${bug})
    add_executable(${program} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${test}>)
    target_link_libraries(${program} PRIVATE ${link} GTest::gtest_main gputm_flags)
    add_dependencies(gputm_long_tests ${program})
    set(module)
    if(ARG_OF_THE_MODULE)
      get_target_property(module ${bug} GPUTM_MODEL_TOP)
    endif()
    add_test(NAME ${test}.catches.${bug}
             COMMAND ${PROJECT_SOURCE_DIR}/tb/bugs/expect_caught $<TARGET_FILE:${program}> ${module})
    set_tests_properties(${test}.catches.${bug} PROPERTIES TIMEOUT 300 LABELS long)
    gputm_test_inputs(${test}.catches.${bug} ${program} ${PROJECT_SOURCE_DIR}/tb/bugs/expect_caught)
  endforeach()
endfunction()
