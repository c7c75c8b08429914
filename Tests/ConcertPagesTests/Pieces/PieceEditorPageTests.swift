import Testing
import Web
import WebTestSupport

@testable import ConcertPages

/// The editor of notes: its page and its forms.
struct PieceEditorPageTests {
    @Test func theNoteEditorShowsTheRulerAndTheNotesOfTheChosenTrack() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page()
            #expect(page.status == 200)
            #expect(page.text.contains("Strauss, Don Juan: Don Juan"))
            #expect(page.text.contains("class=\"ruler\""))
            #expect(page.text.contains("fill=\"#ff8000\""), "the section in its colour")
            #expect(page.text.contains("It begins. A theme &lt;rises&gt;."), "texts are escaped")
            #expect(
                page.text.contains("lang=\"en\" spellcheck=\"true\""), "the browser checks the spelling in the language"
            )
            let other = await stage.page("?track=\(stage.history)")
            #expect(other.text.contains("No notes in this track"))
        }
    }

    @Test func theNoteEditorOpensTheLastMeasureForAMeasureBeyondTheEnd() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("?measure=77")
            #expect(page.status == 200)
            #expect(page.text.contains("<strong>Measure 4</strong> of 4"))
        }
    }

    @Test func theNoteEditorOpensTheFirstTrackForAnUnknownTrackAndNote() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("?track=999&measure=3&annotation=888")
            #expect(page.status == 200)
            #expect(page.text.contains("<strong>Measure 3</strong> of 4"))
            #expect(page.text.contains("<h2>Note 2 of 2</h2>"), "the note at the measure in the first track")
        }
    }

    @Test func anEditorCanAddANoteAtAMeasure() async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(
                "/tracks/\(stage.music)/annotations", [("measure", "2"), ("text", "A new\r\n  line. ")])
            #expect(answer.status == 303)
            #expect(answer.fields["Location"]?.contains("measure=2&annotation=") == true, "the editor keeps its place")
            #expect(
                try await stage.notes(stage.music)
                    == ["1 It begins. A theme <rises>.", "2 A new line.", "3 It ends & rests."])
            let page = await stage.followed(answer)
            #expect(page.text.contains("Note added."))
            #expect(page.text.contains("Note 2 of 3"))
        }
    }

    @Test func theButtonAddAndWriteAnotherOpensAFormAtTheNextMeasure() async throws {
        try await PieceStage.with { stage async throws in
            #expect(await stage.page("?annotation=new").text.contains("Add note and write another</button>"))
            let form = "/tracks/\(stage.music)/annotations"
            let answer = await stage.post(form, [("measure", "2"), ("text", "A new line."), ("next", "1")])
            #expect(answer.fields["Location"]?.contains("measure=3&annotation=new&notice=added") == true)
            let page = await stage.followed(answer)
            #expect(page.text.contains("<h2>New note</h2>"))
            #expect(page.text.contains("id=\"measure\" name=\"measure\" type=\"number\" value=\"3\""))
            let last = await stage.post(form, [("measure", "4"), ("text", "The last."), ("next", "1")])
            #expect(last.fields["Location"]?.contains("measure=4&annotation=new") == true, "no measure follows")
        }
    }

    @Test func onlyOneFieldOfTheNoteEditorHasTheLabelMeasure() async throws {
        try await PieceStage.with { stage async throws in
            let page = await stage.page("?annotation=new")
            #expect(page.text.contains("<label for=\"goto\">Go to measure</label>"))
            #expect(page.text.split(separator: ">Measure</label>").count == 2)
        }
    }

    @Test func theEditorOfAPieceWithoutMeasuresOffersToAddMeasuresFirst() async throws {
        try await PieceStage.with { stage async throws in
            let made = await stage.stage.send(
                .post, "/api/v1/admin/concerts/\(stage.concert)/pieces",
                #"{"composer": "Strauss", "work": "Macbeth", "movement": "Macbeth"}"#, as: .editor)
            let path = "/cms/pieces/\(made["id"] as? String ?? "")"
            let page = await stage.stage.send(.get, path, as: .editor)
            #expect(page.text.contains("No measures yet"))
            #expect(page.text.contains("href=\"\(path)/measures\">Add measures"))
            #expect(!page.text.contains("Add a track"))
        }
    }

    @Test(arguments: [("9", "A text."), ("x", "A text."), ("2", " "), ("2", "Costs $5.")])
    func theFormKeepsTheTypedValuesOfARefusedNote(measure: String, text: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post("/tracks/\(stage.music)/annotations", [("measure", measure), ("text", text)])
            #expect(answer.status == 422)
            #expect(answer.text.contains("value=\"\(measure)\""))
            #expect(answer.text.contains(">\(text)</textarea>"))
            #expect(answer.text.contains("aria-invalid=\"true\""), "the field is marked")
            #expect(try await stage.notes(stage.music).count == 2)
        }
    }

    @Test func theErrorOfARefusedNoteSuggestsACorrection() async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(
                "/tracks/\(stage.music)/annotations", [("measure", "2"), ("text", "Costs $5.")])
            #expect(answer.text.contains("Suggestion: Write &quot;$name.jpg, caption&quot;"))
        }
    }

    @Test func anEditorCanChangeTheTextAndTheMeasureOfANote() async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let tag = stage.tag(note, in: await stage.page(query))
            let answer = await stage.post(note, [("tag", tag), ("measure", "4"), ("text", "It went on.")])
            #expect(answer.status == 303)
            #expect(try await stage.notes(stage.music) == ["3 It ends & rests.", "4 It went on."])
        }
    }

    @Test func aNoteThatSomebodyElseChangedIsOverwrittenOnlyOnASecondPress() async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let tag = stage.tag(note, in: await stage.page(query))
            _ = await stage.post(note, [("tag", tag), ("measure", "1"), ("text", "The first.")])
            let answer = await stage.post(note, [("tag", tag), ("measure", "1"), ("text", "The second.")])
            #expect(answer.status == 412)
            #expect(answer.text.contains(">The second.</textarea>"), "what was typed stays")
            #expect(answer.text.contains("<q lang=\"en\">The first.</q>"), "the other version is shown")
            #expect(try await stage.notes(stage.music)[0] == "1 The first.")
            let again = await stage.post(
                note, [("tag", stage.tag(note, in: answer)), ("measure", "1"), ("text", "The second.")])
            #expect(again.status == 303, "a second press replaces it knowingly")
            #expect(try await stage.notes(stage.music)[0] == "1 The second.")
        }
    }

    @Test func splittingANoteKeepsEveryWord() async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let page = await stage.page(query)
            #expect(page.text.contains("<option value=\"10\">… It begins."), "the ends of sentences are suggested")
            let tag = stage.tag(note, in: page)
            let answer = await stage.post(note + "/split", [("tag", tag), ("at", "10"), ("measure", "2")])
            #expect(answer.status == 303)
            #expect(
                try await stage.notes(stage.music) == ["1 It begins.", "2 A theme <rises>.", "3 It ends & rests."])
            #expect(await stage.followed(answer).text.contains("Note 2 of 3"), "the second part is open")
        }
    }

    @Test(arguments: [("0", "2"), ("27", "2"), ("999", "2"), ("x", "2"), ("10", "9"), ("11", "0")])
    func theFormKeepsTheTypedPositionOfARefusedSplit(at: String, measure: String) async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let tag = stage.tag(note, in: await stage.page(query))
            let answer = await stage.post(note + "/split", [("tag", tag), ("at", at), ("measure", measure)])
            #expect(answer.status == 422)
            #expect(answer.text.contains("<details class=\"tool\" id=\"split\" open>"))
            #expect(answer.text.contains("name=\"at\" type=\"text\" value=\"\(at)\""))
            #expect(try await stage.notes(stage.music).count == 2)
        }
    }

    @Test func mergingTwoNotesKeepsEveryWord() async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let tag = stage.tag(note, in: await stage.page(query))
            let answer = await stage.post(note + "/merge", [("tag", tag)])
            #expect(answer.status == 303)
            #expect(try await stage.notes(stage.music) == ["1 It begins. A theme <rises>. It ends & rests."])
        }
    }

    @Test func theLastNoteCannotBeMergedWithANextNote() async throws {
        try await PieceStage.with { stage async throws in
            let note = try await stage.note(1)
            #expect(!(await stage.page(try await stage.query(1))).text.contains(note + "/merge"))
            #expect(await stage.post(note + "/merge", [("tag", "*")]).status == 422)
        }
    }

    @Test func anEditorCanCopyANoteToAnotherTrack() async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let tag = stage.tag(note, in: await stage.page(query))
            let answer = await stage.post(note + "/copy", [("tag", tag), ("into", stage.history)])
            #expect(answer.status == 303)
            #expect(try await stage.notes(stage.history) == ["1 It begins. A theme <rises>."])
            #expect(try await stage.notes(stage.music).count == 2)
            #expect(answer.fields["Location"]?.contains("track=\(stage.history)&") == true, "the copy is open")
        }
    }

    @Test func copyingANoteToAnUnknownTrackIsRefused() async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.post(try await stage.note(0) + "/copy", [("tag", "*"), ("into", "999")])
            #expect(answer.status == 422)
            #expect(answer.text.contains("must be the ID of a track of the piece"))
        }
    }

    @Test func anEditorCanDeleteANoteAfterAWarning() async throws {
        try await PieceStage.with { stage async throws in
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let page = await stage.page(query)
            #expect(page.text.contains("is deleted from the draft"))
            let answer = await stage.post(note + "/delete", [("tag", stage.tag(note + "/delete", in: page))])
            #expect(answer.status == 303)
            #expect(try await stage.notes(stage.music) == ["3 It ends & rests."])
        }
    }

    @Test func theDeletionOfANoteCanBeUndoneOnce() async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content()
            let (note, query) = (try await stage.note(0), try await stage.query(0))
            let tag = stage.tag(note + "/delete", in: await stage.page(query))
            let page = await stage.followed(await stage.post(note + "/delete", [("tag", tag)]))
            #expect(page.text.contains("Note deleted."))
            #expect(page.text.contains("<button class=\"quiet\">Undo"))
            let deletion = page.field("deletion", of: stage.piece + "/undo")
            _ = await stage.post("/tracks/\(stage.music)/annotations", [("measure", "2"), ("text", "Meanwhile.")])
            let undone = await stage.post("/undo", [("deletion", deletion)])
            #expect(undone.status == 303)
            #expect(
                try await stage.notes(stage.music)
                    == ["1 It begins. A theme <rises>.", "2 Meanwhile.", "3 It ends & rests."], "later edits stay")
            #expect(try await stage.content().tracks[0].annotations[0] == before.tracks[0].annotations[0])
            #expect(await stage.followed(undone).text.contains("Deletion undone."))
            #expect(await stage.post("/undo", [("deletion", deletion)]).status == 404, "only once")
            #expect(await stage.post("/undo", [("deletion", "x")]).status == 422)
            #expect(await stage.post("/undo", [("deletion", deletion)], at: "there").status == 404)
        }
    }

    @Test func aNoteOfADeletedTrackCanBeRestoredAfterItsTrack() async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content()
            func delete(_ form: String, on query: String) async throws -> [(String, String)] {
                let tag = stage.tag(form, in: await stage.page(query))
                let page = await stage.followed(await stage.post(form, [("tag", tag)]))
                return [("deletion", page.field("deletion", of: stage.piece + "/undo"))]
            }
            let note = try await delete(try await stage.note(0) + "/delete", on: try await stage.query(0))
            let track = try await delete("/tracks/\(stage.music)/delete", on: "/tracks")
            let refused = await stage.post("/undo", note)
            #expect(refused.status == 422)
            #expect(refused.text.contains("restore the track first"))
            #expect(await stage.post("/undo", track).status == 303)
            #expect(await stage.post("/undo", note).status == 303)
            #expect(try await stage.content() == before)
        }
    }

    @Test(arguments: ["", "/split", "/merge", "/copy", "/delete"])
    func aFormWithAnOldEntityTagDoesNotChangeThePiece(end: String) async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content()
            let answer = await stage.post(
                try await stage.note(0) + end,
                [("tag", "\"1.0\""), ("measure", "2"), ("text", "Lost."), ("at", "5"), ("into", stage.history)])
            #expect(answer.status == 412)
            #expect(answer.text.contains("has changed since you read it"))
            #expect(try await stage.content() == before)
        }
    }

    @Test func theNoteEditorShowsThatTheConcertIsOnTheAir() async throws {
        try await PieceStage.with { stage async throws in
            #expect(!(await stage.page()).text.contains("is on the air"))
            try await stage.goOnAir()
            #expect((await stage.page()).text.contains("This concert is on the air."))
        }
    }
}
