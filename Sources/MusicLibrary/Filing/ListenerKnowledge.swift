import ArtistClassification
import Postgres

/// What the filing of one listener's tracks goes by: uploads, the library, and what was taught.
struct ListenerKnowledge: Sendable {
    /// A track of the library as far as its filing needs it.
    struct Filed: Sendable {
        let track: Int64
        var said: Said
        let artists: Set<Int64>
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
            /// Of an album, whose artist is the second of `names`, and of a label: see ``TaughtPlaces``.
            case album, label
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

    /// All that was taught: of names, and by corrections in the order of the tracks, so that the same words teach the same.
    var teaching: Teaching {
        let corrections = filed.values.sorted { $0.track < $1.track }.compactMap { filed -> Teaching.Lesson? in
            guard !filed.said.isNothing, let upload = uploads[filed.track] else { return nil }
            let said = filed.said
            return .file(upload, artists: said.artists, title: said.title, album: said.album, label: said.label)
        }
        let names = lessons.compactMap { lesson -> Teaching.Lesson? in
            switch lesson.kind {
            case .alias: .merge(name: lesson.subject, into: lesson.names[0])
            case .rename: .rename(name: lesson.subject, to: lesson.names[0])
            case .split: .split(name: lesson.subject, into: lesson.names)
            case .album, .label: nil
            }
        }
        return Teaching(corrections + names)
    }

    /// The tracks of the library as all this files them, or one of them: O(uploads), some 10 µs each.
    func filings(only track: Int64? = nil) -> [Int64: Filing] { filings(of: track.map { [$0] } ?? Array(filed.keys)) }

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
