#include "CFaultControl.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

struct fault_control *fault_control_open(const char *path) {
    const int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) return NULL;
    void *page = MAP_FAILED;
    if (ftruncate(descriptor, sizeof(struct fault_control)) == 0) {
        page = mmap(NULL, sizeof(struct fault_control), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    close(descriptor);
    return page == MAP_FAILED ? NULL : page;
}

void fault_control_arm(struct fault_control *control, enum fault_call call, int error, int64_t nth, bool repeats) {
    fault_control_disarm(control);
    control->error = error;
    control->nth = nth;
    control->repeats = repeats;
    control->seen = 0;
    control->fired = 0;
    __atomic_store_n(&control->call, call, __ATOMIC_SEQ_CST);
}

int64_t fault_control_disarm(struct fault_control *control) {
    __atomic_store_n(&control->call, FAULT_NONE, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&control->fired, __ATOMIC_SEQ_CST);
}

bool fault_control_fires(struct fault_control *control, enum fault_call call) {
    if (control == NULL || __atomic_load_n(&control->call, __ATOMIC_SEQ_CST) != call) return false;
    const int64_t seen = __atomic_add_fetch(&control->seen, 1, __ATOMIC_SEQ_CST);
    if (seen != control->nth && !(control->repeats && seen % control->nth == 0)) return false;
    __atomic_add_fetch(&control->fired, 1, __ATOMIC_SEQ_CST);
    return true;
}
