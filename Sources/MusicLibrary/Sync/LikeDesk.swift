import Tenancy
import Web

/// Likes and unlikes for programs that bring many at once: the list here changes at once, and SoundCloud hears of it soon
/// (spec L22).
public struct LikeDesk: Sendable {
    private let store: CloudWriteStore

    public init(database: TenantDatabase) { store = CloudWriteStore(database: database) }

    /// Likes these tracks and playlists, or no longer. One after the other, each whole in itself.
    ///
    /// - Throws: 404 where one of them is not known here, before anything changes; 409 where no account is connected.
    public func set(_ isLiked: Bool, _ things: [CloudURN], of listener: Listener) async throws {
        let rows = try await store.database.rows(in: listener.tenant, ConnectionStore.selection(of: listener))
        guard let connection = try rows.first.map({ try CloudConnection(row: $0) }) else {
            throw CloudError.notConnected.problem()
        }
        guard connection.state == .connected else { throw CloudError.grantLost(reason: connection.fault).problem() }
        for thing in things {
            guard try await store.isKnown(thing, in: listener.tenant) else { throw CloudError.notFound.problem() }
        }
        for thing in things { _ = try await store.perform(isLiked ? .like : .unlike, on: thing, by: listener) }
    }
}
