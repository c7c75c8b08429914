import Web

/// A correction of a name as JSON.
struct LibraryTeachingView: Encodable, Sendable {
    let id: String
    let kind: Kind
    let subject: String
    /// The new name, or the names of the artists of a split.
    let names: [String]
    let sentence: String
    let taughtAt: Instant

    /// The kind of correction, named after the operation. For albums and labels, one kind covers merging and renaming.
    enum Kind: String, Encodable { case merge, split, rename, album, label }

    init(_ teaching: LibraryTeaching) {
        let lesson = teaching.lesson
        id = teaching.id.description
        kind =
            switch lesson.kind {
            case .alias: .merge
            case .split: .split
            case .rename: .rename
            case .album: .album
            case .label: .label
            }
        subject = lesson.subject
        names = Array(lesson.kind.isOfArtists ? lesson.names[...] : lesson.names.prefix(1))
        (sentence, taughtAt) = (teaching.sentence, teaching.taughtAt)
    }
}
