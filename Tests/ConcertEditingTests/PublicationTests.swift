import ConcertNotes
import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

@Suite struct PublicationTests {
    private func pieces(_ concert: WrittenConcert) async throws -> [Piece] {
        let store = ConcertStore(database: concert.server.database.tenants)
        let published = try #require(try await store.concert(slug: concert.slug, in: concert.tenant.id))
        return try #require(try await store.pieces(of: published, in: concert.tenant.id))
    }

    @Test func publishingADraftWritesItsContentToThePublishedConcert() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let answer = await concert.publish(#"{"note": "First"}"#)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json?["revision"]?.integer == 1)
            let piece = try #require(try await pieces(concert).first)
            #expect(piece.name.description == "Strauss, Don Juan: Don Juan")
            #expect(piece.tracks.map(\.name) == ["The Music"])
            #expect(piece.tracks[0].annotations.map(\.text) == ["It begins."])
            #expect(piece.tracks[0].annotations[0].start.milliseconds == 1000)
            #expect(piece.structure.sections.map(\.text) == ["Theme,orange"])
            #expect(piece.structure.end.time.milliseconds == 5000)
            let event = try await database.sql(
                "select actor || ' ' || subject || ' ' || detail from app.audit_event where action = 'concert.publish'")
            #expect(event == #"eva an-evening {"revision": "1"}"#)
        }
    }

    /// Spec T13.
    @Test func publishedContentDoesNotChangeBeforeTheNextPublication() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            _ = await concert.publish()
            let before = try await pieces(concert)
            _ = await concert.server.send(.post, concert.annotations, #"{"measure": 2, "text": "New."}"#, to: tenant)
            #expect(try await pieces(concert) == before)
            #expect(await concert.publish().json?["revision"]?.integer == 2)
            #expect(try await pieces(concert)[0].tracks[0].annotations.map(\.text) == ["It begins.", "New."])
        }
    }

    @Test func theErrorOfAnIncompleteDraftNamesThePlaceOfEveryProblem() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            _ = await server.send(
                .post, concert.annotations, #"{"measure": 2, "text": "See $oboe.png, An oboe"}"#, to: tenant)
            _ = await server.send(
                .post, "/concerts/\(concert.slug)/pieces", #"{"composer": "Bach", "work": "Air", "movement": "Air"}"#,
                to: tenant)
            let answer = await concert.publish()
            #expect(answer.status == 422)
            #expect(answer.code == "unpublishable-draft")
            #expect(
                answer.faults == [
                    "/pieces/1/measures", "/pieces/1/tracks", "/pieces/1/sections", "/pieces/1/end",
                    "/pieces/0/tracks/0/annotations/1/text",
                ])
            #expect(try await database.sql("select count(*) from app.concert") == "0")
            let draft = await server.send(.get, "/concerts/\(concert.slug)/draft", to: tenant)
            #expect(draft.faults == answer.faults)
        }
    }

    /// Spec S1.17, S1.26.
    @Test func aPublicationAboveTheQuotaIsRefusedLikeAnUpload() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let concert = try await WrittenConcert(server, tenant)
            let dot = ProgrammeFixture.png(width: 1, height: 1)
            _ = await server.send(.put, "/images/dot.png", body: dot, to: tenant)
            let limited = Tenant(
                id: tenant.id, slug: tenant.slug, name: tenant.name, locale: tenant.locale,
                integerSeconds: tenant.integerSeconds, multicast: tenant.multicast, limits: TenantLimits(storedBytes: 5)
            )
            let narrow = try EditingServer(database, limited)
            let refused = [
                await narrow.send(.put, "/concerts/\(concert.slug)/publication", "{}", to: limited),
                await narrow.send(
                    .put, "/images/other.png", body: ProgrammeFixture.png(width: 2, height: 1), to: limited),
            ]
            #expect(refused.map(\.status) == [413, 413])
            #expect(refused.map(\.code) == ["stored-bytes-exceeded", "stored-bytes-exceeded"])
            #expect(
                refused[0].text.contains("the stored files would take \(dot.count) bytes, but the limit is 5 bytes"))
            #expect(try await database.sql("select count(*) from app.concert") == "0")
        }
    }

    /// Spec T13.
    @Test func aConcertOnTheAirIsPublishedOnlyOnExplicitRequest() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            _ = await concert.publish()
            try await concert.goOnAir(measure: 3)
            _ = await concert.server.send(.post, concert.annotations, #"{"measure": 2, "text": "New."}"#, to: tenant)
            let refused = await concert.publish()
            #expect(refused.status == 409)
            #expect(refused.code == "concert-on-air")
            #expect(await concert.publish(#"{"whileOnAir": true}"#).status == 200)
            let place = try await database.sql(
                "select p.name || ' ' || l.measure || ' ' || l.revision from app.live l join app.piece p using (piece_id)"
            )
            #expect(place == "Strauss, Don Juan: Don Juan 3 1")
        }
    }

    @Test func aPublicationThatWouldLoseTheLivePositionIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            _ = await concert.publish()
            try await concert.goOnAir(measure: 3)
            _ = await concert.server.send(
                .put, "/pieces/\(concert.piece)/measures",
                #"{"measures": [{"startMs": 0, "printed": "1", "pass": 1}], "end": {"measure": 1, "startMs": 900}}"#,
                to: tenant)
            let refused = await concert.publish(#"{"whileOnAir": true}"#)
            #expect(refused.code == "unpublishable-draft")
            #expect(refused.text.contains("on the air at measure 3"))
            #expect(try await pieces(concert)[0].measures.count == 4)
        }
    }

    @Test func aDraftOfAnOlderRevisionIsPublishedOnlyAfterRebasing() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.importEvening(in: tenant)
            let server = try EditingServer(database, tenant)
            let path = "/concerts/small-evening"
            _ = await server.send(.patch, path, #"{"title": "Mine"}"#, to: tenant)
            var fixture = ProgrammeFixture()
            try fixture.replace("A Small Evening", by: "Theirs", in: "programme.json")
            try await database.importEvening(in: tenant, fixture)
            let refused = await server.send(.put, path + "/publication", "{}", to: tenant)
            #expect(refused.status == 409)
            #expect(refused.code == "draft-outdated")
            #expect(refused.json?["versions"]?["known"]?.text == "1")
            #expect(refused.json?["versions"]?["current"]?.text == "2")
            #expect(await server.send(.patch, path + "/draft", #"{"baseRevision": 1}"#, to: tenant).status == 409)
            #expect(await server.send(.patch, path + "/draft", #"{"baseRevision": 2}"#, to: tenant).status == 200)
            let published = await server.send(.put, path + "/publication", "{}", to: tenant)
            #expect(published.json?["revision"]?.integer == 3, "\(published.text)")
            #expect(try await database.sql("select title from app.concert") == "Mine")
        }
    }

    @Test func publishingAnOutdatedVersionOfTheDraftIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let draft = await concert.server.send(.get, "/concerts/\(concert.slug)/draft", to: tenant)
            _ = await concert.server.send(.post, concert.annotations, #"{"measure": 2, "text": "New."}"#, to: tenant)
            let answer = await concert.server.send(
                .put, "/concerts/\(concert.slug)/publication", "{}", to: tenant, match: draft.tag)
            #expect(answer.status == 412)
            #expect(try await database.sql("select count(*) from app.concert") == "0")
        }
    }
}
