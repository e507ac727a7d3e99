# gputm_verilated: Verilator's runtime, one for all models of a process, whatever options they were translated with and
# whether they are linked or loaded.
set(_verilated_sources verilated verilated_threads verilated_fst_c verilated_cov)
list(TRANSFORM _verilated_sources PREPEND ${VERILATOR_ROOT}/include/)
list(TRANSFORM _verilated_sources APPEND .cpp)
add_library(gputm_verilated SHARED ${_verilated_sources})
add_library(gputm::verilated ALIAS gputm_verilated)
target_include_directories(gputm_verilated SYSTEM PUBLIC $<BUILD_INTERFACE:${VERILATOR_ROOT}/include>
                           $<BUILD_INTERFACE:${VERILATOR_ROOT}/include/vltstd>)
target_compile_definitions(gputm_verilated PUBLIC VM_COVERAGE=1 VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0
                           VM_TRACE_SAIF=0 VL_TIME_CONTEXT)
target_compile_options(gputm_verilated PRIVATE -O2 -w)
set_target_properties(gputm_verilated PROPERTIES EXPORT_NAME verilated LIBRARY_OUTPUT_DIRECTORY ${GPUTM_MODULE_DIR} INSTALL_RPATH "$ORIGIN")
find_package(ZLIB REQUIRED)
find_library(LZ4 lz4 REQUIRED)
target_link_libraries(gputm_verilated PUBLIC gputm_flags Threads::Threads PRIVATE ZLIB::ZLIB ${LZ4})

# Without sanitizers: an index out of range, which SystemVerilog defines, is an excessive shift in C++; and instrumented models
# take most of an hour to compile. A library, since options of linked libraries come last.
add_library(gputm_verilated_code INTERFACE)
if(GPUTM_SANITIZE)
  target_compile_options(gputm_verilated_code INTERFACE -fno-sanitize=all -g0)
endif()

# Verilator's headers as models include them, at each level of optimization.
foreach(level O0 O1 O3)
  gputm_precompiled_headers(model_${level} HEADERS <verilated.h> OPTIONS -${level} -fvisibility=hidden -w LINK gputm_verilated gputm_verilated_code)
endforeach()
