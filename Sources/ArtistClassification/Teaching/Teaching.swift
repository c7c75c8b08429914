/// What listeners taught: it overrides what is concluded, and is learnt from.
///
/// Lessons are kept in the order in which they were given; of two about the same thing the later one holds.
public struct Teaching: Sendable, Hashable, Codable {
    /// One thing that was taught.
    public enum Lesson: Sendable, Hashable, Codable {
        /// This upload is filed so; what is `nil` stays as it is concluded. What it teaches of others is in ``Classifier``.
        case file(Upload, artists: [String]?, title: String?, album: String?, label: String?)
        /// Two names are one artist, shown by the second.
        case merge(name: String, into: String)
        /// The artist is shown by another name; the old one goes on to mean this artist.
        case rename(name: String, to: String)
        /// The name is several artists.
        case split(name: String, into: [String])
        /// The name is one artist, whatever stands in it.
        case keep(name: String)
        /// What an account uploads without naming an artist is this artist's.
        case account(uploader: String, artist: String)
    }

    public var lessons: [Lesson]

    public init(_ lessons: [Lesson] = []) { self.lessons = lessons }

    public static let nothing = Teaching()
}
