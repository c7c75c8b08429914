import Glibc

/// A point on the system's monotonic clock, in nanoseconds. State machines receive the time as a parameter.
struct MonotonicTime: Comparable {
    var nanoseconds: UInt64

    /// A time later than any other, which means no deadline.
    static let never = MonotonicTime(nanoseconds: .max)

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    /// Returns the time `seconds` after `time`; `never` for 10^9 seconds or more. A negative number counts as 0.
    static func + (time: MonotonicTime, seconds: Double) -> MonotonicTime {
        guard seconds < 1e9 else { return .never }
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(UInt64(max(0, seconds) * 1e9))
        return overflow ? .never : MonotonicTime(nanoseconds: sum)
    }

    /// Returns the time `seconds` before `time`, at the earliest the start of the clock. `never` remains `never`, and a negative number counts as 0.
    static func - (time: MonotonicTime, seconds: Double) -> MonotonicTime {
        guard time != .never else { return .never }
        let (difference, overflow) = time.nanoseconds.subtractingReportingOverflow(
            UInt64(min(max(0, seconds), 1e9) * 1e9))
        return overflow ? MonotonicTime(nanoseconds: 0) : MonotonicTime(nanoseconds: difference)
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
