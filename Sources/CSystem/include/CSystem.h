// Calls that the Glibc module does not show: GNU extensions and macros of the C library.
#ifndef TUTTI_CSYSTEM_H
#define TUTTI_CSYSTEM_H

#include <stdint.h>
#include <sys/socket.h>

/// accept4(2) with SOCK_NONBLOCK | SOCK_CLOEXEC; -1 and errno on failure.
int csystem_accept(int listener, struct sockaddr *address, socklen_t *length);

/// pipe2(2) with O_CLOEXEC; -1 and errno on failure.
int csystem_pipe(int ends[2]);

#endif
