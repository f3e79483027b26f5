#pragma once
#include <sqlite3.h>

/// Sets one of the SQLITE_DBCONFIG switches; sqlite3_db_config is variadic, which Swift does not import.
static inline int pk_sqlite_set_switch(sqlite3 *connection, int option, int on) {
    return sqlite3_db_config(connection, option, on, (int *)0);
}

/// Binds a copy of some bytes; SQLITE_TRANSIENT is a cast, which Swift does not import.
static inline int pk_sqlite_bind_copy(
    sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
