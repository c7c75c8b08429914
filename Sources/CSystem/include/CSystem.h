// System calls that the module Glibc does not export: GNU extensions and macros of the C library.
#ifndef TUTTI_CSYSTEM_H
#define TUTTI_CSYSTEM_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

/// Accepts a connection with accept4(2), SOCK_NONBLOCK and SOCK_CLOEXEC. Returns the descriptor, or -1 and sets errno.
int csystem_accept(int listener, struct sockaddr *address, socklen_t *length);

/// Closes all descriptors from `first` on in the child (posix_spawn_file_actions_addclosefrom_np(3)). Returns 0 or an error
/// number.
int csystem_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Creates a pipe with pipe2(2) and O_CLOEXEC. Returns 0, or -1 and sets errno.
int csystem_pipe(int ends[2]);

/// Sends two parts with sendmsg(2), MSG_NOSIGNAL and MSG_DONTWAIT, so that the call neither raises SIGPIPE nor blocks. Either
/// part may be empty. Returns the number of bytes that the kernel has accepted, or -1 and sets errno.
///
/// With `ends_soon`, the kernel may delay the last segment (MSG_MORE) and combine it with the FIN that the caller sends
/// immediately afterwards.
ssize_t csystem_send(int descriptor, const void *first, size_t first_length, const void *second,
                     size_t second_length, bool ends_soon);

/// Sends one part as `csystem_send` does, when more parts follow immediately. The kernel may delay an incomplete segment
/// (MSG_MORE).
ssize_t csystem_send_more(int descriptor, const void *bytes, size_t length);

/// Sends a file from `offset` on with sendfile(2). The call does not raise SIGPIPE, but waits for the disk if a page is not in
/// the page cache. Returns the number of bytes sent, 0 at the end of the file, or -1 and sets errno.
ssize_t csystem_send_file(int descriptor, int file, int64_t offset, size_t length);

/// Creates a file without a name in `folder` (O_TMPFILE), which only this process can read and write. The kernel deletes the
/// file when its last descriptor is closed. Returns the descriptor, or -1 and sets errno.
int csystem_open_unnamed(const char *folder);

/// Sets SCHED_BATCH with sched_setattr(2) for the calling thread and the threads and processes that it starts later, with time slices
/// of the given length in nanoseconds, which the kernel limits to 0.1 to 100 ms. Only the policy is set by kernels before Linux 6.12, and
/// if sched_setattr(2) is refused.
/// Returns 0, or -1 and sets errno.
int csystem_schedule_as_batch(uint64_t slice);

/// Sets SCHED_OTHER and the kernel's own time slices, like `csystem_schedule_as_batch`.
int csystem_schedule_normally(void);

#endif
