import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct ClientPageRoutesTests {
    private static let path = "/library/clients"

    @Test func theAppPasswordPageShowsANewPasswordOnlyOnce() async throws {
        try await ClientStage.with { stage in
            let empty = await stage.stage.send(.get, Self.path, as: .listener)
            #expect(empty.status == 200)
            #expect(empty.text.contains("No app has a password yet"))
            #expect(empty.text.contains("<code>http://here</code>"))
            let made = await stage.post(Self.path, "name=My+%3Cphone%3E")
            #expect(made.status == 200)
            let secret = try #require(made.text.firstMatch(of: /class="secret">([^<]+)</)).1
            #expect(made.text.contains("My &lt;phone&gt;"))
            let page = await stage.stage.send(.get, Self.path, as: .listener)
            #expect(page.text.contains("My &lt;phone&gt;"))
            #expect(page.text.contains("never"))
            #expect(!page.text.contains(secret))
            #expect(try await stage.stage.audit() == ["listener app-password.create My <phone>"])
            let client = try await stage.authentication.client(
                .key(String(secret)), from: "192.0.2.1", in: stage.stage.here.id)
            #expect(client.login == "listener")
            #expect(await stage.stage.send(.get, Self.path, as: .listener).text.contains("a few minutes ago"))
        }
    }

    @Test func aRejectedNameOfAnAppPasswordIsShownInTheFormAgain() async throws {
        try await ClientStage.with { (stage) async throws in
            let long = String(repeating: "x", count: 101)
            let answer = await stage.post(Self.path, "name=\(long)")
            #expect(answer.status == 422)
            #expect(answer.text.contains("role=\"alert\"") && answer.text.contains("<a href=\"#name\">"))
            #expect(answer.text.contains("value=\"\(long)\"") && answer.text.contains("id=\"name-fault\""))
            #expect(try await stage.stage.audit() == [])
        }
    }

    @Test func onlyTheOwnerCanRemoveAnAppPassword() async throws {
        try await ClientStage.with { stage in
            let id = try #require(await stage.make()["id"] as? String)
            let shown = await stage.stage.send(.get, Self.path, as: .listener)
            #expect(shown.asks(before: Self.path + "/end"), "\(shown.text)")
            let other = await stage.post(Self.path + "/end", "appPassword=\(id)", as: .editor)
            #expect(other.fields["Location"] == "/library/clients?notice=gone")
            let ended = await stage.post(Self.path + "/end", "appPassword=\(id)")
            #expect(ended.status == 303)
            #expect(ended.fields["Location"] == "/library/clients?notice=ended")
            let page = await stage.stage.send(.get, "/library/clients?notice=ended", as: .listener)
            #expect(page.text.contains("role=\"status\""))
            let again = await stage.post(Self.path + "/end", "appPassword=\(id)")
            #expect(again.fields["Location"] == "/library/clients?notice=gone")
        }
    }

    @Test(arguments: [
        (0, "a few minutes"), (299_000, "a few minutes"), (300_000, "5 minutes"), (3_600_000, "1 hour"),
        (2 * 86_400_000, "2 days"), (-5, "a few minutes"),
    ])
    func durationsOnTheAppPasswordPageAreShownInWords(milliseconds: Int64, words: String) {
        let start = Instant(milliseconds: 1_000_000)
        let end = Instant(milliseconds: 1_000_000 + milliseconds)
        #expect(ClientsPage.length(from: start, to: end) == words)
    }
}
