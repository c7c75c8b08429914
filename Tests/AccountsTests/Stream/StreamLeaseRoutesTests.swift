import FoundationEssentials
import HTTP
import Tenancy
import Testing

@testable import Accounts

@Suite struct StreamLeaseRoutesTests {
    private struct Stream: Decodable, Hashable {
        let id: String
        let device: String?
        let startedAt: String
        let expiresAt: String
    }

    private struct List: Decodable {
        let items: [Stream]
    }

    /// Adds the listener Ann, with a limit of one stream, and returns her token.
    private static func with(_ body: (Stage, String) async throws -> Void) async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            try await stage.addListener()
            try await body(stage, try await stage.logIn("ann").pair.accessToken)
        }
    }

    private static func play(_ stage: Stage, _ token: String, _ json: String = "{}") async -> Response {
        await stage.send(.post, "/api/v1/me/streams", json: json, token: token)
    }

    @Test func createStream() async throws {
        try await Self.with { stage, token in
            let answer = await Self.play(stage, token, "{\"device\": \"kitchen\"}")
            #expect(answer.status == .created)
            let stream: Stream = try answer.decoded()
            #expect(stream.device == "kitchen")
            let second = await Self.play(stage, token, "{\"device\": \"car\"}")
            #expect(second.status == .conflict && second.fields["Content-Type"] == "application/problem+json")
            let problem = try second.problem
            #expect(problem.code == "too-many-streams" && problem.status == 409)
            #expect(problem.streams == [.init(id: stream.id, device: "kitchen")])
            #expect(problem.actions?.map(\.id) == ["take-over"])
            // After a take-over the other player gets 404.
            let third = await Self.play(stage, token, "{\"device\": \"car\", \"takeOver\": true}")
            #expect(third.status == .created)
            let renewal = await stage.send(.put, "/api/v1/me/streams/\(stream.id)", json: "", token: token)
            #expect(renewal.status == .notFound)
            #expect(try renewal.problem.code == "no-such-stream")
        }
    }

    /// (spec R7)
    @Test func aNewStreamNamesTheNewestContentRevision() async throws {
        try await Self.with { stage, token in
            let answer = await Self.play(stage, token)
            #expect(answer.status == .created && answer.fields[StreamLeaseRoutes.contentRevisionField] == "7")
        }
    }

    @Test(arguments: ["{\"device\": \"a\\u0007\"}", "{\"device\": 5}", "{\"takeOver\": \"yes\"}", "[]"])
    func anInvalidStreamRequestIsRefused(json: String) async throws {
        try await Self.with { stage, token in
            #expect(await Self.play(stage, token, json).status == .unprocessableContent)
            let long = String(repeating: "ä", count: StreamLease.deviceLimit + 1)
            #expect(await Self.play(stage, token, "{\"device\": \"\(long)\"}").status == .unprocessableContent)
        }
    }

    @Test func findStreams() async throws {
        try await Self.with { stage, token in
            try await stage.database.sql("update app.tenant_profile set streams_per_account = null;")
            for device in ["kitchen", "car"] { _ = await Self.play(stage, token, "{\"device\": \"\(device)\"}") }
            _ = await Self.play(stage, token)
            let list: List = try await stage.get("/api/v1/me/streams", ["Authorization": "Bearer \(token)"]).decoded()
            #expect(list.items.map(\.device) == ["kitchen", "car", nil])
            #expect(await stage.get("/api/v1/me/streams").status == .unauthorized)
        }
    }

    @Test func renewStream() async throws {
        try await Self.with { stage, token in
            let stream: Stream = try await Self.play(stage, token).decoded()
            let before = try await stage.database.sql(
                "update app.stream_lease set expires_at = now() + interval '40 s' returning expires_at;")
            let renewed = await stage.send(.put, "/api/v1/me/streams/\(stream.id)", json: "", token: token)
            #expect(renewed.status == .ok)
            let rest = try await stage.database.sql(
                "select expires_at >= '\(before)'::timestamptz + interval '15 s' from app.stream_lease;")
            #expect(rest == "t")
        }
    }

    @Test func deleteStream() async throws {
        try await Self.with { stage, token in
            let stream: Stream = try await Self.play(stage, token).decoded()
            let path = "/api/v1/me/streams/\(stream.id)"
            #expect(await stage.send(.delete, path, json: "", token: token).status == .noContent)
            #expect(await stage.send(.delete, path, json: "", token: token).status == .notFound)
            #expect(await Self.play(stage, token).status == .created)
        }
    }

    @Test func aStreamOfAnotherAccountIsNotFound() async throws {
        try await Self.with { stage, token in
            let stream: Stream = try await Self.play(stage, token).decoded()
            try await stage.addListener("bob")
            let bob = try await stage.logIn("bob").pair.accessToken
            let path = "/api/v1/me/streams/\(stream.id)"
            let unknown = await stage.send(.put, "/api/v1/me/streams/999999", json: "", token: bob)
            let foreign = await stage.send(.put, path, json: "", token: bob)
            #expect(foreign.status == .notFound && foreign.text == unknown.text)
            #expect(await stage.send(.delete, path, json: "", token: bob).status == .notFound)
            // Streams of other accounts do not count towards the limit of Ann's account.
            #expect(await Self.play(stage, bob).status == .created)
            #expect(await stage.send(.put, path, json: "", token: token).status == .ok)
        }
    }

    @Test func aListenerWithALapsedSubscriptionCannotStartOrRenewAStream() async throws {
        try await Self.with { stage, token in
            let stream: Stream = try await Self.play(stage, token).decoded()
            try await stage.subscribe("ann", Subscription(.active, until: Date(timeIntervalSinceNow: -1)))
            let path = "/api/v1/me/streams/\(stream.id)"
            for answer in [
                await Self.play(stage, token), await stage.send(.put, path, json: "", token: token),
            ] {
                #expect(answer.status == .forbidden)
                #expect(try answer.problem.code == "subscription-required")
                #expect(try answer.problem.actions?.map(\.id) == ["subscribe", "exit"])
            }
            // A listener with a lapsed subscription can still list and end streams.
            #expect(await stage.get("/api/v1/me/streams", ["Authorization": "Bearer \(token)"]).status == .ok)
            #expect(await stage.send(.delete, path, json: "", token: token).status == .noContent)
            try await stage.subscribe("ann", Subscription(.active))
            #expect(await Self.play(stage, token).status == .created)
        }
    }
}
