#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <unistd.h>

int csystem_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int csystem_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}
