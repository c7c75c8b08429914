import SoundCloud

extension TrackView {
    /// Creates the JSON of a track in a play context.
    init(_ item: PlayItem) {
        self.init(
            urn: item.urn, origin: Origin(item.location), title: item.name, version: item.version, artist: item.artist,
            album: item.album, label: item.label, metadataArtist: item.metadataArtist.ifAny,
            durationMs: item.durationMs,
            access: item.access, artworkUrl: item.artwork.ifAny, permalinkUrl: item.permalink.ifAny,
            uploader: CloudUserView(item.uploaderURN, name: item.uploader), shelf: item.location)
    }
}
