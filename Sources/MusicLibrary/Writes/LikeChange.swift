import SoundCloud
import Tenancy
import Web

/// The operation that likes or unlikes several items for other programs (spec L22). A change takes effect on this server immediately and is queued
/// for SoundCloud; a background service sends the queued changes.
public struct LikeChange: Sendable {
    private let store: CloudWriteStore

    public init(database: TenantDatabase) { store = CloudWriteStore(database: database) }

    /// Likes or unlikes these tracks and playlists, one after the other, each in its own transaction.
    ///
    /// - Throws: 409 if no account is connected and 404 if one of the items is not stored, both before any change, or a database error, after which
    ///   the earlier changes remain.
    public func set(_ isLiked: Bool, _ items: [CloudURN], of listener: Listener) async throws {
        try await store.database.requireConnection(of: listener)
        for item in items {
            guard try await store.isKnown(item, in: listener.tenant) else { throw CloudError.notFound.problem() }
        }
        for item in items { _ = try await store.perform(isLiked ? .like : .unlike, on: item, by: listener) }
    }
}
