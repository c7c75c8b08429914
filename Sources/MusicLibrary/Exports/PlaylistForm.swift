/// A form of playlists that other programs read, written a piece at a time.
protocol PlaylistForm: Sendable {
    /// What the document is called behind the dot.
    static var suffix: String { get }
    static var mediaType: String { get }

    /// What stands before the first track.
    func head(title: String) throws -> [UInt8]

    /// Some tracks.
    ///
    /// - Parameter isFirst: whether none stands before them.
    func entries(_ tracks: [ExportedTrack], isFirst: Bool) throws -> [UInt8]

    /// What stands behind the last.
    func tail() throws -> [UInt8]
}
