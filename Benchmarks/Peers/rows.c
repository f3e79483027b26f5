// The rows of a keychain in SQLite without sealing them: the same tables, indexes and durability.
// Compiled once with SQLite and once with SQLCipher, which cannot share a process.
//
//     rows fill PATH COUNT     makes the file
//     rows serve PATH          answers lines (peer.h)
//     rows once PATH INDEX     opens, reads one item, prints nanoseconds and KiB
//     rows repeat PATH WORK COUNT SIZE SEED    works silently, to be counted
#include "peer.h"
#ifdef SQLCIPHER
#define SQLITE_HAS_CODEC 1
#include <sqlcipher/sqlite3.h>
#else
#include <sqlite3.h>
#endif

static sqlite3 *db;
static sqlite3_stmt *find, *findMetadata, *list, *listMetadata, *add, *change, *drop;

static const char *layout =
    "CREATE TABLE items(id INTEGER PRIMARY KEY, identifier BLOB NOT NULL UNIQUE, "
    "class INTEGER NOT NULL, protection INTEGER NOT NULL, flags INTEGER NOT NULL, "
    "primary_key BLOB NOT NULL UNIQUE, grp INTEGER NOT NULL, first INTEGER, second INTEGER, "
    "third INTEGER, metadata BLOB NOT NULL, secret BLOB);"
    "CREATE INDEX items_first_second ON items(first, second);"
    "CREATE INDEX items_grp ON items(grp);"
    "CREATE INDEX items_second ON items(second);"
    "CREATE INDEX items_third ON items(third) WHERE third IS NOT NULL;";

static void run(const char *sql) {
    if (sqlite3_exec(db, sql, 0, 0, 0) != SQLITE_OK) peer_fail(sql, sqlite3_errmsg(db));
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, 0) != SQLITE_OK)
        peer_fail(sql, sqlite3_errmsg(db));
    return statement;
}

static void open_file(const char *path) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &db, flags, 0) != SQLITE_OK) peer_fail(path, sqlite3_errmsg(db));
#ifdef SQLCIPHER
    // A raw key, so that opening does not pay for the derivation from a password.
    run("PRAGMA key = \"x'2DD29CA851E7B56E4697B0E1F08507293D761A05CE4D1B628663F411A8086D99'\"");
#endif
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
}

static void prepare_all(void) {
#define WHERE " FROM items WHERE first = ?1 AND second = ?2 AND +grp = 7 AND +class = 1" \
              " AND (flags & 3) = 0 ORDER BY id"
#define WHERE_LIST " FROM items WHERE second = ?2 AND +grp = 7 AND +class = 1" \
                   " AND (flags & 3) = 0 ORDER BY id"
    find = prepare("SELECT metadata, secret" WHERE);
    findMetadata = prepare("SELECT metadata" WHERE);
    list = prepare("SELECT metadata, secret" WHERE_LIST);
    listMetadata = prepare("SELECT metadata" WHERE_LIST);
    add = prepare("INSERT INTO items VALUES(NULL, ?1, 1, 1, 0, ?2, 7, ?3, ?4, NULL, ?5, ?6)");
    change = prepare("UPDATE items SET metadata = ?3, secret = ?4 WHERE first = ?1 AND second = ?2");
    drop = prepare("DELETE FROM items WHERE first = ?1 AND second = ?2");
}

// FNV-1a stands in for the token of a value: an equally long number.
static int64_t token(const char *text) {
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return (int64_t)hash;
}

static void encode(char out[256], const char *service, const char *account) {
    memset(out, 'x', 256);
    snprintf(out, 256, "svce %s acct %s agrp benchmarks", service, account);
}

static int finish(sqlite3_stmt *statement, int expected) {
    int code = sqlite3_step(statement);
    int count = sqlite3_changes(db);
    sqlite3_reset(statement);
    return code == SQLITE_DONE && count == expected;
}

static int add_item(long index, const char *service, const char *account) {
    char metadata[256], secret[64] = {0};
    int64_t key[2] = {token(service), token(account)};
    int64_t name[2] = {index, key[0] ^ key[1]};
    encode(metadata, service, account);
    peer_secret(secret, index);
    sqlite3_bind_blob(add, 1, name, 16, SQLITE_STATIC);
    sqlite3_bind_blob(add, 2, key, 16, SQLITE_STATIC);
    sqlite3_bind_int64(add, 3, key[1]);
    sqlite3_bind_int64(add, 4, key[0]);
    sqlite3_bind_blob(add, 5, metadata, 200, SQLITE_STATIC);
    sqlite3_bind_blob(add, 6, secret, 60, SQLITE_STATIC);
    return finish(add, 1);
}

static int read_rows(sqlite3_stmt *statement, int columns) {
    int count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int column = 0; column < columns; column++) {
            // A copy that the caller may keep, as all others give one.
            int length = sqlite3_column_bytes(statement, column);
            void *copy = malloc((size_t)length);
            memcpy(copy, sqlite3_column_blob(statement, column), (size_t)length);
            free(copy);
        }
        count++;
    }
    sqlite3_reset(statement);
    return count;
}

int peer_do(const char *work, long index) {
    char service[64], account[64], metadata[256], secret[64] = {0};
    peer_service(service, index);
    peer_account(account, index);
    if (!strcmp(work, "insert")) return add_item(index, service, account);
    sqlite3_stmt *statement =
        !strcmp(work, "list-data") ? list
        : !strcmp(work, "list-attributes") ? listMetadata
        : !strcmp(work, "update") ? change
        : !strcmp(work, "delete") ? drop
        : find;
    if (statement != list && statement != listMetadata)
        sqlite3_bind_int64(statement, 1, token(account));
    sqlite3_bind_int64(statement, 2, token(service));
    if (statement == drop) return finish(drop, 1);
    if (statement == change) {
        encode(metadata, service, account);
        peer_secret(secret, peer_novelty());
        sqlite3_bind_blob(change, 3, metadata, 200, SQLITE_STATIC);
        sqlite3_bind_blob(change, 4, secret, 60, SQLITE_STATIC);
        return finish(change, 1);
    }
    int count = read_rows(statement, statement == listMetadata ? 1 : 2);
    if (!strcmp(work, "miss")) return count == 0;
    return !strncmp(work, "list", 4) ? count > 0 : count == 1;
}

static void fill(long count) {
    char service[64], account[64];
    run(layout);
    prepare_all();
    run("BEGIN");
    for (long index = 0; index < count; index++) {
        peer_service(service, index);
        peer_account(account, index);
        if (!add_item(index, service, account)) peer_fail("fill", sqlite3_errmsg(db));
    }
    run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int64_t start = peer_now();
    open_file(arguments[2]);
    if (!strcmp(arguments[1], "fill")) {
        fill(atol(arguments[3]));
    } else {
        prepare_all();
        if (!strcmp(arguments[1], "serve")) {
            peer_serve();
        } else if (!strcmp(arguments[1], "repeat") && count == 7) {
            long added = 0;
            peer_repeat(
                arguments[3], atol(arguments[4]), atol(arguments[5]),
                strtoull(arguments[6], NULL, 10), &added, NULL
            );
        } else {
            if (!peer_do("read", atol(arguments[3]))) peer_fail("once", "a wrong answer");
            printf("%ld %ld\n", (long)(peer_now() - start), peer_peak());
        }
    }
    return 0;
}
