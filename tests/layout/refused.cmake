# Compiles FILE with COMMAND, which must fail with WORDS in its message, in few lines:
#   cmake "-DCOMMAND=c++;..." -DFILE=... -DWORDS=... -DLIMIT=... -P refused.cmake
execute_process(COMMAND ${COMMAND} ${FILE} RESULT_VARIABLE result ERROR_VARIABLE message OUTPUT_QUIET)
if(result EQUAL 0)
  message(FATAL_ERROR "${FILE} compiles")
endif()
if(NOT message MATCHES "${WORDS}")
  message(FATAL_ERROR "no \"${WORDS}\" in:\n${message}")
endif()
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)  # whose name may be long
string(REPLACE "${root}/" "" message "${message}")
string(REGEX REPLACE "In file included from [^\n]*/refused.hpp:[0-9]+:\n" "" message "${message}")  # what tests start from
string(LENGTH "${message}" length)
if(length GREATER LIMIT)
  message(FATAL_ERROR "${length} characters, more than ${LIMIT}:\n${message}")
endif()
