import Logging

/// The counts of one tenant's packets, for a log line each minute, for the lease row, and to detect that sending fails.
struct PacketTally: Sendable {
    typealias Instant = ContinuousClock.Instant

    private static let interval = Duration.seconds(60)
    /// The number of consecutive dropped packets from which sending counts as broken, about a second of packets.
    private static let dropsThatBreak = 10

    private var sentCount = 0
    private var droppedCount = 0
    private var unreported = PacketReport()
    private var lastSent: Instant?
    private var dropsInARow = 0
    private var nextReport: Instant

    init(since now: Instant) { nextReport = now + Self.interval }

    /// Whether the last `dropsThatBreak` packets were all dropped.
    var isBroken: Bool { dropsInARow >= Self.dropsThatBreak }

    mutating func sent(at now: Instant) {
        sentCount += 1
        unreported.sent += 1
        lastSent = now
        dropsInARow = 0
    }

    mutating func dropped() {
        droppedCount += 1
        unreported.failed += 1
        dropsInARow += 1
    }

    /// Returns the numbers of packets that no report contains yet, and resets them. If the report cannot be stored, call `restore`.
    mutating func takeUnreported(at now: Instant) -> PacketReport {
        defer { unreported = PacketReport() }
        var report = unreported
        report.age = lastSent.map { now - $0 }
        return report
    }

    /// Adds the numbers of a report that could not be stored.
    mutating func restore(_ report: PacketReport) {
        unreported.sent += report.sent
        unreported.failed += report.failed
    }

    /// Returns the numbers of packets sent and dropped since the last call with a result, at most once per minute; `nil` at other times.
    mutating func report(at now: Instant) -> Logger.Metadata? {
        guard now >= nextReport else { return nil }
        defer {
            nextReport = now + Self.interval
            (sentCount, droppedCount) = (0, 0)
        }
        return ["sent": .stringConvertible(sentCount), "dropped": .stringConvertible(droppedCount)]
    }
}
