import HTTP
import PlayerCore
import Players
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import PlayerPages

/// A catalogue without items.
private struct EmptyCatalogue: PlayerCatalogue {
    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? { nil }
    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] { [:] }
    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] { [:] }
    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {}
    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {}
}

struct RadioPageTests {
    private static func text(_ catalogue: some PlayerCatalogue, as role: Role) async throws -> String {
        var text = ""
        try await RouteStage.with(
            routes: { database, _ in
                PlayerPageRoutes(database: database, catalogue: catalogue, lastModified: 0).routes
            },
            { stage in text = await stage.send(.get, "/player/radio", as: role).text })
        return text
    }

    @Test func theRowOfAChannelOnTheRadioPageHasTheIdentifierThatLinksUse() async throws {
        #expect(try await Self.text(PageCatalogue(), as: .listener).contains("<li id=\"channel-1\">"))
    }

    @Test func anEmptyRadioPageLinksProgrammersToTheStationAndListenersToTheStartPage() async throws {
        let programmers = try await Self.text(EmptyCatalogue(), as: .programmer)
        #expect(programmers.contains("<a class=\"button\" href=\"/station\">Channels of the station</a>"))
        #expect(programmers.contains("<a class=\"button\" href=\"/station/shows\">Shows of the station</a>"))
        let listeners = try await Self.text(EmptyCatalogue(), as: .listener)
        #expect(listeners.contains("No channels to play") && listeners.contains("No episodes to play"))
        #expect(!listeners.contains("href=\"/station\">Channels of the station"))
        #expect(listeners.matches(of: /<a class="button quiet" href="\/">Start page<\/a>/).count == 2)
    }
}
