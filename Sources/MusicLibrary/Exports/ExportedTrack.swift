import ArtistClassification

/// A track in a document for other programs: under its true artist, whether the library has it or not.
struct ExportedTrack: Sendable, Hashable {
    let item: PlayItem
    let artist: String
    let title: String
    let album: String?
    let label: String?
    let confidence: Double
    /// "library" where the listener has filed it, "classified" where it is filed for this document alone.
    let source: String

    /// - Parameter filing: of a track that is not in the library.
    init(_ item: PlayItem, filing: Filing?) {
        self.item = item
        if let artist = item.artist {
            (self.artist, title, album, label) = (artist, item.title, item.album, item.label)
            (confidence, source) = (Double(item.confidence ?? 0), "library")
        } else if let filing {
            artist = filing.artistText
            title = filing.version.map { "\(filing.title) (\($0))" } ?? filing.title
            (album, label) = (filing.album, filing.label)
            (confidence, source) = (filing.confidence, "classified")
        } else {
            (artist, title, album, label) = (item.uploader, item.title, nil, nil)
            (confidence, source) = (0, "uploader")
        }
    }
}
