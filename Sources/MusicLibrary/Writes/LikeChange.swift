import SoundCloud
import Tenancy
import Web

/// The operation that likes or unlikes several items for apps of another protocol, such as Subsonic (spec L22), on this server immediately and on
/// SoundCloud later.
public struct LikeChange: Sendable {
    private let store: CloudWriteStore

    public init(database: TenantDatabase) { store = CloudWriteStore(database: database) }

    /// Likes or unlikes items, each in its own transaction. First throws 409 if no account is connected, or 404 if one of the items is not stored,
    /// without a change. After a later error, the items before the failed one remain changed.
    public func set(_ isLiked: Bool, _ items: [CloudURN], of listener: Listener) async throws {
        try await store.database.requireConnection(of: listener)
        for item in items {
            guard try await store.isKnown(item, in: listener.tenant) else { throw CloudError.notFound.problem() }
        }
        for item in items { _ = try await store.perform(isLiked ? .like : .unlike, on: item, by: listener) }
    }
}
