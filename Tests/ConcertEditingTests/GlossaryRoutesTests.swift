import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

@Suite struct GlossaryRoutesTests {
    private static let allegro = #"{"name": "Allegro", "category": "Tempo", "description": "Lively, fast."}"#

    @Test func anEditorCanCreateFindChangeAndDeleteATerm() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let made = await server.send(.post, "/glossary", Self.allegro, to: tenant)
            #expect(made.status == 201)
            #expect(made.fields["Location"] == "/api/v1/admin/glossary/Allegro")
            #expect(try await database.sql("select revision from app.glossary") == "1")
            let found = await server.send(.get, "/glossary?search=lively&category=Tempo", to: tenant)
            #expect(found.items.compactMap { $0["name"]?.text } == ["Allegro"])
            let folded = await server.send(.get, "/glossary?search=L%C3%8Dvely,%20f", to: tenant)
            #expect(folded.items.compactMap { $0["name"]?.text } == ["Allegro"], "regardless of case and diacritics")
            #expect(await server.send(.get, "/glossary?search=lively.", to: tenant).items.isEmpty, "punctuation counts")
            #expect(await server.send(.get, "/glossary?search=slow", to: tenant).items.isEmpty)
            let changed = await server.send(
                .patch, "/glossary/allegro", #"{"description": "Fast."}"#, to: tenant, match: made.tag)
            #expect(changed.json?["description"]?.text == "Fast.")
            #expect(try await database.sql("select revision from app.glossary") == "2")
            #expect(await server.send(.delete, "/glossary/Allegro", to: tenant, match: made.tag).status == 412)
            #expect(await server.send(.delete, "/glossary/Allegro", to: tenant, match: changed.tag).status == 204)
            #expect(await server.send(.get, "/glossary/Allegro", to: tenant).code == "no-such-term")
        }
    }

    @Test func theErrorOfAnInvalidTermNamesItsFields() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            _ = await server.send(.post, "/glossary", Self.allegro, to: tenant)
            let answer = await server.send(
                .post, "/glossary", #"{"name": "ALLEGRO", "category": "", "description": "x", "image": "a.bmp"}"#,
                to: tenant)
            #expect(answer.status == 422)
            #expect(answer.faults == ["/category", "/image", "/name"])
        }
    }

    @Test func aLimitedListOfTermsContinuesAtItsCursor() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            for name in ["Largo", "Allegro", "Presto"] {
                let term = #"{"name": "\#(name)", "category": "Tempo", "description": "x"}"#
                #expect(await server.send(.post, "/glossary", term, to: tenant).status == 201)
            }
            let first = await server.send(.get, "/glossary?limit=2", to: tenant)
            #expect(first.items.compactMap { $0["name"]?.text } == ["Largo", "Allegro"])
            let cursor = try #require(first.json?["next"]?.text)
            let second = await server.send(.get, "/glossary?limit=2&cursor=\(cursor)", to: tenant)
            #expect(second.items.compactMap { $0["name"]?.text } == ["Presto"])
            #expect(second.json?["next"] == nil)
        }
    }
}

/// Requests that create a term and are repeated.
struct GlossaryKeyTests {
    @Test func aRepeatedIdempotencyKeyCreatesOneTerm() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("here", host: "here.test")
            let server = try EditingServer(database, tenant)
            let json = #"{"name": "fugue", "category": "Forms", "description": "Voices that enter in turn."}"#
            let first = await server.send(.post, "/glossary", json, to: tenant, key: "k1")
            let again = await server.send(.post, "/glossary", json, to: tenant, key: "k1")
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(again.text == first.text)
            #expect(await server.send(.get, "/glossary", to: tenant).items.count == 1)
            let other = json.replacing("fugue", with: "canon")
            #expect(await server.send(.post, "/glossary", other, to: tenant, key: "k1").status == 422)
            #expect(await server.send(.post, "/glossary", json, to: tenant, key: "k2").status == 422)
        }
    }
}
