import PlayerCore
import Web

/// Makes queues from the lists and tracks of a listener's catalogue.
package struct PlayerQueueSource: Sendable {
    let catalogue: any PlayerCatalogue

    package init(catalogue: any PlayerCatalogue) { self.catalogue = catalogue }

    /// Returns the queue of a list. The current track is `track`, or the one at `index`, or the first if both are `nil`. Throws 404 for an unknown
    /// list, and 422 for an index or track that is not in the list, or for both at once.
    package func queue(
        context name: String, index: Int64?, track: String? = nil, of owner: PlayerOwner
    ) async throws -> PlayerQueue {
        guard let list = try await catalogue.list(named: name, of: owner) else {
            throw APIError(
                .notFound, code: .noSuchContext,
                "you have no list with the name \"\(name.prefix(100))\": send a name such as songs, artist:12 or likes:recent"
            )
        }
        if let track {
            guard index == nil else {
                throw APIError.invalid("/track", "cannot be combined with offset: send only one of them")
            }
            guard let place = list.items.firstIndex(where: { $0.id == track }) else {
                throw APIError.invalid("/track", "must be a track of the list, found \"\(track.prefix(100))\"")
            }
            return PlayerQueue(context: list.name, list.items, index: place)
        }
        let index = try Self.checked(index, count: list.items.count, "/offset")
        return PlayerQueue(context: list.name, list.items, index: index)
    }

    /// Returns the items of these tracks, in the same order and including repetitions. Throws 422 for an unknown track, or for more than
    /// `PlayerQueue.limit` tracks.
    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [PlayerItem] {
        guard ids.count <= PlayerQueue.limit else {
            throw APIError.invalid(
                "/tracks", "must have at most \(PlayerQueue.limit) tracks, found \(ids.count)")
        }
        let known = try await catalogue.items(Array(Set(ids)), of: owner)
        let faults = ids.enumerated().filter { known[$0.element] == nil }.prefix(20).map { index, id in
            APIError.Fault(
                field: "/tracks/\(index)",
                reason:
                    "must be a track that this server knows, such as soundcloud:tracks:123, found \"\(id.prefix(100))\""
            )
        }
        guard faults.isEmpty else { throw APIError.invalid(Array(faults)) }
        return ids.compactMap { known[$0] }
    }

    /// Returns the index of a track in a list of `count` tracks; 0 for `nil`. The index 0 is also valid for an empty list. Throws 422, which names
    /// `field`, for any other index outside the list.
    static func checked(_ index: Int64?, count: Int, _ field: String) throws(APIError) -> Int {
        guard let index, index != 0 else { return 0 }
        guard count > 0 else {
            throw .invalid(field, "must be 0 or omitted, because the list has no tracks, found \(index)")
        }
        guard (0..<Int64(count)).contains(index) else {
            throw .invalid(
                field, "must be the index of a track, at least 0 and less than \(count), found \(index)")
        }
        return Int(index)
    }
}
