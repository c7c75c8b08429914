import QRCode
import Tenancy
import TestSupport
import Testing

@testable import ConcertAudience

@Suite struct PosterTests {
    private func poster(_ title: String? = "An Evening", house: String = "The Hall") -> Poster {
        Poster(house: house, title: title, origin: Origin(scheme: "https", host: "hall.example"))
    }

    /// Spec T21.
    @Test func thePosterPageShowsTheQRCodeOfTheLivePage() async throws {
        try await AudienceStage.with { stage in
            let page = try await stage.text("/live/poster")
            #expect(page.contains("<h1 dir=\"auto\">A Small Evening</h1>"))
            #expect(page.contains("<span class=\"address\">https://hall.example/live</span>"))
            #expect(page.contains(try QRSymbol("https://hall.example/live").path))
            #expect(!page.contains("<script"))
        }
    }

    @Test func thePosterWithoutAConcertNamesTheTenant() async throws {
        try await AudienceStage.with(nil) { stage in
            let page = try await stage.text("/live/poster")
            #expect(page.contains("<h1 dir=\"auto\">Hall</h1>"))
        }
    }

    @Test func anAddressThatIsTooLongForAQRCodeHasNoCodeOnThePoster() {
        let poster = Poster(
            house: "Hall", title: nil, origin: Origin(scheme: "https", host: String(repeating: "a", count: 220)))
        #expect(!AudienceStage.text(PosterPage(poster: poster).response()).contains("<svg"))
        #expect(throws: PosterPDF.Failure.self) { try PosterPDF(poster) }
    }

    @Test func theSVGPosterEscapesItsTexts() throws {
        let text = String(decoding: try PosterSVG(poster("Night & <Day>")).bytes, as: UTF8.self)
        #expect(text.contains(">Night &amp; &lt;Day&gt;</text>"))
        #expect(text.contains(try QRSymbol("https://hall.example/live").path))
    }

    /// Spec T21. ISO 32000-1 §7.5.4: each entry of the table is the offset of its object.
    @Test(arguments: [
        "An Evening", "Dvořák und Łódź: „Größe“", "A (very) \\ long title that needs more than one line of letters",
    ])
    func thePDFPosterHasACorrectCrossReferenceTable(title: String) throws {
        let bytes = try PosterPDF(poster(title)).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("%PDF-1.4\n"))
        #expect(text.hasSuffix("%%EOF\n"))
        let start = try #require(text.firstMatch(of: /startxref\n([0-9]+)\n/).flatMap { Int($0.1) })
        #expect(Array(bytes[start...]).starts(with: Array("xref\n0 9\n0000000000 65535 f \n".utf8)))
        let offsets = text.matches(of: /([0-9]{10}) 00000 n \n/).compactMap { Int($0.1) }
        #expect(offsets.count == 8)
        for (index, offset) in offsets.enumerated() {
            #expect(Array(bytes[offset...]).starts(with: Array("\(index + 1) 0 obj\n".utf8)))
        }
        let length = try #require(text.firstMatch(of: /\/Length ([0-9]+)/).flatMap { Int($0.1) })
        let content = try #require(text.firstMatch(of: /stream\n(.*?)endstream/.dotMatchesNewlines())).1
        #expect(content.utf8.count == length)
    }

    @Test func lettersOutsideThePDFEncodingAreListedInItsDifferences() throws {
        let text = String(decoding: try PosterPDF(poster("Dvořák, Říp, řeka")).bytes, as: UTF8.self)
        #expect(text.contains("/Differences [1 /rcaron /Rcaron]"))
    }

    @Test func aPDFPosterWithALetterThatTheFontLacksIsRefused() {
        #expect(throws: PosterPDF.Failure.noSuchLetter("Ж")) { try PosterPDF(poster("Жар-птица")) }
    }

    /// A4 has 842 points of height.
    @Test(arguments: [
        "A", String(repeating: "Title ", count: 30), String(repeating: "m", count: 80),
    ])
    func theLinesOfAPosterLieOutsideItsCodeAndAboveTheBottomOfThePage(title: String) throws {
        let layout = try PosterLayout(poster(title, house: String(repeating: "Philharmonic ", count: 6)))
        #expect(layout.codeSide > 150)
        #expect(layout.lines.allSatisfy { $0.baseline < PosterLayout.height - 20 })
        #expect(zip(layout.lines, layout.lines.dropFirst()).allSatisfy { $0.baseline < $1.baseline })
        #expect(
            layout.lines.allSatisfy { $0.baseline < layout.codeTop || $0.baseline > layout.codeTop + layout.codeSide })
    }
}
