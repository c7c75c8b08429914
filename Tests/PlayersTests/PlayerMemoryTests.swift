import PlayerCore
import Tenancy
import Testing

@testable import Players

/// The sessions that the endpoints of events keep in memory.
@Suite struct PlayerMemoryTests {
    private static let owner = PlayerOwner(tenant: TenantID(rawValue: 1), account: 7)

    @Test func aSessionIsKeptUntilItIsForgotten() {
        let memory = PlayerMemory()
        #expect(memory.entry(of: Self.owner) == nil)
        memory.keep(PlayerMemory.Entry(session: PlayerSession(), text: "{}", sighting: nil), of: Self.owner)
        #expect(memory.entry(of: Self.owner)?.text == "{}")
        #expect(memory.entry(of: PlayerOwner(tenant: TenantID(rawValue: 2), account: 7)) == nil)
        memory.keep(nil, of: Self.owner)
        #expect(memory.entry(of: Self.owner) == nil)
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
