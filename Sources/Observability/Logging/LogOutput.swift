import Dispatch
import Glibc
import Synchronization

/// Writes log lines to a descriptor from a queue of its own, so that whoever logs never waits for a terminal, a
/// pipe or a disk. What waits is bounded; lines over the bound are dropped, counted, and the count is logged.
public final class LogOutput: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var dropped: UInt64 = 0
        var isDraining = false
        var lanes: [LogLane] = []
    }

    let format: LogFormat
    private let descriptor: Int32
    private let limit: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log", qos: .utility)
    private let droppedInAll = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - descriptor: where the lines go; it stays open and belongs to the caller.
    ///   - format: `nil` takes text on a terminal and JSON elsewhere.
    ///   - limit: the bytes that may wait.
    public init(descriptor: Int32 = 2, format: LogFormat? = nil, limit: Int = 1 << 20) {
        self.descriptor = descriptor
        self.format = format ?? .suiting(descriptor: descriptor)
        self.limit = limit
    }

    /// Lines that were dropped since the start, for a metric.
    public var dropped: UInt64 { droppedInAll.load(ordering: .relaxed) }

    /// Takes a line, its line feed included, to be written soon. Never blocks longer than copying it takes.
    func write(_ line: [UInt8]) {
        let drains = state.withLock { state in
            guard state.waiting.count + line.count <= limit else {
                state.dropped += 1
                return false
            }
            state.waiting.append(contentsOf: line)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if drains { queue.async { self.drain() } }
    }

    /// A lane of its own for a writer that must not share a lock with anybody, such as an event loop. It stays for as
    /// long as the output. What it takes is written within a twentieth of a second.
    ///
    /// - Parameter capacity: the bytes that may wait, a power of two.
    public func makeWriter(capacity: Int = 1 << 20) -> LineWriter {
        let lane = LogLane(capacity: capacity) { [weak self, queue] isUrgent in
            // A pause lets many lines go out with one write, and one awakening of a thread.
            let pause = isUrgent ? 0 : 50
            queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.drainLanes() }
        }
        state.withLock { $0.lanes.append(lane) }
        return LineWriter(lane: lane, format: format)
    }

    /// Waits until everything logged before is written, at most `timeout`; for the end of the program.
    public func flush(timeout: Duration = .seconds(1)) {
        let done = DispatchSemaphore(value: 0)
        queue.async {
            self.drainLanes()
            done.signal()
        }
        _ = done.wait(timeout: .now() + timeout / .seconds(1))
    }

    private func drain() {
        while true {
            let (bytes, dropped) = state.withLock { state in
                let taken = (state.waiting, state.dropped)
                state.waiting = []
                state.dropped = 0
                state.isDraining = !taken.0.isEmpty || taken.1 > 0
                return taken
            }
            if bytes.isEmpty && dropped == 0 { return }
            bytes.withUnsafeBufferPointer(writeAll)
            report(dropped: dropped)
        }
    }

    private func drainLanes() {
        for lane in state.withLock({ $0.lanes }) {
            let dropped = lane.drain { first, second in
                writeAll(first)
                writeAll(second)
            }
            report(dropped: dropped)
        }
    }

    private func report(dropped: UInt64) {
        guard dropped > 0 else { return }
        droppedInAll.add(dropped, ordering: .relaxed)
        LogLine(
            timestamp: .now(), level: .warning, label: "log", message: "log lines were dropped",
            metadata: ["count": .stringConvertible(dropped)]
        ).bytes(format).withUnsafeBufferPointer(writeAll)
    }

    /// Writes all of it, waiting where the descriptor is slow; gives up only when there is nobody to read it.
    private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, 1000)
            } else if errno != EINTR {
                return
            }
        }
    }
}
