import Logging

/// What became of the packets of one tenant: a line for the log each minute, and when sending is broken.
struct PacketTally: Sendable {
    typealias Instant = ContinuousClock.Instant

    private static let interval = Duration.seconds(60)
    /// Dropped one after the other: about a second of them.
    private static let dropsThatBreak = 10

    private var sentCount = 0
    private var droppedCount = 0
    private var dropsInARow = 0
    private var nextReport: Instant

    init(since now: Instant) { nextReport = now + Self.interval }

    /// Whether packets have not gone out for about a second.
    var isBroken: Bool { dropsInARow >= Self.dropsThatBreak }

    /// Whether the last packet was the one that made it so.
    var hasJustBroken: Bool { dropsInARow == Self.dropsThatBreak }

    mutating func sent() {
        sentCount += 1
        dropsInARow = 0
    }

    mutating func dropped() {
        droppedCount += 1
        dropsInARow += 1
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
