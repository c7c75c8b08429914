import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

/// Behaviour common to all kinds of catalogue items.
struct CatalogueRoutesTests {
    /// A list, and the JSON of two of its items. `$show` stands for the ID of a show, and `$episode` for the ID of an episode.
    struct Kind: Sendable, CustomTestStringConvertible {
        let list: String
        let name: String
        let first: String
        let second: String
        var testDescription: String { list }
    }

    static let kinds = [
        Kind(
            list: "channels", name: "channel", first: #"{"slug":"one","name":"One","timeZone":"Europe/Prague"}"#,
            second: #"{"slug":"one","name":"Two","timeZone":"UTC"}"#),
        Kind(list: "categories", name: "category", first: #"{"name":"News","rank":2}"#, second: #"{"name":"Talk"}"#),
        Kind(list: "genres", name: "genre", first: #"{"name":"News"}"#, second: #"{"name":"News","code":"x:1"}"#),
        Kind(list: "people", name: "person", first: #"{"name":"Jana"}"#, second: #"{"name":"J","biography":"B\nC"}"#),
        Kind(list: "shows", name: "show", first: #"{"title":"Morning"}"#, second: #"{"title":"M","isMusic":true}"#),
        Kind(
            list: "serials", name: "serial", first: #"{"show":"$show","title":"S"}"#,
            second: #"{"show":"$show","title":"S","totalParts":3}"#),
        Kind(
            list: "episodes", name: "episode", first: #"{"show":"$show","title":"E"}"#,
            second: #"{"show":"$show","title":"E","part":1,"publishedAt":"2026-01-01T00:00:00.000Z"}"#),
        Kind(list: "tags", name: "topic", first: #"{"title":"T"}"#, second: #"{"title":"T","kind":"keyword"}"#),
        Kind(
            list: "episodes/$episode/versions", name: "version",
            first: #"{"availableFrom":"2026-01-01T00:00:00.000Z"}"#,
            second: #"{"availableFrom":"2026-01-01T00:00:00.000Z","isDownloadable":true}"#),
        Kind(
            list: "art", name: "art", first: #"{"alt":"A"}"#,
            second: #"{"alt":"A","images":[{"url":"https://pictures.example/a.png","width":3}]}"#),
    ]

    @Test(arguments: kinds)
    func catalogueItemsOfEveryKindCanBeCreatedReadReplacedAndDeleted(kind: Kind) async throws {
        try await withCatalogue { stage in
            let show = try await stage.database.show("Show", in: stage.here)
            let episode = try await stage.database.episode("Episode", of: show, in: stage.here)
            func filled(_ text: String) -> String {
                text.replacing("$show", with: "\(show)").replacing("$episode", with: "\(episode)")
            }
            let list = "/api/v1/admin/\(filled(kind.list))"
            let made = await stage.send(.post, list, filled(kind.first), as: .programmer)
            #expect(made.status == 201, "\(made.text)")
            let id = try #require(made["id"] as? String)
            let path = "\(list)/\(id)"
            #expect(made.fields["Location"] == path)
            let read = await stage.send(.get, path, as: .programmer)
            #expect(read.bytes == made.bytes)
            let tag = try #require(read.fields["ETag"])
            #expect(tag == made.fields["ETag"] && tag.hasPrefix("\"\(stage.here.id)."))

            let same = await stage.send(.put, path, filled(kind.first), as: .admin)
            #expect(same.bytes == read.bytes, "replacing by the same content changes nothing")
            let stale = await stage.send(.put, path, filled(kind.second), as: .admin, ["If-Match": "\"0.0\""])
            #expect(stale.status == 412)
            let replaced = await stage.send(.put, path, filled(kind.second), as: .admin, ["If-Match": tag])
            #expect(replaced.status == 200, "\(replaced.text)")
            #expect(replaced.fields["ETag"] != tag && replaced.bytes != read.bytes)
            #expect(await stage.send(.get, path, as: .programmer).bytes == replaced.bytes)
            let back = await stage.send(.put, path, replaced.text, as: .admin)
            #expect(back.bytes == replaced.bytes, "content that was read may be sent back")

            let ids = await stage.send(.get, list, as: .programmer).objects("items").compactMap { $0["id"] as? String }
            #expect(ids.contains(id))
            #expect(await stage.send(.delete, path, as: .admin, ["If-Match": tag]).status == 412)
            #expect(await stage.send(.delete, path, as: .admin).status == 204)
            let gone = await stage.send(.get, path, as: .programmer)
            #expect(gone.status == 404 && gone.text.contains("no-such-\(kind.name)"))
            #expect(
                try await stage.audit() == [
                    "programmer \(kind.name).create \(id)", "admin \(kind.name).change \(id)",
                    "admin \(kind.name).delete \(id)",
                ])
            let revision = try await RadioRevisionStore(database: stage.database.tenants).revision(in: stage.here.id)
            #expect(revision == RadioRevision(rawValue: 3))
        }
    }

    @Test(arguments: kinds)
    func listenersEditorsAndOperatorsCannotReadOrChangeTheCatalogue(kind: Kind) async throws {
        try await withCatalogue { stage in
            let list = "/api/v1/admin/\(kind.list.replacing("$episode", with: "1"))"
            for (method, path) in [(HTTP.Method.get, list), (.post, list), (.put, list + "/1"), (.delete, list + "/1")]
            {
                #expect(await stage.send(method, path, "{}").status == 401)
                for role in [Role.listener, .editor, .operator] {
                    #expect(await stage.send(method, path, "{}", as: role).status == 403)
                }
            }
        }
    }

    @Test(arguments: kinds)
    func aCatalogueItemOfAnotherTenantIsNotFound(kind: Kind) async throws {
        try await withCatalogue { stage in
            let show = try await stage.database.show("Show", in: stage.here)
            let episode = try await stage.database.episode("Episode", of: show, in: stage.here)
            func filled(_ text: String) -> String {
                text.replacing("$show", with: "\(show)").replacing("$episode", with: "\(episode)")
            }
            let list = "/api/v1/admin/\(filled(kind.list))"
            let id = try await stage.made(filled(kind.list), filled(kind.first))
            let nobodys = await stage.send(.get, "\(list)/999999", as: .programmer, at: "there")
            let foreign = await stage.send(.get, "\(list)/\(id)", as: .programmer, at: "there")
            #expect(foreign.status == 404)
            #expect(foreign["code"] as? String == nobodys["code"] as? String)
            #expect(await stage.send(.delete, "\(list)/\(id)", as: .admin, at: "there").status == 404)
            #expect(await stage.send(.get, "\(list)/\(id)", as: .programmer).status == 200)
        }
    }

    @Test(arguments: [
        ("people", #"{"name":" "}"#, "must not be blank"),
        ("people", #"{"name":"a\tb"}"#, "must be one line without tabs or other control characters"),
        (
            "people", #"{"name":"A","biography":"\u0007"}"#,
            "must not contain control characters other than tabs and line breaks"
        ),
        ("people", #"{"name":"A","art":"9"}"#, "must be the ID of a picture that exists"),
        (
            "channels",
            #"{"slug":"a","name":"A","timeZone":"UTC","bearers":[{"uri":"fm:x"},{"uri":"fm:y"},{"uri":"fm:x"}]}"#,
            "must not repeat a URI: fm:x is listed twice"
        ),
        (
            "channels", #"{"slug":"a","name":"A","timeZone":"UTC","genres":["7","7"]}"#,
            "must not repeat an ID: 7 is listed twice"
        ),
        (
            "categories", #"{"name":"\#(String(repeating: "a", count: 201))"}"#,
            "must have at most 200 characters, found 201"
        ),
        (
            "genres", #"{"name":"A","code":"a b"}"#,
            "must not contain spaces or control characters, found \"a b\""
        ),
        (
            "genres", #"{"name":"A","code":"urn:tva:metadata:cs:ContentCS:2011:99"}"#,
            "must be the code of a TV-Anytime term, found \"urn:tva:metadata:cs:ContentCS:2011:99\": GET /api/v1/genres/terms lists the codes"
        ),
    ])
    func theErrorOfAnInvalidCatalogueItemNamesTheViolatedRule(list: String, json: String, reason: String) async throws {
        try await withCatalogue { (stage) async throws in
            let answer = await stage.send(.post, "/api/v1/admin/\(list)", json, as: .programmer)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.objects("faults").map { $0["reason"] as? String } == [reason])
        }
    }

    @Test func theListOfPeopleIsOrderedByNameAndCanBePagedAndSearched() async throws {
        try await withCatalogue { stage in
            for name in ["Zdeněk", "Čestmír", "Cyril", "Dana", "Chrudoš"] {
                _ = try await stage.made("people", #"{"name":"\#(name)"}"#)
            }
            func page(_ query: String) async -> (names: [String], next: String?) {
                let answer = await stage.send(.get, "/api/v1/admin/people?\(query)", as: .programmer)
                return (answer.objects("items").compactMap { $0["name"] as? String }, answer["next"] as? String)
            }
            let first = await page("limit=2")
            let second = await page("limit=2&cursor=\(first.next ?? "")")
            let third = await page("limit=2&cursor=\(second.next ?? "")")
            #expect(third.next == nil)
            #expect(first.names + second.names + third.names == Self.inOrder)
            #expect(await page("search=%C4%8CEST").names == ["Čestmír"])
            #expect(await stage.send(.get, "/api/v1/admin/people?limit=0", as: .programmer).status == 422)
            #expect(await stage.send(.get, "/api/v1/admin/people?cursor=x", as: .programmer).status == 422)
        }
    }

    /// The order of ICU's root locale: the stage's tenants have no language of their own.
    private static let inOrder = ["Čestmír", "Chrudoš", "Cyril", "Dana", "Zdeněk"]

    /// Spec O1.9.
    @Test func genresAreOrderedByTheLocaleOfTheTenant() async throws {
        try await withCatalogue { stage in
            for name in Self.inOrder { _ = try await stage.made("genres", #"{"name":"\#(name)"}"#) }
            let czech = Tenant(
                id: stage.here.id, slug: "here", name: "Here", locale: "cs-CZ", integerSeconds: false,
                multicast: MulticastScope())
            let names = try await GenreStore(database: stage.database.tenants).genres(in: czech).map(\.name)
            #expect(names == ["Cyril", "Čestmír", "Dana", "Chrudoš", "Zdeněk"], "Č follows C, and Ch follows H")
        }
    }

    @Test func oneOfTwoConcurrentChangesOfACatalogueItemIsRefused() async throws {
        try await withCatalogue { stage in
            let id = try await stage.made("categories", #"{"name":"News"}"#)
            let path = "/api/v1/admin/categories/\(id)"
            let tag = try #require(await stage.send(.get, path, as: .programmer).fields["ETag"])
            async let one = stage.send(.put, path, #"{"name":"One"}"#, as: .programmer, ["If-Match": tag])
            async let other = stage.send(.put, path, #"{"name":"Other"}"#, as: .admin, ["If-Match": tag])
            #expect(await [one.status, other.status].sorted() == [200, 412])
        }
    }
}
