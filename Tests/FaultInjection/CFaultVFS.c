#include "CFaultVFS.h"

#include <CKeychainVFS.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a write or truncation replaced, so that a power loss can take it back.
typedef struct undo {
    struct undo *earlier;
    sqlite3_int64 offset, size_before;
    int count;
    unsigned char replaced[];
} undo;

typedef struct fault_file {
    sqlite3_file base;
    fault_vfs *vfs;
    sqlite3_file *real;
    // Newest first; empty after a synchronization.
    undo *unsynchronized;
    struct fault_file *next;
} fault_file;

struct fault_vfs {
    sqlite3_vfs base;
    sqlite3_vfs *real;
    char *name;
    // Guards everything below.
    pthread_mutex_t mutex;
    fault_file *files;
    enum fault_kind kind;
    int operations;
    int64_t step, steps, syncs, writes, reads;
    uint64_t seed;
    int has_failed;
    uint32_t sync_delay;
    void (*before_open)(void *);
    void *open_context;
    // After fault_vfs_destroy, the last file frees the instance.
    int is_destroyed;
};

// splitmix64: any seed will do.
static uint64_t next_random(fault_vfs *vfs) {
    uint64_t z = (vfs->seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void take_back(fault_file *file) {
    undo *entry = file->unsynchronized;
    sqlite3_file *real = file->real;
    if (entry->count > 0) {
        real->pMethods->xWrite(real, entry->replaced, entry->count, entry->offset);
    }
    real->pMethods->xTruncate(real, entry->size_before);
    file->unsynchronized = entry->earlier;
    free(entry);
}

static void lose_power(fault_vfs *vfs) {
    for (fault_file *file = vfs->files; file; file = file->next) {
        uint64_t count = 0;
        for (undo *entry = file->unsynchronized; entry; entry = entry->earlier) count++;
        // Everything, nothing, or any beginning in between.
        uint64_t lost = next_random(vfs) % 3;
        lost = lost == 0 ? 0 : lost == 1 ? count : next_random(vfs) % (count + 1);
        for (; lost > 0; lost--) take_back(file);
    }
}

// Decides with the mutex held whether this operation fails.
static int fails(fault_vfs *vfs, enum fault_operation operation) {
    if (!(vfs->operations & operation)) return vfs->has_failed && vfs->kind == fault_power_loss;
    vfs->steps++;
    if (vfs->has_failed) return vfs->kind != fault_input_output;
    vfs->has_failed = vfs->steps == vfs->step;
    return vfs->has_failed;
}

// For operations that either happen or do not.
static int check(fault_vfs *vfs, enum fault_operation operation, int failure) {
    pthread_mutex_lock(&vfs->mutex);
    int was_well = !vfs->has_failed;
    int result = SQLITE_OK;
    if (fails(vfs, operation)) {
        result = vfs->kind == fault_disk_full ? SQLITE_FULL : failure;
        if (was_well && vfs->kind == fault_power_loss) lose_power(vfs);
    }
    pthread_mutex_unlock(&vfs->mutex);
    return result;
}

static void remember(fault_file *file, sqlite3_int64 offset, sqlite3_int64 count) {
    sqlite3_file *real = file->real;
    sqlite3_int64 size = 0;
    real->pMethods->xFileSize(real, &size);
    sqlite3_int64 kept = size - offset;
    kept = kept < 0 ? 0 : kept > count ? count : kept;
    undo *entry = malloc(sizeof(undo) + (size_t)kept);
    if (!entry) abort();
    *entry = (undo){
        .earlier = file->unsynchronized, .offset = offset, .size_before = size, .count = (int)kept};
    if (kept > 0) real->pMethods->xRead(real, entry->replaced, (int)kept, offset);
    file->unsynchronized = entry;
}

static void forget(fault_file *file) {
    while (file->unsynchronized) {
        undo *entry = file->unsynchronized;
        file->unsynchronized = entry->earlier;
        free(entry);
    }
}

static void release(fault_vfs *vfs) {
    pthread_mutex_destroy(&vfs->mutex);
    free(vfs->name);
    free(vfs);
}

static int file_close(sqlite3_file *base) {
    fault_file *file = (fault_file *)base;
    fault_vfs *vfs = file->vfs;
    pthread_mutex_lock(&vfs->mutex);
    for (fault_file **link = &vfs->files; *link; link = &(*link)->next) {
        if (*link == file) {
            *link = file->next;
            break;
        }
    }
    forget(file);
    int result = file->real->pMethods->xClose(file->real);
    int is_last = vfs->is_destroyed && !vfs->files;
    pthread_mutex_unlock(&vfs->mutex);
    if (is_last) release(vfs);
    return result;
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    fault_file *file = (fault_file *)base;
    pthread_mutex_lock(&file->vfs->mutex);
    file->vfs->reads++;
    pthread_mutex_unlock(&file->vfs->mutex);
    return file->real->pMethods->xRead(file->real, bytes, count, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    fault_file *file = (fault_file *)base;
    fault_vfs *vfs = file->vfs;
    sqlite3_file *real = file->real;
    pthread_mutex_lock(&vfs->mutex);
    vfs->writes++;
    int was_well = !vfs->has_failed, result;
    if (!fails(vfs, fault_write)) {
        remember(file, offset, count);
        result = real->pMethods->xWrite(real, bytes, count, offset);
    } else if (vfs->kind == fault_disk_full) {
        result = SQLITE_FULL;
    } else {
        result = SQLITE_IOERR_WRITE;
        if (was_well) {
            // A torn write: only its beginning reaches the disk.
            remember(file, offset, count);
            real->pMethods->xWrite(real, bytes, (int)(next_random(vfs) % (uint64_t)count), offset);
            if (vfs->kind == fault_power_loss) lose_power(vfs);
        }
    }
    pthread_mutex_unlock(&vfs->mutex);
    return result;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    fault_file *file = (fault_file *)base;
    int failure = check(file->vfs, fault_truncate, SQLITE_IOERR_TRUNCATE);
    if (failure) return failure;
    pthread_mutex_lock(&file->vfs->mutex);
    sqlite3_int64 before = 0;
    file->real->pMethods->xFileSize(file->real, &before);
    remember(file, size, before - size);
    int result = file->real->pMethods->xTruncate(file->real, size);
    pthread_mutex_unlock(&file->vfs->mutex);
    return result;
}

static int file_sync(sqlite3_file *base, int flags) {
    fault_file *file = (fault_file *)base;
    fault_vfs *vfs = file->vfs;
    int failure = check(vfs, fault_sync, SQLITE_IOERR_FSYNC);
    if (failure) return failure;
    pthread_mutex_lock(&vfs->mutex);
    vfs->syncs++;
    uint32_t delay = vfs->sync_delay;
    // Other handles may have written to the same file, but SQLite writes each through one only.
    forget(file);
    pthread_mutex_unlock(&vfs->mutex);
    if (delay) usleep(delay);
    return file->real->pMethods->xSync(file->real, flags);
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *base, int level) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *base, int level) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xUnlock(real, level);
}

static int file_check_reserved(sqlite3_file *base, int *answer) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xCheckReservedLock(real, answer);
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xFileControl(real, operation, argument);
}

static int file_sector_size(sqlite3_file *base) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *base) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xDeviceCharacteristics(real);
}

static int file_shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **out) {
    fault_file *file = (fault_file *)base;
    int failure = check(file->vfs, fault_shared_memory, SQLITE_IOERR_SHMMAP);
    if (failure) return failure;
    return file->real->pMethods->xShmMap(file->real, page, size, extend, out);
}

static int file_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
    fault_file *file = (fault_file *)base;
    // Only taking a lock may fail: SQLite assumes that giving one back works, as the system does.
    if (flags & SQLITE_SHM_LOCK) {
        int failure = check(file->vfs, fault_shared_memory, SQLITE_IOERR_SHMLOCK);
        if (failure) return failure;
    }
    return file->real->pMethods->xShmLock(file->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *base) {
    sqlite3_file *real = ((fault_file *)base)->real;
    real->pMethods->xShmBarrier(real);
}

static int file_shm_unmap(sqlite3_file *base, int delete) {
    sqlite3_file *real = ((fault_file *)base)->real;
    return real->pMethods->xShmUnmap(real, delete);
}

// Version 2: no xFetch, so that SQLite reads and writes through the calls above.
static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
    file_unlock, file_check_reserved, file_control, file_sector_size, file_characteristics,
    file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, 0, 0,
};

static int vfs_open(
    sqlite3_vfs *base, sqlite3_filename name, sqlite3_file *opened, int flags, int *out) {
    fault_vfs *vfs = (fault_vfs *)base;
    fault_file *file = (fault_file *)opened;
    memset(file, 0, sizeof *file);
    pthread_mutex_lock(&vfs->mutex);
    void (*before_open)(void *) = vfs->before_open;
    vfs->before_open = NULL;
    pthread_mutex_unlock(&vfs->mutex);
    if (before_open) before_open(vfs->open_context);
    int failure = check(vfs, fault_open, SQLITE_CANTOPEN);
    if (failure) return failure;
    file->vfs = vfs;
    file->real = (sqlite3_file *)(file + 1);
    int result = vfs->real->xOpen(vfs->real, name, file->real, flags, out);
    if (result != SQLITE_OK) return result;
    file->base.pMethods = &methods;
    pthread_mutex_lock(&vfs->mutex);
    file->next = vfs->files;
    vfs->files = file;
    pthread_mutex_unlock(&vfs->mutex);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *base, const char *name, int synchronize) {
    fault_vfs *vfs = (fault_vfs *)base;
    int failure = check(vfs, fault_delete, SQLITE_IOERR_DELETE);
    return failure ? failure : vfs->real->xDelete(vfs->real, name, synchronize);
}

fault_vfs *fault_vfs_create(const char *name) {
    fault_vfs *vfs = calloc(1, sizeof *vfs);
    if (!vfs) return NULL;
    // As stores use it: on its layer, which is then tested too.
    vfs->real = sqlite3_vfs_find(pk_vfs_register());
    // Everything but files works as usual; the usual functions do not look into their VFS.
    vfs->base = *vfs->real;
    vfs->base.pNext = NULL;
    vfs->base.szOsFile = (int)sizeof(fault_file) + vfs->real->szOsFile;
    vfs->name = strdup(name);
    vfs->base.zName = vfs->name;
    vfs->base.xOpen = vfs_open;
    vfs->base.xDelete = vfs_delete;
    pthread_mutex_init(&vfs->mutex, NULL);
    sqlite3_vfs_register(&vfs->base, 0);
    return vfs;
}

void fault_vfs_destroy(fault_vfs *vfs) {
    sqlite3_vfs_unregister(&vfs->base);
    pthread_mutex_lock(&vfs->mutex);
    vfs->is_destroyed = 1;
    int is_unused = !vfs->files;
    pthread_mutex_unlock(&vfs->mutex);
    if (is_unused) release(vfs);
}

void fault_vfs_plan(
    fault_vfs *vfs, enum fault_kind kind, int operations, int64_t step, uint64_t seed) {
    pthread_mutex_lock(&vfs->mutex);
    vfs->kind = kind;
    vfs->operations = operations;
    vfs->step = step;
    vfs->seed = seed;
    vfs->steps = vfs->syncs = vfs->writes = vfs->reads = 0;
    vfs->has_failed = 0;
    pthread_mutex_unlock(&vfs->mutex);
}

void fault_vfs_set_sync_delay(fault_vfs *vfs, uint32_t microseconds) {
    pthread_mutex_lock(&vfs->mutex);
    vfs->sync_delay = microseconds;
    pthread_mutex_unlock(&vfs->mutex);
}

void fault_vfs_before_open(fault_vfs *vfs, void (*body)(void *), void *context) {
    pthread_mutex_lock(&vfs->mutex);
    vfs->before_open = body;
    vfs->open_context = context;
    pthread_mutex_unlock(&vfs->mutex);
}

static int64_t locked(const fault_vfs *vfs, const int64_t *value) {
    pthread_mutex_t *mutex = (pthread_mutex_t *)&vfs->mutex;
    pthread_mutex_lock(mutex);
    int64_t answer = *value;
    pthread_mutex_unlock(mutex);
    return answer;
}

int64_t fault_vfs_steps(const fault_vfs *vfs) { return locked(vfs, &vfs->steps); }
int64_t fault_vfs_syncs(const fault_vfs *vfs) { return locked(vfs, &vfs->syncs); }
int64_t fault_vfs_writes(const fault_vfs *vfs) { return locked(vfs, &vfs->writes); }
int64_t fault_vfs_reads(const fault_vfs *vfs) { return locked(vfs, &vfs->reads); }

int fault_vfs_has_failed(const fault_vfs *vfs) {
    pthread_mutex_t *mutex = (pthread_mutex_t *)&vfs->mutex;
    pthread_mutex_lock(mutex);
    int answer = vfs->has_failed;
    pthread_mutex_unlock(mutex);
    return answer;
}
