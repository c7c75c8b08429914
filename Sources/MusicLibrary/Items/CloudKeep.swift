import Postgres
import SoundCloud
import Tenancy

/// A writer that stores items from SoundCloud and returns their keys in the order of the items.
struct CloudKeep: Sendable {
    let database: TenantDatabase

    func tracks(_ tracks: [CloudTrack], in tenant: TenantID) async throws -> [Int64] {
        let urns = tracks.map(\.urn)
        return try await keys(
            of: urns,
            CloudRows.tracks(tracks, in: tenant) + [
                "select urn, track_id as id from app.cloud_track where tenant_id = \(tenant) and urn = any (\(urns))"
            ], in: tenant)
    }

    func playlists(_ playlists: [CloudPlaylist], in tenant: TenantID) async throws -> [Int64] {
        let urns = playlists.map(\.urn)
        return try await keys(
            of: urns,
            CloudRows.playlists(playlists, in: tenant) + [
                """
                select urn, playlist_id as id
                  from app.cloud_playlist
                 where tenant_id = \(tenant)
                   and urn = any (\(urns))
                """
            ], in: tenant)
    }

    func users(_ users: [CloudUser], in tenant: TenantID) async throws -> [Int64] {
        let urns = users.map(\.urn)
        return try await keys(
            of: urns,
            CloudRows.users(users, in: tenant) + [
                """
                select urn, cloud_user_id as id
                  from app.cloud_user
                 where tenant_id = \(tenant)
                   and urn = any (\(urns))
                """
            ], in: tenant)
    }

    private func keys(of urns: [CloudURN], _ statements: [SQL], in tenant: TenantID) async throws -> [Int64] {
        guard !urns.isEmpty else { return [] }
        var known: [CloudURN: Int64] = [:]
        for row in try await database.batch(in: tenant, statements, idempotent: true).last ?? [] {
            known[try row("urn")] = try row("id", as: Int64.self)
        }
        // An item that SoundCloud sent twice is listed once.
        return urns.compactMap { known.removeValue(forKey: $0) }
    }
}
