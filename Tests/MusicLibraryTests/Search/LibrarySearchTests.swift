import CloudStandIn
import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// Searches in a library of a few uploads, with likes, playlists and followed users.
struct LibrarySearchTests {
    private static let path = "/api/v1/me/library/search"

    /// Returns the kind and name of each result of a search, in order.
    private func found(
        _ question: String, _ stage: RouteStage, _ more: String = "", as role: Role = .listener,
        at host: String = "here"
    ) async -> [String] {
        let words = question.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let answer = await stage.send(.get, "\(Self.path)?q=\(words)\(more)", as: role, at: host)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.objects("items").map { item in
            let kind = item["kind"] as? String ?? ""
            let thing =
                ["track", "entry", "playlist", "user", "station"].lazy
                .compactMap { item[$0] as? [String: Any] }.first ?? [:]
            return "\(kind) \(thing["title"] as? String ?? thing["name"] as? String ?? "?")"
        }
    }

    private func with(_ body: (LibraryStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, _ in
            let filing = FilingResources(of: database.observers)
            return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                + EntryCorrectionRoutes(database: database, filing: filing).routes
                + PodcastRoutes(database: database).routes + LibrarySearchRoutes(database: database).routes
                + BrowseRoutes(database: database).routes
        }) { stage in
            let library = LibraryStage(stage: stage)
            try await library.plant(LibraryStage.uploads, in: stage.here)
            try await library.plant(LibraryStage.uploads, in: stage.there)
            try await body(library)
        }
    }

    /// Makes the listener like a track, follow the planted users and have playlists by these users.
    private func plantLikes(_ library: LibraryStage) async throws {
        let tenant = library.stage.here.id
        let listener = "(select user_id from app.user_account where tenant_id = \(tenant) and login = 'listener')"
        let key = SortKey("Würzburg Nächte").description.replacing("\u{1}", with: "' || chr(1) || '")
        try await library.stage.database.sql(
            """
            set app.tenant_id = '\(tenant)';
            update app.cloud_user set name_key = lower(username) where tenant_id = \(tenant);
            insert into app.cloud_playlist (urn, cloud_user_id, title, title_key)
            select 'soundcloud:playlists:1', cloud_user_id, 'Würzburg Nächte', '\(key)' from app.cloud_user
             where tenant_id = \(tenant) and username = 'Tomas Reed';
            insert into app.cloud_playlist (urn, cloud_user_id, title, title_key)
            select 'soundcloud:playlists:2', cloud_user_id, 'Paper Boats', 'paper boats' from app.cloud_user
             where tenant_id = \(tenant) and username = 'Tomas Reed';
            insert into app.own_playlist (user_id, playlist_id, rank)
            select \(listener), playlist_id, 1 from app.cloud_playlist where urn = 'soundcloud:playlists:1';
            insert into app.cloud_like (user_id, playlist_id, rank, title_key, user_key, cloud_user_id)
            select \(listener), playlist_id, 1, title_key, '', cloud_user_id from app.cloud_playlist
             where urn = 'soundcloud:playlists:2';
            insert into app.cloud_like (user_id, track_id, rank, title_key, user_key, cloud_user_id)
            select \(listener), track_id, 1, title_key, '', cloud_user_id from app.cloud_track
             where tenant_id = \(tenant) and urn = 'soundcloud:tracks:4';
            insert into app.cloud_following (user_id, cloud_user_id, rank, name_key)
            select \(listener), cloud_user_id, 1, name_key from app.cloud_user
             where tenant_id = \(tenant) and username = 'mdindry35';
            """)
    }

    @Test func aTrackIsFoundByTitleArtistAndOtherFields() async throws {
        try await with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            #expect(await found("paper", library.stage, "&kind=track") == ["track Paper Lanterns"])
            #expect(
                await found("AURORA vale", library.stage, "&kind=track") == ["track Salt Road", "track Paper Lanterns"])
            #expect(await found("quiet", library.stage) == ["label Quiet Harbour", "track Paper Lanterns"])
            #expect(await found("low tide", library.stage) == ["album Low Tide", "track Salt Road"])
            // Matches in titles precede matches in names of people and in other fields, such as the uploader's name.
            let hits = await library.stage.send(.get, Self.path + "?q=aurora", as: .listener).objects("items")
            #expect(hits.map { $0["matched"] as? String } == ["title", "people", "people", "people"])
            #expect(await found("mdindry35", library.stage).allSatisfy { $0.hasPrefix("track") })
        }
    }

    @Test func aWordLongerThanTheIndexStoresIsFound() async throws {
        try await with { (library) async throws in
            let word = String(repeating: "ab", count: 40)
            try await library.stage.database.sql(
                "update app.cloud_track set title = 'Mira Sol - \(word)' where urn = 'soundcloud:tracks:1'")
            await library.add(1)
            #expect(await found(word, library.stage, "&kind=track").count == 1)
        }
    }

    @Test func everySearchWordMustMatchInSomeField() async throws {
        try await with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            #expect(await found("salt aurora", library.stage) == ["track Salt Road"])
            #expect(await found("aurora sa", library.stage) == ["track Salt Road"])
            // Only the last word may be the beginning of a word.
            #expect(await found("aur salt", library.stage).isEmpty)
            #expect(await found("salt engine", library.stage).isEmpty)
            #expect(await found("!", library.stage).isEmpty)
        }
    }

    @Test func aLibrarySearchIncludesLikesPlaylistsUsersAndStations() async throws {
        try await with { (library) async throws in
            try await plantLikes(library)
            for number in 1...3 { await library.add(number) }
            for name in ["Nächte im Radio", "Morning"] {
                let made = await library.stage.send(
                    .post, "/api/v1/me/podcasts/stations", #"{"name": "\#(name)"}"#, as: .listener)
                #expect(made.status == 201, "\(made.text)")
            }
            #expect(await found("nachte", library.stage) == ["playlist Würzburg Nächte", "station Nächte im Radio"])
            #expect(await found("NÄCHT", library.stage, "&kind=station") == ["station Nächte im Radio"])
            #expect(await found("paper", library.stage) == ["track Paper Lanterns", "playlist Paper Boats"])
            #expect(await found("late bus", library.stage) == ["track Late Bus"])
            #expect(await found("mdindry35", library.stage, "&kind=user") == ["user mdindry35"])
            #expect(await found("tomas", library.stage, "&in=likes") == ["track Late Bus", "playlist Paper Boats"])
            #expect(await found("paper", library.stage, "&in=library") == ["track Paper Lanterns"])
            #expect(await found("paper", library.stage, "&in=podcasts").isEmpty)
        }
    }

    @Test func aLikedTrackOutsideTheLibraryIsFoundAsASoundCloudTrack() async throws {
        try await with { (library) async throws in
            try await plantLikes(library)
            let liked = await library.stage.send(.get, Self.path + "?q=late", as: .listener).objects("items")[0]
            #expect(liked["origin"] as? String == "soundcloud")
            #expect((liked["track"] as? [String: Any])?["isLiked"] as? Bool == true)
            await library.add(4)
            let added = await library.stage.send(.get, Self.path + "?q=late", as: .listener).objects("items")[0]
            let track = try #require(added["track"] as? [String: Any])
            #expect(added["origin"] as? String == "library" && track["origin"] as? String == "library")
        }
    }

    @Test func theSearchIndexIsUpdatedAfterCorrectionsAndRemovals() async throws {
        try await with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            #expect(await found("brick", library.stage, "&kind=artist") == ["artist Brick Orchard"])
            let artist = try await library.id("Brick Orchard", in: "artists")
            let renamed = await library.stage.send(
                .post, LibraryStage.path + "/artists/\(artist)/rename", #"{"name": "The Stone Garden"}"#, as: .listener)
            #expect(renamed.status == 200, "\(renamed.text)")
            #expect(await found("the stone", library.stage, "&kind=artist") == ["artist The Stone Garden"])
            #expect(await found("stone", library.stage, "&kind=track") == ["track Engine Room"])
            let corrected = await library.stage.send(
                .patch, LibraryStage.track(4), #"{"title": "Night Train"}"#, as: .listener)
            #expect(corrected.status == 200, "\(corrected.text)")
            #expect(await found("train", library.stage) == ["track Night Train"])
            _ = await library.stage.send(.delete, LibraryStage.track(4), as: .listener)
            #expect(await found("train", library.stage).isEmpty)
            _ = await library.stage.send(.delete, LibraryStage.track(3), as: .listener)
            #expect(await found("stone", library.stage).isEmpty)
            let left = try await library.stage.database.sql(
                "select count(*) from app.library_word where word in ('stone', 'train')")
            #expect(left == "0")
        }
    }

    @Test func thePagesOfALibrarySearchFormTheWholeListInOrder() async throws {
        try await with { (library) async throws in
            let uploads = (100..<116).map {
                LibraryStage.Planted(number: $0, title: "Somebody \($0 % 7) - Song \($0)", uploader: "user1")
            }
            try await library.plant(uploads, in: library.stage.here)
            for upload in uploads { await library.add(upload.number) }
            let whole = await library.stage.send(.get, Self.path + "?q=s&limit=200", as: .listener).objects("items")
            #expect(whole.count == 23)
            func text(_ items: [[String: Any]]) throws -> [String] {
                try items.map {
                    String(
                        decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: UTF8.self)
                }
            }
            var seen: [String] = []
            var cursor = ""
            repeat {
                let answer = await library.stage.send(.get, Self.path + "?q=s&limit=6" + cursor, as: .listener)
                seen += try text(answer.objects("items"))
                cursor = (answer["next"] as? String).map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty
            let expected = try text(whole)
            #expect(seen == expected)
        }
    }

    @Test func aSearchRebuildsAMissingWordIndex() async throws {
        try await with { (library) async throws in
            try await plantLikes(library)
            for number in 1...4 { await library.add(number) }
            let before = try await library.stage.database.sql(
                "select kind, item_id, field, word from app.library_word order by 1, 2, 3, 4")
            try await library.stage.database.sql("delete from app.library_word")
            #expect(await found("salt", library.stage) == ["track Salt Road"])
            #expect(await found("boats", library.stage) == ["playlist Paper Boats"])
            // The rebuilt index contains the same words and the words of items that were stored without words.
            let after = try await library.stage.database.sql(
                "select kind, item_id, field, word from app.library_word order by 1, 2, 3, 4")
            let known = Set(after.split(separator: "\n"))
            #expect(!before.isEmpty && before.split(separator: "\n").allSatisfy { known.contains($0) })
        }
    }

    @Test func aLibrarySearchDoesNotFindItemsOfOtherListenersOrTenants() async throws {
        try await with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            #expect(await found("paper", library.stage).count == 1)
            #expect(await found("paper", library.stage, as: .editor).isEmpty)
            #expect(await found("paper", library.stage, at: "there").isEmpty)
            #expect(await library.stage.send(.get, Self.path + "?q=paper").status == 401)
        }
    }

    @Test(arguments: [
        "?q=", "?q=%20", "?q=a&kind=song", "?q=a&in=here", "?q=a&limit=0", "?q=a&limit=201", "?q=a&cursor=x",
        "?q=a&cursor=WyJzZWFyY2guYWxsLmFsbC5iIiwiMCIsIjAiLCIwIiwiMSJd",
    ])
    func invalidSearchesOfTheLibraryAreRefused(query: String) async throws {
        try await with { (library) async throws in
            #expect(await library.stage.send(.get, Self.path + query, as: .listener).status == 422)
        }
    }
}
