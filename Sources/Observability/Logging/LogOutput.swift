import Dispatch
import Glibc
import Synchronization

/// An output that writes log lines to a descriptor on a separate queue, so that logging never waits for a terminal, a pipe or a disk. Lines beyond
/// the limit of waiting bytes are dropped and counted, and the count is logged.
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

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor to write to, which belongs to the caller and stays open.
    ///   - format: `nil` for text on a terminal and JSON otherwise.
    ///   - limit: the maximum total size of the waiting lines in bytes. The lines of a `LineWriter` wait in its own buffer and do not count.
    public init(descriptor: Int32 = 2, format: LogFormat? = nil, limit: Int = 1 << 20) {
        self.descriptor = descriptor
        self.format = format ?? .standard(descriptor: descriptor)
        self.limit = limit
    }

    /// The number of dropped lines that the log has reported since the output was created.
    public var dropped: UInt64 { droppedInAll.load(ordering: .relaxed) }

    /// Adds a line with its line feed, or drops it if the waiting bytes would exceed the limit. Does not wait.
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

    /// Creates a writer that shares no lock with other writers, for example for an event loop. Its buffer exists as long as the output, and lines are
    /// written within about 50 ms unless the descriptor is slow. The capacity in bytes must be a power of two.
    public func makeWriter(capacity: Int = 1 << 20) -> LineWriter {
        let lane = LogLane(capacity: capacity) { [weak self, queue] isUrgent in
            // The pause lets one write and one wake-up of a thread serve many lines.
            let pause = isUrgent ? 0 : 50
            queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.drainLanes() }
        }
        state.withLock { $0.lanes.append(lane) }
        return LineWriter(lane: lane, format: format)
    }

    /// Waits until all lines logged so far are written, but at most for `timeout`. Call this method before the program ends.
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

    /// Writes all bytes, and waits for a slow descriptor. After an error, such as a closed pipe, drops the bytes.
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
