#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "CFaultControl.h"

static struct fault_control *control;

/// The address range of a library's code.
struct code {
    const char *name;
    enum fault_call call;
    uintptr_t start, end;
};

static struct code libraries[] = {
    {.name = "libcrypto.so", .call = FAULT_ALLOCATION_LIBCRYPTO},
    {.name = "libpq.so", .call = FAULT_ALLOCATION_LIBPQ},
    {.name = "libxml2.so", .call = FAULT_ALLOCATION_LIBXML2},
    {.name = "libz.so", .call = FAULT_ALLOCATION_ZLIB},
};

static int find_code(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    (void)data;
    for (size_t index = 0; index < sizeof libraries / sizeof *libraries; index++) {
        if (info->dlpi_name == NULL || strstr(info->dlpi_name, libraries[index].name) == NULL) continue;
        for (int segment = 0; segment < info->dlpi_phnum; segment++) {
            const ElfW(Phdr) *header = &info->dlpi_phdr[segment];
            if (header->p_type != PT_LOAD || (header->p_flags & PF_X) == 0) continue;
            libraries[index].start = info->dlpi_addr + header->p_vaddr;
            libraries[index].end = libraries[index].start + header->p_memsz;
        }
    }
    return 0;
}

__attribute__((constructor)) static void begin(void) {
    dl_iterate_phdr(find_code, NULL);
    const char *path = getenv("TUTTI_FAULTS");
    if (path != NULL) control = fault_control_open(path);
}

// MARK: System calls

// The function of the C library, looked up once.
#define NEXT(name) \
    static __typeof__(name) *next; \
    if (next == NULL) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/// Whether the call on this descriptor fails. With `length`, a fault without an error shortens the call instead.
static bool fails(enum fault_call call, int descriptor, size_t *length) {
    if (!fault_control_fires(control, call)) return false;
    if (control->error == 0 && length != NULL) {
        if (*length > 1) *length = 1;
        return false;
    }
    // The connection is really shut down: libpq accepts a failed send as the end only when it also reads the end.
    if (control->error == ECONNRESET || control->error == EPIPE) shutdown(descriptor, SHUT_RDWR);
    errno = (int)control->error;
    return true;
}

ssize_t recv(int descriptor, void *bytes, size_t length, int flags) {
    NEXT(recv);
    return fails(FAULT_RECV, descriptor, &length) ? -1 : next(descriptor, bytes, length, flags);
}

ssize_t send(int descriptor, const void *bytes, size_t length, int flags) {
    NEXT(send);
    return fails(FAULT_SEND, descriptor, &length) ? -1 : next(descriptor, bytes, length, flags);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
    NEXT(sendmsg);
    size_t length = message->msg_iovlen == 0 ? 0 : message->msg_iov[0].iov_len;
    const size_t whole = length;
    if (fails(FAULT_SENDMSG, descriptor, &length)) return -1;
    if (length == whole) return next(descriptor, message, flags);
    struct iovec part = {.iov_base = message->msg_iov[0].iov_base, .iov_len = length};
    struct msghdr shorter = *message;
    shorter.msg_iov = &part;
    shorter.msg_iovlen = 1;
    return next(descriptor, &shorter, flags);
}

ssize_t sendfile64(int descriptor, int file, off64_t *offset, size_t length) {
    NEXT(sendfile64);
    if (!fails(FAULT_SENDFILE, descriptor, &length)) return next(descriptor, file, offset, length);
    if (errno != EPIPE) return -1;
    // The kernel does the same when a connection breaks during a call: it returns the number of sent bytes and also
    // raises the signal.
    raise(SIGPIPE);
    return 1;
}

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    NEXT(accept4);
    return fails(FAULT_ACCEPT, listener, NULL) ? -1 : next(listener, address, length, flags);
}

int mincore(void *start, size_t length, unsigned char *residency) {
    NEXT(mincore);
    return fails(FAULT_MINCORE, -1, NULL) ? -1 : next(start, length, residency);
}

ssize_t pread(int descriptor, void *bytes, size_t length, off_t offset) {
    NEXT(pread);
    return fails(FAULT_PREAD, descriptor, NULL) ? -1 : next(descriptor, bytes, length, offset);
}

// MARK: Memory

// The functions of the C library under their internal names, because dlsym itself allocates.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

/// Whether an allocation by the code at `caller` fails.
static bool is_denied(void *caller) {
    if (control == NULL) return false;
    const int64_t armed = __atomic_load_n(&control->call, __ATOMIC_RELAXED);
    if (armed < FAULT_ALLOCATION_LIBCRYPTO) return false;
    for (size_t index = 0; index < sizeof libraries / sizeof *libraries; index++) {
        const struct code *library = &libraries[index];
        if (library->call != (enum fault_call)armed) continue;
        const uintptr_t address = (uintptr_t)caller;
        if (address < library->start || address >= library->end) return false;
        if (!fault_control_fires(control, library->call)) return false;
        errno = ENOMEM;
        return true;
    }
    return false;
}

void *malloc(size_t size) {
    return is_denied(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return is_denied(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return is_denied(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

char *strdup(const char *text) {
    if (is_denied(__builtin_return_address(0))) return NULL;
    const size_t size = strlen(text) + 1;
    char *copy = __libc_malloc(size);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}
