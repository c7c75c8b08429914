import Postgres
import SoundCloud
import Tenancy

/// A writer that stores items from SoundCloud and returns the keys of the stored rows in the order of the items. The key of a
/// repeated item is returned once.
struct CloudItemWriter: Sendable {
    let database: TenantDatabase

    func tracks(_ tracks: [CloudTrack], in tenant: TenantID) async throws -> [Int64] {
        try await keys(of: tracks.map(\.urn), .track, CloudRows.tracks(tracks, in: tenant), in: tenant)
    }

    func playlists(_ playlists: [CloudPlaylist], in tenant: TenantID) async throws -> [Int64] {
        try await keys(of: playlists.map(\.urn), .playlist, CloudRows.playlists(playlists, in: tenant), in: tenant)
    }

    func users(_ users: [CloudUser], in tenant: TenantID) async throws -> [Int64] {
        try await keys(of: users.map(\.urn), .user, CloudRows.users(users, in: tenant), in: tenant)
    }

    private func keys(
        of urns: [CloudURN], _ kind: CloudURN.Kind, _ statements: [SQL], in tenant: TenantID
    ) async throws -> [Int64] {
        guard !urns.isEmpty else { return [] }
        let statements = statements + [kind.keys(of: urns, in: tenant)]
        var known: [CloudURN: Int64] = [:]
        for row in try await database.batch(in: tenant, statements, idempotent: true).last ?? [] {
            known[try row("urn")] = try row("id", as: Int64.self)
        }
        // An item that SoundCloud sent twice appears once.
        return urns.compactMap { known.removeValue(forKey: $0) }
    }
}
