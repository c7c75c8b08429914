import Fairness
import Glibc
import Synchronization

/// A meter that enforces the limits of one reading, ends it on cancellation, and shares processor time with other readings.
///
/// A reading runs on one thread, so its processor time is that of the thread. Call all methods except `cancel` on that thread.
final class ImportMeter: Sendable {
    let limits: ImportLimits
    /// The processor time that readings share in turns; `nil` if this reading does not share.
    private let shares: TimeShares?
    /// The counters of items and bytes; `nil` for none.
    let counts: ImportCounts?
    private let isCancelled = Atomic<Bool>(false)
    private let batchQueue = Mutex<BatchQueue?>(nil)
    private let line = Atomic<Int>(0)
    private let memoryInUse = Atomic<Int>(0)
    private let beganAt = Atomic<Int64>(0)
    private let turnBeganAt = Atomic<Int64>(0)

    /// The length of a turn in nanoseconds: much shorter than a second, and much longer than a thread switch.
    private static let slice: Int64 = 20_000_000

    init(_ limits: ImportLimits = .files, sharing shares: TimeShares? = nil, counts: ImportCounts? = nil) {
        self.limits = limits
        self.shares = shares
        self.counts = counts
    }

    /// Runs a reading on the calling thread. Rethrows the errors of `body`.
    func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        beganAt.store(Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID), ordering: .relaxed)
        beginTurn()
        defer {
            shares?.leave()
            let began = beganAt.load(ordering: .relaxed)
            counts?.used(nanoseconds: Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - began)
        }
        return try body()
    }

    /// Runs blocking work outside the reading's turn. Rethrows the errors of `body`.
    func pausing<Value>(_ body: () throws -> Value) rethrows -> Value {
        shares?.leave()
        defer { beginTurn() }
        return try body()
    }

    /// Checks that the reading was not cancelled and has processor time left. At the end of a turn, blocks until the next turn of the reading. Call
    /// this method often.
    ///
    /// - Parameter line: The current line, or 0 if unknown.
    /// - Throws: `CancellationError` or `ImportRefusal`.
    func checkpoint(line: Int = 0) throws {
        if line > 0 { self.line.store(line, ordering: .relaxed) }
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        if let seconds = limits.processorSeconds {
            let now = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
            // Outside `run`, the reading starts with the first checkpoint.
            _ = beganAt.compareExchange(expected: 0, desired: now, ordering: .relaxed)
            let used = now - beganAt.load(ordering: .relaxed)
            guard used <= Int64(seconds) * 1_000_000_000 else {
                throw ImportRefusal(
                    message:
                        "reading the file up to here took more than \(seconds) s of processor time; send the file in parts",
                    line: self.line.load(ordering: .relaxed))
            }
        }
        guard let shares, shares.isWanted,
            Self.nanoseconds(CLOCK_MONOTONIC) - turnBeganAt.load(ordering: .relaxed) > Self.slice
        else { return }
        shares.leave()
        beginTurn()
    }

    /// Adds memory, in bytes, that a format keeps until the end of its file. Throws `ImportRefusal` if the limit is exceeded.
    func hold(_ bytes: Int, line: Int) throws {
        guard memoryInUse.add(bytes, ordering: .relaxed).newValue <= limits.memory else {
            throw ImportRefusal(message: limits.memorySentence, line: line)
        }
    }

    /// Resets the current line and the memory for the next file.
    func beginFile() {
        line.store(0, ordering: .relaxed)
        memoryInUse.store(0, ordering: .relaxed)
    }

    /// Ends the reading at its next checkpoint and stops its queue of batches. Can be called on any thread.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        batchQueue.withLock { $0 }?.stop()
    }

    /// Sets the queue that cancellation stops.
    func watch(_ batchQueue: BatchQueue) {
        self.batchQueue.withLock { $0 = batchQueue }
        if isCancelled.load(ordering: .relaxed) { batchQueue.stop() }
    }

    private func beginTurn() {
        shares?.enter()
        turnBeganAt.store(Self.nanoseconds(CLOCK_MONOTONIC), ordering: .relaxed)
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
