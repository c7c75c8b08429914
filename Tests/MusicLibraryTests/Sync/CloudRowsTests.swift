import CloudStandIn
import Postgres
import Testing

@testable import MusicLibrary
@testable import SoundCloud

/// A changed name also changes the sort names in all lists, regardless of which sync reads the change first.
struct CloudRowsTests {
    private static let world = StandInWorld(
        seed: 5, .init(users: 8, tracks: 60, likes: 40, playlists: 2, followings: 8, feed: 0))

    private func write(_ statements: [SQL], _ stage: SyncStage) async throws {
        _ = try await stage.database.tenants.batch(in: stage.tenant.id, statements)
    }

    /// Returns the rows of all tenants whose sort names do not match the names.
    private func strays(_ stage: SyncStage) async throws -> String {
        try await stage.database.sql(
            """
            select 'user', l.like_id from app.cloud_like l join app.cloud_user u using (tenant_id, cloud_user_id)
             where l.user_key <> u.name_key;
            select 'following', f.cloud_user_id from app.cloud_following f join app.cloud_user u using (tenant_id, cloud_user_id)
             where f.name_key <> u.name_key;
            select 'title', l.like_id from app.cloud_like l join app.cloud_track t using (tenant_id, track_id)
             where l.title_key <> t.title_key;
            """)
    }

    @Test(arguments: [nil, 12 as Int64])
    func aRenamedUserHasTheNewSortNameInAllLists(followers: Int64?) async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listeners = [try await stage.listener("anna"), try await stage.listener("bert")]
            for listener in listeners { try await stage.sync(listener) }
            var renamed = CloudUser(urn: try #require(CloudURN(.user, number: 1003)), username: "Zz Top Floor")
            renamed.followerCount = followers
            try await write(CloudRows.users([renamed], in: stage.tenant.id), stage)
            let key = SortKey("Zz Top Floor").description
            let counts = try await stage.database.sql(
                """
                select count(distinct user_id) from app.cloud_like where user_key = '\(key)';
                select count(distinct user_id) from app.cloud_following where name_key = '\(key)';
                """)
            #expect(counts == "2\n2")
            #expect(try await strays(stage).isEmpty)
            // Other users keep their names.
            #expect(
                try await stage.database.sql("select count(distinct user_key) > 3 from app.cloud_like") == "t")
        }
    }

    @Test func aTrackWithANewTitleHasTheNewSortKeyInAllLikes() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listeners = [try await stage.listener("anna"), try await stage.listener("bert")]
            for listener in listeners { try await stage.sync(listener, [.likedTracks]) }
            let track = CloudTrack(
                urn: try #require(CloudURN(.track, number: 100_007)), title: "Another Title Altogether",
                user: CloudUser(urn: try #require(CloudURN(.user, number: 1003)), username: "Same Old"),
                durationMs: 200_000)
            try await write(CloudRows.tracks([track], in: stage.tenant.id), stage)
            let key = SortKey("Another Title Altogether").description
            #expect(
                try await stage.database.sql("select count(*) from app.cloud_like where title_key = '\(key)'") == "2")
            #expect(try await strays(stage).isEmpty)
        }
    }

    @Test func aRenamedUserOfOneTenantDoesNotAffectOtherTenants() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener)
            let there = try await stage.database.tenant("there", host: "there.example")
            let before = try await stage.state(of: listener)
            let renamed = CloudUser(urn: try #require(CloudURN(.user, number: 1003)), username: "Only There")
            _ = try await stage.database.tenants.batch(in: there.id, CloudRows.users([renamed], in: there.id))
            #expect(try await stage.state(of: listener) == before)
        }
    }
}

/// Likes are sorted under a true artist even if no listener has filed the track (spec L19, "also by true artist").
struct LikeArtistTests {
    private static let world = StandInWorld(
        seed: 5, .init(users: 8, tracks: 60, likes: 40, playlists: 2, followings: 0, feed: 0))

    private func key(_ number: Int, _ stage: SyncStage) async throws -> String {
        try await stage.database.sql(
            """
            select l.artist_key from app.cloud_like l join app.cloud_track t using (tenant_id, track_id)
             where t.urn = 'soundcloud:tracks:\(number)'
            """)
    }

    /// Spec M6.5.
    @Test func aLikeIsSortedUnderTheArtistInTheTitleOfItsTrack() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener, [.likedTracks, .likedPlaylists])
            // The title has the form "Artist - Title", and the uploader has another name.
            let named = try await stage.database.sql(
                "select split_part(title, ' - ', 1) from app.cloud_track where urn = 'soundcloud:tracks:100001'")
            #expect(try await key(100_001, stage) == SortKey(artist: named).description)
            #expect(
                try await stage.database.sql("select count(*) from app.cloud_like where artist_key = ''") == "0",
                "playlists are sorted under their creators")
        }
    }

    @Test func correctionsTakePrecedenceOverTheTitlesThatASyncReads() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            let changes = FilingChanges(database: stage.database.tenants)
            try await stage.sync(listener, [.likedTracks])
            let urn = try #require(CloudURN(.track, number: 100_002))
            #expect(
                try await changes.add(urn, correction: TrackCorrection(artists: ["Quite Somebody"]), by: listener)
                    == true)
            #expect(try await key(100_002, stage) == SortKey(artist: "Quite Somebody").description)
            let named = try await stage.database.sql(
                "select split_part(title, ' - ', 1) from app.cloud_track where urn = 'soundcloud:tracks:100001'")
            #expect(
                try await changes.add(
                    try #require(CloudURN(.track, number: 100_001)), correction: TrackCorrection(), by: listener)
                    == true)
            let artist = try await stage.database.sql(
                "select artist_id from app.library_artist where name = '\(named)'")
            _ = try await changes.correct(.rename("The Renamed"), of: try #require(Int64(artist)), by: listener)
            #expect(try await changes.remove(try #require(CloudURN(.track, number: 100_001)), by: listener))
            // A new connection makes the next sync read the whole list.
            try await stage.database.sql("update app.cloud_connection set connected_at = now()")
            try await stage.sync(listener, [.likedTracks])
            #expect(try await key(100_002, stage) == SortKey(artist: "Quite Somebody").description)
            #expect(try await key(100_001, stage) == SortKey(artist: "The Renamed").description)
        }
    }

    @Test func aLikedTrackOutsideTheLibraryIsSortedByTheNameOfItsUploader() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            let track = CloudTrack(
                urn: try #require(CloudURN(.track, number: 9)), title: "Late Bus",
                user: CloudUser(urn: try #require(CloudURN(.user, number: 9)), username: "Tomas Reed"), durationMs: 1)
            _ = try await stage.database.tenants.batch(
                in: stage.tenant.id, CloudRows.tracks([track], in: stage.tenant.id))
            _ = try await CloudWriteStore(database: stage.database.tenants).perform(.like, on: track.urn, by: listener)
            #expect(try await key(9, stage) == SortKey("Tomas Reed").description)
        }
    }
}
