import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct ArtRoutesTests {
    /// Returns the header of a PNG, followed by one byte. The server decodes only the header.
    private static func png(tail: UInt8 = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 1, 0x40, 0, 0, 0, 30, 8, 6, 0, 0, 0, 1, 2, 3, 4, tail]
    }

    /// Spec S1.17, Decided 17.
    @Test func theMediaTypeOfAPictureComesFromItsBytes() async throws {
        try await withCatalogue { stage in
            let art = try await stage.made("art", #"{"alt":"Studio","credit":"Jan"}"#)
            let path = "/api/v1/admin/art/\(art)/images/1"
            let set = await stage.send(
                .put, path, body: Self.png(), as: .programmer, ["Content-Type": "image/webp"])
            #expect(set.status == 200, "\(set.text)")
            let size = try #require(set.objects("images").first)
            #expect(size["width"] as? Int == 320 && size["height"] as? Int == 30)
            #expect(size["mediaType"] as? String == "image/png" && size["isStored"] as? Bool == true)
            let address = try #require(size["url"] as? String)
            let served = await stage.send(.get, address)
            #expect(served.bytes == Self.png())
            #expect(served.representation?.fields["Cache-Control"] == "public, max-age=31536000, immutable")
            let unnamed = await stage.send(.get, "/api/v1/art/\(art)/1")
            #expect(unnamed.representation?.fields["Cache-Control"] == "no-cache")
            #expect(await stage.send(.get, address, at: "there").status == 404)
            let text = await stage.send(.put, path, body: Array("<svg/>".utf8), as: .programmer)
            #expect(text.status == 415 && text.text.contains("not-a-picture"))
        }
    }

    @Test func sharedBytesAreDeletedWithTheLastPictureThatUsesThem() async throws {
        try await withCatalogue { stage in
            func blobs() async throws -> String { try await stage.database.sql("select count(*) from app.blob") }
            let one = try await stage.made("art", #"{"alt":"One"}"#)
            let two = try await stage.made("art", #"{"alt":"Two"}"#)
            for art in [one, two] {
                _ = await stage.send(
                    .put, "/api/v1/admin/art/\(art)/images/0", body: Self.png(), as: .programmer)
            }
            #expect(try await blobs() == "1", "the same bytes are stored once")
            #expect(await stage.send(.delete, "/api/v1/admin/art/\(one)/images/0", as: .programmer).status == 204)
            #expect(try await blobs() == "1")
            _ = await stage.send(.put, "/api/v1/admin/art/\(two)/images/0", body: Self.png(tail: 1), as: .programmer)
            #expect(try await blobs() == "1")
            try await stage.database.sql(
                """
                insert into app.tenant_profile (tenant_id, logo_sha256) select tenant_id, sha256 from app.blob;
                """)
            #expect(await stage.send(.delete, "/api/v1/admin/art/\(two)", as: .programmer).status == 204)
            #expect(try await blobs() == "1", "the logo still uses the bytes")
        }
    }

    @Test func aStoredImageIsKeptWhenThePictureIsSavedWithItsEntry() async throws {
        try await withCatalogue { stage in
            let art = try await stage.made("art", #"{"alt":"A"}"#)
            let path = "/api/v1/admin/art/\(art)"
            let set = await stage.send(.put, path + "/images/3", body: Self.png(), as: .programmer)
            let kept = await stage.send(.put, path, set.text.replacing("\"A\"", with: "\"B\""), as: .programmer)
            #expect(kept.status == 200 && kept["alt"] as? String == "B")
            #expect(kept.objects("images").count == 1)
            let invented = await stage.send(
                .put, path, set.text.replacing("\"position\":3", with: "\"position\":4"), as: .programmer)
            #expect(invented.status == 422 && invented.faults == ["/images/0"])
            let dropped = await stage.send(
                .put, path, #"{"alt":"B","images":[{"url":"https://pictures.example/1.png","width":9}]}"#,
                as: .programmer)
            #expect(dropped.objects("images").count == 1)
            #expect(try await stage.database.sql("select count(*) from app.blob") == "0")
        }
    }

    @Test func aPictureInUseCannotBeDeleted() async throws {
        try await withCatalogue { stage in
            let art = try await stage.made("art", #"{"alt":"A"}"#)
            let person = try await stage.made("people", #"{"name":"P","art":"\#(art)"}"#)
            let refused = await stage.send(.delete, "/api/v1/admin/art/\(art)", as: .programmer)
            #expect(refused.status == 409 && refused.text.contains("art-in-use"))
            #expect(await stage.send(.delete, "/api/v1/admin/people/\(person)", as: .programmer).status == 204)
            #expect(await stage.send(.delete, "/api/v1/admin/art/\(art)", as: .programmer).status == 204)
        }
    }

    @Test(arguments: ["channel", "show", "person"])
    func channelsShowsAndPeopleHaveDefaultPictures(kind: String) async throws {
        try await withCatalogue { stage in
            let answer = await stage.send(.get, "/api/v1/default-art/\(kind).svg")
            #expect(answer.status == 200 && answer.fields["Content-Type"] == "image/svg+xml")
            #expect(answer.text.hasPrefix("<svg ") && !answer.text.contains("<script"))
            for (wanted, side) in [("", 600), ("?size=64", 64), ("?size=120", 150), ("?size=4000", 600)] {
                let picture = await stage.send(.get, "/api/v1/default-art/\(kind).png\(wanted)")
                #expect(picture.status == 200 && picture.fields["Content-Type"] == "image/png")
                // The PNG signature, then the width in the header.
                let bytes = Array(picture.bytes)
                #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                #expect(Int(bytes[18]) << 8 | Int(bytes[19]) == side && bytes.count < 100_000)
            }
            #expect(await stage.send(.get, "/api/v1/default-art/\(kind).png?size=0").status == 422)
            #expect(await stage.send(.get, "/api/v1/default-art/\(kind).gif").status == 404)
        }
    }
}
