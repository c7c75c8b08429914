import PlayerCore
import Synchronization
import Tenancy
import Testing

@testable import HTTP
@testable import Players

struct RevisionStreamsTests {
    /// A stand-in for an event loop with one open stream, which records the IDs of the published events.
    private final class Recorder: EventRelay {
        let ids = Mutex<[String]>([])

        func relay(_ frame: EventFrame, _ sequence: UInt64, from broadcaster: EventBroadcaster) {
            ids.withLock { $0.append(frame.id) }
        }

        func relayEnd(of broadcaster: EventBroadcaster) { ids.withLock { $0.append("end") } }
    }

    private let streams = RevisionStreams<Never>()
    private let recorder = Recorder()

    private var published: [String] { recorder.ids.withLock { $0 } }

    private func state(
        _ revision: Int, row: Int64 = 1, id: String? = nil, deadline: PlayerTime? = nil
    ) -> RowState {
        RowState(
            row: row, revision: revision, event: ServerSentEvent(id: id ?? "\(revision)", name: "row", data: "{}"),
            deadline: deadline)
    }

    @Test func theFirstStateIsTheBacklogOfANewStream() {
        streams.take(state(4))
        #expect(streams.events.joined(recorder, lastEventID: nil)?.backlog.map(\.id) == ["4"])
        #expect(streams.events.joined(recorder, lastEventID: "4")?.backlog.isEmpty == true)
        #expect(published.isEmpty)
    }

    @Test func eachLaterRevisionIsPublishedOnce() {
        _ = streams.events.joined(recorder, lastEventID: nil)
        for revision in [1, 2, 2, 1, 3] { streams.take(state(revision)) }
        #expect(published == ["2", "3"])
    }

    @Test func anotherEventOfTheSameRevisionIsPublishedIfItsIDDiffers() {
        _ = streams.events.joined(recorder, lastEventID: nil)
        for id in ["1.1", "1.3", "1.3"] { streams.take(state(1, id: id)) }
        #expect(published == ["1.3"])
    }

    @Test func theFirstRevisionOfAnotherRowIsPublished() {
        _ = streams.events.joined(recorder, lastEventID: nil)
        streams.take(state(9))
        streams.take(state(2, row: 2, id: "2"))
        #expect(published == ["2"])
        #expect(streams.row == 2)
    }

    @Test func aRowWithoutAnOpenStreamIsNotDue() {
        #expect(!streams.isDue(at: PlayerTime(milliseconds: 0)))
    }

    @Test func aRowIsDueWhenItIsOutdatedOrItsDeadlineHasPassed() {
        _ = streams.events.joined(recorder, lastEventID: nil)
        #expect(streams.isDue(at: PlayerTime(milliseconds: 0)))
        streams.beginReading()
        streams.take(state(1, deadline: PlayerTime(milliseconds: 1000)))
        #expect(!streams.isDue(at: PlayerTime(milliseconds: 999)))
        #expect(streams.isDue(at: PlayerTime(milliseconds: 1000)))
        streams.take(state(1))
        #expect(!streams.isDue(at: PlayerTime(milliseconds: 1000)))
        streams.outdate()
        #expect(streams.isDue(at: PlayerTime(milliseconds: 0)))
    }

    @Test func endedStreamsReceiveALastEvent() {
        _ = streams.events.joined(recorder, lastEventID: nil)
        streams.end(with: ServerSentEvent(id: "left", name: "left", data: "{}"))
        #expect(published == ["left", "end"])
        #expect(streams.hasEnded)
    }

    @Test func aListenerWhoseStreamsHaveEndedGetsNewStreams() {
        let registry = StreamRegistry<Never>()
        let owner = PlayerOwner(tenant: TenantID(rawValue: 1), account: 1)
        let first = registry.requested(by: owner)
        #expect(registry.requested(by: owner) === first)
        first.end(with: ServerSentEvent(id: "left", name: "left", data: "{}"))
        #expect(registry.requested(by: owner) !== first)
    }

    @Test func anEndedTenantLosesItsStreams() {
        let registry = StreamRegistry<Never>()
        let (gone, here) = (TenantID(rawValue: 1), TenantID(rawValue: 2))
        let streams = registry.requested(by: PlayerOwner(tenant: gone, account: 1))
        _ = streams.events.joined(recorder, lastEventID: nil)
        _ = registry.requested(by: PlayerOwner(tenant: here, account: 1))
        registry.end(gone)
        #expect(registry.tenants == [here])
        #expect(published == ["end"])
    }

    @Test func aClosedRegistryHasOnlyEndedStreams() {
        let registry = StreamRegistry<Never>()
        registry.close()
        let streams = registry.requested(by: PlayerOwner(tenant: TenantID(rawValue: 1), account: 1))
        #expect(streams.events.joined(recorder, lastEventID: nil) == nil)
    }
}
