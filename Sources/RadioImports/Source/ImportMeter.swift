import Fairness
import Glibc
import Synchronization

/// A meter that measures one reading against its limits, ends it on cancellation, and shares processor time with other
/// readings.
///
/// A reading runs on one thread, so the thread's processor time is that of the reading. All methods but `cancel` must
/// be called on that thread.
final class ImportMeter: Sendable {
    let limits: ImportLimits
    /// The turns that are shared with other readings; `nil` if the reading takes no turns.
    private let shares: TimeShares?
    /// The counters of items and bytes read; `nil` for none.
    let counts: ImportCounts?
    private let isCancelled = Atomic<Bool>(false)
    private let belt = Mutex<ItemBelt?>(nil)
    private let line = Atomic<Int>(0)
    private let held = Atomic<Int>(0)
    private let beganAt = Atomic<Int64>(0)
    private let turnBeganAt = Atomic<Int64>(0)

    /// The length of a turn, in nanoseconds: much shorter than a second, and much longer than a thread switch.
    private static let slice: Int64 = 20_000_000

    init(_ limits: ImportLimits = .files, sharing shares: TimeShares? = nil, counts: ImportCounts? = nil) {
        self.limits = limits
        self.shares = shares
        self.counts = counts
    }

    /// Runs a reading on the calling thread.
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

    /// Runs work that blocks, outside of the reading's turn.
    func pausing<Value>(_ body: () throws -> Value) rethrows -> Value {
        shares?.leave()
        defer { beginTurn() }
        return try body()
    }

    /// Throws if the reading was cancelled or has used up its processor time. Call this often; a call takes about a
    /// microsecond.
    ///
    /// - Parameter line: the current line; 0 if unknown.
    /// - Throws: `CancellationError` or `ImportRefusal`.
    func checkpoint(line: Int = 0) throws {
        if line > 0 { self.line.store(line, ordering: .relaxed) }
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        if let seconds = limits.processorSeconds {
            let now = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
            // Outside of `run` the reading begins with the first checkpoint.
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

    /// Adds bytes of memory that a format keeps until the end of its file. Throws `ImportRefusal` beyond the limit.
    func hold(_ bytes: Int, line: Int) throws {
        guard held.add(bytes, ordering: .relaxed).newValue <= limits.memory else {
            throw ImportRefusal(message: limits.memorySentence, line: line)
        }
    }

    /// Resets the current line and the counted memory for the next file.
    func beginFile() {
        line.store(0, ordering: .relaxed)
        held.store(0, ordering: .relaxed)
    }

    /// Ends the reading at its next checkpoint, and stops its belt. Safe to call on any thread.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        belt.withLock { $0 }?.stop()
    }

    /// Sets the belt that a cancellation stops.
    func watch(_ belt: ItemBelt) {
        self.belt.withLock { $0 = belt }
        if isCancelled.load(ordering: .relaxed) { belt.stop() }
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
