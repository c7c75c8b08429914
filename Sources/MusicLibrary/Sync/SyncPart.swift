/// What a sync brings, one after the other. Each is isolated: one that fails does not keep the others.
enum SyncPart: String, Sendable, Hashable, CaseIterable, Codable {
    case likedTracks, likedPlaylists, playlists, followings, stream

    /// In the order in which they run: who is followed before what they publish.
    static let order: [SyncPart] = [.likedTracks, .likedPlaylists, .playlists, .followings, .stream]

    var position: Int32 { Int32(Self.order.firstIndex(of: self) ?? 0) }

    /// The parts that these words mean; `nil` for a word that means none.
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
