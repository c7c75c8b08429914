import HTTP
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

/// A listener with a library, likes, playlists and a stream, and all routes that play and export these lists.
struct ContextStage {
    let library: LibraryStage
    var stage: RouteStage { library.stage }

    static func with(at start: String = "2026-06-15T12:00:00Z", _ body: (ContextStage) async throws -> Void)
        async throws
    {
        try await RouteStage.with(
            at: start,
            routes: { database, now in
                let filing = FilingResources(of: database.observers)
                return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                    + EntryCorrectionRoutes(database: database, filing: filing).routes
                    + BrowseRoutes(database: database).routes + PodcastRoutes(database: database).routes
                    + PlayContextRoutes(database: database).routes
                    + ContextExportRoutes(database: database, filing: filing, now: now).routes
                    + ListenRoutes(database: database, now: now).routes + ListenPageRoutes(database: database).routes
                    + ListenExportRoutes(database: database, filing: filing, now: now).routes
            }
        ) { stage in
            let library = LibraryStage(stage: stage)
            try await library.plant(LibraryStage.uploads, in: stage.here)
            try await library.plant(LibraryStage.uploads, in: stage.there)
            try await stage.database.sql(
                "update app.cloud_track set permalink_url = 'https://soundcloud.example/' || replace(urn, ':', '-')")
            try await body(ContextStage(library: library))
        }
    }

    /// Runs statements as tenant "here". `$listener` stands for the listener's key, `$t1` for the key of track 1.
    func sql(_ text: String) async throws {
        var text = text.replacing(
            "$listener",
            with: "(select user_id from app.user_account where tenant_id = app.tenant_id() and login = 'listener')")
        for number in 1...9 {
            text = text.replacing(
                "$t\(number)",
                with:
                    "(select track_id from app.cloud_track where tenant_id = app.tenant_id() and urn = 'soundcloud:tracks:\(number)')"
            )
        }
        try await stage.database.sql("set app.tenant_id = '\(stage.here.id)'; \(text)")
    }

    /// Adds a private playlist by mdindry35 of the tracks 3, 2 and 3, and likes of the playlist, track 1 and track 2, newest like first.
    func like() async throws {
        try await sql(
            """
            insert into app.cloud_playlist (urn, cloud_user_id, title, title_key, is_public)
            select 'soundcloud:playlists:7', cloud_user_id, 'Low', 'low', false
              from app.cloud_user where tenant_id = app.tenant_id() and username = 'mdindry35';
            insert into app.cloud_playlist_track (playlist_id, position, track_id)
            select playlist_id, n.position, n.track_id
              from app.cloud_playlist, (values (0, $t3), (1, $t2), (2, $t3)) as n (position, track_id)
             where tenant_id = app.tenant_id();
            insert into app.cloud_like (user_id, track_id, rank, title_key, user_key, cloud_user_id, artist_key, duration_ms)
            select $listener, t.track_id, n.rank, t.title_key, u.username, t.cloud_user_id, '', t.duration_ms
              from (values ($t1, 20), ($t2, 10)) as n (track_id, rank)
              join app.cloud_track t on t.tenant_id = app.tenant_id() and t.track_id = n.track_id
              join app.cloud_user u using (tenant_id, cloud_user_id);
            insert into app.cloud_like (user_id, playlist_id, rank, title_key, user_key, cloud_user_id, duration_ms)
            select $listener, playlist_id, 30, 'zz', 'mdindry35', cloud_user_id, 1
              from app.cloud_playlist where tenant_id = app.tenant_id();
            """)
    }

    func get(_ target: String, as role: Role = .listener, at host: String = "here", _ fields: Fields = [:]) async
        -> StageAnswer
    {
        await stage.send(.get, target, as: role, at: host, fields)
    }

    /// Requests a part of a play context.
    func window(_ context: String, _ query: String = "", as role: Role = .listener, at host: String = "here") async
        -> StageAnswer
    {
        await get("/api/v1/me/play-contexts/\(context)\(query)", as: role, at: host)
    }

    /// Returns the numbers of all tracks of a play context.
    func tracks(_ context: String, as role: Role = .listener, at host: String = "here") async throws -> [String] {
        let answer = await window(context, as: role, at: host)
        try #require(answer.status == 200, "\(context): \(answer.text)")
        return answer.objects("items").compactMap { urn($0).split(separator: ":").last.map(String.init) }
    }
}
