# Compiler settings shared by every target of ours, and the two functions that make a library of a layer and a test.

find_program(CCACHE ccache)
if(CCACHE)
  # It takes the included files from the compiler and does not preprocess everything first, which would be a quarter of a
  # first build; and lets files with precompiled headers be cached.
  set(CMAKE_C_COMPILER_LAUNCHER env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

# Usage requirements of all code; vector width must agree between objects that share inline functions.
add_library(gputm_flags INTERFACE)
if(GPUTM_NATIVE)
  target_compile_options(gputm_flags INTERFACE -march=native)
endif()
if(GPUTM_SANITIZE)
  target_compile_options(gputm_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                         -fno-omit-frame-pointer)
  target_link_options(gputm_flags INTERFACE -fsanitize=address,undefined)
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

# gputm_layer(<name> SOURCES ... [LINK lower layers and libraries ...])
# One static library per folder of sim/. Headers are included as "<folder>/<file>.h"; once installed, as
# <gputm/<folder>/<file>.h>.
# QUICK_TO_COMPILE: what runs once or waits for people; compiled with -O1.
function(gputm_layer name)
  cmake_parse_arguments(ARG "QUICK_TO_COMPILE" "" "SOURCES;LINK" ${ARGN})
  add_library(gputm_${name} STATIC ${ARG_SOURCES})
  add_library(gputm::${name} ALIAS gputm_${name})
  set_target_properties(gputm_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(gputm_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sim>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(gputm_${name} PUBLIC ${ARG_LINK} gputm_flags PRIVATE $<BUILD_INTERFACE:gputm_warnings>)
  if(ARG_QUICK_TO_COMPILE AND CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(gputm_${name} PRIVATE -O1)
  endif()
endfunction()

set(GPUTM_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)
# gputm_test(<name> SOURCES ... [LINK ...] [MODULES ...] [LABELS ...] [TIMEOUT seconds])
# One GoogleTest executable; each of its tests becomes a CTest test. MODULES: modules that it loads (GputmUnitModule).
# Tests are compiled with -O1: at -O3 they take longer to compile than to run.
function(gputm_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;MODULES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as the headers; the compiler's default
  target_compile_options(${name} PRIVATE ${GPUTM_TEST_OPTIONS})
  if("rtl" IN_LIST ARG_LABELS)
    target_precompile_headers(${name} REUSE_FROM gputm_rtl_test_headers)
  else()
    target_precompile_headers(${name} REUSE_FROM gputm_test_headers)
  endif()
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tb)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main gputm_flags gputm_warnings)
  if(ARG_MODULES)
    add_dependencies(${name} ${ARG_MODULES})
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
