import ConcertEditing
import ConcertNotes
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import ConcertPages

/// The preview, the translations and the proof of a piece.
struct PieceReadingPagesTests {
    // MARK: Preview

    /// Spec T13, N10.
    @Test func thePreviewShowsTheNoteThatAppliesToAMeasure() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("/preview?measure=2")
            #expect(page.text.contains("It begins. A theme &lt;rises&gt;."))
            #expect(page.text.contains("1 of 2"))
            #expect(page.text.contains("iNotes app (2013)"))
            #expect(page.text.contains("Current phones"))
            #expect(
                page.text.contains("id=\"next\" href=\"\(stage.piece)/preview?track=\(stage.music)&amp;measure=3\""))
            #expect((await stage.page("/preview?measure=3")).text.contains("2 of 2"))
        }
    }

    /// Spec N16.
    @Test func thePreviewMarksGlossaryTermsAndReportsCommonWords() async throws {
        try await PieceStage.with { stage async throws in
            for (name, description) in [("Theme", "A melody."), ("It", "A pronoun.")] {
                _ = await stage.stage.send(
                    .post, "/api/v1/admin/glossary",
                    #"{"name": "\#(name)", "category": "Form", "description": "\#(description)"}"#, as: .editor)
            }
            let page = await stage.page("/preview?measure=1")
            #expect(page.text.contains("<mark title=\"Form: A melody.\">theme</mark>"))
            #expect(page.text.contains("“It”: very common word"))
        }
    }

    @Test(arguments: [
        ("A sonata form, in Sonata-form.", ["sonata form", "Sonata-form"]), ("Sonatas and sonata.", ["sonata"]),
        ("Sonata. Form.", ["Sonata"]), ("", []),
    ])
    func theLongestMatchingGlossaryTermIsLinked(text: String, linked: [String]) {
        let terms = ["Sonata", "Sonata form"].map { GlossaryItem(name: $0, category: "Form", description: "d") }
        let matches = GlossaryMatcher(terms).matches(in: text)
        #expect(matches.links.map { String(text[$0.range]) } == linked)
    }

    @Test func repeatedAndOverlappingGlossaryTermsAreReported() {
        let terms = ["Sonata form", "Form"].map { GlossaryItem(name: $0, category: "Form", description: "d") }
        let report = GlossaryMatcher(terms).matches(in: "Sonata form is a form; any form.").report
        #expect(report.repeated == ["Form": 2])
        #expect(report.overlaps == ["“Sonata form” and “Form”"])
    }

    // MARK: Translations

    /// Spec T7.
    @Test func theTranslationPageCountsTheNotesWithoutATranslation() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("/translations?from=\(stage.music)&to=\(stage.history)")
            #expect(page.text.contains("Notes missing in “Histoire”: 2 of 2."))
            #expect(page.text.contains("required spellcheck=\"true\" lang=\"fr\""))
            #expect(page.text.contains("<p lang=\"en\">It begins."))
        }
    }

    @Test func anEditorCanTranslateAMissingNoteOnTheTranslationPage() async throws {
        try await PieceStage.with { stage async throws in
            let fields = [
                ("from", stage.music), ("to", stage.history), ("measure", "1"), ("annotation", ""), ("row", "s3"),
            ]
            let answer = await stage.post("/translations", fields + [("text", "Cela commence.")])
            #expect(answer.status == 303)
            #expect(try await stage.notes(stage.history) == ["1 Cela commence."])
            let page = await stage.followed(answer)
            #expect(page.text.contains(": 1 of 2."))
            #expect(page.text.contains(">Cela commence.</textarea>"))
        }
    }

    @Test func anOutdatedTranslationDoesNotOverwriteANewerTranslation() async throws {
        try await PieceStage.with { stage async throws in
            let pair = [("from", stage.music), ("to", stage.history)]
            _ = await stage.post(
                "/translations", pair + [("measure", "1"), ("annotation", ""), ("row", "s3"), ("text", "Un.")])
            let note = try await stage.content().tracks[1].annotations[0].id
            let page = await stage.page("/translations?from=\(stage.music)&to=\(stage.history)")
            let fields =
                pair + [
                    ("tag", stage.tag("/translations", in: page)), ("measure", "1"), ("annotation", note),
                    ("row", "t\(note)"),
                ]
            #expect(await stage.post("/translations", fields + [("text", "Deux.")]).status == 303)
            let late = await stage.post("/translations", fields + [("text", "Trois.")])
            #expect(late.status == 412)
            #expect(late.text.contains(">Trois.</textarea>"))
            #expect(try await stage.notes(stage.history) == ["1 Deux."])
        }
    }

    @Test func theFormKeepsTheTextOfARefusedTranslation() async throws {
        try await PieceStage.with { stage async throws in
            let row = try await stage.content().tracks[0].annotations[0].id
            let answer = await stage.post(
                "/translations",
                [
                    ("from", stage.music), ("to", stage.history), ("measure", "1"), ("annotation", ""),
                    ("row", "s\(row)"), ("text", "Coûte 5 $."),
                ])
            #expect(answer.status == 422)
            #expect(answer.text.contains(">Coûte 5 $.</textarea>"))
            #expect(answer.text.contains("does not start a picture reference"))
        }
    }

    // MARK: Proof

    /// A converter that returns the page after the first bytes of a PDF, or fails.
    private struct Printer: PDFPrinter {
        struct Failure: Error {}
        var fails = false

        func pdf(of page: [UInt8], for tenant: TenantID) async throws -> [UInt8] {
            if fails { throw Failure() }
            return Array("%PDF-".utf8) + page
        }
    }

    @Test func theProofOfATrackIsConvertedToPDFWithoutLinks() async throws {
        try await PieceStage.with(printer: Printer()) { stage async throws in
            #expect(await stage.page("/proof").text.contains("href=\"\(stage.piece)/proof.pdf\">Download PDF</a>"))
            let one = await stage.page("/proof?track=\(stage.music)")
            #expect(one.text.contains("/proof.pdf?track=\(stage.music)\">Download PDF</a>"))
            let answer = await stage.page("/proof.pdf?track=\(stage.music)")
            #expect(answer.status == 200)
            #expect(answer.fields["Content-Type"] == "application/pdf")
            #expect(answer.text.hasPrefix("%PDF-<!doctype html>"))
            #expect(answer.text.contains("It begins. A theme &lt;rises&gt;."))
            #expect(answer.text.contains("2 cues, track “The Music”."))
            #expect(!answer.text.contains("Histoire"))
            for word in ["src=", "href=", "url(", "<script"] {
                #expect(!answer.text.contains(word), "the program has nothing to load")
            }
            #expect(await stage.page("/proof.pdf", as: .listener).status == 403)
            #expect(await stage.page("/proof.pdf", at: "there").status == 404)
        }
    }

    @Test func aProofPageWithoutAPDFPrinterExplainsPrintingInTheBrowser() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("/proof")
            #expect(page.text.contains("For a PDF file, choose “Save as PDF”"))
            #expect(page.text.contains("<code>weasyprint</code>"))
            #expect(!page.text.contains("proof.pdf"))
            let refused = await stage.page("/proof.pdf")
            #expect(refused.status == 503)
            #expect(refused.text.contains("This server cannot create PDF files."))
            #expect(refused.text.contains("2 cues, all tracks."), "the proof itself is there")
        }
    }

    @Test func aFailedPDFConversionGives503WithAMessage() async throws {
        try await PieceStage.with(printer: Printer(fails: true)) { stage async throws in
            let refused = await stage.page("/proof.pdf")
            #expect(refused.status == 503)
            #expect(refused.text.contains("The PDF could not be created. Try again, or make the file yourself."))
        }
    }

    @Test func theProofContainsTheNotesOfAllTracksAndACueSheet() async throws {
        try await PieceStage.with { stage async throws in
            _ = await stage.post("/tracks/\(stage.history)/annotations", [("measure", "3"), ("text", "Fin.")])
            let page = await stage.page("/proof")
            #expect(page.text.contains("<h3>The Music (en)</h3>"))
            #expect(page.text.contains("<p>Fin.</p>"))
            #expect(page.text.contains("2 cues, all tracks."))
            #expect(page.text.contains("<th scope=\"row\">2</th><td>3</td><td>Coda</td><td>It ends &amp; rests.</td>"))
            let one = await stage.page("/proof?track=\(stage.history)")
            #expect(one.text.contains("1 cue, track “Histoire”."))
        }
    }

    @Test func theProofReportsATrackWithoutNotesAsAnError() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("/proof")
            #expect(page.text.contains("Track “Histoire”"), "a track without notes")
            _ = await stage.post("/tracks/\(stage.history)/annotations", [("measure", "3"), ("text", "Fin.")])
            #expect(
                (await stage.page("/proof")).text.contains(
                    "No errors in the measures, tracks and structure of the piece."))
        }
    }

    @Test func everyPageOfAnEmptyPieceCanBeOpened() async throws {
        try await PieceStage.with { stage async throws in
            let made = await stage.stage.send(
                .post, "/api/v1/admin/concerts/\(stage.concert)/pieces",
                #"{"composer": "Ravel", "work": "Boléro", "movement": "Boléro"}"#, as: .editor)
            let id = try #require(made["id"] as? String)
            for page in ["", "/tracks", "/structure", "/measures", "/preview", "/translations", "/proof"] {
                #expect(
                    await stage.stage.send(.get, "/cms/pieces/\(id)\(page)", nil, as: .editor).status == 200, "\(page)")
            }
        }
    }
}
