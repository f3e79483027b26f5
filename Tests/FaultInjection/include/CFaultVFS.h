#pragma once

#include <stdint.h>

/// A SQLite VFS over that of stores that counts what it is asked to do and fails on demand.
///
/// Each instance has its own name, counters and plan, so tests can run side by side.
typedef struct fault_vfs fault_vfs;

/// The operations that can fail; a plan names some of them.
enum fault_operation {
    fault_open = 1,
    fault_write = 2,
    fault_sync = 4,
    fault_truncate = 8,
    fault_shared_memory = 16,
    fault_delete = 32,
    fault_any = 63,
};

enum fault_kind {
    /// The chosen operation and every later one fail for want of space, until a new plan.
    fault_disk_full,
    /// The chosen operation fails once.
    fault_input_output,
    /// The chosen operation happens in part, every later one fails, and of what was written but not
    /// synchronized, only a beginning that the seed chooses survives.
    fault_power_loss,
};

/// Registers an instance under a name. After it was destroyed, it lives until its last file is
/// closed: a test can end before the threads that it started release their connections.
fault_vfs *fault_vfs_create(const char *name);
void fault_vfs_destroy(fault_vfs *vfs);

/// Zeroes the counters, and fails the step-th of these operations from now on; 0: none.
void fault_vfs_plan(
    fault_vfs *vfs, enum fault_kind kind, int operations, int64_t step, uint64_t seed);

/// How often the planned operations were asked for since the plan was made.
int64_t fault_vfs_steps(const fault_vfs *vfs);
/// Whether the planned failure has happened.
int fault_vfs_has_failed(const fault_vfs *vfs);
/// How often files were synchronized since the plan was made.
int64_t fault_vfs_syncs(const fault_vfs *vfs);
/// How often something was written since the plan was made.
int64_t fault_vfs_writes(const fault_vfs *vfs);
/// How often something was read since the plan was made.
int64_t fault_vfs_reads(const fault_vfs *vfs);

/// Calls a function once, just before the next file is opened.
void fault_vfs_before_open(fault_vfs *vfs, void (*body)(void *), void *context);

/// Makes each synchronization last longer, as on a slow disk.
void fault_vfs_set_sync_delay(fault_vfs *vfs, uint32_t microseconds);
