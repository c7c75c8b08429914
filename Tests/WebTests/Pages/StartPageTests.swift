import HTTP
import Testing

@testable import Web

@Suite struct StartPageTests {
    private static let page = StartPage(links: [
        .init("/live", "Now playing", "the notes as they come"),
        .init("/operator", "Operator", "step through the concert", access: .permission(.viewOperator)),
    ])

    private static func text(_ fields: Fields = [:]) async throws -> String {
        try await application(page.routes).respond(to: .hall(.get, "/", fields: fields)).text
    }

    @Test func aVisitorSeesEverythingAndWhereToLogIn() async throws {
        let text = try await Self.text()
        #expect(text.contains("Hall &amp; Choir"))
        #expect(text.contains("<h1>Welcome</h1>"))
        #expect(text.contains("href=\"/live\""))
        #expect(text.contains("href=\"/operator\""))
        #expect(text.contains("(log-in needed)"))
        #expect(text.contains("href=\"/login\""))
    }

    @Test func whoIsLoggedInSeesWhatTheRoleAllows() async throws {
        let listener = try await Self.text(["Cookie": "who=listener"])
        #expect(!listener.contains("href=\"/operator\""))
        #expect(!listener.contains("href=\"/login\""))
        let admin = try await Self.text(["Cookie": "who=admin"])
        #expect(admin.contains("href=\"/operator\""))
        #expect(!admin.contains("(log-in needed)"))
    }
}
