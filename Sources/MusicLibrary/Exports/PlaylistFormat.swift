/// A file format for playlists, such as M3U. A document is written in parts: a head, the tracks, and a tail.
protocol PlaylistFormat: Sendable {
    /// The file name extension of the format.
    static var suffix: String { get }
    static var mediaType: String { get }

    /// Returns the part of the document before the first track.
    func head(title: String) throws -> [UInt8]

    /// Returns the part of the document with these tracks, which are the first tracks if `isFirst` is `true`.
    func entries(_ tracks: [ExportedTrack], isFirst: Bool) throws -> [UInt8]

    /// Returns the part of the document after the last track.
    func tail() throws -> [UInt8]
}
