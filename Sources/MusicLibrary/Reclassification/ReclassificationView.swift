import ArtistClassification

/// The response of `getReclassification`.
struct ReclassificationView: Encodable, Sendable {
    let revision: String
    let classifierVersion: Int
    let changed: Int
    let unchanged: Int
    let settled: Int
    let filedByOlderRules: Int
    /// For each field, the number of tracks that would get a different value.
    let fields: [String: Int]
    let items: [Item]
    let next: String?

    struct Item: Encodable, Sendable {
        let track: String
        let fields: [String]
        let before: FilingSummary
        let after: FilingSummary
        let why: [String]
    }

    /// The filing of a track.
    struct FilingSummary: Encodable, Sendable {
        let artist: String
        let title: String
        let version: String?
        let album: String?
        let label: String?
        let confidence: Double

        init(_ filing: Filing) {
            (artist, title, version) = (filing.artistText, filing.title, filing.version)
            (album, label, confidence) = (filing.album, filing.label, filing.confidence)
        }
    }

    init(_ difference: LibraryReclassification, _ page: ArraySlice<LibraryReclassification.Move>, next: String?) {
        revision = difference.revision
        classifierVersion = Classifier.version
        (changed, unchanged, settled) = (difference.moves.count, difference.unchanged, difference.settled)
        filedByOlderRules = difference.filedByOlderRules
        fields = Dictionary(uniqueKeysWithValues: difference.counts.map { ($0.field.rawValue, $0.count) })
        items = page.map { move in
            Item(
                track: move.before.id, fields: move.fields.map(\.rawValue), before: FilingSummary(move.before),
                after: FilingSummary(move.after), why: move.after.reasons.map(\.text))
        }
        self.next = next
    }
}

/// The response of `applyReclassification`.
struct ReclassifiedView: Encodable, Sendable {
    let revision: String
    let changed: Int
}
