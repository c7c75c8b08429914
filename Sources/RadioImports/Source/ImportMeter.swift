import Fairness
import Glibc
import Synchronization

/// A meter of one reading, which enforces the limits of processor time and memory, ends the reading on cancellation, and shares processor time with
/// other readings.
///
/// All methods except `cancel` must be called on the reading's thread, whose processor time counts.
final class ImportMeter: Sendable {
    let limits: ImportLimits
    private let shares: TimeShares?
    let counts: ImportCounts?
    private let isCancelled = Atomic<Bool>(false)
    private let batchQueue = Mutex<BatchQueue?>(nil)
    private let line = Atomic<Int>(0)
    private let memoryInUse = Atomic<Int>(0)
    private let beganAt = Atomic<Int64>(0)
    private let turnBeganAt = Atomic<Int64>(0)

    /// The length of a turn in nanoseconds, much longer than a thread switch.
    private static let slice: Int64 = 20_000_000

    /// Creates a meter. Without `shares`, the reading takes no turns with others; without `counts`, nothing is added to the metrics.
    init(_ limits: ImportLimits = .files, sharing shares: TimeShares? = nil, counts: ImportCounts? = nil) {
        self.limits = limits
        self.shares = shares
        self.counts = counts
    }

    /// Runs a reading on the calling thread, in turns with other readings, and counts its processor time.
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

    /// Runs work that may block, during which another reading may take the turn, and then waits for a new turn.
    func pausing<Value>(_ body: () throws -> Value) rethrows -> Value {
        shares?.leave()
        defer { beginTurn() }
        return try body()
    }

    /// Checks cancellation and processor time, and blocks for other readings at the end of a turn. Call this method often.
    ///
    /// - Parameter line: The current line; 0 if unknown.
    /// - Throws: `CancellationError`, and `ImportRefusal` if the reading has used more processor time than allowed.
    func checkpoint(line: Int = 0) throws {
        if line > 0 { self.line.store(line, ordering: .relaxed) }
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        if let seconds = limits.processorSeconds {
            let now = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
            // Outside `run`, the first checkpoint starts the reading.
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

    /// Adds memory, in bytes, that a format holds until the end of the current file. Throws `ImportRefusal` if the sum for this file exceeds the
    /// limit.
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

    /// Ends the reading at its next checkpoint and stops its queue of batches. Any thread may call it.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        batchQueue.withLock { $0 }?.stop()
    }

    /// Sets the queue that cancellation stops, or stops the queue immediately if the reading is already cancelled.
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
