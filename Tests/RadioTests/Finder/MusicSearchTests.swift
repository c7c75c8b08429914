import HTTP
import Testing
import Web
import WebTestSupport

@testable import Radio

struct MusicSearchTests {
    private struct Music: MusicSearch {
        func respond(to request: Request, _ context: RequestContext) async throws -> Response {
            guard let caller = context.caller else { throw APIError.notLoggedIn }
            return .text("\(caller.login) \(request.query ?? "")")
        }
    }

    @Test func aSearchWithAKindIsAnsweredByTheMusicLibrary() async throws {
        try await RouteStage.with(routes: { database, now in
            FinderRoutes(database: database, music: Music(), now: now).routes
        }) { stage in
            let path = "/api/v1/search?q=a"
            let radio = await stage.send(.get, path)
            #expect(radio.status == 200 && radio["total"] as? Int == 0, "\(radio.text)")
            #expect(await stage.send(.get, path, as: .listener)["total"] as? Int == 0)
            #expect(await stage.send(.get, path + "&kind=tracks", as: .listener).text == "listener q=a&kind=tracks")
            #expect(await stage.send(.get, path + "&kind=tracks").status == 401)
        }
    }
}
