#!/usr/bin/env python3
"""Opens many event streams on its own `http-probe`, listens, closes them, and prints the cost.

    scripts/try-streams.py [STREAMS] [FOLDER]      10,000 streams; http-probe in FOLDER, .build/release by default

The probe publishes an event of 120 bytes each 250 ms with the time in it. It prints: the time to open all, from an event's
publishing to its receipt by the last stream (median and worst of 20 events), CPU of the server for each delivery, memory and
descriptors before, while and after. The client shares the machine with the server.
"""
import os, resource, select, signal, socket, statistics, subprocess, sys, time

STREAMS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
FOLDER = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else ".build/release")
resource.setrlimit(resource.RLIMIT_NOFILE, (min(STREAMS + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)


def facts(pid):
    status = open(f"/proc/{pid}/status").read()
    ticks = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    cpu = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024, len(os.listdir(f"/proc/{pid}/fd")), cpu


def main():
    # The probe raises its own limit as far as it may.
    probe = subprocess.Popen([f"{FOLDER}/http-probe", "127.0.0.1", "0"], stdout=subprocess.PIPE)
    port = int(probe.stdout.readline().rsplit(b":", 1)[1])
    time.sleep(1)
    memory, descriptors, _ = facts(probe.pid)
    print(f"before  {memory:7.1f} MiB {descriptors:6} descriptors")
    began, poll, streams = time.monotonic(), select.epoll(), {}
    for _ in range(STREAMS):
        s = socket.create_connection(("127.0.0.1", port), 30)
        s.sendall(b"GET /sse HTTP/1.1\r\nHost: a\r\n\r\n")
        s.setblocking(False)
        streams[s.fileno()] = s
        poll.register(s, select.EPOLLIN)
    heard, last, receipts, cpu, opened = set(), {}, 0, 0.0, None
    end = time.monotonic() + 60
    while time.monotonic() < end and len(last) < 24:
        for descriptor, _ in poll.poll(1, 4096):
            data = streams[descriptor].recv(65536)
            now = time.monotonic_ns()
            if not data:
                sys.exit("a stream ended")
            heard.add(descriptor)
            if opened is None and len(heard) == STREAMS:
                opened, receipts, last = time.monotonic() - began, 0, {}
                cpu = facts(probe.pid)[2]
            for part in data.split(b"data: ")[1:]:
                stamp = int(part.split(b" ", 1)[0])
                last[stamp] = (now - stamp) / 1e6
                receipts += 1
    memory, descriptors, spent = facts(probe.pid)
    # The first was under way when the counting began, the last was not heard by all.
    late = [last[stamp] for stamp in sorted(last)[2:22]]
    print(f"open    {memory:7.1f} MiB {descriptors:6} descriptors, {len(heard)} streams heard from after {opened:.1f} s")
    print(f"last receipt after {statistics.median(late):.0f} ms, worst of {len(late)} {max(late):.0f} ms; "
          f"{(spent - cpu) / max(1, receipts) * 1e6:.1f} us of CPU a delivery")
    for s in streams.values():
        s.close()
    for _ in range(300):
        time.sleep(0.1)
        if facts(probe.pid)[1] < 50:
            break
    time.sleep(1)
    memory, descriptors, _ = facts(probe.pid)
    print(f"after   {memory:7.1f} MiB {descriptors:6} descriptors")
    probe.send_signal(signal.SIGTERM)
    sys.exit(probe.wait())


main()
