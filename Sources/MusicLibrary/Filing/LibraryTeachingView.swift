import Web

/// What was taught as JSON.
struct LibraryTeachingView: Encodable, Sendable {
    let id: String
    let kind: Kind
    let subject: String
    /// What it is called instead, or whom it is divided into.
    let names: [String]
    let sentence: String
    let taughtAt: Instant

    /// As the operations are called; that an album or a label is another, and that it is written otherwise, is one lesson.
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
