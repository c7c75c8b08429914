/// The newest known position of a tenant, from readings of the row and from notifications: a last-writer-wins register without I/O.
///
/// PostgreSQL delivers a notification after its transaction is visible to every new reading, and in the order of commits. Therefore:
///
/// - The position of a notification is stored only if its revision is higher, because a reading may have been faster.
/// - A reading that began after the last stored notification always wins, since a fail-over may lose commits.
/// - A reading during which a notification was stored wins only if its revision is not lower. The emitter reads again after a notification.
package struct PositionRegister: Sendable {
    /// A mark of the moment at which a reading began.
    package struct ReadingMark: Sendable {
        fileprivate let storedNotices: UInt64
    }

    private(set) var position: LivePosition?
    private(set) var showsPosition = true
    private var revision: Int64 = 0
    /// The number of notifications whose positions were stored.
    private var storedNotices: UInt64 = 0

    init() {}

    /// The mark of a reading that begins now.
    var readingMark: ReadingMark { ReadingMark(storedNotices: storedNotices) }

    /// Stores the position of a notification if it is newer.
    mutating func store(_ notice: PositionNotice) {
        guard notice.revision > revision else { return }
        (revision, position, showsPosition) = (notice.revision, notice.position, notice.showsPosition)
        storedNotices += 1
    }

    /// Stores the position of a reading, unless a notification that was stored during the reading is newer.
    mutating func store(_ state: LiveState, readSince mark: ReadingMark) {
        guard mark.storedNotices == storedNotices || state.revision >= revision else { return }
        (revision, position, showsPosition) = (state.revision, state.position, state.showsPosition)
    }
}
