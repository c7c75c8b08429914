import HTTP
import Logging
import Postgres
import TestSupport
import Testing
import Web

@testable import Notices

@Suite struct AccountSettingsRoutesTests {
    private static let path = "/api/v1/me/settings"
    private static let standard = #"{"alertLeadMinutes":5,"autoplay":true,"jumpToHome":true,"seenNavHelp":false}"#

    /// Spec R10, R64, R65.
    @Test func getSettings() async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.get, Self.path, as: .listener)
            #expect(answer.status == 200)
            #expect(answer.text == Self.standard)
            #expect(await stage.send(.get, Self.path).status == 401)
        }
    }

    @Test func changeSettings() async throws {
        try await Stage.with { stage in
            let first = await stage.send(
                .patch, Self.path, #"{"autoplay": false, "alertLeadMinutes": 60}"#, as: .listener)
            #expect(first.text == #"{"alertLeadMinutes":60,"autoplay":false,"jumpToHome":true,"seenNavHelp":false}"#)
            let second = await stage.send(.patch, Self.path, #"{"seenNavHelp": true}"#, as: .listener)
            #expect(second.text == #"{"alertLeadMinutes":60,"autoplay":false,"jumpToHome":true,"seenNavHelp":true}"#)
            #expect(await stage.send(.patch, Self.path, "{}", as: .listener).text == second.text)
            #expect(await stage.send(.get, Self.path, as: .listener).text == second.text)
            #expect(await stage.send(.get, Self.path, as: .editor).text == Self.standard)
            #expect(await stage.send(.get, Self.path, as: .listener, at: "there").text == Self.standard)
        }
    }

    /// The change affects the times at which alerts are due.
    @Test func aChangeOfTheAlertLeadTimeSendsANotification() async throws {
        try await Stage.with { stage in
            let listener = NotificationListener(
                conninfo: stage.database.runtimeConninfo, channels: ["tutti"],
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            defer { listener.close() }
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            _ = await stage.send(.patch, Self.path, #"{"alertLeadMinutes": 60}"#, as: .listener)
            #expect(await events.next() == .notification(channel: "tutti", payload: "\(stage.here.id),alerts,0"))
        }
    }

    @Test(arguments: [
        (#"{"autopaly": true}"#, ["/autopaly"]), (#"{"b/c~": 1, "a": 1}"#, ["/a", "/b~1c~0"]),
        (#"{"alertLeadMinutes": 61}"#, ["/alertLeadMinutes"]), (#"{"alertLeadMinutes": -1}"#, ["/alertLeadMinutes"]),
        (#"{"alertLeadMinutes": "5"}"#, ["/alertLeadMinutes"]), (#"{"autoplay": null}"#, ["/autoplay"]),
        (#"{"jumpToHome": 1}"#, ["/jumpToHome"]), ("[]", [""]),
    ])
    func unknownAccountSettingsAndInvalidValuesAreRefused(body: String, faults: [String]) async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.patch, Self.path, body, as: .listener)
            #expect(answer.status == 422)
            #expect(answer.faults == faults)
            #expect(await stage.send(.get, Self.path, as: .listener).text == Self.standard)
        }
    }
}
