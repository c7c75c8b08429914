import Testing

@testable import ConcertNotes

@Suite struct RememberedSnapshotTests {
    private let start = ContinuousClock.now
    private let first = LiveSnapshot(revision: 4, onAir: nil, readAt: 1000)

    @Test func theReadingTimeOfARememberedSnapshotAdvancesWithTheClock() {
        let remembered = RememberedSnapshot(first, at: start)
        #expect(remembered.current(at: start + .milliseconds(250))?.readAt == 1250)
        #expect(remembered.current(at: start + .milliseconds(250))?.revision == 4)
    }

    @Test func anOldSnapshotIsNotUsed() {
        let remembered = RememberedSnapshot(first, at: start)
        #expect(remembered.current(at: start + RememberedSnapshot.limit + .milliseconds(1)) == nil)
        #expect(remembered.current(at: start - .milliseconds(1)) == nil)
    }

    @Test func aSnapshotReadEarlierDoesNotReplaceANewerSnapshot() {
        let remembered = RememberedSnapshot(first, at: start)
        #expect(!remembered.isReplaced(by: LiveSnapshot(revision: 3, onAir: nil, readAt: 999), at: start))
        #expect(remembered.isReplaced(by: LiveSnapshot(revision: 5, onAir: nil, readAt: 1001), at: start))
    }

    /// After a fail-over, the clock and the revision may be lower.
    @Test func anySnapshotReplacesAnOldSnapshot() {
        let remembered = RememberedSnapshot(first, at: start)
        let later = start + RememberedSnapshot.limit + .milliseconds(1)
        #expect(remembered.isReplaced(by: LiveSnapshot(revision: 2, onAir: nil, readAt: 10), at: later))
    }
}
