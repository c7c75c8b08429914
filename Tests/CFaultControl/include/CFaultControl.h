// A shared page of memory through which a test tells the preloaded library (Tests/CFaults) which call must fail.
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
    FAULT_ALLOCATION_LIBCRYPTO,
    FAULT_ALLOCATION_LIBPQ,
    FAULT_ALLOCATION_LIBXML2,
    FAULT_ALLOCATION_ZLIB,
};

struct fault_control {
    // The call that must fail. The other members have a meaning only while a call is set.
    int64_t call;
    // The errno of the failure; 0 makes the call short instead, so that it sends or receives one byte.
    int64_t error;
    // The n-th call fails, and with `repeats` every n-th call.
    int64_t nth;
    int64_t repeats;
    int64_t seen;
    int64_t fired;
};

/// Maps the page of the file `path`, which is created if necessary; returns NULL and sets errno on failure. The page
/// stays mapped.
struct fault_control *fault_control_open(const char *path);

/// Makes the `nth` call from now on fail, or every `nth` call with `repeats`.
void fault_control_arm(struct fault_control *control, enum fault_call call, int error, int64_t nth, bool repeats);

/// Stops the failures and returns how many calls have failed.
int64_t fault_control_disarm(struct fault_control *control);

/// Counts this call and returns whether it must fail.
bool fault_control_fires(struct fault_control *control, enum fault_call call);

#endif
