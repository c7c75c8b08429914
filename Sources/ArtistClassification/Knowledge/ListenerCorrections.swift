/// Corrections by listeners in the order in which they were given. Of two corrections with the same subject, the later applies.
public struct ListenerCorrections: Sendable, Hashable, Codable {
    /// A correction of one upload, of an artist's name, or of the artist of an account.
    public enum Correction: Sendable, Hashable, Codable {
        /// The upload is filed with these values; fields that are `nil` are still classified, and an empty album or label removes the computed value.
        /// ``Classifier`` describes the effect on other uploads.
        case file(Upload, artists: [String]?, title: String?, album: String?, label: String?)
        /// Both names refer to one artist, who is displayed as `into`.
        case merge(name: String, into: String)
        /// The artist is displayed with a new name; the old name still refers to this artist.
        case rename(name: String, to: String)
        /// The name stands for several artists.
        case split(name: String, into: [String])
        /// The name refers to one artist, even if the name looks like a list of several artists.
        case keep(name: String)
        /// Uploads of this account that name no artist are by this artist.
        case account(uploader: String, artist: String)
    }

    public var corrections: [Correction]

    public init(_ corrections: [Correction] = []) { self.corrections = corrections }

    public static let nothing = ListenerCorrections()
}
