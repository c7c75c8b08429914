import Glibc

/// A meter of the processor time of one reading, which runs on one thread.
struct ReadingMeter {
    private let limit: Int?
    private let start: Int64

    /// Starts the measurement on the calling thread. `seconds` is the maximum processor time; `nil` for no limit.
    init(seconds: Int?) {
        limit = seconds
        start = Self.nanoseconds()
    }

    /// Throws `ScoreFault` of the kind `limit` if the processor time is used up. `line` is the line reached in the file; `nil` if unknown.
    func check(line: Int?) throws(ScoreFault) {
        guard let limit, Self.nanoseconds() - start > Int64(limit) * 1_000_000_000 else { return }
        throw ScoreFault(
            .limit, "reading the file took more than \(limit) s of processor time; split it into several files",
            line: line)
    }

    private static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
