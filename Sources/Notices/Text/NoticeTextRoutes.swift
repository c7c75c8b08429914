import HTTP
import Tenancy
import Web

/// The endpoints for setting the texts of notices.
public struct NoticeTextRoutes: Sendable {
    private let store: NoticeTextStore

    public init(store: NoticeTextStore) { self.store = store }

    public var routes: [Route] {
        let path = "/api/v1/admin/notices/{kind}"
        return [
            Route("getNoticeWords", .get, path, access: .permission(.manageNotices), endpoint: getNoticeWords),
            Route("replaceNoticeWords", .put, path, access: .permission(.manageNotices), endpoint: replaceNoticeWords),
        ]
    }

    /// Answers `getNoticeWords` with the text of a notice, or 404 for an unknown kind.
    func getNoticeWords(_ request: Request, _ context: RequestContext) async throws -> Response {
        try Self.answer(
            await store.text(try request.noticeKind(), in: context.tenant.id), of: context.tenant.id)
    }

    private struct Body: Decodable {
        let title: String
        let message: String
        let active: Bool?
    }

    /// Answers `replaceNoticeWords`: replaces the text of a notice, which apps show unless `active` is `false`, and returns the text; 404 for an
    /// unknown kind, 412 if the entity tag does not match, 422 for an invalid text.
    func replaceNoticeWords(_ request: Request, _ context: RequestContext) async throws -> Response {
        let kind = try request.noticeKind()
        let body = try request.json(as: Body.self, readOnly: ["kind", "revision"])
        let draft = try NoticeTextDraft(
            kind: kind, title: body.title, message: body.message, isActive: body.active ?? true)
        return try Self.answer(
            await store.replace(draft, ifMatch: IfMatch(request), in: context.tenant.id, context),
            of: context.tenant.id)
    }

    private static func answer(_ text: NoticeText, of tenant: TenantID) throws -> Response {
        try .json(NoticeTextView(text), fields: ["ETag": text.tag(of: tenant).text, "Cache-Control": "no-store"])
    }
}

/// The text of a notice as sent by an administrator, with checked values.
struct NoticeTextDraft: Sendable, Hashable {
    let kind: NoticeText.Kind
    let title: String
    let message: String
    let isActive: Bool

    /// Checks the title and the message. Throws 422 with all faults.
    init(kind: NoticeText.Kind, title: String, message: String, isActive: Bool) throws(APIError) {
        var faults = Faults()
        faults.checkText(title, "/title", limit: NoticeText.titleLimit, isOneLine: true)
        faults.checkText(message, "/message", limit: NoticeText.messageLimit, isOneLine: false)
        try faults.throwIfAny()
        self.kind = kind
        self.title = title
        self.message = message
        self.isActive = isActive
    }
}

extension Request {
    fileprivate func noticeKind() throws(APIError) -> NoticeText.Kind {
        guard let kind = NoticeText.Kind(rawValue: try parameter("kind")) else { throw .noSuchNotice }
        return kind
    }
}
