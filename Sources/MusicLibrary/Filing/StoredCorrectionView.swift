import Web

/// A correction of a name as JSON.
struct StoredCorrectionView: Encodable, Sendable {
    let id: String
    let kind: Kind
    let subject: String
    /// The corrected name, or the names of the artists into which an artist is split.
    let names: [String]
    let sentence: String
    let correctedAt: Instant

    /// The kind of correction, named after the operation. For albums and labels, one kind covers merging and renaming.
    enum Kind: String, Encodable { case merge, split, rename, album, label }

    init(_ stored: StoredCorrection) {
        let correction = stored.correction
        id = stored.id.description
        kind =
            switch correction.kind {
            case .alias: .merge
            case .split: .split
            case .rename: .rename
            case .album: .album
            case .label: .label
            }
        subject = correction.subject
        names = Array(correction.kind.isOfArtists ? correction.names[...] : correction.names.prefix(1))
        (sentence, correctedAt) = (stored.sentence, stored.correctedAt)
    }
}
