import Glibc

/// A point on the system's monotonic clock, in nanoseconds. State machines receive it; only the loop reads the clock.
struct MonotonicTime: Comparable {
    var nanoseconds: UInt64

    /// Later than any other time; means no deadline.
    static let never = MonotonicTime(nanoseconds: .max)

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    /// - Parameter seconds: not negative. A result beyond the range is `never`.
    static func + (time: MonotonicTime, seconds: Double) -> MonotonicTime {
        guard seconds < 1e9 else { return .never }
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(UInt64(max(0, seconds) * 1e9))
        return overflow ? .never : MonotonicTime(nanoseconds: sum)
    }

    /// - Parameter seconds: not negative. A result before the clock's start is its start.
    static func - (time: MonotonicTime, seconds: Double) -> MonotonicTime {
        guard time != .never else { return .never }
        let (difference, overflow) = time.nanoseconds.subtractingReportingOverflow(
            UInt64(min(max(0, seconds), 1e9) * 1e9))
        return overflow ? MonotonicTime(nanoseconds: 0) : MonotonicTime(nanoseconds: difference)
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
