# What find_package(gputm) has of the benches of tb/, for a team that changes a block (docs/integration/benches.md): headers
# <gputm_tb/...>, and gputm::tb with what is no header: the commit unit's environment, the models of snapshot isolation and GETM.
add_library(gputm_tb INTERFACE)
add_library(gputm::tb ALIAS gputm_tb)
set(bench_libraries commit_unit_environment post_dating_model getm_model)
target_link_libraries(gputm_tb INTERFACE ${bench_libraries} gputm::gputm gputm::verilated)
set_target_properties(gputm_tb PROPERTIES EXPORT_NAME tb)
install(TARGETS gputm_tb ${bench_libraries} EXPORT gputm ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm COMPONENT development)

set(folders common unit post_dating getm)
foreach(folder ${folders})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/tb/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gputm_tb COMPONENT development
          FILES_MATCHING PATTERN "*.h" PATTERN streams EXCLUDE PATTERN small_machine.h EXCLUDE PATTERN pointer_words.h EXCLUDE)
endforeach()
# As the headers of sim/ (GputmInstall.cmake), they name each other with a prefix.
list(JOIN folders "|" folders)
string(CONFIGURE [[
  file(GLOB_RECURSE headers "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_INCLUDEDIR@/gputm_tb/*.h")
  foreach(header ${headers})
    file(READ ${header} text)
    string(REGEX REPLACE "#include \"(@folders@)/" "#include \"gputm_tb/\\1/" text "${text}")
    string(REGEX REPLACE "#include \"(@layers@)/" "#include \"gputm/\\1/" text "${text}")
    file(WRITE ${header} "${text}")
  endforeach()
]] add_prefix @ONLY)
install(CODE "${add_prefix}" COMPONENT development)
