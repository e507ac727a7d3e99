# seed_bug(<module>/<bug> <source> <broken>): a build step that writes the broken source, whose folder is there.
function(seed_bug bug source broken)
  get_filename_component(module ${bug} DIRECTORY)
  get_filename_component(name ${bug} NAME)
  set(bugs ${PROJECT_SOURCE_DIR}/tb/bugs/${module}.bugs)
  file(STRINGS ${bugs} found REGEX "^\\[${name}\\]$")
  if(NOT found)
    message(FATAL_ERROR "there is no seeded bug ${name} in ${bugs}")
  endif()
  add_custom_command(
    OUTPUT ${broken}
    COMMAND ${PROJECT_SOURCE_DIR}/tb/bugs/seed ${bug} ${source} ${broken}
    DEPENDS ${source} ${bugs} ${PROJECT_SOURCE_DIR}/tb/bugs/seed
    COMMENT "Breaking ${module}: ${name}"
    VERBATIM)
endfunction()

# Programs for tests of seeded bugs only: the target that `make test-bugs` builds.
add_custom_target(gputm_bug_tests)

# bug_test(<name> <program> [<module>] [FURTHER]): expect_caught with the program. The first of a module or source is a long test, too.
function(bug_test name program)
  cmake_parse_arguments(ARG "FURTHER" "" "" ${ARGN})
  add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/tb/bugs/expect_caught $<TARGET_FILE:${program}> ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(gputm_bug_tests ${program})
  set(labels bugs)
  if(NOT ARG_FURTHER)
    add_dependencies(gputm_long_tests ${program})
    list(APPEND labels long)
    # CI runs the first of each folder.
    get_property(has_one GLOBAL PROPERTY GPUTM_CI_BUG_OF_${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT has_one)
      set_property(GLOBAL PROPERTY GPUTM_CI_BUG_OF_${CMAKE_CURRENT_SOURCE_DIR} ON)
      add_dependencies(gputm_ci_tests ${program})
      list(APPEND labels ci)
    endif()
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 LABELS "${labels}")
  gputm_test_inputs(${name} ${program} ${PROJECT_SOURCE_DIR}/tb/bugs/expect_caught)
endfunction()

# source_bug_tests(<test program> <source> BUGS <bug> ... LINK <what the program links>)
# The same as seeded_bug_tests() of tb/unit/module_model.cmake for a source in C++: the program's objects are linked with a
# copy of the source that <bug> of tb/bugs/<source's name>.bugs has broken, before the library with the right one. It is
# compiled without the project's warnings, since a bug may leave something unused.
function(source_bug_tests test source)
  cmake_parse_arguments(ARG "" "" "BUGS;LINK" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  set(further)
  foreach(bug ${ARG_BUGS})
    set(broken ${CMAKE_CURRENT_BINARY_DIR}/${name}_${bug}.cpp)
    seed_bug(${name}/${bug} ${source} ${broken})
    set(program ${test}.${bug})
    add_executable(${program} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${test}> ${broken})
    target_link_libraries(${program} PRIVATE ${ARG_LINK} GTest::gtest_main gputm_flags)
    bug_test(${test}.catches.${bug} ${program} ${further})
    set(further FURTHER)
  endforeach()
endfunction()

# source_race_tests(...): the same for bugs that only ThreadSanitizer notices (make test-threads).
add_custom_target(gputm_race_tests)
function(source_race_tests test source)
  if(NOT GPUTM_SANITIZE STREQUAL thread)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "BUGS;LINK" ${ARGN})
  source_bug_tests(${ARGV})
  foreach(bug ${ARG_BUGS})
    add_dependencies(gputm_race_tests ${test}.${bug})
    set_tests_properties(${test}.catches.${bug} PROPERTIES LABELS threads)
  endforeach()
endfunction()
