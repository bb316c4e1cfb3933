# The targets, given STEERWRIGHT_INCLUDE, STEERWRIGHT_LIB and STEERWRIGHT_BIN (folders), and the names of the files in them.
if(NOT TARGET steerwright::steerwright)
    add_library(steerwright::steerwright SHARED IMPORTED GLOBAL)
    set_target_properties(steerwright::steerwright PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${STEERWRIGHT_INCLUDE}" IMPORTED_NO_SONAME TRUE)
    if(STEERWRIGHT_IMPORT)
        set_target_properties(steerwright::steerwright PROPERTIES
            IMPORTED_LOCATION "${STEERWRIGHT_BIN}/${STEERWRIGHT_SHARED}" IMPORTED_IMPLIB "${STEERWRIGHT_LIB}/${STEERWRIGHT_IMPORT}")
    else()
        set_target_properties(steerwright::steerwright PROPERTIES IMPORTED_LOCATION "${STEERWRIGHT_LIB}/${STEERWRIGHT_SHARED}")
    endif()

    # With what Rust's standard library needs of the system.
    add_library(steerwright::static STATIC IMPORTED GLOBAL)
    set_target_properties(steerwright::static PROPERTIES
        IMPORTED_LOCATION "${STEERWRIGHT_LIB}/${STEERWRIGHT_STATIC}" INTERFACE_INCLUDE_DIRECTORIES "${STEERWRIGHT_INCLUDE}")
    if(WIN32)
        set_property(TARGET steerwright::static PROPERTY INTERFACE_LINK_LIBRARIES kernel32 ntdll userenv ws2_32 dbghelp bcrypt)
    elseif(APPLE)
        set_property(TARGET steerwright::static PROPERTY INTERFACE_LINK_LIBRARIES m)
    else()
        set_property(TARGET steerwright::static PROPERTY INTERFACE_LINK_LIBRARIES gcc_s pthread dl m)
    endif()
endif()
