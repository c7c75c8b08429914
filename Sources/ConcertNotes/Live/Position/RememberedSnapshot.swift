/// A reading of the row of the live concert, kept in memory so that a move can be attempted without another reading.
///
/// The attempt is a compare-and-set on everything that the decision used. An outdated snapshot is therefore refused by the database, and no move is
/// ever refused because of a snapshot in memory.
package struct RememberedSnapshot: Sendable, Hashable {
    package typealias Moment = ContinuousClock.Instant

    /// The age above which a snapshot is not used.
    package static let limit = LiveHub.staleness

    private let snapshot: LiveSnapshot
    private let takenAt: Moment

    package init(_ snapshot: LiveSnapshot, at now: Moment) {
        self.snapshot = snapshot
        takenAt = now
    }

    /// Returns the snapshot with `readAt` advanced to `now`, because the arbiter depends on this time; `nil` if the snapshot is older than `limit`.
    package func current(at now: Moment) -> LiveSnapshot? {
        let age = now - takenAt
        guard age >= .zero, age <= Self.limit else { return nil }
        var current = snapshot
        current.readAt += Int64(age / .milliseconds(1))
        return current
    }

    /// Returns whether another reading replaces this one: if it is at least as new by the clock of the database, or this one is older than `limit`.
    /// An older reading can arrive later, because readings may end in another order than they began.
    package func isReplaced(by other: LiveSnapshot, at now: Moment) -> Bool {
        other.readAt >= snapshot.readAt || current(at: now) == nil
    }
}
