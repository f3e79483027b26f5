// What Apple's C library has and glibc has not, as far as this project uses it: a line for each name. It is included
// before each file of C, because these names are in headers that glibc has too.
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

typedef size_t rsize_t;
typedef int errno_t;
errno_t memset_s(void *bytes, rsize_t room, int value, rsize_t count);
int issetugid(void);
int getpeereid(int socket, uid_t *user, gid_t *group);
int renamex_np(const char *from, const char *to, unsigned int flags);
#define RENAME_EXCL 4
#define SO_NOSIGPIPE 0x1022
#define SOL_LOCAL 0
#define LOCAL_PEERPID 2
#define POSIX_SPAWN_SETSID 0x0400
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
int posix_spawn_file_actions_addinherit_np(posix_spawn_file_actions_t *actions, int file);

#undef __GLIBC__
