# `cmake --install`: the command, the libraries with their headers, gputm_add_kernel() and the device header, so that
# find_package(gputm) gives a user's own kernels and host programs all they need (docs/guide/kernels.md, docs/guide/example). What is
# for find_package alone is the component `development`, which a wheel does not have (pyproject.toml).
include(CMakePackageConfigHelpers)

# Everything that host programs link: the GPU model, all TM systems, launches with their JSON.
add_library(gputm_gputm INTERFACE)
add_library(gputm::gputm ALIAS gputm_gputm)
set_target_properties(gputm_gputm PROPERTIES EXPORT_NAME gputm)
target_link_libraries(gputm_gputm INTERFACE gputm::check gputm::gpu gputm::engines gputm::launch)

# Adds `target` and the libraries of ours that it links to the list `out`.
function(gputm_collect_libraries target out)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  get_target_property(imported ${target} IMPORTED)
  if(imported OR target IN_LIST ${out})
    return()
  endif()
  list(APPEND ${out} ${target})
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(linked ${target} ${property})
    foreach(library ${linked})
      string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
      if(TARGET ${library})
        gputm_collect_libraries(${library} ${out})
      endif()
    endforeach()
  endforeach()
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()

set(libraries)
gputm_collect_libraries(gputm_gputm libraries)
# The gputm command as a function, for programs that add TM systems to it (docs/new_system.md).
gputm_collect_libraries(gputm_app libraries)
install(TARGETS ${libraries} EXPORT gputm ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm)
install(TARGETS gputm_verilated EXPORT gputm LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm)
install(EXPORT gputm NAMESPACE gputm:: FILE gputmTargets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gputm COMPONENT development)
set_target_properties(gputm PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/gputm")
install(TARGETS gputm RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# Host programs include <gputm/gpu/gpu.h>. Headers name each other from sim/, as "gpu/gpu.h"; installed ones get the
# prefix there too, so that a user's own folder gpu/ or base/ cannot come between.
set(layers base isa memory tm core check gpu engines launch)
foreach(layer ${layers})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputm
          FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/sim/app/gputm_main.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputm/app)
install(FILES ${PROJECT_BINARY_DIR}/sim/base/generated/base/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputm/base)
list(JOIN layers "|" layers)
string(CONFIGURE [[
  file(GLOB_RECURSE headers "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_INCLUDEDIR@/gputm/*.h")
  foreach(header ${headers})
    file(READ ${header} text)
    string(REGEX REPLACE "#include \"(@layers@)/" "#include \"gputm/\\1/" text "${text}")
    file(WRITE ${header} "${text}")
  endforeach()
]] add_prefix @ONLY)
install(CODE "${add_prefix}")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/workloads/device/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gputm/device)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/cuda/include ${PROJECT_SOURCE_DIR}/sim/cuda/device DESTINATION ${CMAKE_INSTALL_DATADIR}/gputm/cuda)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/opencl/include ${PROJECT_SOURCE_DIR}/sim/opencl/device DESTINATION ${CMAKE_INSTALL_DATADIR}/gputm/opencl)
install(TARGETS gputm_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/GputmKernel.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gputm)

# gputm plot, which a wheel has as Python's package gputm.plot; the sweeps of the papers, and what runs sweeps on a cluster.
file(GLOB plot_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/app/plot/*.py)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/sim/app/plot/draw_sweep DESTINATION ${GPUTM_PLOT_FOLDER})
install(FILES ${plot_sources} DESTINATION ${GPUTM_PLOT_FOLDER})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sweeps DESTINATION ${CMAKE_INSTALL_DATADIR}/gputm)

# For the user's own SystemVerilog: gputm_verilate() and the RTL; engines/*/verilated_*.h make units of Verilated models. Lists
# of sources name the folder of the package instead of the project's.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rtl DESTINATION ${CMAKE_INSTALL_DATADIR}/gputm
        FILES_MATCHING PATTERN "*.sv" PATTERN "*.svh" PATTERN "*.vlt")
file(GLOB source_lists CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/rtl/*/*.cmake)
foreach(list ${source_lists})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(READ ${PROJECT_SOURCE_DIR}/${list} text)
  string(REPLACE "\${PROJECT_SOURCE_DIR}/rtl/" "\${GPUTM_RTL_DIR}/" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${list} CONTENT "${text}" @ONLY)
  get_filename_component(folder ${list} DIRECTORY)
  install(FILES ${PROJECT_BINARY_DIR}/generated/${list} DESTINATION ${CMAKE_INSTALL_DATADIR}/gputm/${folder})
endforeach()

# For the units that a run builds when it needs them: their descriptions, whose files are those of the package, and what builds them.
install(FILES ${GPUTM_UNIT_SCRIPTS} DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gputm)
install(FILES ${PROJECT_BINARY_DIR}/generated/engines/unit_interface.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputm/engines)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/gputm/units OUTPUT_VARIABLE prefix)
cmake_language(EVAL CODE "cmake_language(DEFER CALL gputm_install_units [[${prefix}]])")
function(gputm_install_units prefix)
  get_property(units GLOBAL PROPERTY GPUTM_UNITS)
  set(share ${prefix}/${CMAKE_INSTALL_DATADIR}/gputm)
  set(include ${prefix}/${CMAKE_INSTALL_INCLUDEDIR})
  foreach(unit ${units} toolchain)
    file(READ ${GPUTM_UNIT_DIR}/${unit} text)
    string(REGEX REPLACE "launcher [^\n]*\n" "" text "${text}")
    string(REGEX REPLACE "include [^\n]*\n" "" text "${text}")
    if(unit STREQUAL toolchain)
      string(APPEND text "include ${include}/gputm\ninclude ${include}\n")
    endif()
    string(REPLACE "${PROJECT_SOURCE_DIR}/rtl" "${share}/rtl" text "${text}")
    string(REPLACE "${PROJECT_SOURCE_DIR}/sim/" "${include}/gputm/" text "${text}")
    string(REPLACE "${PROJECT_SOURCE_DIR}/cmake/" "../../cmake/gputm/" text "${text}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/units/${unit} CONTENT "${text}" @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/generated/units/${unit} DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm/units)
  endforeach()
endfunction()

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/gputmConfig.cmake.in ${PROJECT_BINARY_DIR}/gputmConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gputm PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gputmConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gputmConfig.cmake ${PROJECT_BINARY_DIR}/gputmConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gputm COMPONENT development)
