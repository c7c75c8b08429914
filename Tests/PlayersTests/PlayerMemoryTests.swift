import PlayerCore
import Synchronization
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import Players

/// The sessions that the endpoints of events keep in memory.
@Suite struct PlayerMemoryTests {
    private static let owner = PlayerOwner(tenant: TenantID(rawValue: 1), account: 7)

    @Test func aPlayerSessionStaysInMemoryUntilItIsRemoved() {
        let memory = PlayerMemory()
        #expect(memory.entry(of: Self.owner) == nil)
        memory.keep(PlayerMemory.Entry(session: PlayerSession(), text: "{}", sighting: nil), of: Self.owner)
        #expect(memory.entry(of: Self.owner)?.text == "{}")
        #expect(memory.entry(of: PlayerOwner(tenant: TenantID(rawValue: 2), account: 7)) == nil)
        memory.keep(nil, of: Self.owner)
        #expect(memory.entry(of: Self.owner) == nil)
    }

    /// Only an event that starts from the session in memory uses the memory's clock, which this test sets far ahead.
    @Test func anEventStartsFromTheSessionThatTheLastEventStored() async throws {
        let captured = Mutex<TenantDatabase?>(nil)
        try await RouteStage.with(routes: { database, _ in
            captured.withLock { $0 = database }
            return PlayerDeviceRoutes(database: database).routes
        }) { stage in
            let memory = PlayerMemory()
            let store = PlayerStore(
                database: try #require(captured.withLock { $0 }), clock: nil, memory: memory)
            let account = try await stage.database.sql(
                "select user_id from app.user_account where tenant_id = \(stage.here.id) and login = 'listener'")
            let owner = PlayerOwner(tenant: stage.here.id, account: try #require(Int64(account.filter(\.isNumber))))
            let command = PlayerCommand(device: nil) { [$0.state == .silent ? .tapAnywhere : .tapText] }
            _ = try await store.perform(command, of: owner)
            #expect(memory.entry(of: owner) == nil, "the first event inserts the row in a transaction")
            let second = try await store.perform(command, of: owner)
            #expect(memory.entry(of: owner)?.session == second.session)
            let ahead = PlayerTime(milliseconds: second.now.milliseconds + 1_000_000)
            let moment = ContinuousClock.now
            memory.note(ahead, readFrom: moment, to: moment)
            let third = try await store.perform(command, of: owner)
            #expect(third.now.milliseconds >= ahead.milliseconds)
            #expect(third.session.revision == second.session.revision + 1)
        }
    }

    @Test func theClockOfTheDatabaseIsExtrapolatedForOneMinute() {
        let (memory, start) = (PlayerMemory(), ContinuousClock.now)
        #expect(memory.time(at: start) == nil)
        memory.note(PlayerTime(milliseconds: 5000), readFrom: start, to: start + .milliseconds(10))
        #expect(memory.time(at: start + .milliseconds(5)) == PlayerTime(milliseconds: 5000))
        #expect(memory.time(at: start + .milliseconds(30_005)) == PlayerTime(milliseconds: 35_000))
        #expect(memory.time(at: start + .seconds(61)) == nil)
    }

    @Test func theMostExactOfTheRecentReadingsOfTheClockIsUsed() {
        let (memory, start) = (PlayerMemory(), ContinuousClock.now)
        memory.note(PlayerTime(milliseconds: 0), readFrom: start, to: start + .milliseconds(30))
        #expect(memory.time(at: start + .milliseconds(30)) == nil, "a reading of more than 20 ms is too inexact")
        memory.note(PlayerTime(milliseconds: 1000), readFrom: start, to: start)
        memory.note(PlayerTime(milliseconds: 9000), readFrom: start, to: start + .milliseconds(8))
        #expect(memory.time(at: start + .milliseconds(500)) == PlayerTime(milliseconds: 1500))
        let later = start + .seconds(31)
        memory.note(PlayerTime(milliseconds: 50_000), readFrom: later, to: later + .milliseconds(8))
        #expect(memory.time(at: later + .milliseconds(4)) == PlayerTime(milliseconds: 50_000))
    }
}
