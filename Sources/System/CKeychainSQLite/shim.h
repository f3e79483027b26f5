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

/// The columns of a row of items, in the order of QueryShape's text.
struct pk_sqlite_row {
    sqlite3_int64 id, item_class, protection, flags, group;
    /// Bit n tells that token n is there.
    int lookups_present;
    sqlite3_int64 lookups[3];
    const void *identifier, *primary_key, *metadata, *secret;
    int identifier_count, primary_key_count, metadata_count, secret_count;
    /// The length of the secret; -1 if there is none.
    sqlite3_int64 secret_length;
};

#define PK_ROW_SOUND 0
#define PK_ROW_DAMAGED 1
#define PK_ROW_WITHOUT_MEMORY 2

static inline int pk_sqlite_integer(sqlite3_stmt *statement, int column, sqlite3_int64 *number) {
    // A value that is looked up once takes a third of the functions that look the column up again.
    // It must not be used by two threads, and nothing of a connection is.
    sqlite3_value *value = sqlite3_column_value(statement, column);
    if (sqlite3_value_type(value) != SQLITE_INTEGER) return 0;
    *number = sqlite3_value_int64(value);
    return 1;
}

static inline int pk_sqlite_blob(
    sqlite3_stmt *statement, int column, const void **bytes, int *count) {
    sqlite3_value *value = sqlite3_column_value(statement, column);
    if (sqlite3_value_type(value) != SQLITE_BLOB) return PK_ROW_DAMAGED;
    // In this order: the length is that of the type in which the value was last read.
    *bytes = sqlite3_value_blob(value);
    *count = sqlite3_value_bytes(value);
    return *bytes || *count == 0 ? PK_ROW_SOUND : PK_ROW_WITHOUT_MEMORY;
}

/// Reads the current row, whose bytes are valid until the next step. SQLite also returns rows of a
/// damaged file, so every type is checked.
static inline int pk_sqlite_read_row(
    sqlite3_stmt *statement, int with_secret, struct pk_sqlite_row *row) {
    if (!pk_sqlite_integer(statement, 0, &row->id)
        || !pk_sqlite_integer(statement, 1, &row->item_class)
        || !pk_sqlite_integer(statement, 2, &row->protection)
        || !pk_sqlite_integer(statement, 3, &row->flags)
        || !pk_sqlite_integer(statement, 4, &row->group))
        return PK_ROW_DAMAGED;
    row->lookups_present = 0;
    for (int place = 0; place < 3; place++) {
        sqlite3_value *value = sqlite3_column_value(statement, 5 + place);
        row->lookups[place] = 0;
        if (sqlite3_value_type(value) == SQLITE_NULL) continue;
        if (sqlite3_value_type(value) != SQLITE_INTEGER) return PK_ROW_DAMAGED;
        row->lookups[place] = sqlite3_value_int64(value);
        row->lookups_present |= 1 << place;
    }
    int result = pk_sqlite_blob(statement, 8, &row->identifier, &row->identifier_count);
    if (!result) result = pk_sqlite_blob(statement, 9, &row->primary_key, &row->primary_key_count);
    if (!result) result = pk_sqlite_blob(statement, 10, &row->metadata, &row->metadata_count);
    if (result) return result;
    row->secret = 0;
    row->secret_count = 0;
    row->secret_length = -1;
    if (sqlite3_value_type(sqlite3_column_value(statement, 11)) == SQLITE_NULL)
        return PK_ROW_SOUND;
    // The column is the secret or its length: a function of SQL for each row would be in vain.
    if (!with_secret)
        return pk_sqlite_integer(statement, 11, &row->secret_length) ? PK_ROW_SOUND : PK_ROW_DAMAGED;
    result = pk_sqlite_blob(statement, 11, &row->secret, &row->secret_count);
    if (result == PK_ROW_SOUND) row->secret_length = row->secret_count;
    return result;
}

/// The length of the header of a wal-index (https://sqlite.org/walformat.html, section 2.2).
#define PK_LOG_MARK_LENGTH 48

/// The file of a connection's database, which is the same as long as the connection; null if it has
/// none. SQLite takes a null name for that database, without comparing names.
static inline void *pk_sqlite_file(sqlite3 *connection) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, 0, SQLITE_FCNTL_FILE_POINTER, &file);
    return code == SQLITE_OK ? file : 0;
}

/// The number of bytes of a connection's file; negative if that is not known.
static inline long long pk_sqlite_file_length(void *connection_file) {
    sqlite3_file *file = (sqlite3_file *)connection_file;
    sqlite3_int64 length = 0;
    if (!file || !file->pMethods || file->pMethods->xFileSize(file, &length) != SQLITE_OK) return -1;
    return length;
}

/// Reads bytes of a connection's file, past the cache. A descriptor of its own would drop all locks of
/// this process on the file when it is closed (https://sqlite.org/howtocorrupt.html, section 2.2).
static inline int pk_sqlite_file_read(void *connection_file, void *bytes, int count, long long place) {
    sqlite3_file *file = (sqlite3_file *)connection_file;
    if (!file || !file->pMethods) return SQLITE_IOERR_READ;
    return file->pMethods->xRead(file, bytes, count, place);
}

/// Copies the header of the wal-index of a connection's file, which every commit of every process
/// changes.
///
/// Only for a connection that has read a database in WAL mode: it would make a wal-index otherwise.
/// Returns 0 where there is none that can be used without repairing it first.
static inline int pk_sqlite_log_mark(void *connection_file, void *mark) {
    sqlite3_file *file = (sqlite3_file *)connection_file;
    volatile void *index = 0;
    unsigned char second[PK_LOG_MARK_LENGTH];
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap)
        return 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK || !index) return 0;
    // Read as SQLite does: a writer writes the second copy first, so two equal copies are whole.
    memcpy(mark, (const void *)index, PK_LOG_MARK_LENGTH);
    file->pMethods->xShmBarrier(file);
    memcpy(second, (const char *)index + PK_LOG_MARK_LENGTH, PK_LOG_MARK_LENGTH);
    // The byte at 12 tells that the index was made.
    return ((const unsigned char *)mark)[12] && !memcmp(mark, second, PK_LOG_MARK_LENGTH);
}
