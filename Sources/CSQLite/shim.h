#pragma once
#include <sqlite3.h>
#include <string.h>

/// Sets one of the SQLITE_DBCONFIG switches; sqlite3_db_config is variadic, which Swift does not import.
static inline int pk_sqlite_set_switch(sqlite3 *connection, int option, int on) {
    return sqlite3_db_config(connection, option, on, (int *)0);
}

/// Binds a copy of some bytes; SQLITE_TRANSIENT is a cast, which Swift does not import.
static inline int pk_sqlite_bind_copy(
    sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// The length of the header of a wal-index (https://sqlite.org/walformat.html, section 2.2).
#define PK_LOG_MARK_LENGTH 48

/// Copies the header of the connection's wal-index, which every commit of every process changes.
///
/// Only for a connection that has read a database in WAL mode: it would make a wal-index otherwise.
/// Returns 0 where there is none that can be used without repairing it first.
static inline int pk_sqlite_log_mark(sqlite3 *connection, void *mark) {
    sqlite3_file *file = 0;
    volatile void *index = 0;
    unsigned char second[PK_LOG_MARK_LENGTH];
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
        || !file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap)
        return 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK || !index) return 0;
    // Read as SQLite does: a writer writes the second copy first, so two equal copies are whole.
    memcpy(mark, (const void *)index, PK_LOG_MARK_LENGTH);
    file->pMethods->xShmBarrier(file);
    memcpy(second, (const char *)index + PK_LOG_MARK_LENGTH, PK_LOG_MARK_LENGTH);
    // The byte at 12 tells that the index was made.
    return ((const unsigned char *)mark)[12] && !memcmp(mark, second, PK_LOG_MARK_LENGTH);
}
