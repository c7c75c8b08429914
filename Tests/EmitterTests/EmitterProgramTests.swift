import Foundation
import TestSupport
import Testing

@testable import Emitter

/// The emitter program as a process: signals, pipes and exit status.
@Suite struct EmitterProgramTests {
    @Test func anEmitterThatReceivesSIGTERMReleasesItsLeaseAndExits() async throws {
        try await onAir { stage, phone, program in
            try await phone.expect("the first packet") { _ in true }
            program.send(SIGTERM)
            #expect(try await program.status() == 0)
            #expect(try await stage.lease("until <= now()") == "t")
            await phone.forget()
            #expect(try await phone.listen(for: .milliseconds(500)).isEmpty)
            let log = program.messages()
            for message in [
                "the emitter starts", "on the air", "the lease is taken", "off the air", "the emitter stops",
            ] {
                #expect(log.contains(#""msg":"\#(message)""#))
            }
        }
    }

    /// Issue 2: packets are sent again within 2 s, and the count never decreases.
    @Test func theSuccessorOfAKilledEmitterSendsWithinTwoSeconds() async throws {
        try await onAir { stage, phone, first in
            try await phone.expect("the first packet") { _ in true }
            try await phone.listen(for: .milliseconds(700))
            first.send(SIGKILL)
            #expect(try await first.status() == -SIGKILL)
            await phone.forget()
            let (killed, stalls) = (ContinuousClock.now, Stalls())
            let second = try EmitterProgram(stage.database)
            let packet = try await phone.expect("the successor") { _ in true }
            #expect(packet.time - killed < .seconds(2) + stalls.time)
            try await phone.listen(for: .milliseconds(500))
            #expect(await phone.countsRise)
            #expect(try await stage.lease("epoch") == "2")
            #expect(packet.count ?? 0 > 10_000)
            second.send(SIGTERM)
            #expect(try await second.status() == 0)
        }
    }

    /// A separate process, because its nine packets could take minutes in the busy test process, and a message need not
    /// be sent for that long.
    @Test func eachOfSeveralSimultaneousMessagesIsSentAtLeastThreeTimes() async throws {
        try await onAir { stage, phone, _ in
            try await phone.expect("the first packet") { _ in true }
            for title in ["one", "two", "three"] { try await stage.send(title, milliseconds: 2000) }
            for title in ["one", "two", "three"] {
                while await phone.heard.count(where: { $0.text == "PUSH|\(title)|b|AUTO||" }) < 3 {
                    try await phone.expect("the message \(title)") { $0.text == "PUSH|\(title)|b|AUTO||" }
                }
            }
        }
    }

    /// A holder that was stopped and has missed the changes since.
    @Test func aPausedEmitterStaysSilentWhenAnotherEmitterHasReplacedIt() async throws {
        try await onAir { stage, phone, first in
            try await phone.expect("the first packet") { _ in true }
            first.send(SIGSTOP)
            let second = try EmitterProgram(stage.database)
            try await phone.expect("the successor") { $0.count ?? 0 > 10_000 }
            try await phone.listen(for: .milliseconds(500))
            first.send(SIGCONT)
            try await phone.listen(for: .seconds(2))
            #expect(await phone.countsRise)
            #expect(try await stage.lease("epoch") == "2")
            second.send(SIGTERM)
            #expect(try await second.status() == 0)
            try await phone.expect("the first again, with a new lease") { $0.count ?? 0 > 20_000 }
            #expect(await phone.countsRise)
        }
    }

    @Test func anEmitterWhoseParentEndedSendsUntilASuccessorSends() async throws {
        try await onAir(["--with-parent"]) { stage, phone, first in
            try await phone.expect("the first packet") { _ in true }
            try first.closeInput()
            #expect(try await !phone.listenToSome(for: .seconds(1)).isEmpty)
            #expect(first.process.isRunning)
            let second = try EmitterProgram(stage.database)
            try await phone.expect("the successor") { $0.count ?? 0 > 10_000 }
            #expect(try await first.status() == 0)
            try await phone.listen(for: .milliseconds(500))
            #expect(await phone.countsRise)
            second.send(SIGTERM)
            #expect(try await second.status() == 0)
        }
    }

    @Test func anEmitterWithoutTheParentOptionContinuesWhenItsInputCloses() async throws {
        try await onAir { _, phone, program in
            try program.closeInput()
            try await phone.expect("the first packet") { _ in true }
            try await phone.listen(for: .seconds(1))
            #expect(program.process.isRunning)
        }
    }

    @Test(
        arguments: [
            (["--help"], ["DATABASE_URL": ""], 0), (["--nonsense"], [:], 2), (["argument"], [:], 2), ([], [:], 1),
            ([], ["DATABASE_URL": "x", "DATABASE_URL_FILE": "/y"], 1), ([], ["DATABASE_URL_FILE": "/nowhere"], 1),
            ([], ["DATABASE_URL": "x", "TUTTI_MULTICAST_TTL": "256"], 1),
            ([], ["DATABASE_URL": "x", "TUTTI_MULTICAST_INTERFACE": "lo"], 1),
            ([], ["DATABASE_URL": "x", "TUTTI_LOG_LEVEL": "loud"], 1),
        ] as [([String], [String: String], Int32)])
    func theExitStatusDistinguishesHelpInvalidSettingsAndWrongUsage(
        arguments: [String], environment: [String: String], status: Int32
    ) async throws {
        let program = try EmitterProgram(arguments, environment: environment)
        #expect(try await program.status() == status)
        #expect(program.messages().isEmpty == (status == 0))
    }

    private func onAir(
        _ arguments: [String] = [], _ body: (EmitterStage, Phone, EmitterProgram) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            try await stage.goOnAir()
            let phone = try Phone(stage.group)
            try await body(stage, phone, EmitterProgram(database, arguments))
        }
    }
}
