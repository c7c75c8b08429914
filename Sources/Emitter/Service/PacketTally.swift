import Logging

/// What became of the packets of one tenant: a line for the log each minute, and when sending is broken.
struct PacketTally: Sendable {
    typealias Instant = ContinuousClock.Instant

    private static let interval = Duration.seconds(60)
    /// Dropped one after the other: about a second of them.
    private static let dropsThatBreak = 10

    private var sentCount = 0
    private var droppedCount = 0
    private var unreported = PacketReport()
    private var lastSent: Instant?
    private var dropsInARow = 0
    private var nextReport: Instant

    init(since now: Instant) { nextReport = now + Self.interval }

    /// Whether packets have not gone out for about a second.
    var isBroken: Bool { dropsInARow >= Self.dropsThatBreak }

    /// Whether the last packet was the one that made it so.
    var hasJustBroken: Bool { dropsInARow == Self.dropsThatBreak }

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

    /// The numbers since the last time that this was asked, for the lease row.
    mutating func takeUnreported(at now: Instant) -> PacketReport {
        defer { unreported = PacketReport() }
        var report = unreported
        report.age = lastSent.map { now - $0 }
        return report
    }

    /// Puts back the numbers of a report that did not arrive.
    mutating func putBack(_ report: PacketReport) {
        unreported.sent += report.sent
        unreported.failed += report.failed
    }

    /// The numbers since the last report, once a minute.
    mutating func report(at now: Instant) -> Logger.Metadata? {
        guard now >= nextReport else { return nil }
        defer {
            nextReport = now + Self.interval
            (sentCount, droppedCount) = (0, 0)
        }
        return ["sent": .stringConvertible(sentCount), "dropped": .stringConvertible(droppedCount)]
    }
}
