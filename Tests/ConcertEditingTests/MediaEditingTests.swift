import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertEditing

@Suite struct MediaEditingTests {
    private static let dot = ProgrammeFixture.png(width: 1, height: 1)

    @Test func anUploadedPictureIsPublishedWithTheConcertThatUsesIt() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            let stored = await server.send(.put, "/images/dot.png", body: Self.dot, to: tenant)
            #expect(stored.status == 200)
            #expect(stored.json?["width"]?.integer == 1)
            #expect(stored.json?["isDraft"]?.flag == true)
            #expect(try await database.sql("select count(*) from app.image") == "0")
            _ = await server.send(.post, concert.annotations, #"{"measure": 2, "text": "$dot.png, A dot"}"#, to: tenant)
            #expect(await concert.publish().status == 200)
            #expect(try await database.sql("select name from app.concert_image") == "dot.png")
            let list = await server.send(.get, "/images", to: tenant)
            #expect(list.items[0]["isDraft"]?.flag == false)
            #expect(list.items[0]["concerts"]?.elements.compactMap(\.text) == ["an-evening"])
            let content = await server.send(.get, "/images/dot.png", to: tenant)
            #expect(content.fields["Content-Type"] == "image/png")
        }
    }

    @Test func aPictureThatATextUsesCannotBeDeleted() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            _ = await server.send(.put, "/images/dot.png", body: Self.dot, to: tenant)
            let note = await server.send(
                .post, concert.annotations, #"{"measure": 2, "text": "$dot.png, A dot"}"#, to: tenant)
            let refused = await server.send(.delete, "/images/dot.png", to: tenant)
            #expect(refused.code == "image-in-use")
            #expect(refused.text.contains("an-evening"))
            _ = await server.send(.delete, "\(concert.annotations)/\(note.id)", to: tenant)
            #expect(await server.send(.delete, "/images/dot.png", to: tenant).status == 204)
            #expect(try await database.sql("select count(*) from app.blob") == "0")
        }
    }

    @Test func aPictureThatAGlossaryTermShowsChangesAtOnceAndCannotBeDeleted() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let term = #"{"name": "Point", "category": "Form", "description": "A dot.", "image": "dot.png"}"#
            #expect(await server.send(.post, "/glossary", term, to: tenant).status == 201)
            let stored = await server.send(.put, "/images/dot.png", body: Self.dot, to: tenant)
            #expect(stored.json?["isDraft"]?.flag == false)
            #expect(stored.json?["terms"]?.elements.compactMap(\.text) == ["Point"])
            #expect(try await database.sql("select revision from app.glossary") == "2")
            _ = await server.send(.put, "/images/dot.png", body: Self.dot, to: tenant)
            #expect(try await database.sql("select revision from app.glossary") == "2", "the same content")
            let refused = await server.send(.delete, "/images/dot.png", to: tenant)
            #expect(refused.code == "image-in-use")
            #expect(refused.text.contains("Point"))
            #expect(await server.send(.delete, "/glossary/Point", to: tenant).status == 204)
            #expect(await server.send(.delete, "/images/dot.png", to: tenant).status == 204)
        }
    }

    @Test func aPublishedPictureStaysWhileTheGlossaryShowsIt() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let server = concert.server
            _ = await server.send(.put, "/images/dot.png", body: Self.dot, to: tenant)
            let note = await server.send(
                .post, concert.annotations, #"{"measure": 2, "text": "$dot.png, A dot"}"#, to: tenant)
            #expect(await concert.publish().status == 200)
            let term = #"{"name": "Point", "category": "Form", "description": "A dot.", "image": "dot.png"}"#
            #expect(await server.send(.post, "/glossary", term, to: tenant).status == 201)
            _ = await server.send(.delete, "\(concert.annotations)/\(note.id)", to: tenant)
            #expect(await concert.publish().status == 200)
            #expect(try await database.sql("select count(*) from app.concert_image") == "0")
            #expect(try await database.sql("select name from app.image") == "dot.png")
            let new = ProgrammeFixture.png(width: 2, height: 2)
            let revision = try await database.sql("select revision from app.glossary")
            let stored = await server.send(.put, "/images/dot.png", body: new, to: tenant)
            #expect(stored.json?["isDraft"]?.flag == false, "phones have the new picture")
            #expect(try await database.sql("select revision from app.glossary") != revision)
        }
    }

    @Test(arguments: [
        ("dot.jpg", MediaEditingTests.dot), ("dot.png", Array("<svg/>".utf8)), ("a b.png", MediaEditingTests.dot),
        ("dot.PNG", MediaEditingTests.dot), ("big.png", ProgrammeFixture.png(width: 9000, height: 9000)),
        ("no.png", []),
    ])
    func aPictureWithAnInvalidNameOrContentIsRefused(name: String, content: [UInt8]) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let server = try EditingServer(database, tenant)
            let path = "/images/" + name.split(separator: " ").joined(separator: "%20")
            let answer = await server.send(.put, path, body: content, to: tenant)
            #expect(answer.status == 422)
            #expect(answer.text.contains("suggestion"))
            #expect(try await database.sql("select count(*) from app.blob") == "0")
        }
    }

    @Test func onlyAssetsThatTheAppRequestsCanBeStored() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let concert = try await WrittenConcert(try EditingServer(database, tenant), tenant)
            let (server, path) = (concert.server, "/concerts/\(concert.slug)/assets")
            let list = await server.send(.get, path, to: tenant)
            #expect(list.items.count == 13)
            #expect(list.items[0]["name"]?.text == "ProgramNotes.pdf")
            #expect(list.items[0]["expected"]?["mediaType"]?.text == "application/pdf")
            #expect(await server.send(.put, path + "/Other.png", body: Self.dot, to: tenant).code == "no-such-asset")
            let splash = await server.send(
                .put, path + "/Splash32.png", body: ProgrammeFixture.png(width: 320, height: 480), to: tenant)
            #expect(splash.json?["stored"]?["height"]?.integer == 480)
            #expect(await concert.publish().status == 200)
            #expect(try await database.sql("select name from app.app_asset") == "Splash32.png")
            #expect(await server.send(.delete, path + "/Splash32.png", to: tenant).status == 204)
            #expect(await server.send(.delete, path + "/Splash32.png", to: tenant).status == 404)
            #expect(await concert.publish().status == 200)
            #expect(try await database.sql("select count(*) from app.app_asset") == "0")
        }
    }
}
