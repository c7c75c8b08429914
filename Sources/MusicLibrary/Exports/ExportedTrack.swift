import ArtistClassification

/// A track in an exported document or in a submission to ListenBrainz.
///
/// The artist is the true artist if the track is in the library or the podcasts or was classified. Otherwise the artist is the uploader, without
/// album and label and with the confidence 0.
struct ExportedTrack: Sendable, Hashable {
    let item: PlayItem
    let artist: String
    let title: String
    let album: String?
    let label: String?
    let confidence: Double
    /// The source of the artist: "library" for a track in the library or the podcasts, "classified" for a track classified for this document,
    /// otherwise "uploader".
    let source: String

    /// Creates the exported form of a track. `filing` is the classification of a track that the listener has not added; `nil` if the track was not
    /// classified.
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
