/// A playlist format of other programs, written in parts.
protocol PlaylistForm: Sendable {
    /// The file name extension.
    static var suffix: String { get }
    static var mediaType: String { get }

    /// Returns the part before the first track.
    func head(title: String) throws -> [UInt8]

    /// Returns the part with these tracks.
    ///
    /// - Parameter isFirst: Whether these are the first tracks.
    func entries(_ tracks: [ExportedTrack], isFirst: Bool) throws -> [UInt8]

    /// Returns the part after the last track.
    func tail() throws -> [UInt8]
}
