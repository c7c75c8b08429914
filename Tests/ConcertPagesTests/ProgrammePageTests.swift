import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import ConcertPages

@Suite struct ProgrammePageTests {
    // MARK: Details

    @Test func anEditorCanChangeTheDetailsOfAConcert() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            let tag = await stage.page(path).tag(of: path)
            let saved = await stage.post(
                path, [("tag", tag), ("title", "A Night"), ("date", "2027-02-01"), ("venue", "Castle")])
            #expect(saved.location == "\(path)?notice=saved")
            let page = await stage.page(saved.location)
            #expect(page.text.contains("Details saved."))
            #expect(page.text.contains("value=\"A Night\""))
            #expect(page.text.contains("value=\"2027-02-01\""))
            #expect(page.text.contains("value=\"Castle\""))
        }
    }

    @Test func theFormKeepsTheTypedValuesOfRefusedConcertDetails() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            let tag = await stage.page(path).tag(of: path)
            let refused = await stage.post(path, [("tag", tag), ("title", " "), ("venue", "Castle")])
            #expect(refused.status == 422)
            #expect(refused.fault("title") != nil)
            #expect(refused.text.contains("value=\"Castle\""))
        }
    }

    @Test func anOutdatedChangeOfConcertDetailsIsSavedOnlyWhenItIsSentAgain() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            let tag = await stage.page(path).tag(of: path)
            _ = await stage.post(path, [("tag", tag), ("title", "Theirs")])
            let stale = await stage.post(path, [("tag", tag), ("title", "Mine")])
            #expect(stale.status == 412)
            #expect(stale.text.contains("“Theirs”"))
            #expect(stale.text.contains("value=\"Mine\""))
            let again = await stage.post(path, [("tag", stale.tag(of: path)), ("title", "Mine")])
            #expect(again.status == 303)
            #expect(await stage.post(path, [("title", "Untagged")]).status == 412)
        }
    }

    // MARK: Programme

    @Test func aNewPieceWithoutAMovementIsNamedAfterItsWork() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            #expect(await stage.page(path).text.contains("No pieces yet"))
            let added = await stage.post(
                path + "/pieces", [("composer", "Strauss"), ("work", "Don Juan"), ("movement", "")])
            #expect(added.location == "\(path)?notice=pieceAdded")
            let page = await stage.page(path)
            let id = try #require(try await stage.pieceIDs(path).first)
            #expect(page.text.contains("href=\"/cms/pieces/\(id)\""))
            #expect(page.text.contains("0 measures · 0 notes in 0 tracks"))
            #expect(
                try await stage.database.sql("select composer, work, movement from app.piece_draft")
                    == "Strauss|Don Juan|Don Juan")
        }
    }

    @Test func theFormKeepsTheTypedValuesOfARefusedPiece() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            let refused = await stage.post(
                path + "/pieces", [("composer", "Strauss, R."), ("work", "Don Juan"), ("movement", "One; Two")])
            #expect(refused.status == 422)
            #expect(refused.fault("composer")?.contains("comma") == true)
            #expect(refused.fault("movement")?.contains("\";\"") == true)
            #expect(refused.text.contains("value=\"Strauss, R.\""))
            #expect(try await stage.pieceIDs(path).isEmpty)
        }
    }

    @Test func anEditorCanMoveAPieceByButtonsWithoutScripts() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 3)
            let ids = try await stage.pieceIDs(path)
            let tag = await stage.page(path).tag(of: path + "/order")
            let moved = await stage.post(path + "/order", [("tag", tag), ("down", ids[0])])
            #expect(moved.status == 303)
            #expect(moved.location == "\(path)#piece-\(ids[0])")
            #expect(try await stage.pieceIDs(path) == [ids[1], ids[0], ids[2]])
            let next = await stage.page(path).tag(of: path + "/order")
            _ = await stage.post(path + "/order", [("tag", next), ("up", ids[2])])
            #expect(try await stage.pieceIDs(path) == [ids[1], ids[2], ids[0]])
        }
    }

    @Test func aNewOrderOfTheProgrammeMustContainEveryPiece() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 3)
            let ids = try await stage.pieceIDs(path)
            let tag = await stage.page(path).tag(of: path + "/order")
            let order = ids.reversed().joined(separator: ",")
            #expect(await stage.post(path + "/order", [("tag", tag), ("order", order)]).status == 303)
            #expect(try await stage.pieceIDs(path) == ids.reversed())
            let fresh = await stage.page(path).tag(of: path + "/order")
            #expect(await stage.post(path + "/order", [("tag", fresh), ("order", ids[0])]).status == 422)
        }
    }

    @Test func movingAPieceInAnOutdatedProgrammeIsRefused() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 2)
            let ids = try await stage.pieceIDs(path)
            let tag = await stage.page(path).tag(of: path + "/order")
            _ = await stage.post(path + "/order", [("tag", tag), ("down", ids[0])])
            let stale = await stage.post(path + "/order", [("tag", tag), ("down", ids[0])])
            #expect(stale.status == 412)
            #expect(stale.text.contains("Somebody else changed the programme"))
            #expect(try await stage.pieceIDs(path) == [ids[1], ids[0]])
        }
    }

    @Test func anEditorCanRenameAPieceUnlessTheFormIsOutdated() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 1)
            let piece = path + "/pieces/" + (try await stage.pieceIDs(path)[0])
            let tag = await stage.page(piece).tag(of: piece)
            let renamed = await stage.post(
                piece, [("tag", tag), ("composer", "Strauss"), ("work", "Don Quixote"), ("movement", "Theme")])
            #expect(renamed.location == "\(path)?notice=pieceSaved")
            #expect(await stage.page(path).text.contains("Don Quixote: Theme"))
            let stale = await stage.post(piece, [("tag", tag), ("composer", "Strauss"), ("work", "Macbeth")])
            #expect(stale.status == 412)
            #expect(stale.text.contains("value=\"Macbeth\""))
            #expect(stale.text.contains("Strauss, Don Quixote: Theme"))
        }
    }

    @Test func anEditorCanRemoveAPieceAfterAConfirmation() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 2)
            let ids = try await stage.pieceIDs(path)
            let piece = "\(path)/pieces/\(ids[0])"
            let page = await stage.page(piece)
            #expect(page.text.contains("<details class=\"confirm\">"))
            let removed = await stage.post(piece + "/delete", [("tag", page.tag(of: piece + "/delete"))])
            #expect(removed.location == "\(path)?notice=pieceRemoved")
            #expect(try await stage.pieceIDs(path) == [ids[1]])
            #expect(await stage.page(piece).status == 404)
        }
    }

    // MARK: Publication

    @Test func everyProblemThatPreventsAPublicationLinksToItsPage() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 1)
            let id = try await stage.pieceIDs(path)[0]
            let page = await stage.page(path)
            #expect(page.text.contains("Before publication"))
            #expect(page.text.contains("<h3>Strauss, Don Juan: Mvt. 1</h3>"))
            #expect(page.text.contains("<a href=\"/cms/pieces/\(id)\">This piece is empty"))
            #expect(page.tag(of: path + "/publication").isEmpty)
            await stage.complete(id, note: "$lost.png, A picture")
            let picture = await stage.page(path)
            #expect(picture.text.contains("There is no picture lost.png"))
            #expect(picture.text.contains("Track The Music, measure 1:"))
            #expect(picture.text.contains("/cms/pieces/\(id)?track="))
            try await stage.database.sql(
                """
                update app.piece_draft
                   set content = jsonb_set(content, '{intensities}',
                                           '[{"measure": 2, "value": 0.5}, {"measure": 1, "value": 0.5}]')
                """)
            let intensities = await stage.page(path)
            #expect(intensities.text.contains("Intensities:"))
            #expect(intensities.text.contains("<a href=\"/cms/pieces/\(id)/measures\">"))
        }
    }

    /// Spec N27.
    @Test func anEditorCanPublishACompleteDraft() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 1)
            await stage.complete(try await stage.pieceIDs(path)[0])
            let published = await stage.publish(path, [("note", "First version")])
            #expect(published.location == "\(path)?notice=published")
            #expect(await stage.page(published.location).text.contains("Phones show the new content"))
            #expect(
                try await stage.database.sql("select revision, note from app.concert_revision") == "1|First version")
            #expect(await stage.publish(path).notice == "unchanged")
        }
    }

    @Test(arguments: ["a\tb", "a\u{2028}b", "a\u{FEFF}b"])
    func aPublicationNoteWithControlCharactersIsRefused(note: String) async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 1)
            await stage.complete(try await stage.pieceIDs(path)[0])
            let refused = await stage.publish(path, [("note", note)])
            #expect(refused.status == 422)
            #expect(try await stage.database.sql("select count(*) from app.concert") == "0")
        }
    }

    @Test func aDraftWithAnEmptyPieceCannotBePublished() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 1)
            let tag = await stage.page(path).tag(of: path + "/delete")
            let refused = await stage.post(path + "/publication", [("tag", tag)])
            #expect(refused.status == 422)
            #expect(refused.text.contains("Nothing was published"))
            #expect(try await stage.database.sql("select count(*) from app.concert") == "0")
        }
    }

    @Test func aPublicationAboveTheQuotaIsExplainedOnThePage() async throws {
        try await withConcertPages(limits: TenantLimits(storedBytes: 5)) { stage async throws in
            let path = await stage.concert(pieces: 1)
            await stage.complete(try await stage.pieceIDs(path)[0])
            try await stage.database.sql(
                """
                insert into app.blob (tenant_id, sha256, media_type, content)
                values (\(stage.here.id), sha256('older'), 'image/png', 'older content');
                insert into app.draft_image (tenant_id, name, sha256)
                values (\(stage.here.id), 'older.png', sha256('older'));
                """)
            let refused = await stage.publish(path)
            #expect(refused.status == 413)
            #expect(refused.text.contains("id=\"fault\"") && refused.text.contains("the limit is 5 bytes"))
            #expect(try await stage.database.sql("select count(*) from app.concert") == "0")
        }
    }

    @Test func aPublicationOfAnOutdatedDraftIsRefused() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert(pieces: 1)
            await stage.complete(try await stage.pieceIDs(path)[0])
            let page = await stage.page(path)
            let tag = page.tag(of: path + "/publication")
            _ = await stage.post(path, [("tag", page.tag(of: path)), ("title", "Another Evening")])
            let stale = await stage.post(path + "/publication", [("tag", tag)])
            #expect(stale.status == 412)
            #expect(stale.text.contains("somebody else changed the draft"))
            #expect(try await stage.database.sql("select count(*) from app.concert") == "0")
        }
    }

    @Test func aConcertOnTheAirIsPublishedOnlyAfterAConfirmation() async throws {
        try await withConcertPages { stage async throws in
            let path = try await stage.publishedConcert()
            let tag = await stage.page(path).tag(of: path)
            try await stage.goOnAir()
            _ = await stage.post(path, [("tag", tag), ("title", "Another Evening")])
            let page = await stage.page(path)
            #expect(page.text.contains("Publish while on the air"))
            let unasked = await stage.post(path + "/publication", [("tag", page.tag(of: path + "/publication"))])
            #expect(unasked.status == 409)
            let published = await stage.publish(path, [("whileOnAir", "1")])
            #expect(published.notice == "published")
            #expect(try await stage.database.sql("select measure, state from app.live") == "1|running")
        }
    }

    @Test func discardingADraftRestoresThePublishedContent() async throws {
        try await withConcertPages { stage async throws in
            let path = try await stage.publishedConcert()
            let page = await stage.page(path)
            #expect(!page.text.contains("Discard changes"))
            _ = await stage.post(path, [("tag", page.tag(of: path)), ("title", "Another Evening")])
            let changed = await stage.page(path)
            let discarded = await stage.post(path + "/discard", [("tag", changed.tag(of: path + "/discard"))])
            #expect(discarded.location == "\(path)?notice=discarded")
            #expect(await stage.page(path).text.contains("<h1>An Evening</h1>"))
            #expect(await stage.post(path + "/discard", [("tag", "\"1.old\"")]).status == 412)
        }
    }

    @Test func anEditorCanKeepADraftThatIsOlderThanTheLastRevision() async throws {
        try await withConcertPages { stage async throws in
            let path = try await stage.publishedConcert()
            let tag = await stage.page(path).tag(of: path)
            _ = await stage.post(path, [("tag", tag), ("title", "Another Evening")])
            try await stage.database.sql("update app.concert set revision = 2")
            let page = await stage.page(path)
            #expect(page.text.contains("Revision 2 was published while this draft was open"))
            let kept = await stage.post(
                path + "/rebase", [("tag", page.tag(of: path + "/rebase")), ("revision", "2")])
            #expect(kept.location == "\(path)?notice=kept")
            #expect(try await stage.database.sql("select base_revision from app.concert_draft") == "2")
        }
    }

    // MARK: Deletion

    @Test func anEditorCanDeleteAPublishedConcert() async throws {
        try await withConcertPages { stage async throws in
            let path = try await stage.publishedConcert()
            let tag = await stage.page(path).tag(of: path + "/delete")
            let deleted = await stage.post(path + "/delete", [("tag", tag)])
            #expect(deleted.location == "/cms?notice=deleted")
            #expect(await stage.page(path).status == 404)
        }
    }

    @Test func aConcertOnTheAirCannotBeDeleted() async throws {
        try await withConcertPages { stage async throws in
            let path = try await stage.publishedConcert()
            try await stage.goOnAir()
            let tag = await stage.page(path).tag(of: path + "/delete")
            let refused = await stage.post(path + "/delete", [("tag", tag)])
            #expect(refused.status == 409)
            #expect(refused.text.contains("Take the concert off the air"))
        }
    }

    // MARK: Walls

    @Test func neitherAnotherTenantNorAnOperatorCanChangeAConcert() async throws {
        try await withConcertPages { stage async throws in
            let path = try await stage.publishedConcert()
            let piece = try await stage.pieceIDs(path)[0]
            let page = await stage.page(path)
            for (rest, fields) in [
                ("", [("title", "Theirs")]), ("/delete", []), ("/order", [("up", piece)]),
                ("/pieces", [("composer", "A"), ("work", "B")]),
                ("/pieces/\(piece)", [("composer", "A"), ("work", "B")]),
                ("/pieces/\(piece)/delete", []), ("/publication", []), ("/discard", []),
                ("/rebase", [("revision", "1")]),
                ("/revisions/1/restore", []),
            ] {
                let answer = await stage.post(
                    path + rest, [("tag", page.tag(of: path + rest))] + fields, at: "there")
                #expect(answer.status == 404, "\(rest)")
                #expect(await stage.post(path + rest, fields, as: .operator).status == 403, "\(rest)")
            }
        }
    }

    @Test func onlyRolesThatMayOpenTheOperatorPageSeeItsLink() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            #expect(!(await stage.page(path, as: .editor).text.contains("href=\"/operator\"")))
            #expect(await stage.page(path, as: .admin).text.contains("href=\"/operator\""))
        }
    }
}
