#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int csystem_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int csystem_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int csystem_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

ssize_t csystem_send(int descriptor, const void *first, size_t first_length, const void *second,
                     size_t second_length, bool ends_soon) {
    const int flags = MSG_NOSIGNAL | MSG_DONTWAIT | (ends_soon ? MSG_MORE : 0);
    if (second_length == 0) return send(descriptor, first, first_length, flags);
    struct iovec parts[2] = {
        {.iov_base = (void *)first, .iov_len = first_length},
        {.iov_base = (void *)second, .iov_len = second_length},
    };
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return sendmsg(descriptor, &message, flags);
}

ssize_t csystem_send_more(int descriptor, const void *bytes, size_t length) {
    return send(descriptor, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT | MSG_MORE);
}

ssize_t csystem_send_file(int descriptor, int file, int64_t offset, size_t length) {
    // sendfile has no MSG_NOSIGNAL. The kernel sends SIGPIPE to this thread, so the thread blocks the signal and then removes
    // it, without a change to the signal's disposition in the process. If the connection breaks during the call, the kernel
    // may raise the signal and also return the number of bytes sent before.
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    off64_t position = offset;
    const ssize_t sent = sendfile64(descriptor, file, &position, length);
    const int error = errno;
    if (sent < (ssize_t)length) {
        const struct timespec at_once = {0};
        while (sigtimedwait(&pipe_signal, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return sent;
}

int csystem_open_unnamed(const char *folder) {
    const int unnamed = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (unnamed >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return unnamed;
    // Some file systems do not support O_TMPFILE. There, a named file is created and its name is removed.
    char *path = NULL;
    if (asprintf(&path, "%s/.content-XXXXXX", folder) < 0) {
        errno = ENOMEM;
        return -1;
    }
    const int named = mkostemp(path, O_CLOEXEC);
    const int error = errno;
    if (named >= 0) unlink(path);
    free(path);
    errno = error;
    return named;
}

// The C library has neither sched_setattr(2) nor its structure before glibc 2.41.
static int schedule(uint32_t policy, uint64_t slice) {
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {.size = sizeof attributes, .policy = policy, .nice = getpriority(PRIO_PROCESS, 0), .runtime = slice};
    if (syscall(SYS_sched_setattr, 0, &attributes, 0) == 0) return 0;
    // A filter of system calls may know only the older call.
    const struct sched_param none = {.sched_priority = 0};
    return sched_setscheduler(0, (int)policy, &none);
}

int csystem_schedule_as_batch(uint64_t slice) {
    return schedule(SCHED_BATCH, slice);
}

int csystem_schedule_normally(void) {
    return schedule(SCHED_OTHER, 0);
}
