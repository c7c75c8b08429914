import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

@Suite struct DraftRoutesTests {
    @Test func createConcertDerivesTheIDFromTheTitle() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let answer = await server.send(.post, "/concerts", #"{"title": "Fate & Áutumn"}"#, to: tenant)
            #expect(answer.status == 201)
            #expect(answer.id == "fate-autumn")
            #expect(answer.fields["Location"] == "/api/v1/admin/concerts/fate-autumn")
            let again = await server.send(.post, "/concerts", #"{"title": "Fate & Autumn"}"#, to: tenant)
            #expect(again.status == 409)
            #expect(again.code == "concert-exists")
        }
    }

    @Test func allErrorsOfANewConcertAreReportedTogether() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let answer = await server.send(
                .post, "/concerts", #"{"title": " ", "slug": "A b", "date": "2027-02-30", "venue": "", "colour": 1}"#,
                to: tenant)
            #expect(answer.status == 422)
            #expect(Set(answer.faults) == ["/title", "/slug", "/date", "/venue", "/colour"])
            #expect(answer.text.contains(#""suggestion":"a-b""#))
        }
    }

    @Test func onlyEditorsAndAdministratorsMayListDrafts() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            for role in Role.allCases {
                let status = await server.send(.get, "/concerts", to: tenant, as: role).status
                #expect(status == (role == .editor || role == .admin ? 200 : 403), "\(role)")
            }
            #expect(await server.send(.get, "/concerts", to: tenant, as: nil).status == 401)
        }
    }

    @Test func anImportedConcertIsOpenedAsAnUnchangedDraft() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.importEvening(in: tenant)
            let server = try EditingServer(database, tenant)
            let list = await server.send(.get, "/concerts", to: tenant)
            #expect(list.items.map { $0["id"]?.text } == ["small-evening"])
            #expect(list.items[0]["draft"] == nil)
            let pieces = await server.send(.get, "/concerts/small-evening/pieces", to: tenant)
            #expect(
                pieces.items.compactMap { $0["name"]?.text } == [ProgrammeFixture.quartet, ProgrammeFixture.study])
            let concert = await server.send(.get, "/concerts/small-evening", to: tenant)
            #expect(concert.json?["draft"]?["baseRevision"]?.integer == 1)
            #expect(concert.json?["draft"]?["isChanged"]?.flag == false)
        }
    }

    /// Importing, opening and publishing changes nothing for phones.
    @Test func publishingAnUnchangedDraftWritesNoRevision() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.importEvening(in: tenant)
            let server = try EditingServer(database, tenant)
            let before = try await database.sql("select md5(string_agg(p::text, '')) from app.piece p")
            let answer = await server.send(.put, "/concerts/small-evening/publication", "{}", to: tenant)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json?["isNew"]?.flag == false)
            #expect(answer.json?["revision"]?.integer == 1)
            #expect(try await database.sql("select md5(string_agg(p::text, '')) from app.piece p") == before)
        }
    }

    @Test func anUnchangedDraftTakesTheContentOfANewImport() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.importEvening(in: tenant)
            let server = try EditingServer(database, tenant)
            let path = "/concerts/small-evening/pieces"
            let ids = await server.send(.get, path, to: tenant).items.compactMap { $0["id"]?.text }
            var fixture = ProgrammeFixture()
            try fixture.replace("A Small Evening", by: "Another Evening", in: "programme.json")
            try await database.importEvening(in: tenant, fixture)
            let pieces = await server.send(.get, path, to: tenant)
            #expect(pieces.items.compactMap { $0["id"]?.text } == ids)
            let concert = await server.send(.get, "/concerts/small-evening", to: tenant)
            #expect(concert.json?["title"]?.text == "Another Evening")
            #expect(concert.json?["draft"]?["baseRevision"]?.integer == 2)
        }
    }

    @Test func aPieceWithAnInvalidOrTakenNameIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let concert = try await WrittenConcert(server, tenant)
            let path = "/concerts/\(concert.slug)/pieces"
            for (json, field) in [
                (#"{"composer": "A, B", "work": "W", "movement": "M"}"#, "/composer"),
                (#"{"composer": "A", "work": "W; X", "movement": "M"}"#, "/work"),
                (#"{"composer": "A", "work": "W", "movement": "M|N"}"#, "/movement"),
                (#"{"composer": "Strauss", "work": "Don Juan", "movement": "don juan!"}"#, "/movement"),
                (#"{"composer": "Strauss", "work": "don Juan", "movement": "2"}"#, "/work"),
            ] {
                let answer = await server.send(.post, path, json, to: tenant)
                #expect(answer.status == 422, "\(json)")
                #expect(answer.faults == [field], "\(json) \(answer.text)")
            }
            #expect(await server.send(.get, path, to: tenant).items.count == 1)
        }
    }

    @Test func thePiecesOfAConcertCanBeReorderedAndDeleted() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let concert = try await WrittenConcert(server, tenant)
            let path = "/concerts/\(concert.slug)/pieces"
            let second = await server.send(
                .post, path, #"{"composer": "Bach", "work": "Air", "movement": "Air"}"#, to: tenant
            ).id
            let list = await server.send(.get, path, to: tenant)
            let order = #"{"pieces": ["\#(second)", "\#(concert.piece)"]}"#
            let ordered = await server.send(.put, path, order, to: tenant, match: list.tag)
            #expect(ordered.items.compactMap { $0["id"]?.text } == [second, concert.piece])
            #expect(await server.send(.put, path, order, to: tenant, match: list.tag).status == 412)
            #expect(await server.send(.put, path, #"{"pieces": ["\#(second)"]}"#, to: tenant).status == 422)
            #expect(await server.send(.delete, "/pieces/\(second)", to: tenant).status == 204)
            #expect(await server.send(.get, "/pieces/\(second)", to: tenant).status == 404)
            #expect(await server.send(.get, path, to: tenant).items[0]["position"]?.integer == 1)
        }
    }

    @Test func aDraftOfAnotherTenantIsNotFound() async throws {
        try await withDatabase { database in
            let (one, other) = (try await database.tenant("one"), try await database.tenant("other"))
            let server = try EditingServer(database, one, other)
            let concert = try await WrittenConcert(server, one)
            #expect(await server.send(.get, "/pieces/\(concert.piece)", to: other).status == 404)
            #expect(await server.send(.get, "/concerts/\(concert.slug)", to: other).status == 404)
            #expect(
                await server.send(.post, concert.annotations, #"{"measure": 1, "text": "x"}"#, to: other).status == 404)
        }
    }

    @Test func aConcertAndItsRevisionsCanBeDeletedOnlyWhenOffTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let concert = try await WrittenConcert(server, tenant)
            #expect(await concert.publish().status == 200)
            try await concert.goOnAir()
            let refused = await server.send(.delete, "/concerts/\(concert.slug)", to: tenant)
            #expect(refused.code == "concert-on-air")
            try await database.sql("delete from app.live")
            #expect(await server.send(.delete, "/concerts/\(concert.slug)", to: tenant).status == 204)
            #expect(try await database.sql("select count(*) from app.concert") == "0")
            #expect(try await database.sql("select count(*) from app.concert_revision") == "0")
        }
    }
}
