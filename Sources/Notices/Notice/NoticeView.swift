/// A notice as JSON.
struct NoticeView: Encodable, Sendable {
    let id: String
    let kind: String
    let title: String
    let message: String
    let linkUrl: String?
    let revision: Int32
    let actions: [Action]

    struct Action: Encodable, Sendable {
        let id: String
        let label: String
        let url: String?
    }

    init(_ notice: Notice) {
        id = notice.id.description
        kind = notice.kind.rawValue
        title = notice.title
        message = notice.message
        linkUrl = notice.linkURL
        revision = notice.revision
        actions = notice.actions.map { Action(id: $0.id, label: $0.label, url: $0.url) }
    }
}
