import ConcertNotes
import Testing
import Web
import WebTestSupport

@testable import ConcertPages

/// The pages of tracks, of the structure and of measures, with their forms.
struct PieceTablesTests {
    // MARK: Tracks

    @Test func anEditorCanAddATrackWithLanguageAndLevel() async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(
                "/tracks", [("name", "Theory"), ("language", "de-AT"), ("level", "advanced")])
            #expect(answer.status == 303)
            let track = try #require(try await stage.content().tracks.last)
            #expect(track.name == "Theory")
            #expect(track.language == "de-AT")
            #expect(track.level == .advanced)
            #expect(await stage.followed(answer).text.contains("Track added."))
        }
    }

    @Test(arguments: [("", "en"), ("the music", "en"), ("Structure", "en"), ("Theory", "german!")])
    func theFormKeepsTheTypedValuesOfARefusedTrack(name: String, language: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post("/tracks", [("name", name), ("language", language), ("level", "")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("id=\"name\" name=\"name\" type=\"text\" value=\"\(name)\""))
            #expect(answer.text.contains("name=\"language\" type=\"text\" value=\"\(language)\""))
            #expect(try await stage.content().tracks.count == 2)
        }
    }

    @Test func anEditorCanRenameATrackUnlessTheFormIsOutdated() async throws {
        try await PieceStage.with { stage async throws in
            let form = "/tracks/\(stage.history)"
            let tag = stage.tag(form, in: await stage.page("/tracks"))
            let fields = [("name", "History"), ("language", ""), ("level", "introductory")]
            #expect(await stage.post(form, [("tag", tag)] + fields).status == 303)
            let track = try await stage.content().tracks[1]
            #expect(track.name == "History")
            #expect(track.language == nil)
            let late = await stage.post(form, [("tag", tag), ("name", "Late"), ("language", ""), ("level", "")])
            #expect(late.status == 412, "the tag is old now")
            #expect(late.text.contains("value=\"Late\""))
        }
    }

    @Test func anEditorCanMoveATrackUp() async throws {
        try await PieceStage.with { stage async throws in
            let tag = stage.tag("/track-order", in: await stage.page("/tracks"))
            let fields = [("tag", tag), ("track", stage.history), ("to", "up")]
            #expect(await stage.post("/track-order", fields).status == 303)
            #expect(try await stage.content().tracks.map(\.id) == [stage.history, stage.music])
            #expect(await stage.post("/track-order", fields).status == 412)
        }
    }

    @Test func anEditorCanDeleteATrackWithItsNotesAfterAWarning() async throws {
        try await PieceStage.with { stage async throws in
            let form = "/tracks/\(stage.music)/delete"
            let page = await stage.page("/tracks")
            #expect(page.text.contains("The track “The Music” and its 2 notes are deleted"))
            #expect(await stage.post(form, [("tag", stage.tag(form, in: page))]).status == 303)
            #expect(try await stage.content().tracks.map(\.id) == [stage.history])
        }
    }

    @Test func theDeletionOfATrackCanBeUndoneIfItsNameIsFree() async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content().tracks
            let form = "/tracks/\(stage.music)/delete"
            let page = await stage.followed(
                await stage.post(form, [("tag", stage.tag(form, in: await stage.page("/tracks")))]))
            let undo = [("deletion", page.field("deletion", of: stage.piece + "/undo"))]
            _ = await stage.post("/tracks", [("name", "The Music"), ("language", ""), ("level", "")])
            let refused = await stage.post("/undo", undo)
            #expect(refused.status == 422, "the name is taken now")
            let other = try await stage.content().tracks[1].id
            let removal = "/tracks/\(other)/delete"
            _ = await stage.post(removal, [("tag", stage.tag(removal, in: await stage.page("/tracks")))])
            #expect(await stage.post("/undo", undo).status == 303)
            #expect(try await stage.content().tracks == before)
        }
    }

    // MARK: Sections

    @Test func anEditorCanPasteSectionsAsRowsOfText() async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(
                "/section-rows", [("sections", "measure,label\r\n2 Coda\r\n\r\n4\tStorm, and calm\tblue\r\n")])
            #expect(answer.status == 303)
            #expect(
                try await stage.content().sections.map { "\($0.measure) \($0.label) \($0.colour)" }
                    == ["1 Theme orange", "2 Coda 10,20,30", "3 Coda 10,20,30", "4 Storm, and calm blue"])
            #expect(await stage.followed(answer).text.contains("Sections added."))
        }
    }

    @Test(arguments: [
        ("2 A\n3 B", "line 2: the section"), ("2 A\nB", "line 2: “B” does not begin with a measure"),
        ("2", "line 1: measure 2 has no label"), ("2 A\n9 B", "has an error on line 2: "), ("", "has no section"),
        ("2 A\n4 B\tblueish", "has an error on line 2: "), ("2nd A", "does not begin with a measure"),
    ])
    func aTableWithAnInvalidSectionAddsNoSection(rows: String, reason: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post("/section-rows", [("sections", rows)])
            #expect(answer.status == 422)
            #expect(answer.text.contains(reason))
            #expect(answer.text.contains(">\(rows)</textarea>"), "what was typed stays")
            #expect(try await stage.content().sections.count == 2)
        }
    }

    @Test func theDeletionOfASectionCanBeUndone() async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content().sections
            let form = "/sections/\(before[1].id)/delete"
            let tag = stage.tag(form, in: await stage.page("/structure"))
            let page = await stage.followed(await stage.post(form, [("tag", tag)]))
            #expect(page.text.contains("Section deleted."))
            let undone = await stage.post(
                "/undo", [("deletion", page.field("deletion", of: stage.piece + "/undo"))])
            #expect(undone.fields["Location"]?.hasSuffix("#section\(before[1].id)") == true)
            #expect(try await stage.content().sections == before)
            let imports = await stage.stage.send(.get, stage.api + "/imports", as: .editor)
            #expect(imports.status == 404 || !imports.text.contains("deletion"), "no deletion is among the imports")
        }
    }

    @Test func aNewSectionCanTakeTheColourOfAnotherSection() async throws {
        try await PieceStage.with { stage async throws in
            let theme = try await stage.content().sections[0].id
            let answer = await stage.post(
                "/sections", [("label", "Theme again"), ("measure", "2"), ("colour", "#123456"), ("like", theme)])
            #expect(answer.status == 303)
            #expect(try await stage.content().sections.map(\.colour) == ["orange", "orange", "10,20,30"])
        }
    }

    /// Spec N13.
    @Test func aNewSectionCanTakeABasicColourByName() async throws {
        try await PieceStage.with { stage async throws in
            #expect(await stage.page("/structure").text.contains("<option value=\"red\">Basic colour: red</option>"))
            let answer = await stage.post(
                "/sections", [("label", "Storm"), ("measure", "2"), ("colour", "#123456"), ("like", "red")])
            #expect(answer.status == 303)
            #expect(try await stage.content().sections.map(\.colour) == ["orange", "red", "10,20,30"])
            let refused = await stage.post(
                "/sections", [("label", "Calm"), ("measure", "3"), ("colour", "#123456"), ("like", "reddish")])
            #expect(refused.status == 422)
        }
    }

    @Test func aSectionKeepsItsColourNameUntilAnotherColourIsPicked() async throws {
        try await PieceStage.with { stage async throws in
            let section = try await stage.content().sections[0].id
            let form = "/sections/\(section)"
            let page = await stage.page("/structure")
            #expect(page.text.contains("type=\"color\" value=\"#ff8000\""))
            let fields = [("tag", stage.tag(form, in: page)), ("label", "Theme"), ("measure", "1"), ("like", "")]
            #expect(await stage.post(form, fields + [("colour", "#ff8000")]).status == 303)
            #expect(try await stage.content().sections[0].colour == "orange", "the same colour keeps its name")
            #expect(await stage.post(form, fields + [("colour", "#0A141E")]).status == 303)
            #expect(try await stage.content().sections[0].colour == "10,20,30")
        }
    }

    @Test(arguments: [
        ("END", "2", "#000000"), ("Theme", "3", "#000000"), ("A,1,2,3", "2", "#000000"), ("Theme", "2", "blueish"),
    ])
    func theFormKeepsTheTypedValuesOfARefusedSection(label: String, measure: String, colour: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(
                "/sections", [("label", label), ("measure", measure), ("colour", colour), ("like", "")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("id=\"label\" name=\"label\" type=\"text\" value=\"\(label)\""))
            #expect(answer.text.contains("id=\"measure\" name=\"measure\" type=\"number\" value=\"\(measure)\""))
            #expect(try await stage.content().sections.count == 2)
        }
    }

    @Test func aSectionCanBeDeletedOnlyWithItsCurrentEntityTag() async throws {
        try await PieceStage.with { stage async throws in
            let form = "/sections/\(try await stage.content().sections[1].id)/delete"
            let tag = stage.tag(form, in: await stage.page("/structure"))
            #expect(await stage.post(form, [("tag", "\"1.0\"")]).status == 412)
            #expect(await stage.post(form, [("tag", tag)]).status == 303)
            #expect(try await stage.content().sections.map(\.label) == ["Theme"])
        }
    }

    // MARK: Keys

    /// Spec N33.
    @Test func anEditorCanEnterKeySignaturesAsRowsOfText() async throws {
        try await PieceStage.with { stage async throws in
            let tag = stage.tag("/keys", in: await stage.page("/structure"))
            let answer = await stage.post(
                "/keys", [("tag", tag), ("rows", "measure,fifths,name\r\n1,-3\r\n\r\n3\t2\tD major, for once")])
            #expect(answer.status == 303)
            #expect(
                try await stage.content().keys.map { "\($0.measure) \($0.fifths) \($0.name)" }
                    == ["1 -3 E♭ major / C minor (3 flats)", "3 2 D major, for once"])
            #expect((await stage.page()).text.contains(">3♭<title>"), "the ruler shows the key")
        }
    }

    @Test(arguments: [
        ("1,8", "line 1: the number of fifths is 8"), ("1,0\n\nx,2", "line 3: the measure is “x”"),
        ("3,0\n2,0", "line 2: measure 2 does not come after measure 3"),
    ])
    func theErrorOfARefusedTableOfKeysNamesTheLine(rows: String, reason: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post("/keys", [("tag", "*"), ("rows", rows)])
            #expect(answer.status == 422)
            #expect(answer.text.contains(reason))
            #expect(answer.text.contains(">\(rows)</textarea>"))
            #expect(try await stage.content().keys.isEmpty)
        }
    }

    // MARK: Measures

    /// Spec N9, N14.
    @Test func measuresCanBePastedWithSecondsOrMinutesAndPrintedNumbers() async throws {
        try await PieceStage.with { stage async throws in
            let tag = stage.tag("/measures", in: await stage.page("/measures"))
            let answer = await stage.post(
                "/measures",
                [
                    ("tag", tag), ("rows", "1,0.5\r\n2;1:02.25\r\n3\t63,\r\n4,64,1,2\r\n5,65"),
                    ("endMeasure", ""), ("endTime", "1:06"),
                ])
            #expect(answer.status == 422, "“63,” is no time")
            let corrected = await stage.post(
                "/measures",
                [
                    ("tag", tag), ("rows", "1,0.5\r\n2;1:02.25\r\n3\t63\r\n4,64,1,2\r\n5,65"), ("endMeasure", ""),
                    ("endTime", "1:06"),
                ])
            #expect(corrected.status == 303)
            let content = try await stage.content()
            #expect(content.measures.map(\.startMs) == [500, 62_250, 63_000, 64_000, 65_000])
            #expect(content.measures.map(\.printed) == ["1", "2", "3", "1", "5"])
            #expect(content.measures.map(\.pass) == [1, 1, 1, 2, 1])
            #expect(content.end == PieceContent.EndContent(measure: 5, startMs: 66_000))
        }
    }

    @Test(arguments: [
        ("1,5\n2,4", "line 2: 4 s is not later than 5 s"), ("1,5\n3,6", "line 2: found measure 3"),
        ("1,five", "line 1: the start is “five”"), ("1,1,1,2", "line 1: found pass 2"),
    ])
    func theErrorOfARefusedTableOfMeasuresNamesTheLine(rows: String, reason: String) async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content()
            let answer = await stage.post(
                "/measures", [("tag", "*"), ("rows", rows), ("endMeasure", ""), ("endTime", "99")])
            #expect(answer.status == 422)
            #expect(answer.text.contains(reason))
            #expect(answer.text.contains(">\(rows)</textarea>"))
            #expect(try await stage.content() == before)
        }
    }

    @Test func anEndOfThePieceBeforeItsLastMeasureIsRefused() async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(
                "/measures", [("tag", "*"), ("rows", "1,5\n2,6"), ("endMeasure", "2"), ("endTime", "3")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("before the last measure"))
            #expect(answer.text.contains("name=\"endTime\" type=\"text\" value=\"3\""))
        }
    }

    // MARK: Intensities

    /// Spec N32.
    @Test(arguments: [("0.25\n1\n0", "0.25 1.0 0.0"), ("1,0.25\n2,1\n3,0", "0.25 1.0 0.0")])
    func intensitiesCanBePastedAsNumbersOrAsRowsWithMeasures(text: String, stored: String) async throws {
        try await PieceStage.with { stage async throws in
            let tag = stage.tag("/intensities", in: await stage.page("/measures"))
            #expect(await stage.post("/intensities", [("tag", tag), ("values", text)]).status == 303)
            #expect(
                try await stage.content().intensities.map { String($0.value) }.joined(separator: " ") == stored)
            #expect((await stage.page()).text.contains("class=\"wave\""), "the ruler shows the waveform")
            #expect(await stage.post("/intensities", [("tag", tag), ("values", text)]).status == 412)
        }
    }

    @Test(arguments: ["0.5\nnan", "0.5\n1.5", "0.5\n-1"])
    func theErrorOfARefusedIntensityNamesItsLine(text: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post("/intensities", [("tag", "*"), ("values", text)])
            #expect(answer.status == 422)
            #expect(answer.text.contains("line 2"))
            #expect(answer.text.contains(">\(text)</textarea>"))
        }
    }
}
