import Synchronization

/// A ring buffer between one writer and a log output. Adding a line takes no lock and never waits. A line that does not fit is dropped and counted,
/// and the count is logged.
public final class LogLane: Sendable {
    /// The positions of the next byte to write (`head`) and to read (`tail`), counted from the creation of the buffer.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<UInt64>(0)
    /// Whether the output knows of unread bytes.
    private let isAnnounced = Atomic<Bool>(false)
    // Safety: the writer uses only the bytes from head to tail + capacity, and the reader only the bytes from tail to head. Each of them moves its
    // own position with release order after it has finished with the bytes.
    private nonisolated(unsafe) let storage: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// Causes the reader to read soon, or immediately if `isUrgent`.
    private let announce: @Sendable (_ isUrgent: Bool) -> Void

    /// Creates an empty buffer. The capacity in bytes must be a power of two.
    init(capacity: Int, announce: @escaping @Sendable (_ isUrgent: Bool) -> Void) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "the capacity of a ring is a power of two")
        self.capacity = capacity
        self.announce = announce
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// Adds a line that ends with a line feed, or drops it if the buffer has no room. Only one writer may call this method at a time.
    public func write(_ line: UnsafeBufferPointer<UInt8>) {
        guard let source = line.baseAddress else { return }
        let start = head.load(ordering: .relaxed)
        let waiting = start - tail.load(ordering: .acquiring)
        guard waiting + line.count <= capacity else {
            dropped.add(1, ordering: .relaxed)
            return
        }
        let place = start & (capacity - 1)
        let first = min(line.count, capacity - place)
        (storage + place).update(from: source, count: first)
        storage.update(from: source + first, count: line.count - first)
        head.store(start + line.count, ordering: .releasing)
        if !announceOnce(), waiting < capacity / 4, waiting + line.count >= capacity / 4 {
            announce(true)
        }
    }

    /// Counts a line as dropped. Only one writer may call this method at a time.
    func drop() {
        dropped.add(1, ordering: .relaxed)
        announceOnce()
    }

    /// Causes the reader to read soon, unless it was notified since its last read. Returns whether this call notified it.
    @discardableResult
    private func announceOnce() -> Bool {
        guard !isAnnounced.load(ordering: .relaxed) else { return false }
        isAnnounced.store(true, ordering: .sequentiallyConsistent)
        announce(false)
        return true
    }

    /// Passes the waiting bytes, if any, to `body` in two pieces, frees them when `body` returns, and returns the number of lines dropped since the
    /// last call. Only one reader may call this method at a time.
    func drain(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void) -> UInt64 {
        // This store precedes the reading of the head, so that a later line notifies the reader again.
        isAnnounced.store(false, ordering: .sequentiallyConsistent)
        let start = tail.load(ordering: .relaxed)
        let count = head.load(ordering: .sequentiallyConsistent) - start
        if count > 0 {
            let place = start & (capacity - 1)
            let first = min(count, capacity - place)
            body(
                UnsafeBufferPointer(start: storage + place, count: first),
                UnsafeBufferPointer(start: storage, count: count - first))
            tail.store(start + count, ordering: .releasing)
        }
        return dropped.exchange(0, ordering: .relaxed)
    }
}
