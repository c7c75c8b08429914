import HTTP
import Testing

@testable import Web

@Suite struct RouterTests {
    private static let table = [
        route(.get, "/", "root"), route(.get, "/api/v1/shows", "findShows"),
        route(.post, "/api/v1/shows", "addShow"), route(.get, "/api/v1/shows/{show}", "getShow"),
        route(.get, "/api/v1/shows/mine", "getMine"), route(.get, "/api/v1/shows/{show}/cuts", "getCuts"),
        route(.get, "/api/v1/shows/mine/notes", "getNotes"), route(.get, "/images/{name}", "getImage"),
        route(.get, "/images/AppAssets/{name...}", "getAsset"),
    ]

    @Test(arguments: [
        ("/", "root", [:]),
        ("/api/v1/shows", "findShows", [:]),
        ("/api/v1/shows/7", "getShow", ["show": "7"]),
        ("/api/v1/shows/mine", "getMine", [:]),
        ("/api/v1/shows/mine/cuts", "getCuts", ["show": "mine"]),
        ("/api/v1/shows/a%20b", "getShow", ["show": "a b"]),
        ("/api/v1/shows/caf%C3%A9", "getShow", ["show": "café"]),
        ("/images/a.png", "getImage", ["name": "a.png"]),
        ("/images/AppAssets/a/b.png", "getAsset", ["name": "a/b.png"]),
    ])
    func aPathIsMatchedToItsRouteAndParameters(path: String, operation: String, parameters: [String: String]) throws {
        guard case .route(let route, let found) = try Router(Self.table).match(.get, path) else {
            Issue.record("nothing found for \(path)")
            return
        }
        #expect(route.operation == operation)
        #expect(found == parameters)
    }

    @Test(arguments: [
        "/nothing", "/api/v1/shows/", "/api/v1//shows", "/api/v1/shows/7/", "//", "/images/", "/images/AppAssets/a//b",
        "/API/v1/shows", "/api/v1/shows/7/cuts/8", "/api/%761/show\u{17F}",
    ])
    func anUnknownPathHasNoRoute(path: String) throws {
        guard case .nothing = try Router(Self.table).match(.get, path) else {
            Issue.record("something found for \(path)")
            return
        }
    }

    /// Spec S1.28.
    @Test func theKelvinSignInAPathDoesNotMatchTheLetterK() throws {
        let router = try Router([route(.get, "/K")])
        guard case .nothing = try router.match(.get, "/%E2%84%AA") else {
            Issue.record("the Kelvin sign was taken for a K")
            return
        }
    }

    @Test func anUnsupportedMethodGetsTheAllowedMethods() throws {
        guard case .otherMethods(let allow, _) = try Router(Self.table).match(.delete, "/api/v1/shows") else {
            Issue.record("the method was found")
            return
        }
        #expect(allow == "GET, HEAD, OPTIONS, POST")
    }

    @Test func headUsesTheRouteOfGet() throws {
        guard case .route(let route, _) = try Router(Self.table).match(.head, "/api/v1/shows") else {
            Issue.record("nothing found")
            return
        }
        #expect(route.operation == "findShows")
    }

    @Test(arguments: [
        "/a%2Fb", "/a%2fb", "/a%5Cb", "/a\\b", "/%00", "/a%0Ab", "/%7F", "/.", "/..", "/%2e%2e/etc", "/a/%2E/b", "/%",
        "/%2",
        "/%2x", "/%FF", "/%C0%AE%C0%AE", "/%\u{FF11}\u{FF11}",
    ])
    func anAmbiguousOrInvalidPathIsRefused(path: String) throws {
        let router = try Router(Self.table)
        #expect { try router.match(.get, path) } throws: { ($0 as? APIError)?.status == .badRequest }
    }

    @Test(arguments: [
        ("/a%2Fb", "slash"), ("/a%5Cb", "backslash"), ("/%00", "control"), ("/%2", "hexadecimal"), ("/%FF", "UTF-8"),
    ])
    func theErrorForAnAmbiguousPathNamesTheBrokenRule(path: String, word: String) throws {
        let router = try Router(Self.table)
        #expect { try router.match(.get, path) } throws: { ($0 as? APIError)?.detail.contains(word) == true }
    }

    @Test(arguments: [
        [route(.get, "/a", "one"), route(.get, "/a", "two")],
        [route(.get, "/{a}", "one"), route(.get, "/{b}", "two")],
        [route(.get, "/a/{b...}", "one"), route(.get, "/a/{c...}", "two")],
        [route(.get, "/a", "one"), route(.get, "/b", "one")],
        [route(.get, "a")], [route(.get, "/{}")], [route(.get, "/{a}/{a}")], [route(.get, "/{a...}/b")],
        [route(.get, "/a{b}")], [route(.get, "/a/..")], [route(.get, "/é")], [route(.get, "/a?b")],
        [route(.head, "/a")], [route(.options, "/a")], [route(.other, "/a")],
    ])
    func anAmbiguousOrInvalidRouteTableIsRefused(table: [Route]) {
        #expect(throws: RouteFault.self) { try Router(table) }
    }

    @Test func theBodyLimitIsTakenFromTheRoute() throws {
        let wide = Route("upload", .put, "/upload", access: .everyone, bodyLimit: 5_000_000) { _, _ in .noContent }
        let router = try Router([wide])
        #expect(router.bodyLimit(.put, "/upload") == 5_000_000)
        #expect(router.bodyLimit(.put, "/elsewhere") == 65_536)
        #expect(router.bodyLimit(.put, "/%") == 65_536)
    }
}
