import ArtistClassification
import Postgres

/// The data that determines how a listener's tracks are filed: uploads, the library and corrections.
struct ListenerKnowledge: Sendable {
    /// A track of the library with the data that filing needs.
    struct Filed: Sendable {
        let track: Int64
        let correction: TrackCorrection
        let filing: Filing
        /// Whether the listener has confirmed or corrected the track.
        var isSettled = false
        /// The version of the classification rules that filed the track.
        var filedBy: Int32 = 0
    }

    /// A correction of the name of an artist, an album or a label.
    struct NameCorrection: Sendable, Hashable {
        enum Kind: String, Sendable, Codable, PostgresCodable {
            case alias, split, rename
            /// Corrections of albums and labels (``EntryCorrections``). `names` has the new name and, for an album, the artist
            /// and then the new artist, if the correction changes the artist.
            case album, label

            /// Whether the classifier handles the correction.
            var isOfArtists: Bool { self != .album && self != .label }
        }

        let kind: Kind
        let subject: String
        let names: [String]
    }

    /// The uploads that serve as evidence, by track key.
    var uploads: [Int64: Upload] = [:]
    var filed: [Int64: Filed] = [:]
    /// The corrections of names, in the order in which they were made.
    var nameCorrections: [NameCorrection] = []

    /// The corrections that the classifier handles: all corrections of tracks and of artists' names.
    var corrections: ListenerCorrections {
        ListenerCorrections(filed.mapValues(\.correction), uploads, nameCorrections)
    }

    /// Returns the filings of all tracks in the library. O(n) in the number of uploads.
    func filings() -> [Int64: Filing] { filings(of: Array(filed.keys)) }

    /// Returns the filings of these tracks, which need not be in the library; tracks without an upload are omitted. O(n) in the number of uploads.
    func filings(of tracks: [Int64]) -> [Int64: Filing] {
        let classifier = Classifier(Evidence(uploads.values), corrections: corrections)
        let corrections = EntryCorrections(nameCorrections)
        var filings: [Int64: Filing] = [:]
        for track in tracks {
            guard let upload = uploads[track] else { continue }
            var filing = classifier.classify(upload)
            filed[track]?.correction.apply(to: &filing)
            corrections.apply(to: &filing)
            filings[track] = filing
        }
        return filings
    }
}
