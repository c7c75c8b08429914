import Foundation
import Postgres
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

/// The lists of two listeners in each of two tenants, written directly to the database.
struct ListStage {
    let stage: RouteStage

    static func with(_ body: (ListStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, _ in
            let filing = FilingResources(of: database.observers)
            return LikeRoutes(database: database).routes + CloudListRoutes(database: database).routes
                + CloudItemRoutes(database: database).routes + ViewStateRoutes(database: database).routes
                + CloudPageRoutes(cloud: nil, database: database, filing: filing).routes
                + ExplorePageRoutes(cloud: nil, database: database).routes
        }) { try await body(ListStage(stage: $0)) }
    }

    /// Writes rows of a tenant as a sync writes them: users, tracks and playlists. Many titles have equal sort keys.
    ///
    /// - Parameter mark: A text at the start of every name and title.
    func plant(_ mark: String, tracks: Int, playlists: Int, at host: String = "here") async throws {
        let tenant = host == "here" ? stage.here : stage.there
        try await stage.database.sql(
            """
            set app.tenant_id = '\(tenant.id)';
            insert into app.cloud_user (urn, username, name_key)
            select 'soundcloud:users:' || i, '\(mark) user ' || i, 'user ' || (i % 7) || chr(1) || i
              from generate_series(1, greatest(1, \(tracks) / 10)) i;
            insert into app.cloud_track (urn, cloud_user_id, title, duration_ms, title_key, uploaded_at)
            select 'soundcloud:tracks:' || i, u.cloud_user_id, '\(mark) track ' || i, (i * 7919 % 13) * 1000,
                   'title ' || (i * 31 % 17), case when i % 5 > 0 then '2026-01-01Z'::timestamptz + (i % 50) * interval '1 hour' end
              from generate_series(1, \(tracks)) i
              join app.cloud_user u on u.tenant_id = \(tenant.id)
                                   and u.urn = 'soundcloud:users:' || 1 + i % greatest(1, \(tracks) / 10);
            insert into app.cloud_playlist (urn, cloud_user_id, title, title_key, duration_ms, track_count)
            select 'soundcloud:playlists:' || i, u.cloud_user_id, '\(mark) playlist ' || i, 'title ' || (i % 5), i * 1000, 3
              from generate_series(1, \(playlists)) i
              join app.cloud_user u on u.tenant_id = \(tenant.id)
                                   and u.urn = 'soundcloud:users:' || 1 + i % greatest(1, \(tracks) / 10);
            """)
    }

    /// Makes the account like all tracks and playlists of its tenant. Some likes have equal ranks, so that the key determines their order.
    func like(all role: String, at host: String = "here") async throws {
        let tenant = host == "here" ? stage.here : stage.there
        try await stage.database.sql(
            """
            set app.tenant_id = '\(tenant.id)';
            insert into app.cloud_like (user_id, track_id, rank, title_key, user_key, cloud_user_id, artist_key, duration_ms)
            select a.user_id, t.track_id, (split_part(t.urn, ':', 3)::bigint * 37 % 101) * 10,
                   t.title_key, u.name_key, u.cloud_user_id,
                   'artist ' || (split_part(t.urn, ':', 3)::bigint % 4), t.duration_ms
              from app.cloud_track t
              join app.cloud_user u using (tenant_id, cloud_user_id)
              join app.user_account a on a.tenant_id = t.tenant_id and a.login = '\(role)'
             where t.tenant_id = \(tenant.id);
            insert into app.cloud_like (user_id, playlist_id, rank, title_key, user_key, cloud_user_id, duration_ms)
            select a.user_id, p.playlist_id, (split_part(p.urn, ':', 3)::bigint * 41 % 97) * 10,
                   p.title_key, u.name_key, u.cloud_user_id,
                   p.duration_ms
              from app.cloud_playlist p
              join app.cloud_user u using (tenant_id, cloud_user_id)
              join app.user_account a on a.tenant_id = p.tenant_id and a.login = '\(role)'
             where p.tenant_id = \(tenant.id);
            """)
    }

    /// Returns the items of all pages of a list, in order. All pages but the last must have `limit` items.
    func walk(
        _ path: String, limit: Int, as role: Role = .listener, at host: String = "here"
    ) async throws -> [[String: Any]] {
        var items: [[String: Any]] = []
        var cursor = ""
        let join = path.contains("?") ? "&" : "?"
        for _ in 0..<1000 {
            let answer = await stage.send(.get, "\(path)\(join)limit=\(limit)\(cursor)", as: role, at: host)
            try #require(answer.status == 200, "\(answer.text)")
            let page = answer.objects("items")
            #expect(page.count <= limit)
            items += page
            guard let next = answer["next"] as? String else { return items }
            #expect(page.count == limit, "only the last page is shorter")
            cursor = "&cursor=\(next)"
        }
        Issue.record("the list has no end")
        return items
    }

    /// Returns the query plan of a statement with the service's role, under row-level security.
    func plan(_ sql: SQL) async throws -> String {
        var text = sql.text
        for (index, bind) in sql.binds.enumerated().reversed() {
            let value =
                bind.bytes.map { "'" + String(decoding: $0, as: UTF8.self).replacing("'", with: "''") + "'" } ?? "null"
            text = text.replacing("$\(index + 1)", with: "\(value)::\(Self.types[bind.type] ?? "text")")
        }
        return try await stage.database.sql("set app.tenant_id = '\(stage.here.id)'; explain \(text);", user: "app_rt")
    }

    private static let types: [UInt32: String] = [
        700: "real",
        16: "boolean", 20: "bigint", 21: "smallint", 23: "integer", 25: "text", 1184: "timestamptz", 1016: "bigint[]",
        1009: "text[]", 1005: "smallint[]",
    ]

    func listener(_ role: Role = .listener, at host: String = "here") async throws -> Listener {
        let tenant = host == "here" ? stage.here.id : stage.there.id
        let id = try await stage.database.sql(
            "select user_id from app.user_account where tenant_id = \(tenant) and login = '\(role.rawValue)'")
        return Listener(tenant: tenant, account: try #require(Int64(id)))
    }
}

/// Returns the URN of a list item, which may be a track, a playlist or a user.
func urn(_ item: [String: Any]) -> String {
    for part in ["track", "playlist", "user"] {
        if let inner = item[part] as? [String: Any], item["urn"] == nil { return inner["urn"] as? String ?? "" }
    }
    return item["urn"] as? String ?? ""
}
