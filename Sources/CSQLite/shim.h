#ifndef IPGEO_CSQLITE_SHIM_H
#define IPGEO_CSQLITE_SHIM_H

#include <sqlite3.h>
#if defined(__APPLE__)
#include <sys/mount.h>
#include <sys/param.h>
#else
#include <sys/vfs.h>
#endif

// What Swift cannot reach: macros that are casts, and functions with variable arguments.

// Binds bytes that SQLite copies.
static inline int ipgeo_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Binds UTF-8 text that SQLite copies.
static inline int ipgeo_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

// Sets one of the options that take a truth value (SQLITE_DBCONFIG_…).
static inline int ipgeo_sqlite3_set(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}

// The inode was not the one that was opened: SQLITE_FCNTL_HAS_MOVED.
static inline int ipgeo_sqlite3_has_moved(sqlite3 *database) {
  int moved = 0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return code == SQLITE_OK && moved != 0;
}

// The kind of file system that a path is on, as statfs(2) numbers it; on macOS 1 for one that is not
// local. 0 when that cannot be told. Here because Glibc's module lacks statfs.
static inline unsigned int ipgeo_file_system(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return 0;
#if defined(__APPLE__)
  return (status.f_flags & MNT_LOCAL) ? 0 : 1;
#else
  return (unsigned int)status.f_type;
#endif
}

#endif
