// Reports the operations of Swift's `Mutex` to ThreadSanitizer.
//
// The fast paths of locking and unlocking are inlined into our code as atomic operations, which are instrumented. The
// slow paths, used when two threads compete, are in libswiftSynchronization.so, which is not instrumented, and the
// kernel may pass the lock on by itself. ThreadSanitizer would therefore report races on data that a mutex protects.
// These functions replace the slow paths in a test program (symbols of the program take precedence), call them, and
// report their effect. Unlike a suppression, this hides nothing: access without the lock is still reported.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))
// The mangled names of _lockSlow(UInt32), _tryLockSlow() -> Bool and _unlockSlow() of Synchronization._MutexHandle.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

static SWIFT void (*original_lock_slow)(uint32_t, SELF);
static SWIFT bool (*original_try_lock_slow)(SELF);
static SWIFT void (*original_unlock_slow)(SELF);

__attribute__((constructor)) static void find_originals(void) {
    original_lock_slow = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK_SLOW);
    original_try_lock_slow = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    original_unlock_slow = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT void lock_slow(uint32_t thread, SELF) {
    original_lock_slow(thread, self);
    __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) {
    bool locked = original_try_lock_slow(self);
    if (locked) __tsan_acquire(self);
    return locked;
}

SWIFT void unlock_slow(SELF) {
    __tsan_release(self);
    original_unlock_slow(self);
}
