#pragma once

/// The name of SQLite's file layer for stores: SQLite's own one for files, with the checks of
/// CKeychainVFS.c.
///
/// SQLite maps the index of its log (-shm) into memory. Where a page of it has no space on the disk, or
/// another program has cut the file, using the memory ends the process by SIGBUS. This layer lets
/// the system allocate each page before SQLite uses it, and says SQLITE_FULL or an error instead.
///
/// Before it moves the log into the file, SQLite flushes the log, also right after a commit that was
/// flushed. This layer leaves out that flush where it has nothing to do.
#define PK_VFS_NAME "portable-keychain"

/// Registers the layer, once; null where SQLite has no file layer below it.
const char *pk_vfs_register(void);

/// Whether a connection can read what it uses of the index: 0 after another program has cut the file.
///
/// `connection_file` is SQLite's object for the file, or null. Layers above pass the question on.
int pk_vfs_has_index(void *connection_file);
