import ConcertNotes
import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

@Suite struct RevisionTests {
    @Test func theRevisionsOfAConcertListEveryPublicationAndImport() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.importEvening(in: tenant)
            let server = try EditingServer(database, tenant)
            let path = "/concerts/small-evening"
            for title in ["One", "Two"] {
                _ = await server.send(.patch, path, #"{"title": "\#(title)"}"#, to: tenant)
                let answer = await server.send(
                    .put, path + "/publication", #"{"note": "\#(title)"}"#, to: tenant, by: "bob")
                #expect(answer.status == 200, "\(answer.text)")
            }
            let list = await server.send(.get, path + "/revisions", to: tenant)
            #expect(list.items.compactMap { $0["revision"]?.integer } == [3, 2, 1])
            #expect(list.items.compactMap { $0["source"]?.text } == ["draft", "draft", "import"])
            #expect(list.items.compactMap { $0["note"]?.text } == ["Two", "One", ""])
            #expect(list.items[0]["publishedBy"]?.text == "bob")
            let page = await server.send(.get, path + "/revisions?limit=2", to: tenant)
            let cursor = try #require(page.json?["next"]?.text)
            let rest = await server.send(.get, path + "/revisions?limit=2&cursor=\(cursor)", to: tenant)
            #expect(rest.items.compactMap { $0["revision"]?.integer } == [1])
            let first = await server.send(.get, path + "/revisions/1", to: tenant)
            #expect(first.json?["title"]?.text == "A Small Evening")
            #expect(first.json?["images"]?.elements.count == 2)
            #expect(await server.send(.get, path + "/revisions/4", to: tenant).code == "no-such-revision")
        }
    }

    /// A concert that was published before revisions were recorded has no row in the history.
    @Test func publishingStoresAnEarlierRevisionThatWasNotRecorded() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.importEvening(in: tenant)
            try await database.sql("delete from app.concert_revision")
            let server = try EditingServer(database, tenant)
            let path = "/concerts/small-evening"
            _ = await server.send(.patch, path, #"{"title": "New"}"#, to: tenant)
            #expect(await server.send(.put, path + "/publication", "{}", to: tenant).status == 200)
            let list = await server.send(.get, path + "/revisions", to: tenant)
            #expect(list.items.compactMap { $0["revision"]?.integer } == [2, 1])
            let first = await server.send(.get, path + "/revisions/1", to: tenant)
            #expect(first.json?["title"]?.text == "A Small Evening")
            #expect(first.json?["pieces"]?.elements.count == 2)
        }
    }

    @Test func twoRevisionsAreComparedByPieceTrackAndMeasure() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            _ = await server.send(.post, concert.annotations, #"{"measure": 2, "text": "Second."}"#, to: tenant)
            _ = await server.send(.post, concert.annotations, #"{"measure": 3, "text": "Third."}"#, to: tenant)
            _ = await concert.publish()
            let ids = await server.send(.get, concert.annotations, to: tenant).items.compactMap { $0["id"]?.text }
            _ = await server.send(.patch, "\(concert.annotations)/\(ids[0])", #"{"text": "It starts."}"#, to: tenant)
            _ = await server.send(.delete, "\(concert.annotations)/\(ids[1])", to: tenant)
            _ = await server.send(.patch, "\(concert.annotations)/\(ids[2])", #"{"measure": 4}"#, to: tenant)
            _ = await server.send(.patch, "/concerts/\(concert.slug)", #"{"venue": "Hall"}"#, to: tenant)
            let path = "/concerts/\(concert.slug)/changes?from=1"
            let changes = await server.send(.get, path, to: tenant)
            let lines = changes.items.map { item in
                [
                    item["kind"]?.text, item["what"]?.text, item["measure"]?.numberText, item["before"]?.text,
                    item["after"]?.text,
                ]
                .compactMap { $0 }.joined(separator: " | ")
            }
            #expect(
                lines == [
                    "added | venue | Hall", "changed | annotation | 1 | It begins. | It starts.",
                    "removed | annotation | 2 | Second.",
                    "changed | annotation | 4 | measure 3: Third. | measure 4: Third.",
                ])
            #expect(changes.items[1]["track"]?.text == "The Music")
            #expect(changes.items[1]["piece"]?.text == "Strauss, Don Juan: Don Juan")
            _ = await concert.publish()
            #expect(await server.send(.get, path + "&to=2", to: tenant).items.count == 4)
            #expect(await server.send(.get, "/concerts/\(concert.slug)/changes?from=2", to: tenant).items.isEmpty)
        }
    }

    /// Spec T13.
    @Test func aRestoredRevisionCanBePublishedAgain() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            _ = await server.send(.put, "/images/dot.png", body: ProgrammeFixture.png(width: 1, height: 1), to: tenant)
            _ = await server.send(.post, concert.annotations, #"{"measure": 2, "text": "$dot.png, A dot"}"#, to: tenant)
            #expect(await concert.publish().status == 200)
            let list = await server.send(.get, concert.annotations, to: tenant)
            _ = await server.send(.put, "/images/dot.png", body: ProgrammeFixture.png(width: 2, height: 2), to: tenant)
            _ = await server.send(
                .patch, "\(concert.annotations)/\(list.items[0]["id"]?.text ?? "")", #"{"text": "New."}"#, to: tenant)
            #expect(await concert.publish().json?["revision"]?.integer == 2)
            let path = "/concerts/\(concert.slug)/draft"
            let restored = await server.send(.put, path, #"{"revision": 1}"#, to: tenant)
            #expect(restored.json?["isChanged"]?.flag == true, "\(restored.text)")
            #expect(await server.send(.get, concert.annotations, to: tenant).text == list.text)
            #expect(await concert.publish().json?["revision"]?.integer == 3)
            #expect(await server.send(.get, "/concerts/\(concert.slug)/changes?from=1&to=3", to: tenant).items.isEmpty)
            #expect(await server.send(.put, path, #"{"revision": 9}"#, to: tenant).code == "no-such-revision")
        }
    }

    @Test func restoringThePublishedRevisionDiscardsTheChangesOfTheDraft() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            _ = await concert.publish()
            _ = await concert.server.send(.post, concert.annotations, #"{"measure": 2, "text": "New."}"#, to: tenant)
            let path = "/concerts/\(concert.slug)/draft"
            let answer = await concert.server.send(.put, path, #"{"revision": 1}"#, to: tenant)
            #expect(answer.json?["isChanged"]?.flag == false)
            #expect(await concert.server.send(.get, concert.annotations, to: tenant).items.count == 1)
        }
    }
}
