import SoundCloud
import Web

/// One search result from the listener's own music.
package struct LibraryHitView: Encodable, Sendable {
    package let kind: String
    /// The field in which the words match: "title", "people" or "other". If the words match in several fields, the last of these.
    let matched: String
    /// The origin of the item (spec L38): "library", "podcasts" or "soundcloud".
    let origin: String
    /// A track that the listener has added or likes; `nil` for other results.
    package var track: TrackView?
    /// An artist, album or label; `nil` for other results.
    package var entry: EntryView?
    package var playlist: MarkedPlaylistView?
    package var user: MarkedUserView?
    package var station: ReferenceView?

    /// Creates the JSON of a result, or returns `nil` if the listener no longer has the item.
    package init?(_ position: LibraryQuery.Position, _ items: LibrarySearchStore.Items) {
        guard let kind = LibrarySearchIndex.Kind(rawValue: position.kind),
            let field = LibrarySearchIndex.Field(rawValue: position.field)
        else { return nil }
        (self.kind, matched) = (kind.word, field.word)
        switch kind {
        case .track:
            if let track = items.library[position.item] {
                self.track = TrackView(track)
                origin = track.location.rawValue
            } else if let track = items.cloud.tracks[position.item] {
                self.track = TrackView(track, key: position.item, items.marks)
                origin = "soundcloud"
            } else {
                return nil
            }
        case .artist, .album, .label:
            guard let entry = items.entries[kind]?[position.item] else { return nil }
            self.entry = EntryView(entry)
            origin = "library"
        case .playlist:
            guard let playlist = items.cloud.playlists[position.item] else { return nil }
            self.playlist = MarkedPlaylistView(playlist, key: position.item, items.marks)
            origin = "soundcloud"
        case .user:
            guard let user = items.cloud.users[position.item] else { return nil }
            self.user = MarkedUserView(user, items.marks)
            origin = "soundcloud"
        case .station:
            guard let station = items.stations[position.item] else { return nil }
            self.station = ReferenceView(.init(id: station.id, name: station.name), origin: .podcasts)
            origin = "podcasts"
        }
    }
}
