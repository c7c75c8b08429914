import Web

/// An artist, album or label as JSON.
package struct EntryView: Encodable, Sendable {
    package let id: String
    package let name: String
    let origin = "library"
    package let trackCount: Int64
    /// The artist of an album; `nil` for an artist, a label or an album without an artist.
    package let artist: ReferenceView?
    /// The cover for pages, which is not part of the JSON; `nil` for an entry without one, or if the cover was not read.
    package let cover: Cover?

    init(_ entry: BrowseStore.Entry) {
        (id, name, trackCount) = (String(entry.id), entry.name, entry.tracks)
        artist = entry.artist.map { ReferenceView($0) }
        cover = entry.cover
    }

    private enum CodingKeys: CodingKey { case id, name, origin, trackCount, artist }
}
