/// A file format for playlists, such as M3U. A document is written in parts: a head, the tracks, and a tail.
protocol PlaylistFormat: Sendable {
    /// The file name extension of the format.
    static var suffix: String { get }
    static var mediaType: String { get }

    /// Returns the part of the document before the first track. Throws an error of the encoder.
    func head(title: String) throws -> [UInt8]

    /// Returns the part of the document with these tracks.
    ///
    /// - Parameter isFirst: Whether no tracks precede these tracks in the document.
    /// - Throws: An error of the encoder.
    func entries(_ tracks: [ExportedTrack], isFirst: Bool) throws -> [UInt8]

    /// Returns the part of the document after the last track. Throws an error of the encoder.
    func tail() throws -> [UInt8]
}
