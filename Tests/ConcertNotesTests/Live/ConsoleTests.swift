import HTTP
import OSC
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Spec D5.
@Suite struct ConsoleTests {
    private func settings(_ tenant: String = "hall", from range: String = "127.0.0.0/8") throws -> ConsoleSettings {
        var settings = ConsoleSettings()
        settings.senders = [(try #require(AddressRange(range)), tenant)]
        return settings
    }

    private func input(_ settings: ConsoleSettings, _ database: TestDatabase, _ tenant: Tenant) -> ConsoleInput {
        let store = LiveStore(database: database.tenants)
        return ConsoleInput(
            settings, store: store, messages: AudienceMessageStore(database: database.tenants),
            hub: LiveHub(store: store, logger: LiveFixture.silence), tenant: { $0 == tenant.slug ? tenant.id : nil },
            logger: LiveFixture.silence)
    }

    private func datagram(_ message: OSCMessage, from sender: String = "127.0.0.1") -> OSCDatagram {
        OSCDatagram(sender: sender, bytes: message.bytes)
    }

    @Test(arguments: [
        (OSCMessage("/inotes/next"), 2), (OSCMessage("/tutti/next", .int(3)), 4),
        (OSCMessage("/inotes/measure", .int(5)), 5),
        (OSCMessage("/inotes/measure", .float(4)), 4),
    ])
    func anOSCMessageMovesTheLivePosition(message: OSCMessage, measure: Int) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let input = input(try settings(), database, tenant)
            input.accept(datagram(message))
            await input.finish("hall")
            let position = try #require(try await LiveStore(database: database.tenants).position(in: tenant.id))
            #expect(position.measure == measure)
            #expect(position.source == .osc)
        }
    }

    @Test func oscCommandsAreExecutedInOrder() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let input = input(try settings(), database, tenant)
            for message in [
                OSCMessage("/inotes/piece", .string(LiveFixture.coda)), OSCMessage("/inotes/next"),
                OSCMessage("/inotes/next"), OSCMessage("/inotes/back"), OSCMessage("/inotes/hold", .int(1)),
            ] { input.accept(datagram(message)) }
            await input.finish("hall")
            let position = try #require(try await LiveStore(database: database.tenants).position(in: tenant.id))
            #expect(position.piece == LiveFixture.coda)
            #expect(position.measure == 2)
            #expect(position.state == .held)
        }
    }

    @Test func invalidOSCMessagesAndUnknownSendersDoNotMoveTheConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let input = input(try settings(from: "10.0.0.0/8"), database, tenant)
            input.accept(datagram(OSCMessage("/inotes/next")))
            input.accept(datagram(OSCMessage("/inotes/next"), from: ""))
            for message in [
                OSCMessage("/inotes/measure", .string("5")), OSCMessage("/inotes/measure"), OSCMessage("/inotes/fly"),
                OSCMessage("/other/next"), OSCMessage("/inotes/next", .int(0)), OSCMessage("/inotes/hold", .int(2)),
                OSCMessage("/inotes/measure", .float(2.5)),
            ] { input.accept(datagram(message, from: "10.1.2.3")) }
            input.accept(OSCDatagram(sender: "10.1.2.3", bytes: [1, 2, 3]))
            await input.finish("hall")
            #expect(try await LiveStore(database: database.tenants).position(in: tenant.id)?.revision == 1)
        }
    }

    @Test func oscMessagesCanReportAFollowerReadingAndSendAnAudienceMessage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let input = input(try settings(), database, tenant)
            input.accept(datagram(OSCMessage("/inotes/position", .string(""), .int(3), .float(0.5))))
            input.accept(datagram(OSCMessage("/inotes/push", .string("Welcome"), .string("Phones off"), .string(""))))
            await input.finish("hall")
            let sources = try #require(try await LiveStore(database: database.tenants).sources(in: tenant.id))
            #expect(sources.follower.measure == 3)
            #expect(sources.leader == .person)
            let message = try await AudienceMessageStore(database: database.tenants).valid(in: tenant.id).first
            #expect(message?.title == "Welcome")
            #expect(message?.style == .auto)
        }
    }

    @Test func consolesReceiveEachPositionAndTheCueOfANewMeasure() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let receiver = try OSCReceiver(OSCEndpoint(host: "127.0.0.1", port: 0))
            var settings = ConsoleSettings()
            settings.targets = [(OSCEndpoint(host: "127.0.0.1", port: receiver.port), "hall")]
            settings.cues = [try #require(ConsoleSettings.Cue("hall|composer work round|4|/cue/4/start"))]
            let output = ConsoleOutput(settings) { $0 == tenant.id ? "hall" : nil }
            let store = LiveStore(database: database.tenants) { position, isOtherMeasure, tenant in
                await output.moved(to: position, isOtherMeasure: isOtherMeasure, in: tenant)
            }
            _ = try await store.step(LiveStep(by: 3), in: tenant.id)
            var datagrams = receiver.datagrams.makeAsyncIterator()
            var messages: [OSCMessage] = []
            _ = try await store.set(LiveTarget(state: .held), in: tenant.id)
            for _ in 0..<5 { messages += try OSCPacket(try #require(await datagrams.next()).bytes).messages }
            #expect(
                messages == [
                    OSCMessage(
                        "/tutti/position", .string(LiveFixture.round), .int(4), .string("2"), .int(2),
                        .string("running")),
                    OSCMessage("/inotes/at", .string(LiveFixture.round), .int(4)), OSCMessage("/cue/4/start"),
                    // A change of the state alone starts no cue.
                    OSCMessage(
                        "/tutti/position", .string(LiveFixture.round), .int(4), .string("2"), .int(2), .string("held")),
                    OSCMessage("/inotes/at", .string(LiveFixture.round), .int(4)),
                ])
        }
    }

    /// The forms in which bridges send program changes.
    @Test(arguments: [
        OSCMessage("/midi", .midi(port: 0, status: 0xC2, data1: 7, data2: 0)),
        OSCMessage("/midi/stage-left", .midi(port: 3, status: 0xC2, data1: 7, data2: 0)),
        OSCMessage("/tutti/midi", .midi(port: 0, status: 0xC2, data1: 7, data2: 0)),
        OSCMessage("/midi/program", .int(3), .int(7)), OSCMessage("/inotes/midi/program", .float(3), .float(7)),
    ])
    func aMIDIProgramChangePerformsItsConfiguredCommand(message: OSCMessage) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            var settings = try settings()
            settings.programs = try ["other|3|7|hold", "hall|3|7|composer work round|4", "hall|3|8|next"].map {
                try #require(ConsoleSettings.Program($0))
            }
            let input = input(settings, database, tenant)
            input.accept(datagram(message))
            await input.finish("hall")
            let position = try #require(try await LiveStore(database: database.tenants).position(in: tenant.id))
            #expect(position.measure == 4)
            #expect(position.source == .osc)
        }
    }

    @Test func onlyConfiguredMIDIProgramChangesMoveTheConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            var settings = try settings()
            settings.programs = [try #require(ConsoleSettings.Program("hall|1|7|next"))]
            let input = input(settings, database, tenant)
            for message in [
                OSCMessage("/midi", .midi(port: 0, status: 0x90, data1: 7, data2: 100)),
                OSCMessage("/midi", .midi(port: 0, status: 0xC0, data1: 6, data2: 0)),
                OSCMessage("/midi", .midi(port: 0, status: 0xC1, data1: 7, data2: 0)),
                OSCMessage("/midi/program", .int(1), .int(128)), OSCMessage("/midi/program", .int(1)),
                OSCMessage("/midi/cc", .int(1), .int(7)), OSCMessage("/other/midi", .int(1), .int(7)),
                OSCMessage("/midis", .midi(port: 0, status: 0xC0, data1: 7, data2: 0)),
            ] { input.accept(datagram(message)) }
            await input.finish("hall")
            #expect(try await LiveStore(database: database.tenants).position(in: tenant.id)?.revision == 1)
        }
    }

    @Test func theSettingOfAMIDIProgramNamesACommandOrAMeasure() throws {
        let commands = ["next", "back", "hold", "resume", "blackout", "takeover"]
        let rows = try commands.map { try #require(ConsoleSettings.Program("hall|16|127|\($0)")).command }
        let expected: [ConsoleCommand] = [
            .step(try LiveStep(by: 1)), .step(try LiveStep(by: -1)), .hold(true), .hold(false), .blackout(true),
            .takeOver,
        ]
        #expect(rows == expected)
        #expect(
            ConsoleSettings.Program("hall|1|0|Piece|35")?.command == .go(LiveTarget(piece: "Piece", measure: 35)))
    }

    @Test(arguments: [
        "", "hall|1|0", "hall|0|0|next", "hall|17|0|next", "hall|1|128|next", "hall|x|0|next", "|1|0|next",
        "hall|1|0|fly", "hall|1|0|Piece|0", "hall|1|0|;|1", "hall|1|0|Piece|1|2",
    ])
    func aMalformedSettingOfAMIDIProgramIsRefused(text: String) {
        #expect(ConsoleSettings.Program(text) == nil)
    }

    @Test(arguments: [
        "", "hall|Piece|x|/cue", "hall|Piece|1|cue", "hall|Piece|0|/cue", "|Piece|1|/cue", "hall|;|1|/c", "a|b|1|/c|d",
    ])
    func aMalformedSettingOfACueIsRefused(text: String) {
        #expect(ConsoleSettings.Cue(text) == nil)
    }
}
