import FoundationEssentials
import Web

/// A length of time as one says it: "less than a minute", "5 minutes", "3 days". To the nearest of its largest unit.
struct PlainDuration: Sendable, Hashable, CustomStringConvertible {
    /// Never negative.
    let seconds: Int64

    /// Nothing when the end comes first, as it may between the clocks of two machines.
    init(from start: Date, to end: Date) {
        seconds = max(0, (Instant(end).milliseconds - Instant(start).milliseconds) / 1000)
    }

    /// The unit, its length in seconds, and how many of it are better said in the next one.
    private static let units: [(name: String, length: Int64, limit: Int64)] = [
        ("minute", 60, 60), ("hour", 3600, 48), ("day", 86_400, 730), ("year", 31_557_600, .max),
    ]

    var description: String {
        if seconds < 60 { return "less than a minute" }
        for unit in Self.units {
            let count = (seconds + unit.length / 2) / unit.length
            if count < unit.limit { return "\(count) \(unit.name)\(count == 1 ? "" : "s")" }
        }
        return "a very long time"
    }
}
