import ConcertNotes
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ConcertReading
@testable import Web

@Suite struct ReadingRoutesTests {
    /// Spec Decided 21, N3.
    @Test func getPublishedConcert() async throws {
        try await ReadingStage.with { stage, tenant in
            let concert = try await stage.json("/api/v1/concert", of: tenant)
            #expect(concert["id"] as? String == "small-evening")
            #expect(concert["title"] as? String == "A Small Evening")
            #expect(concert["revision"] as? Int == 1)
            #expect((concert["changedAt"] as? String).flatMap(Instant.init(rfc3339:)) != nil)
            let pieces = try #require(concert["pieces"] as? [NSDictionary])
            #expect(pieces.count == 2)
            #expect(
                pieces.last
                    == (try json(
                        """
                        {"id": "tuttistudycanonstudycanon", "name": "Tutti, Study < Canon: Study < Canon",
                         "composer": "Tutti", "work": "Study < Canon", "movement": "Study < Canon", "measures": 4,
                         "durationMs": 6000, "tracks": [{"id": "themusic", "name": "The Music", "annotations": 2}],
                         "url": "\(study)"}
                        """)))
            #expect(pieces.first?["url"] as? String == quartet)
            #expect(pieces.first?["durationMs"] as? Int == 9230 - 1512)
            #expect(
                concert["pictures"] as? NSArray
                    == (try json(
                        """
                        [{"name": "dash.gif", "url": "/images/dash.gif", "mediaType": "image/gif", "bytes": 14, "width": 1,
                          "height": 1},
                         {"name": "dot.png", "url": "/images/dot.png", "mediaType": "image/png", "bytes": 29, "width": 1,
                          "height": 1}]
                        """)))
            #expect(
                concert["assets"] as? NSArray
                    == (try json(
                        """
                        [{"name": "ProgramNotes.pdf", "url": "/images/AppAssets/ProgramNotes.pdf",
                          "mediaType": "application/pdf", "bytes": 15},
                         {"name": "Splash32.png", "url": "/images/AppAssets/Splash32.png", "mediaType": "image/png",
                          "bytes": 29, "width": 320, "height": 480}]
                        """)))
            #expect((concert["links"] as? [String: String])?["archive"] == "/api/v1/concert/archive")
        }
    }

    /// Spec Decided 21, N10, N12-N14, N33, I12.
    @Test func getPublishedPiece() async throws {
        try await ReadingStage.with { stage, tenant in
            let piece = try await stage.json(study, of: tenant)
            #expect(piece["measures"] as? Int == 4)
            #expect(
                piece["measureTable"] as? NSObject
                    == (try json(
                        """
                        {"startsMs": [0, 1500, 3000, 4250], "printed": ["1", "2", "1", "2"], "passes": [1, 1, 2, 2]}
                        """)))
            #expect(
                piece["tracks"] as? NSObject
                    == (try json(
                        """
                        [{"id": "themusic", "name": "The Music", "annotations": [
                          {"measure": 1, "printedMeasure": "1", "pass": 1, "atMs": 0, "text": [
                            {"text": "p < f & back."},
                            {"picture": "dot.png", "caption": "A dot", "url": "/images/dot.png"},
                            {"picture": "dash.gif", "caption": "A dash", "url": "/images/dash.gif"}]},
                          {"measure": 4, "printedMeasure": "2", "pass": 2, "atMs": 4250, "text": [{"text": "The end."}]}]}]
                        """)))
            #expect(
                piece["structure"] as? NSObject
                    == (try json(
                        """
                        [{"measure": 1, "endMeasure": 2, "atMs": 0, "label": "Subject", "colour": "#0000ff",
                          "colourTag": "blue"},
                         {"measure": 3, "endMeasure": 4, "atMs": 3000, "label": "Answer", "colour": "#ffd700"}]
                        """)))
            #expect(
                piece["keys"] as? NSObject
                    == (try json(
                        """
                        [{"measure": 1, "atMs": 0, "fifths": -3, "name": "E♭ major / C minor (3 flats)"},
                         {"measure": 3, "atMs": 3000, "fifths": 0, "name": "C major / A minor (no sharps or flats)"}]
                        """)))
            #expect(piece["end"] as? NSObject == (try json("{\"measure\": 4, \"atMs\": 6000}")))
            #expect(piece["recording"] == nil)
            #expect(try await stage.json(quartet, of: tenant)["recording"] != nil)
        }
    }

    /// Spec T6.
    @Test func theLanguageAndLevelOfATrackArePublished() async throws {
        var fixture = ProgrammeFixture()
        try fixture.replace(
            "\"pictures\": []",
            by:
                "\"pictures\": [], \"tracks\": [{\"name\": \"History\", \"language\": \"de\", \"level\": \"advanced\"}]",
            in: "programme.json")
        try await ReadingStage.with(fixture) { stage, tenant in
            let concert = try await stage.json("/api/v1/concert", of: tenant)
            let tracks = try #require((concert["pieces"] as? [NSDictionary])?.first?["tracks"] as? NSObject)
            #expect(
                tracks
                    == (try json(
                        """
                        [{"id": "themusic", "name": "The Music", "annotations": 2},
                         {"id": "history", "name": "History", "language": "de", "level": "advanced", "annotations": 1}]
                        """)))
            let piece = try await stage.json(quartet, of: tenant)
            #expect((piece["tracks"] as? [NSDictionary])?.last?["level"] as? String == "advanced")
            #expect(try await stage.text(quartet + "/annotations.jsonld", of: tenant).contains("\"language\":\"de\""))
            let page = try Self.page(try await stage.response("/live/notes", of: tenant))
            #expect(page.contains("<h3>History (advanced)</h3>\n<dl lang=\"de\">"))
        }
    }

    /// Spec I1.
    @Test(arguments: [
        "TuttiStudyCanonStudyCanon", "Tutti,%20Study%20%3C%20Canon:%20Study%20%3C%20Canon",
        "tutti-study.canon-study-canon",
    ])
    func aPieceIsFoundByDifferentSpellingsOfItsName(name: String) async throws {
        try await ReadingStage.with { stage, tenant in
            let piece = try await stage.get("/api/v1/pieces/\(name)", of: tenant)
            #expect(try await stage.get(study, of: tenant) === piece)
        }
    }

    /// Spec Decided 4.
    @Test func onlyTheGlossaryIsServedWhileNoConcertIsOnTheAir() async throws {
        try await withDatabase { database in
            let stage = try ReadingStage(database)
            let tenant = try await database.tenant("hall")
            try await stage.import(ProgrammeFixture(), for: tenant)
            for target in ["/api/v1/concert", "/api/v1/concert/archive", "/live/notes", study, study + "/waveform"] {
                let error = await stage.error(target, of: tenant)
                #expect(error?.code == .noLiveConcert, "\(target)")
                #expect(error?.status == .notFound)
            }
            let glossary = try await stage.json("/api/v1/glossary", of: tenant)
            #expect(glossary == (try json("{\"revision\": 0, \"items\": []}")))
        }
    }

    @Test func anUnknownPieceIsNotFound() async throws {
        try await ReadingStage.with { stage, tenant in
            for form in [
                "", "/waveform", "/waveform.svg", "/waveform.png", "/annotations.jsonld", "/measures.mm.json",
                "/cues.csv",
            ] {
                let error = await stage.error("/api/v1/pieces/nothing" + form, of: tenant)
                #expect(error?.code == .noSuchPiece, "\(form)")
            }
            #expect(await stage.error("/live/cues/%2C", of: tenant)?.code == .noSuchPiece)
        }
    }

    /// Spec Decided 21, N16.
    @Test func getGlossaryTerms() async throws {
        try await ReadingStage.with { stage, tenant in
            try await stage.importTerm("Allegro", for: tenant)
            let glossary = try await stage.json("/api/v1/glossary", of: tenant)
            #expect(
                glossary["items"] as? NSObject
                    == (try json("[{\"name\": \"Allegro\", \"category\": \"Tempo\", \"description\": \"Fast.\"}]")))
            #expect(glossary["revision"] as? Int == 1)
            #expect(glossary["changedAt"] != nil)
        }
    }

    /// Spec Decided 21, N32.
    @Test func getWaveform() async throws {
        try await ReadingStage.with { stage, tenant in
            let waveform = try await stage.json(study + "/waveform", of: tenant)
            #expect(
                waveform
                    == (try json(
                        """
                        {"piece": "tuttistudycanonstudycanon", "startMs": 0, "endMs": 6000, "measures": [1, 2, 3, 4],
                         "atMs": [0, 1500, 3000, 4250], "values": [0.2917, 0.5, 1, 0]}
                        """)))
            let empty = try await stage.json(quartet + "/waveform", of: tenant)
            #expect(empty["values"] as? [Double] == [])
        }
    }

    /// Spec N32, T10.
    @Test func getWaveformSVG() async throws {
        try await ReadingStage.with { stage, tenant in
            let picture = try await stage.get(study + "/waveform.svg", of: tenant)
            #expect(picture.mediaType == "image/svg+xml")
            let text = String(decoding: picture.identity, as: UTF8.self)
            #expect(text.contains("<title id=\"title\">Waveform of Tutti, Study &lt; Canon: Study &lt; Canon</title>"))
            #expect(
                text.contains(
                    "fill=\"currentColor\" d=\"M0 35.41H200V64.59H0zM250 25H450V75H250zM500 0H666.67V100H500z"))
        }
    }

    /// Spec N32, T10, Decided 20.
    @Test func getWaveformPNG() async throws {
        try await ReadingStage.with { stage, tenant in
            let picture = try await stage.get(study + "/waveform.png?width=300&height=41", of: tenant)
            #expect(picture.mediaType == "image/png")
            #expect(PixelSize(headerOf: picture.identity, kind: .png) == PixelSize(width: 320, height: 80))
            // Another size that gives the same result returns the same picture.
            #expect(try await stage.get(study + "/waveform.png?height=80&width=320", of: tenant) === picture)
            let standard = try await stage.get(study + "/waveform.png", of: tenant)
            #expect(PixelSize(headerOf: standard.identity, kind: .png) == PixelSize(width: 1280, height: 160))
        }
    }

    @Test(arguments: ["width=0", "width=2561", "height=321", "height=-1", "width=x", "width=%2B5"])
    func anInvalidWaveformSizeIsRefused(query: String) async throws {
        try await ReadingStage.with { stage, tenant in
            let error = await stage.error(study + "/waveform.png?" + query, of: tenant)
            #expect(error?.status == .unprocessableContent)
            #expect(error?.faults.map(\.field) == [String(query.prefix { $0 != "=" })])
        }
    }

    /// Spec T15.
    @Test func getAnnotationPage() async throws {
        try await ReadingStage.with { stage, tenant in
            let page = try await stage.get(study + "/annotations.jsonld", of: tenant)
            #expect(page.mediaType == "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\"")
            let items = try #require(
                try await stage.json(study + "/annotations.jsonld", of: tenant)["items"] as? [NSDictionary])
            #expect(items.count == 2)
            #expect(
                items.first
                    == (try json(
                        """
                        {"id": "\(study)/annotations.jsonld#themusic-1", "type": "Annotation", "motivation": "describing",
                         "body": [
                          {"type": "TextualBody", "value": "The Music", "format": "text/plain", "purpose": "classifying"},
                          {"type": "TextualBody", "value": "p < f & back.", "format": "text/plain", "purpose": "describing"},
                          {"id": "/images/dot.png", "type": "Image", "format": "image/png"},
                          {"type": "TextualBody", "value": "A dot", "format": "text/plain", "purpose": "describing"},
                          {"id": "/images/dash.gif", "type": "Image", "format": "image/gif"},
                          {"type": "TextualBody", "value": "A dash", "format": "text/plain", "purpose": "describing"}],
                         "target": {"id": "\(study)#measures=1-3", "type": "SpecificResource", "source": "\(study)",
                          "selector": {"type": "FragmentSelector", "conformsTo": "http://www.w3.org/TR/media-frags/",
                                       "value": "t=0,4.25"}}}
                        """)))
            #expect(
                ((items.last?["target"] as? NSDictionary)?["selector"] as? NSDictionary)?["value"] as? String
                    == "t=4.25,6")
        }
    }

    @Test func getMeasureMap() async throws {
        try await ReadingStage.with { stage, tenant in
            let map = try await stage.text(study + "/measures.mm.json", of: tenant)
            #expect(
                map == """
                    [{"ID":"1","count":1,"name":"1","next":["2"],"number":1},\
                    {"ID":"2","count":2,"name":"2","next":["1"],"number":2}]
                    """)
        }
    }

    @Test func getCueSheetCSV() async throws {
        try await ReadingStage.with { stage, tenant in
            let sheet = try await stage.text(quartet + "/cues.csv", of: tenant)
            #expect(
                sheet == """
                    cue,printedMeasure,pass,section,measure,tracks,words\r
                    1,1,1,"The viola, alone",1,The Music; History,"Four strings, one room."\r
                    2,3,1,The Main Theme,3,The Music,The theme is Dvořák’s own.\r

                    """)
            let history = try await stage.text(quartet + "/cues.csv?track=history", of: tenant)
            #expect(history.contains("1,1,1,\"The viola, alone\",1,History,Written in Spillville.\r\n"))
            #expect(!history.contains("\r\n2,"))
            let error = await stage.error(quartet + "/cues.csv?track=nothing", of: tenant)
            #expect(error?.faults.first?.reason.contains("themusic") == true)
        }
    }

    @Test func getCueSheetPage() async throws {
        try await ReadingStage.with { stage, tenant in
            let response = try await stage.response("/live/cues/tuttistudycanonstudycanon", of: tenant)
            let page = try Self.page(response)
            #expect(page.contains("<h1>Tutti, Study &lt; Canon: Study &lt; Canon</h1>"))
            #expect(page.contains("<td>2 <span class=\"pass\">2nd time</span></td><td>Answer</td><td>The end.</td>"))
        }
    }

    @Test func getConcertNotesPage() async throws {
        try await ReadingStage.with { stage, tenant in
            let page = try Self.page(try await stage.response("/live/notes", of: tenant))
            #expect(page.contains("<p>p &lt; f &amp; back.</p><figure><img src=\"/images/dot.png\" alt=\"A dot\">"))
            #expect(page.contains("<dt>2 · m. 2, 2nd time · 0:04</dt>"))
            #expect(page.contains("Written in Spillville."))
        }
    }

    /// The text of a page. Its policy must contain the hash of its style.
    private static func page(_ response: Response) throws -> String {
        #expect(response.fields["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.fields["Content-Security-Policy"]?.contains("style-src 'sha256-") == true)
        guard case .bytes(let bytes) = response.content else { throw StageFailure.noRepresentation }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func tracksWhoseNamesHaveTheSameLettersHaveDifferentIdentifiers() throws {
        func track(_ name: String) -> AnnotationTrack { AnnotationTrack(name: name, annotations: []) }
        let piece = Piece(
            name: PieceName(composer: "A", work: "B", movement: "C"), recording: "",
            measures: [Measure(number: 1, start: RecordingTime(milliseconds: 0), printed: "1", pass: 1)],
            tracks: [track("Notes"), track("Notes!"), track("…")],
            structure: Structure(
                sections: [], end: Structure.End(measure: 1, time: RecordingTime(milliseconds: 1000))),
            keys: [], intensities: [])
        #expect(ReadPiece(piece).tracks.map(\.id) == ["notes", "notes-2", "-3"])
    }
}
