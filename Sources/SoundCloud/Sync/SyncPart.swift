/// A part of a sync. Parts run one after the other.
package enum SyncPart: String, Sendable, Hashable, CaseIterable, Codable {
    case likedTracks, likedPlaylists, playlists, followings, stream

    /// The order in which parts run: followed users before the stream, which contains their posts and reposts.
    package static let order: [SyncPart] = [.likedTracks, .likedPlaylists, .playlists, .followings, .stream]

    var position: Int32 { Int32(Self.order.firstIndex(of: self) ?? 0) }

    /// Returns the parts with these names in the API, in the order in which parts run; `nil` for an unknown name. "likes" means both kinds of likes.
    static func parts(of words: [String]) -> [SyncPart]? {
        var parts: Set<SyncPart> = []
        for word in words {
            if word == "likes" {
                parts.formUnion([.likedTracks, .likedPlaylists])
            } else if let part = SyncPart(rawValue: word) {
                parts.insert(part)
            } else {
                return nil
            }
        }
        return order.filter { parts.contains($0) }
    }
}
