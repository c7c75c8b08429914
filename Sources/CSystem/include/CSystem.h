// Calls that the Glibc module does not show: GNU extensions and macros of the C library.
#ifndef TUTTI_CSYSTEM_H
#define TUTTI_CSYSTEM_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

/// accept4(2) with SOCK_NONBLOCK | SOCK_CLOEXEC; -1 and errno on failure.
int csystem_accept(int listener, struct sockaddr *address, socklen_t *length);

/// posix_spawn_file_actions_addclosefrom_np(3): the child has no descriptor from `first` on. 0, or an error's number.
int csystem_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// pipe2(2) with O_CLOEXEC; -1 and errno on failure.
int csystem_pipe(int ends[2]);

/// sendmsg(2) of two parts with MSG_NOSIGNAL | MSG_DONTWAIT: never SIGPIPE, never a wait. Either part may be
/// empty. The number of bytes taken, or -1 and errno.
///
/// With `ends_soon` the last segment may wait for the end of the stream that the caller sends at once (MSG_MORE): both
/// then go in one.
ssize_t csystem_send(int descriptor, const void *first, size_t first_length, const void *second,
                     size_t second_length, bool ends_soon);

/// The same for one part that others follow at once: the kernel may hold back an incomplete segment (MSG_MORE).
ssize_t csystem_send_more(int descriptor, const void *bytes, size_t length);

/// sendfile(2) from `offset` on. Never SIGPIPE; waits for the disk where a page is not in the page cache. The number
/// of bytes taken, 0 at the end of the file, or -1 and errno.
ssize_t csystem_send_file(int descriptor, int file, int64_t offset, size_t length);

/// A new file without a name in `folder`, for reading and writing by this process alone: it is gone with the last
/// descriptor, however the process ends. The descriptor, or -1 and errno.
int csystem_open_unnamed(const char *folder);

/// sched_setscheduler(2) with SCHED_BATCH for the calling thread and those that it starts; -1 and errno on failure.
int csystem_schedule_as_batch(void);

#endif
