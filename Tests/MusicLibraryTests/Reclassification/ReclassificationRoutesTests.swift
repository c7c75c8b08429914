import HTTP
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct ReclassificationRoutesTests {
    private let path = "/api/v1/me/library/reclassification"

    private func with(_ body: (LibraryStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, _ in
            let filing = FilingResources(of: database.observers)
            return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                + EntryCorrectionRoutes(database: database, filing: filing).routes
                + BrowseRoutes(database: database).routes + PodcastRoutes(database: database).routes
                + ReclassificationRoutes(database: database, filing: filing).routes
                + ReclassificationPageRoutes(database: database, filing: filing).routes
        }) { stage in
            let library = LibraryStage(stage: stage)
            try await library.plant(LibraryStage.uploads, in: stage.here)
            for number in 1...4 { await library.add(number) }
            try await body(library)
        }
    }

    /// Files these tracks under their uploaders, as an older version of the rules might have.
    private func misfile(_ library: LibraryStage, _ numbers: [Int]) async throws {
        let urns = numbers.map { "'soundcloud:tracks:\($0)'" }.joined(separator: ",")
        try await library.stage.database.sql(
            """
            set app.tenant_id = '\(library.stage.here.id)';
            insert into app.library_artist (user_id, name, fold_key, name_key)
            select distinct x.user_id, 'mdindry35', 'mdindry35', 'mdindry35' from app.library_track x
             where x.tenant_id = app.tenant_id();
            update app.library_credit c set artist_id = a.artist_id, credited_as = a.name
              from app.library_artist a, app.cloud_track t
             where c.tenant_id = app.tenant_id() and a.user_id = c.user_id and a.fold_key = 'mdindry35'
               and t.track_id = c.track_id and t.urn in (\(urns));
            update app.library_track x set artist_id = a.artist_id, artist_text = a.name, artist_key = 'mdindry35', filed_by = 0
              from app.library_artist a, app.cloud_track t
             where x.tenant_id = app.tenant_id() and a.user_id = x.user_id and a.fold_key = 'mdindry35'
               and t.track_id = x.track_id and t.urn in (\(urns));
            """)
    }

    private func look(_ library: LibraryStage, _ query: String = "") async throws -> StageAnswer {
        let answer = await library.get(path + query)
        try #require(answer.status == 200, "\(answer.text)")
        return answer
    }

    private func apply(_ library: LibraryStage, _ revision: String, as role: Role = .listener) async -> StageAnswer {
        await library.stage.send(.post, path, #"{"revision": "\#(revision)"}"#, as: role)
    }

    @Test func tracksFiledByTheCurrentRulesNeedNoReclassification() async throws {
        try await with { (library) async throws in
            let answer = try await look(library)
            #expect(answer["changed"] as? Int == 0 && answer["unchanged"] as? Int == 4, "\(answer.text)")
            #expect(answer["filedByOlderRules"] as? Int == 0)
        }
    }

    @Test func aReclassificationAppliesExactlyTheShownDifference() async throws {
        try await with { (library) async throws in
            let right = try await library.state()
            try await misfile(library, [1, 3])
            let wrong = try await library.state()
            let answer = try await look(library)
            #expect(answer["changed"] as? Int == 2 && answer["unchanged"] as? Int == 2, "\(answer.text)")
            #expect(answer["filedByOlderRules"] as? Int == 2)
            let items = answer.objects("items")
            #expect(items.map { $0["track"] as? String } == ["soundcloud:tracks:1", "soundcloud:tracks:3"])
            #expect(items.map { ($0["before"] as? [String: Any])?["artist"] as? String } == ["mdindry35", "mdindry35"])
            #expect(
                items.map { ($0["after"] as? [String: Any])?["artist"] as? String } == ["Aurora Vale", "Brick Orchard"])
            #expect(
                (items[0]["fields"] as? [String])?.first == "artist" && (items[0]["why"] as? [String])?.isEmpty == false
            )
            #expect(try await library.state() == wrong)
            let revision = try #require(answer["revision"] as? String)
            #expect(try await look(library)["revision"] as? String == revision)
            let done = await apply(library, revision)
            #expect(done.status == 200 && done["changed"] as? Int == 2, "\(done.text)")
            #expect(await library.names("artists") == ["Aurora Vale", "Brick Orchard", "Tomas Reed"])
            let after = try await look(library)
            #expect(after["changed"] as? Int == 0 && after["filedByOlderRules"] as? Int == 0)
            // The artist without tracks was deleted, and the restored artist has a new key.
            let titles = right.split(separator: "\n").count
            #expect(try await library.state().split(separator: "\n").count == titles)
        }
    }

    @Test func anOutdatedReclassificationIsNotApplied() async throws {
        try await with { (library) async throws in
            try await misfile(library, [1, 3])
            let seen = try #require(try await look(library)["revision"] as? String)
            _ = await library.stage.send(.delete, LibraryStage.track(3), as: .listener)
            let state = try await library.state()
            let refused = await apply(library, seen)
            #expect(refused.status == 412 && refused["code"] as? String == "changed-meanwhile")
            #expect(await apply(library, "").status == 412)
            #expect(await apply(library, seen, as: .editor).status == 412)
            #expect(try await library.state() == state)
            #expect(try await look(library)["changed"] as? Int == 1)
        }
    }

    @Test func aReclassificationKeepsCorrectedAndConfirmedTracks() async throws {
        try await with { (library) async throws in
            let corrected = await library.stage.send(
                .patch, LibraryStage.track(3), #"{"artist": "Somebody Else"}"#, as: .listener)
            #expect(corrected.artists == ["Somebody Else"])
            try await misfile(library, [1])
            _ = await library.stage.send(.post, LibraryStage.track(1) + "/settle", as: .listener)
            let answer = try await look(library)
            #expect(answer["changed"] as? Int == 0 && answer["settled"] as? Int == 2, "\(answer.text)")
            #expect(await apply(library, try #require(answer["revision"] as? String)).status == 200)
            #expect(await library.get(LibraryStage.track(3)).artists == ["Somebody Else"])
            #expect(await library.get(LibraryStage.track(1)).artists == ["mdindry35"])
        }
    }

    @Test func theTracksOfAReclassificationAreListedInPages() async throws {
        try await with { (library) async throws in
            try await misfile(library, [1, 2, 3])
            let first = try await look(library, "?limit=2")
            let cursor = try #require(first["next"] as? String)
            let last = try await look(library, "?limit=2&cursor=\(cursor)")
            #expect(first.objects("items").count == 2 && last.objects("items").count == 1 && last["next"] == nil)
            #expect(first["changed"] as? Int == 3 && last["changed"] as? Int == 3)
            #expect(await library.get(path + "?cursor=x").status == 422)
        }
    }

    @Test func theReclassificationPageAsksBeforeApplyingTheShownDifference() async throws {
        try await with { (library) async throws in
            let page = ReclassificationPage.path
            #expect(await library.get(page).text.contains("already filed according to the current rules"))
            try await misfile(library, [1])
            let shown = await library.get(page)
            #expect(shown.text.contains("mdindry35") && shown.text.contains("Aurora Vale"))
            #expect(shown.text.contains("File tracks again (1)") && shown.asks(before: page))
            let form: Fields = ["Content-Type": "application/x-www-form-urlencoded"]
            let stale = await library.stage.send(.post, page, body: Array("revision=old".utf8), as: .listener, form)
            #expect(stale.status == 412 && stale.text.contains("role=\"alert\""))
            let revision = try #require(try await look(library)["revision"] as? String)
            let done = await library.stage.send(
                .post, page, body: Array("revision=\(revision)".utf8), as: .listener, form)
            #expect(done.status == 303 && done.fields["Location"] == "/library/reclassification?notice=filed")
            #expect(await library.get(page + "?notice=filed").text.contains("filed according to the current"))
            #expect(await library.get(LibraryStage.track(1)).artists == ["Aurora Vale"])
        }
    }
}
