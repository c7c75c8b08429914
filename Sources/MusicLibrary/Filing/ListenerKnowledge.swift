import ArtistClassification
import Postgres

/// What the filing of one listener's tracks goes by: uploads, the library, and what was taught.
struct ListenerKnowledge: Sendable {
    /// A track of the library as far as its filing needs it.
    struct Filed: Sendable {
        let track: Int64
        let said: Said
        let filing: Filing
        /// The listener has looked at it and let it stand, or has corrected it.
        var isSettled = false
        /// The rules that filed it.
        var filedBy: Int32 = 0
    }

    /// One thing that was taught of names.
    struct Lesson: Sendable, Hashable {
        enum Kind: String, Sendable, Codable, PostgresCodable {
            case alias, split, rename
            /// Of an album, whose artist is the second of `names`, and the third is whose it is then, if another's; and of a label: see ``TaughtPlaces``.
            case album, label

            /// Whether it is told to the classifier.
            var isOfArtists: Bool { self != .album && self != .label }
        }

        let kind: Kind
        let subject: String
        let names: [String]
    }

    /// By their keys here.
    var uploads: [Int64: Upload] = [:]
    var filed: [Int64: Filed] = [:]
    /// In the order in which they were taught.
    var lessons: [Lesson] = []

    /// All that was taught: of names, and by corrections.
    var teaching: Teaching { Teaching(filed.mapValues(\.said), uploads, lessons) }

    /// The tracks of the library as all this files them: O(uploads), some 10 µs each.
    func filings() -> [Int64: Filing] { filings(of: Array(filed.keys)) }

    /// Uploads as all this files them, in the library or not.
    func filings(of tracks: [Int64]) -> [Int64: Filing] {
        let classifier = Classifier(Evidence(uploads.values), teaching: teaching)
        let places = TaughtPlaces(lessons)
        var filings: [Int64: Filing] = [:]
        for track in tracks {
            guard let upload = uploads[track] else { continue }
            var filing = classifier.classify(upload)
            filed[track]?.said.apply(to: &filing)
            places.apply(to: &filing)
            filings[track] = filing
        }
        return filings
    }
}
