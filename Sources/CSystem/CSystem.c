#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

int csystem_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int csystem_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

ssize_t csystem_send(int descriptor, const void *first, size_t first_length, const void *second,
                     size_t second_length) {
    const int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
    if (second_length == 0) return send(descriptor, first, first_length, flags);
    struct iovec parts[2] = {
        {.iov_base = (void *)first, .iov_len = first_length},
        {.iov_base = (void *)second, .iov_len = second_length},
    };
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return sendmsg(descriptor, &message, flags);
}
