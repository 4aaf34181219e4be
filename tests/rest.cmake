# hamel_rest(TESTS tests... [TARGETS targets...]): tests of documents, examples and packages, fuzz and soak, and what is built for them
# alone. Where HAMEL_TESTS_IN_TWO is on, target `rest` builds it and not `all`.
add_custom_target(rest)
function(hamel_rest)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "TESTS;TARGETS")
  set_property(TEST ${arg_TESTS} APPEND PROPERTY LABELS rest)
  if(arg_TARGETS)
    add_dependencies(rest ${arg_TARGETS})
    if(HAMEL_TESTS_IN_TWO)
      set_target_properties(${arg_TARGETS} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()
endfunction()
