import Fairness
import Glibc
import Synchronization

/// Measures one reading against its limits, ends it when it is cancelled, and lets other readings have their turns.
///
/// A reading has one thread from its beginning to its end, whose processor time is the reading's. All is called on that thread
/// but `cancel`.
final class ImportMeter: Sendable {
    let limits: ImportLimits
    /// `nil` for a reading that need not share.
    private let shares: TimeShares?
    /// Where what is read is counted, if anywhere.
    let counts: ImportCounts?
    private let isCancelled = Atomic<Bool>(false)
    private let belt = Mutex<ItemBelt?>(nil)
    private let line = Atomic<Int>(0)
    private let held = Atomic<Int>(0)
    private let beganAt = Atomic<Int64>(0)
    private let turnBeganAt = Atomic<Int64>(0)

    /// How long a turn is, in nanoseconds: short beside a second, long beside the change of threads.
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

    /// Runs what waits for something else, outside of the thread's turn.
    func pausing<Value>(_ body: () throws -> Value) rethrows -> Value {
        shares?.leave()
        defer { beginTurn() }
        return try body()
    }

    /// To be called often: throws when the reading was cancelled or has used up its processor time. Costs a microsecond.
    ///
    /// - Parameter line: the one that is being read; 0 where it is not known.
    func checkpoint(line: Int = 0) throws {
        if line > 0 { self.line.store(line, ordering: .relaxed) }
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        if let seconds = limits.processorSeconds {
            let now = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
            // Outside of `run` the reading begins with the first look at its thread's clock.
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

    /// Counts memory that a format holds until the end of its file.
    func hold(_ bytes: Int, line: Int) throws {
        guard held.add(bytes, ordering: .relaxed).newValue <= limits.memory else {
            throw ImportRefusal(message: limits.memorySentence, line: line)
        }
    }

    /// The next file begins.
    func beginFile() {
        line.store(0, ordering: .relaxed)
        held.store(0, ordering: .relaxed)
    }

    /// Ends the reading at its next checkpoint, and what it waits for. From any thread.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        belt.withLock { $0 }?.stop()
    }

    /// The belt that the reading may wait for.
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
