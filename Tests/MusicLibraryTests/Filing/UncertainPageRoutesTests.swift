import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct UncertainPageRoutesTests {
    /// Three uncertain tracks, least certain first: Late Bus, Engine Room, Paper Lanterns.
    private func with(_ body: (LibraryStage) async throws -> Void) async throws {
        try await LibraryStage.with { (library) async throws in
            for number in [1, 3, 4] { await library.add(number) }
            try await library.stage.database.sql(
                """
                update app.library_track
                   set confidence = case title when 'Late Bus' then 0.1 when 'Engine Room' then 0.2 else 0.3 end
                """)
            try await body(library)
        }
    }

    private let page = "/library/uncertain"
    private func track(_ number: Int) -> String { "/library/tracks/soundcloud:tracks:\(number)" }

    /// Spec M5.8.
    @Test func uncertainTracksAreListedLeastCertainFirst() async throws {
        try await with { (library) async throws in
            let answer = await library.get(page)
            let links = [4, 3, 1].map { "<h2><a href=\"\(track($0))\">" }
            #expect(answer.status == 200 && answer.order(of: links.reversed()) == links, "\(answer.text)")
            #expect(answer.text.contains("3 uncertain tracks are left") && answer.text.contains("Uncertain tracks (3)"))
            #expect(!answer.text.contains("autofocus"))
            #expect(await library.get(page, as: .editor).text.contains("No uncertain tracks"))
        }
    }

    @Test func afterAConfirmationOrACorrectionTheNextTrackHasTheFocus() async throws {
        try await with { (library) async throws in
            let back = [("then", "uncertain"), ("at", "soundcloud:tracks:3")]
            let settled = await library.press(track(4) + "/settle", back)
            #expect(settled.location.hasPrefix("/library/uncertain?done=soundcloud"))
            let next = await library.get(settled.location)
            let focus = ["href=\"\(track(3))\"", "autofocus", "href=\"\(track(1))\""]
            #expect(
                next.order(of: focus.reversed()) == focus && next.text.contains("2 uncertain tracks are left"),
                "\(next.text)")
            #expect(next.text.split(separator: "autofocus").count == 2)
            let corrected = await library.press(
                track(3), [("artists", "Tomas Reed"), ("title", "Engine")] + [("then", "uncertain")])
            #expect(corrected.location == "/library/uncertain?done=soundcloud%3Atracks%3A3&notice=corrected")
            let last = await library.get(corrected.location)
            #expect(last.order(of: ["1 uncertain track is left", "autofocus"]).count == 2)
            #expect(
                last.text.contains("<a href=\"\(track(3))\">Back to the previous track"),
                "the previous track can be corrected")
            #expect(await library.get(LibraryStage.track(3)).artists == ["Tomas Reed"])
            #expect(await library.press(track(1) + "/settle").location == track(1) + "?notice=settled")
            #expect(await library.get(page).text.contains("No uncertain tracks"))
        }
    }

    @Test func alternativeArtistsAndTitlesAreOfferedAsButtons() async throws {
        try await with { (library) async throws in
            try await library.stage.database.sql(
                "update app.cloud_track set metadata_artist = 'The Orchardists' where urn = 'soundcloud:tracks:3'")
            let text = await library.get(page).text
            let doubt = try #require(text.split(separator: "<h2>").first { $0.contains(track(3)) })
            for (artist, title) in [
                ("Engine Room", "Brick Orchard"), ("The Orchardists", "Engine Room"),
                ("mdindry35", "Brick Orchard - Engine Room"),
            ] {
                let fields = """
                    <input type="hidden" name="artists" value="\(artist)"><input type="hidden" name="title" value="\(title)">
                    """
                #expect(doubt.contains(fields), "\(artist): \(doubt)")
            }
            let answer = await library.press(
                track(3), [("artists", "Engine Room"), ("title", "Brick Orchard"), ("then", "uncertain")])
            #expect(answer.location.hasSuffix("&notice=corrected"))
            let now = await library.get(LibraryStage.track(3))
            #expect(now.artists == ["Engine Room"] && now["title"] as? String == "Brick Orchard")
        }
    }

    @Test func aRejectedCorrectionStillLeadsBackToTheUncertainTracks() async throws {
        try await with { (library) async throws in
            let answer = await library.press(
                track(3), [("artists", " "), ("then", "uncertain"), ("at", "soundcloud:tracks:1")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("<input type=\"hidden\" name=\"then\" value=\"uncertain\">"), "\(answer.text)")
            #expect(answer.text.contains("name=\"at\" value=\"soundcloud:tracks:1\""))
        }
    }
}
