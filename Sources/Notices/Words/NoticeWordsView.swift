/// The JSON of a notice's text for administrators.
struct NoticeWordsView: Encodable, Sendable {
    let kind: String
    let title: String
    let message: String
    let active: Bool
    let revision: Int32

    init(_ words: NoticeWords) {
        kind = words.kind.rawValue
        title = words.title
        message = words.message
        active = words.isActive
        revision = words.revision
    }
}
