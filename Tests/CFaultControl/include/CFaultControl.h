// The page of memory through which a test tells the preloaded library (Tests/CFaults) which call is to fail.
#ifndef TUTTI_CFAULTCONTROL_H
#define TUTTI_CFAULTCONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum fault_call {
    FAULT_NONE,
    FAULT_RECV,
    FAULT_SEND,
    FAULT_SENDMSG,
    FAULT_SENDFILE,
    FAULT_ACCEPT,
    FAULT_MINCORE,
    FAULT_PREAD,
    // Allocations by the code of one library: malloc, calloc, realloc and strdup.
    FAULT_ALLOCATION_LIBPQ,
    FAULT_ALLOCATION_LIBXML2,
    FAULT_ALLOCATION_ZLIB,
};

struct fault_control {
    // What is armed; the rest counts only while something is.
    int64_t call;
    // What the call fails with; 0 makes it short instead: one byte is sent or received.
    int64_t error;
    // The n-th call fails, and with `repeats` each n-th.
    int64_t nth;
    int64_t repeats;
    int64_t seen;
    int64_t fired;
};

/// Maps the page that `path` names, made if need be; NULL and errno on failure. It stays mapped.
struct fault_control *fault_control_open(const char *path);

/// Has the `nth` call from now on fail, or with `repeats` each `nth`.
void fault_control_arm(struct fault_control *control, enum fault_call call, int error, int64_t nth, bool repeats);

/// Has no call fail. How many have.
int64_t fault_control_disarm(struct fault_control *control);

/// Whether this call, which is now made, is to fail.
bool fault_control_fires(struct fault_control *control, enum fault_call call);

#endif
