import FoundationEssentials
import Web

/// A duration in words, such as "less than a minute", "5 minutes" or "3 days".
struct PlainDuration: Sendable, Hashable, CustomStringConvertible {
    /// The duration in whole seconds, at least 0.
    let seconds: Int64

    /// Creates the duration between two times; zero if `end` is before `start`, which happens if the clocks of two machines differ.
    init(from start: Date, to end: Date) {
        seconds = max(0, (Instant(end).milliseconds - Instant(start).milliseconds) / 1000)
    }

    /// The units: the length in seconds, and the count from which the next unit is used.
    private static let units: [(name: String, length: Int64, limit: Int64)] = [
        ("minute", 60, 60), ("hour", 3600, 48), ("day", 86_400, 730), ("year", 31_557_600, .max),
    ]

    var description: String {
        if seconds < 60 { return "less than a minute" }
        for unit in Self.units {
            let count = (seconds + unit.length / 2) / unit.length
            if count < unit.limit { return "\(count) \(unit.name)\(count == 1 ? "" : "s")" }
        }
        return "many years"
    }
}
