#define _GNU_SOURCE
#include "CKeychainVFS.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
// Since Linux 5.14, which older headers do not know.
enum { populate_to_read = 22, populate_to_write = 23 };
#else
enum { populate_to_read = -1, populate_to_write = -1 };
#endif

// SQLite's locks on the index (https://sqlite.org/walformat.html, section 2.3): writer, checkpointer,
// recovery, then one for each mark of readers.
enum { first_reader_lock = 3 };

// The two copies of the header of the index.
enum { header_length = 96 };

// In the log (walformat.html, section 1).
enum { log_header_length = 32, frame_header_length = 24 };

// A file above that of SQLite's own layer.
typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
} layered_file;

// The file of a store, with the index of its log.
typedef struct {
    layered_file file;
    // The path of the index; null for a file without one.
    char *index;
    // A descriptor of the index that is mapped, to ask for its length; -1 if there is none.
    int mapped;
    // The parts of the index that SQLite has mapped for this connection.
    void volatile **regions;
    int count, region_size;
} store_file;

// The log of a store.
typedef struct {
    layered_file file;
    // The store of this connection, which SQLite closes after its log.
    const store_file *store;
    // Whether this connection has flushed the log, and written nothing into it since.
    int is_flushed;
    // What it wrote last: the salts of the frame, and where it ends.
    uint8_t salts[8];
    sqlite3_int64 end;
} log_file;

// The numbers of the questions in pk_vfs_has_index and in log_open, as file controls.
enum { check_index = 0x504b6301, find_store = 0x504b6302 };

static sqlite3_vfs *below;

// The length of the file of the index; -1 if it has no name any more, and is not mapped.
//
// Each request asks for it, and by the path that takes four times as long as by a descriptor.
static sqlite3_int64 index_length(const store_file *file) {
    struct stat facts;
    int result = file->mapped >= 0 ? fstat(file->mapped, &facts) : stat(file->index, &facts);
    return result == 0 ? facts.st_size : -1;
}

// Keeps a descriptor of the index that is mapped now, if the system has one that neither reads nor
// writes: closing any other one would release SQLite's locks on the index.
static void keep_descriptor(store_file *file) {
#if defined(__linux__)
    if (file->mapped < 0) file->mapped = open(file->index, O_PATH | O_CLOEXEC | O_NOFOLLOW);
#else
    (void)file;
#endif
}

static void close_descriptor(store_file *file) {
    if (file->mapped >= 0) close(file->mapped);
    file->mapped = -1;
}

// Lets the system bring in each page of a region, and allocate it if it is to be written.
//
// Unlike an access, this fails where a page cannot be had. The descriptor that can write is SQLite's,
// and opening another one would release SQLite's locks when it is closed, so fallocate(2) has
// nothing to work on. A file system that writes elsewhere, such as btrfs, would not keep its
// promise anyway, so this is asked before each use.
static int can_use(const store_file *file, int region, int advice) {
    static uintptr_t page;
    if (!page) page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)file->regions[region];
    uintptr_t end = (start + (uintptr_t)file->region_size + page - 1) & ~(page - 1);
    start &= ~(page - 1);
    if (advice >= 0 && madvise((void *)start, end - start, advice) == 0) return 1;
    if (advice >= 0 && errno != EINVAL && errno != EAGAIN) return 0;
    // A system that does not offer this.
    return 1;
}

// Whether the index is shorter than what is mapped of it, or, if its header can be read, than the
// frames of the log need.
static int is_shorter(const store_file *file, int can_read) {
    sqlite3_int64 length = index_length(file);
    if (length < 0) return 0;
    if (length < (sqlite3_int64)file->count * file->region_size) return 1;
    if (!can_read) return 0;
    // The number of frames in the header: 4062 of them in the first region, 4096 in each other.
    sqlite3_int64 frames = ((const volatile uint32_t *)file->regions[0])[4];
    sqlite3_int64 needed = frames <= 4062 ? 1 : 2 + (frames - 4063) / 4096;
    return length < needed * file->region_size;
}

static int has_header(const store_file *file) { return file->count > 0 && file->regions[0]; }

static int is_cut(const store_file *file) {
    return is_shorter(file, has_header(file) && can_use(file, 0, populate_to_read));
}

// Each region is asked for once, also that of the header: each request waits for this.
static int can_use_all(const store_file *file, int advice) {
    for (int region = 0; region < file->count; region++)
        if (file->regions[region] && !can_use(file, region, advice)) return 0;
    return !is_shorter(file, has_header(file));
}

static int keep(store_file *file, int region, void volatile *memory) {
    if (region >= file->count) {
        sqlite3_uint64 size = sizeof *file->regions * ((sqlite3_uint64)region + 1);
        void volatile **regions = sqlite3_realloc64(file->regions, size);
        if (!regions) return SQLITE_IOERR_NOMEM;
        for (; file->count <= region; file->count++) regions[file->count] = 0;
        file->regions = regions;
    }
    file->regions[region] = memory;
    return SQLITE_OK;
}

static void drop(store_file *file, int region) {
    file->regions[region] = 0;
    while (file->count > 0 && !file->regions[file->count - 1]) file->count--;
}

// Whether the header says that the index was made.
static int is_made(const store_file *file) {
    return file->regions[0] && ((const volatile uint8_t *)file->regions[0])[12];
}

// Makes a file that was cut long enough for a region, and its header invalid, so that SQLite makes
// the index again from the log: where the file was cut, the index would be zeros, as if there were no
// frames. SQLite extends an index only with the writer's lock, so nobody else changes it.
static int repair(store_file *file, int region) {
    sqlite3_int64 length = ((sqlite3_int64)region + 1) * file->region_size;
    if (index_length(file) < length && truncate(file->index, (off_t)length) != 0) return 0;
    if (!can_use(file, region, populate_to_write)) return 0;
    for (int word = 0; region == 0 && word < header_length / 4; word++)
        ((volatile uint32_t *)file->regions[0])[word] = 0;
    return 1;
}

static int file_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **out) {
    store_file *file = (store_file *)base;
    if (region < file->count && file->regions[region]) {
        *out = file->regions[region];
        return SQLITE_OK;
    }
    int is_new = extend && region == 0 && index_length(file) < size;
    int result = file->file.real->pMethods->xShmMap(file->file.real, region, size, extend, out);
    if (result != SQLITE_OK || !*out) return result;
    file->region_size = size;
    keep_descriptor(file);
    result = keep(file, region, *out);
    if (result != SQLITE_OK) return result;
    int was_cut = is_new || is_cut(file);
    if (was_cut && extend && (region == 0 || !is_made(file)) && repair(file, region))
        return SQLITE_OK;
    if (!was_cut && can_use(file, region, extend ? populate_to_write : populate_to_read))
        return SQLITE_OK;
    drop(file, region);
    *out = 0;
    // As if it were not there yet: then SQLite takes the writer's lock and asks for a longer one.
    if (was_cut && !extend && region == 0) return SQLITE_OK;
    return was_cut && index_length(file) < (sqlite3_int64)(region + 1) * size ? SQLITE_IOERR_SHMMAP
                                                                             : SQLITE_FULL;
}

static int file_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
    store_file *file = (store_file *)base;
    int writes = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE;
    if ((flags & writes) == writes && !can_use_all(file, populate_to_write)) {
        if (is_cut(file)) return SQLITE_IOERR_SHMLOCK;
        // A reader can use an older mark.
        return offset >= first_reader_lock ? SQLITE_BUSY : SQLITE_FULL;
    }
    return file->file.real->pMethods->xShmLock(file->file.real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *base) {
    sqlite3_file *real = ((layered_file *)base)->real;
    real->pMethods->xShmBarrier(real);
}

static int file_shm_unmap(sqlite3_file *base, int delete) {
    store_file *file = (store_file *)base;
    sqlite3_free(file->regions);
    file->regions = 0;
    file->count = 0;
    close_descriptor(file);
    return file->file.real->pMethods->xShmUnmap(file->file.real, delete);
}

static int file_close(sqlite3_file *base) {
    store_file *file = (store_file *)base;
    sqlite3_free(file->regions);
    sqlite3_free(file->index);
    close_descriptor(file);
    return file->file.real->pMethods->xClose(file->file.real);
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xRead(real, bytes, count, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xWrite(real, bytes, count, offset);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xTruncate(real, size);
}

static int file_sync(sqlite3_file *base, int flags) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xSync(real, flags);
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *base, int level) {
    store_file *file = (store_file *)base;
    // A connection that is closed takes this lock to move the log into the file, and then uses the
    // index without locks. Without it, the log stays for the next one.
    if (level == SQLITE_LOCK_EXCLUSIVE && !can_use_all(file, populate_to_write)) return SQLITE_BUSY;
    return file->file.real->pMethods->xLock(file->file.real, level);
}

static int file_unlock(sqlite3_file *base, int level) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xUnlock(real, level);
}

static int file_check_reserved(sqlite3_file *base, int *answer) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xCheckReservedLock(real, answer);
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    store_file *file = (store_file *)base;
    if (operation == check_index)
        return can_use_all(file, populate_to_read) ? SQLITE_OK : SQLITE_IOERR_SHMMAP;
    if (operation == find_store) {
        *(const store_file **)argument = file;
        return SQLITE_OK;
    }
    return file->file.real->pMethods->xFileControl(file->file.real, operation, argument);
}

static int file_sector_size(sqlite3_file *base) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *base) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xDeviceCharacteristics(real);
}

// Version 2: no xFetch, because stores map nothing else.
static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
    file_unlock, file_check_reserved, file_control, file_sector_size, file_characteristics,
    file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, 0, 0,
};

// Where the frames end that the index names, if the log has certain salts (walformat.html, section
// 2.1: the size of a page at byte 14, the number of frames at 16, the salts at 32); -1 otherwise.
static sqlite3_int64 end_of_frames(const store_file *store, const uint8_t *salts) {
    if (store->count == 0 || !store->regions[0]) return -1;
    const volatile uint8_t *header = store->regions[0];
    for (int place = 0; place < 8; place++)
        if (header[32 + place] != salts[place]) return -1;
    sqlite3_int64 size = *(const volatile uint16_t *)(header + 14);
    if (size == 1) size = 65536;
    sqlite3_int64 frames = *(const volatile uint32_t *)(header + 16);
    return log_header_length + frames * (frame_header_length + size);
}

// A log is not flushed again if this connection has flushed all frames that the index names, and
// written nothing since. Before a checkpoint, SQLite flushes the log for connections whose commits do
// not (synchronous = NORMAL). In a store, each commit waits for its own flush. But the frames after
// those of this connection may have been read into the index from a program that was killed before
// its flush.
static int log_sync(sqlite3_file *base, int flags) {
    log_file *log = (log_file *)base;
    if (log->is_flushed && end_of_frames(log->store, log->salts) == log->end) return SQLITE_OK;
    int result = file_sync(base, flags);
    log->is_flushed = result == SQLITE_OK;
    return result;
}

static int log_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    log_file *log = (log_file *)base;
    log->is_flushed = 0;
    log->end = offset + count;
    // SQLite writes the header of each frame by itself, with the salts at byte 8.
    if (count == frame_header_length) memcpy(log->salts, (const uint8_t *)bytes + 8, 8);
    return file_write(base, bytes, count, offset);
}

static int log_truncate(sqlite3_file *base, sqlite3_int64 size) {
    ((log_file *)base)->is_flushed = 0;
    return file_truncate(base, size);
}

// SQLite does not lock its log.
static int log_lock(sqlite3_file *base, int level) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xLock(real, level);
}

static int log_close(sqlite3_file *base) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xClose(real);
}

static int log_control(sqlite3_file *base, int operation, void *argument) {
    sqlite3_file *real = ((layered_file *)base)->real;
    return real->pMethods->xFileControl(real, operation, argument);
}

// Version 1: a log has neither an index nor a mapping.
static const sqlite3_io_methods log_methods = {
    1, log_close, file_read, log_write, log_truncate, log_sync, file_size, log_lock,
    file_unlock, file_check_reserved, log_control, file_sector_size, file_characteristics,
    0, 0, 0, 0, 0, 0,
};

static int log_open(const char *name, sqlite3_file *opened, int flags, int *out) {
    const store_file *store = 0;
    sqlite3_file *owner = sqlite3_database_file_object(name);
    // A layer above this one has a file of its own, and passes the question on.
    int answer = owner && owner->pMethods
                     ? owner->pMethods->xFileControl(owner, find_store, &store)
                     : SQLITE_NOTFOUND;
    if (answer != SQLITE_OK || !store) return below->xOpen(below, name, opened, flags, out);
    log_file *log = (log_file *)opened;
    memset(log, 0, sizeof *log);
    log->store = store;
    log->file.real = (sqlite3_file *)(log + 1);
    int result = below->xOpen(below, name, log->file.real, flags, out);
    if (result == SQLITE_OK)
        log->file.base.pMethods = &log_methods;
    else if (log->file.real->pMethods)
        log->file.real->pMethods->xClose(log->file.real);
    return result;
}

static int store_open(const char *name, sqlite3_file *opened, int flags, int *out) {
    store_file *file = (store_file *)opened;
    memset(file, 0, sizeof *file);
    file->mapped = -1;
    file->file.real = (sqlite3_file *)(file + 1);
    file->index = sqlite3_mprintf("%s-shm", name);
    if (!file->index) return SQLITE_NOMEM;
    int result = below->xOpen(below, name, file->file.real, flags, out);
    const sqlite3_io_methods *real = file->file.real->pMethods;
    if (result == SQLITE_OK && real->iVersion >= 2 && real->xShmMap) {
        file->file.base.pMethods = &methods;
        return SQLITE_OK;
    }
    // Without an index there is nothing to check: the file is used directly.
    if (real) real->xClose(file->file.real);
    sqlite3_free(file->index);
    memset(file, 0, sizeof *file);
    return result == SQLITE_OK ? below->xOpen(below, name, opened, flags, out) : result;
}

static int vfs_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *opened, int flags, int *out) {
    (void)vfs;
    if (name && flags & SQLITE_OPEN_MAIN_DB) return store_open(name, opened, flags, out);
    if (name && flags & SQLITE_OPEN_WAL) return log_open(name, opened, flags, out);
    return below->xOpen(below, name, opened, flags, out);
}

int pk_vfs_has_index(void *connection_file) {
    sqlite3_file *file = connection_file;
    if (!file || !file->pMethods) return 1;
    return file->pMethods->xFileControl(file, check_index, 0) != SQLITE_IOERR_SHMMAP;
}

static sqlite3_vfs layer;

static void install(void) {
    below = sqlite3_vfs_find("unix");
    if (!below) below = sqlite3_vfs_find(0);
    if (!below) return;
    // Everything but files works as usual; the usual functions do not look into their VFS.
    layer = *below;
    layer.pNext = 0;
    size_t own = sizeof(store_file) > sizeof(log_file) ? sizeof(store_file) : sizeof(log_file);
    layer.szOsFile = (int)own + below->szOsFile;
    layer.zName = PK_VFS_NAME;
    layer.xOpen = vfs_open;
    if (sqlite3_vfs_register(&layer, 0) != SQLITE_OK) below = 0;
}

const char *pk_vfs_register(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    return below ? PK_VFS_NAME : 0;
}
