import HTTP
import Testing
import Web
import WebTestSupport

@testable import ConcertPages

@Suite struct RevisionPageTests {
    /// A concert with two revisions; returns the path of its page.
    private func twice(_ stage: RouteStage) async throws -> String {
        let path = try await stage.publishedConcert()
        let tag = await stage.page(path).tag(of: path)
        _ = await stage.post(path, [("tag", tag), ("title", "Another Evening")])
        _ = await stage.publish(path, [("note", "New title")])
        return path
    }

    @Test func anUnpublishedConcertHasNoRevisions() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            #expect(await stage.page(path + "/revisions").text.contains("No revisions yet"))
        }
    }

    @Test func theRevisionPageOffersToCompareAndRestoreOldRevisions() async throws {
        try await withConcertPages { stage async throws in
            let path = try await twice(stage)
            let page = await stage.page(path + "/revisions")
            #expect(page.text.contains("New title"))
            #expect(page.text.contains("\(path)/changes?from=1&amp;to=2"))
            #expect(page.tag(of: path + "/revisions/2/restore").isEmpty)
            #expect(!page.tag(of: path + "/revisions/1/restore").isEmpty)
        }
    }

    @Test func anyTwoRevisionsOfAConcertCanBeCompared() async throws {
        try await withConcertPages { stage async throws in
            let path = try await twice(stage)
            let page = await stage.page(path + "/changes?from=1&to=2")
            #expect(page.text.contains("Changes from revision 1 to revision 2"))
            #expect(page.text.contains("<del>An Evening</del>"))
            #expect(page.text.contains("<ins>Another Evening</ins>"))
            let back = await stage.page(path + "/changes?from=2&to=1")
            #expect(back.text.contains("<ins>An Evening</ins>"))
            #expect(await stage.page(path + "/changes").text.contains("No differences"))
            #expect(await stage.page(path + "/changes?from=9&to=1").status == 404)
            #expect(await stage.page(path + "/changes?from=x").status == 422)
        }
    }

    @Test func restoringARevisionChangesOnlyTheDraft() async throws {
        try await withConcertPages { stage async throws in
            let path = try await twice(stage)
            let restore = path + "/revisions/1/restore"
            let tag = await stage.page(path + "/revisions").tag(of: restore)
            let restored = await stage.post(restore, [("tag", tag)])
            #expect(restored.location == "\(path)?notice=restored")
            #expect(await stage.page(path).text.contains("<h1>An Evening</h1>"))
            #expect(try await stage.database.sql("select title from app.concert") == "Another Evening")
            let stale = await stage.post(restore, [("tag", tag)])
            #expect(stale.status == 412)
            #expect(stale.text.contains("Nothing was restored"))
        }
    }

    @Test func anUnknownRevisionCannotBeRestored() async throws {
        try await withConcertPages { stage async throws in
            let path = try await twice(stage)
            let tag = await stage.page(path + "/revisions").tag(of: path + "/revisions/1/restore")
            for number in ["9", "0", "x"] {
                #expect(await stage.post(path + "/revisions/\(number)/restore", [("tag", tag)]).status == 404)
            }
        }
    }
}
