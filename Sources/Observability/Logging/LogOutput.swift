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

    /// Waits until everything logged before is written, at most `timeout`; for the end of the program.
    public func flush(timeout: Duration = .seconds(1)) {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
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
            writeAll(bytes)
            if dropped > 0 {
                droppedInAll.add(dropped, ordering: .relaxed)
                writeAll(
                    LogLine(
                        timestamp: .now(), level: .warning, label: "log", message: "log lines were dropped",
                        metadata: ["count": .stringConvertible(dropped)]
                    ).bytes(format))
            }
        }
    }

    /// Writes all of it, waiting where the descriptor is slow; gives up only when there is nobody to read it.
    private func writeAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
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
}
