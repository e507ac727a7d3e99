# Compiler settings shared by every target of ours, and the two functions that make a library of a layer and a test.

find_program(CCACHE ccache)
if(CCACHE)
  # It takes the included files from the compiler and does not preprocess everything first, which would be a quarter of a
  # first build; lets files with precompiled headers be cached; and does not ask where the tree is, so that another clone
  # finds what one has compiled.
  set(CMAKE_C_COMPILER_LAUNCHER env CCACHE_DEPEND=1 CCACHE_INODECACHE=1 CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

# GCC would walk its memory, most of it precompiled headers, to free some of it at 128 MB: that takes a tenth of a compilation
# and saves a tenth of its memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options("SHELL:--param ggc-min-heapsize=1048576")
endif()

# Usage requirements of all code; vector width must agree between objects that share inline functions.
add_library(gputm_flags INTERFACE)
# Position-independent code may still inline its own functions: nobody replaces them when a program is loaded.
target_compile_options(gputm_flags INTERFACE -fno-semantic-interposition)
if(GPUTM_NATIVE)
  target_compile_options(gputm_flags INTERFACE -march=native)
endif()
if(GPUTM_SANITIZE)
  if(NOT GPUTM_SANITIZE MATCHES "^(address,undefined|thread)$")
    message(FATAL_ERROR "GPUTM_SANITIZE is ${GPUTM_SANITIZE}; it may be address,undefined or thread")
  endif()
  target_compile_options(gputm_flags INTERFACE -fsanitize=${GPUTM_SANITIZE} -fno-sanitize-recover=undefined
                         -fno-omit-frame-pointer)
  target_link_options(gputm_flags INTERFACE -fsanitize=${GPUTM_SANITIZE})
endif()
if(GPUTM_COVERAGE)
  target_compile_options(gputm_flags INTERFACE --coverage)
  target_link_options(gputm_flags INTERFACE --coverage)
endif()

if(GPUTM_FUZZ)
  target_compile_options(gputm_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined
                         -fno-sanitize-recover=undefined)
  target_link_options(gputm_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined)
endif()

# Warnings for hand-written code; generated code (Verilator's) is compiled without them. GCC's are the reference.
add_library(gputm_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(gputm_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow)
endif()
if(GPUTM_WERROR)
  target_compile_options(gputm_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 reports std::string's operator+(const char*, std::string&&) (GCC bug 105651).
  # At -O1, where tests are compiled, it takes the inside of an empty std::optional for a variable that is used.
  target_compile_options(gputm_warnings INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()

# Most of a file's compilation is its headers, so files are compiled together: all of a test program, a few of a library, so that
# an edit does not compile all of it again. So what they define in unnamed namespaces has a name of its own.
function(gputm_compile_together target batch)
  if(GPUTM_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  endif()
endfunction()

# gputm_layer(<name> SOURCES ... [LINK lower layers and libraries ...] [QUICK_TO_COMPILE])
# One static library per folder of sim/. Headers are included as "<folder>/<file>.h"; once installed, as
# <gputm/<folder>/<file>.h>.
# QUICK_TO_COMPILE: what runs once or waits for people; compiled with -O1.
set(GPUTM_QUICK_TO_COMPILE $<$<CONFIG:Release>:-O1>)
function(gputm_layer name)
  cmake_parse_arguments(ARG "QUICK_TO_COMPILE" "" "SOURCES;LINK" ${ARGN})
  add_library(gputm_${name} STATIC ${ARG_SOURCES})
  add_library(gputm::${name} ALIAS gputm_${name})
  set_target_properties(gputm_${name} PROPERTIES EXPORT_NAME ${name})
  gputm_compile_together(gputm_${name} 5)
  target_include_directories(gputm_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sim>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(gputm_${name} PUBLIC ${ARG_LINK} gputm_flags PRIVATE $<BUILD_INTERFACE:gputm_warnings>)
  set(headers gputm_layer_FAST_headers)
  if(ARG_QUICK_TO_COMPILE)
    target_compile_options(gputm_${name} PRIVATE ${GPUTM_QUICK_TO_COMPILE})
    set(headers gputm_layer_QUICK_headers)
  endif()
  if(NOT GPUTM_FUZZ)  # that build has few files
    target_precompile_headers(gputm_${name} REUSE_FROM ${headers})
  endif()
endfunction()

# gputm_test_inputs(<test or program> <target, file or folder> ...)
# What a test's result depends on beside its command: tb/run_tests does not run it again while all of it is as it was. A
# target is its file, those of the units that it stands for, or its kernel.
function(gputm_test_inputs name)
  set(files)
  foreach(input ${ARGN})
    if(NOT TARGET ${input})
      get_filename_component(input ${input} ABSOLUTE)
      list(APPEND files ${input})
      continue()
    endif()
    get_target_property(type ${input} TYPE)
    get_target_property(units ${input} GPUTM_FILES)
    get_target_property(elf ${input} GPUTM_ELF)
    if(NOT type STREQUAL UTILITY)
      list(APPEND files $<TARGET_FILE:${input}>)
    elseif(units)
      list(APPEND files ${units})
    elseif(elf)
      list(APPEND files ${elf})
    else()
      message(FATAL_ERROR "${name}: ${input} is a target without a file")
    endif()
  endforeach()
  list(JOIN files "\n" files)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/Testing/inputs/${name} CONTENT "${files}\n")
endfunction()

# What only long tests need: the target that `make test-long` builds beside all.
add_custom_target(gputm_long_tests)
# What those long tests need that CI runs, too: `make test-ci`.
add_custom_target(gputm_ci_tests)
# What tests with the label `starts` need: `make test-starts`.
add_custom_target(gputm_start_tests)

# Tests are compiled without optimization, since most take longer to compile than to run; those that compute a lot at -O1.
set(GPUTM_TEST_OPTIONS_QUICK $<$<CONFIG:Release>:-O0>)
set(GPUTM_TEST_OPTIONS_OPTIMIZED $<$<CONFIG:Release>:-O1>)
# gputm_test_program(<program> <level> <library> ...): compiles and links the program's sources as those of a test; level: QUICK or OPTIMIZED
function(gputm_test_program program level)
  gputm_compile_together(${program} 0)
  set_target_properties(${program} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as the headers; the compiler's default
  target_compile_options(${program} PRIVATE ${GPUTM_TEST_OPTIONS_${level}})
  # Verilator's among them: they must agree in its definitions.
  target_precompile_headers(${program} REUSE_FROM gputm_test_${level}_headers)
  target_compile_definitions(${program} PRIVATE $<TARGET_PROPERTY:gputm_verilated,INTERFACE_COMPILE_DEFINITIONS>)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tb ${PROJECT_SOURCE_DIR}/sim)
  target_link_libraries(${program} PRIVATE ${ARGN} GTest::gtest_main gputm_flags gputm_warnings)
endfunction()

# gputm_test_again(<program> <test> [OBJECTS ... HEADERS ...] LINK ...): the test's program with other libraries, or with objects that come
# before them. It has the test's objects; but a test that looks inside its models (through `rootp`, or V<name>_sites.h) is compiled again,
# with the headers of the other ones, which have their members in other places. HEADERS: the folders with those of OBJECTS.
function(gputm_test_again program test)
  cmake_parse_arguments(ARG "" "" "OBJECTS;HEADERS;LINK" ${ARGN})
  get_target_property(sources ${test} SOURCES)
  set(looks_inside OFF)
  foreach(source ${sources})
    get_filename_component(source ${source} ABSOLUTE)
    if(source MATCHES "_sites\\.h$")
      set(looks_inside ON)
    elseif(EXISTS ${source})
      file(STRINGS ${source} lines LIMIT_COUNT 1 REGEX "rootp|_sites\\.h")
      if(lines)
        set(looks_inside ON)
      endif()
    endif()
  endforeach()
  if(looks_inside)
    add_executable(${program} EXCLUDE_FROM_ALL ${sources} ${ARG_OBJECTS})
    get_target_property(level ${test} GPUTM_TEST_LEVEL)
    gputm_test_program(${program} ${level} ${ARG_LINK})
    target_include_directories(${program} SYSTEM BEFORE PRIVATE ${ARG_HEADERS})
    target_include_directories(${program} PRIVATE $<TARGET_PROPERTY:${test},INCLUDE_DIRECTORIES>)
  else()
    add_executable(${program} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${test}> ${ARG_OBJECTS})
    target_link_libraries(${program} PRIVATE ${ARG_LINK} GTest::gtest_main gputm_flags)
  endif()
endfunction()

# gputm_test(<name> SOURCES ... [LINK ...] [UNITS ...] [READS ...] [LABELS ...] [TIMEOUT seconds] [LONG] [LONG_ONLY] [OPTIMIZE])
# One GoogleTest executable; each of its tests becomes a CTest test. UNITS: Verilated units that it loads and that are built ahead
# (GputmUnits); READS: other targets, files and folders that its tests read: the RTL, where they build units. LONG: tests of suites
# whose name begins with `Long` are for `make test-long`. LONG_ONLY: the whole program is one test of `make test-long`, which alone
# builds it. OPTIMIZE: its own code takes most of its time. With the label `rtl` there is a test <name>.starts, too (tb/unit/random_starts).
function(gputm_test name)
  cmake_parse_arguments(ARG "LONG;LONG_ONLY;OPTIMIZE" "TIMEOUT" "SOURCES;LINK;UNITS;READS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set(level QUICK)
  if(ARG_OPTIMIZE)
    set(level OPTIMIZED)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  gputm_test_program(${name} ${level} ${ARG_LINK})
  set_target_properties(${name} PROPERTIES GPUTM_TEST_LEVEL ${level})
  foreach(target ${ARG_UNITS} ${ARG_READS})
    if(TARGET ${target})
      add_dependencies(${name} ${target})
    endif()
  endforeach()
  gputm_test_inputs(${name} ${ARG_UNITS} ${ARG_READS})
  if("rtl" IN_LIST ARG_LABELS)
    set_property(GLOBAL APPEND PROPERTY GPUTM_RTL_TESTS $<TARGET_FILE:${name}>)
    # With five seeds of random start values; CI does this for small ones.
    set(starts ${PROJECT_SOURCE_DIR}/tb/unit/random_starts)
    add_test(NAME ${name}.starts COMMAND ${starts} $<TARGET_FILE:${name}>)
    add_dependencies(gputm_start_tests ${name})
    set(labels starts)
    if(NOT ARG_LONG_ONLY AND NOT ARG_OPTIMIZE)
      list(APPEND labels long)
    endif()
    set_tests_properties(${name}.starts PROPERTIES TIMEOUT 1800 LABELS "${labels}")
    gputm_test_inputs(${name}.starts ${name} ${starts} ${ARG_UNITS})
  endif()
  if(ARG_LONG_ONLY)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(gputm_long_tests ${name})
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 1800 LABELS long)
    return()
  endif()
  set(long "Long*:*/Long*")
  gtest_discover_tests(${name} TEST_PREFIX "${name}." TEST_FILTER "-${long}" DISCOVERY_TIMEOUT 120
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
  if(ARG_LONG)
    gtest_discover_tests(${name} TEST_PREFIX "${name}." TEST_FILTER "${long}" DISCOVERY_TIMEOUT 120
                         PROPERTIES TIMEOUT 1800 LABELS long)
  endif()
endfunction()

# gputm_bench(<name> SOURCES ... [LINK ...] [UNITS ...]): a program for tb/bench/run, built by `make bench`, not by default.
add_custom_target(gputm_benches)
function(gputm_bench name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;UNITS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tb ${PROJECT_SOURCE_DIR}/sim)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} gputm_flags gputm_warnings)
  add_dependencies(gputm_benches ${name})
  if(ARG_UNITS)
    add_dependencies(${name} ${ARG_UNITS})
  endif()
endfunction()

# gputm_script_test(<name> COMMAND ... [READS ...] [LONG [CI]] [TIMEOUT seconds])
# A test that is a command; these take longest and are started first. READS: what its result depends on, beside files that the command names; without it the test always
# runs. CI: CI runs it, although it is long.
function(gputm_script_test name)
  cmake_parse_arguments(ARG "LONG;CI" "TIMEOUT" "COMMAND;READS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} COST 1000)
  if(ARG_CI)
    set_tests_properties(${name} PROPERTIES LABELS "long;ci")
  elseif(ARG_LONG)
    set_tests_properties(${name} PROPERTIES LABELS long)
  endif()
  if(ARG_READS)
    gputm_test_inputs(${name} ${ARG_READS})
  endif()
endfunction()
