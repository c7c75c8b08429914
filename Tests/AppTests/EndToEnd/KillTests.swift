import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Tests in which an operator steps through the concert while processes of the service are killed (SIGKILL) at random moments. No acknowledged step
/// is lost or applied twice, the packet count never decreases, and the stream recovers.
@Suite(.serialized) struct KillTests {
    enum Victim: String, CaseIterable {
        case server, emitter, postgres

        /// The longest time after a kill for which the stream may be silent or outdated: 2 s, and 5 s for PostgreSQL.
        var recovery: Duration { .seconds(self == .postgres ? 5 : 2) }
    }

    /// Spec S5.6.
    @Test(.timeLimit(.minutes(30)), arguments: Victim.allCases)
    func noAcknowledgedStepIsLostWhenAProcessIsKilledTenTimes(victim: Victim) async throws {
        try await RunningService.with { service in
            try await service.start()
            let recorder = try PacketRecorder(group: service.group, port: service.multicastPort)
            defer { recorder.end() }
            let client = TestClient(port: service.port, token: try await operatorToken(of: service))
            let start = try #require(await client.exchange("GET", "/api/v1/live")?.json["revision"] as? Int)
            let steps = Steps(client)
            for round in 1...10 {
                try await Task.sleep(for: .milliseconds(.random(in: 100...600)))
                try await kill(victim, of: service)
                // A restarted server must become ready first. Its emitter is then the successor.
                if victim == .server { try await service.start() }
                try await stepsAndPacketsResume(steps, recorder, victim, "round \(round)")
            }
            await steps.end()
            let last = try #require(await client.exchange("GET", "/api/v1/live")?.json)
            #expect(last["revision"] as? Int == start + steps.count, "every acknowledged step counts once")
            #expect(last["measure"] as? Int == steps.last?.measure)
            #expect(last["piece"] as? String == steps.last?.piece)
            let counts = recorder.all.map(\.count)
            #expect(counts.count > 20)
            #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "the count never falls")
            #expect(recorder.strange.isEmpty)
        }
    }

    /// Expects the next acknowledged step, and a packet that is not older, within the limit. The time for which other work delayed the machine is
    /// subtracted.
    private func stepsAndPacketsResume(
        _ steps: Steps, _ recorder: PacketRecorder, _ victim: Victim, _ round: Comment
    ) async throws {
        let start = Date.now
        let stalls = Stalls()
        let step = try #require(await eventually(within: 120) { steps.first(after: start) }, round)
        let packet = try #require(
            await recorder.first(after: start, within: 120) {
                $0.at > step.at || ($0.piece, $0.measure) == (step.piece, step.measure)
            }, round)
        #expect(Duration.seconds(packet.at.timeIntervalSince(start)) <= victim.recovery + stalls.time, round)
    }

    private func operatorToken(of service: RunningService) async throws -> String {
        let added = try await service.command(
            ["user", "add", "--tenant", "demo", "--login", "conductor", "--role", "operator", "--password-stdin"],
            input: "four movements and a coda\n")
        try #require(added.status == 0)
        let token = try await service.command(["token", "create", "--tenant", "demo", "--login", "conductor"])
        try #require(token.status == 0)
        return token.output.trimmingCharacters(in: .newlines)
    }

    private func kill(_ victim: Victim, of service: RunningService) async throws {
        switch victim {
        case .server:
            await service.kill()
        case .emitter:
            Glibc.kill(try #require(await eventually(within: 120) { service.emitterPid }), SIGKILL)
        case .postgres:
            Glibc.kill(try #require(await eventually(within: 120) { service.postmasterPid }), SIGKILL)
        }
    }
}

/// An operator who makes one step after another, forwards and back, so that the concert never ends. Each step has its own idempotency key and is
/// repeated with this key until it is acknowledged.
private final class Steps: Sendable {
    struct Step: Sendable {
        let at: Date
        let piece: String
        let measure: Int
    }

    private let acknowledged = Mutex<[Step]>([])
    private let state = Mutex((isOver: false, hasEnded: false))

    init(_ client: TestClient) {
        Thread.detachNewThread { [self] in
            var number = 0
            while !state.withLock({ $0.isOver }) {
                // Twenty steps forwards and twenty steps back do not pass the ends of the programme.
                let by = number % 40 < 20 ? 1 : -1
                number += 1
                let key = UUID().uuidString
                // The last step is also repeated until the server has acknowledged it.
                while !take(
                    client.exchangeBlocking(
                        "POST", "/api/v1/live/steps", json: "{\"by\":\(by)}", fields: ["Idempotency-Key": key], limit: 2
                    ))
                {
                    usleep(20_000)
                }
                usleep(15_000)
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    private func take(_ answer: TestClient.Answer?) -> Bool {
        guard let answer, answer.status == 200, let piece = answer.json["piece"] as? String,
            let measure = answer.json["measure"] as? Int
        else { return false }
        acknowledged.withLock { $0.append(Step(at: .now, piece: piece, measure: measure)) }
        return true
    }

    var count: Int { acknowledged.withLock { $0.count } }
    var last: Step? { acknowledged.withLock { $0.last } }

    /// Returns the first step that was acknowledged after an instant.
    func first(after start: Date) -> Step? { acknowledged.withLock { $0.first { $0.at > start } } }

    /// Returns when the current step is acknowledged.
    func end() async {
        state.withLock { $0.isOver = true }
        _ = await eventually(within: 120) { state.withLock { $0.hasEnded } ? true : nil }
    }
}
