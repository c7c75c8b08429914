"""Data from the kernel: processes with their CPU time and memory, free ports, and the machine's description."""

import os
import platform
import random
import socket
import tempfile
import time

TICKS = os.sysconf("SC_CLK_TCK")


def _stat(pid):
    """The fields of /proc/PID/stat from the third on: state, parent, …"""
    with open(f"/proc/{pid}/stat") as file:
        text = file.read()
    return text[text.rindex(")") + 2 :].split()


def tree(roots):
    """These processes and all their present descendants."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                children.setdefault(int(_stat(name)[1]), []).append(int(name))
            except OSError:
                pass
    found, todo = set(), list(roots)
    while todo:
        pid = todo.pop()
        if pid not in found:
            found.add(pid)
            todo += children.get(pid, [])
    return found


def cpu_seconds(roots):
    """CPU time used so far by the trees of these processes, by descendants that have ended included."""
    ticks = 0
    for pid in tree(roots):
        try:
            # Own user and system time, and that of children that were waited for: each second is counted once,
            # since a child moves from the first pair to its parent's second pair when it ends.
            ticks += sum(map(int, _stat(pid)[11:15]))
        except OSError:
            pass
    return ticks / TICKS


def cpu_by_name(roots):
    """CPU time used so far by the present processes of these trees, by the name of their programs, without children that have ended."""
    seconds = {}
    for pid in tree(roots):
        try:
            with open(f"/proc/{pid}/comm") as file:
                name = file.read().strip()
            seconds[name] = seconds.get(name, 0) + sum(map(int, _stat(pid)[11:13])) / TICKS
        except OSError:
            pass
    return seconds


def stolen_seconds():
    """Processor time that the host of a virtual machine has given to others so far, of all processors."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / TICKS


def resident(pids):
    """Bytes of resident memory by process."""
    sizes = {}
    for pid in pids:
        try:
            with open(f"/proc/{pid}/status") as file:
                for line in file:
                    if line.startswith("VmRSS:"):
                        sizes[pid] = int(line.split()[1]) * 1024
        except OSError:
            pass
    return sizes


_given = set()


def free_port():
    """A port of 127.0.0.1 that is free now, below the ports that the kernel hands to clients."""
    while True:
        port = random.randrange(20000, 32000)
        if port in _given:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given.add(port)
        return port


def cores():
    return len(os.sched_getaffinity(0))


def sync_times(folder, count=400):
    """The sorted times of fdatasync(2) after writes of 8 kB to a file in `folder`, in ms: a commit waits for one."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for number in range(count):
            os.pwrite(file.fileno(), b"x" * 8192, 8192 * number)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - start) * 1000)
            time.sleep(0.01)
    return sorted(times)


def description():
    model = "unknown processor"
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) >> 20
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    return {
        "cores": cores(), "processor": model, "memory": f"{memory} GiB",
        "system": f"{platform.system()} {platform.release()}", "load before": load,
    }
