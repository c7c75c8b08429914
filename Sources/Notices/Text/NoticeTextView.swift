/// The text of a notice as JSON, for administrators.
struct NoticeTextView: Encodable, Sendable {
    let kind: String
    let title: String
    let message: String
    let active: Bool
    let revision: Int32

    init(_ text: NoticeText) {
        kind = text.kind.rawValue
        title = text.title
        message = text.message
        active = text.isActive
        revision = text.revision
    }
}
