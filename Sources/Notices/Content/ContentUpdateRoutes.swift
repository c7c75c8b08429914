import HTTP
import Tenancy
import Web

/// The endpoints for announcing new content and for acknowledging announcements.
public struct ContentUpdateRoutes: Sendable {
    private let store: ContentUpdateStore

    public init(store: ContentUpdateStore) { self.store = store }

    public var routes: [Route] {
        let path = "/api/v1/admin/content-updates"
        return [
            Route(
                "findContentUpdates", .get, path, access: .permission(.announceContent), endpoint: findContentUpdates),
            Route("announceContent", .post, path, access: .permission(.announceContent), endpoint: announceContent),
            Route(
                "acknowledgeContent", .put, "/api/v1/me/content-revision", access: .account, bodyLimit: 16 * 1024,
                endpoint: acknowledgeContent),
        ]
    }

    /// Answers `findContentUpdates` with at most 200 announcements, newest first.
    func findContentUpdates(_ request: Request, _ context: RequestContext) async throws -> Response {
        let updates = try await store.updates(in: context.tenant.id)
        return try .json(ListView(updates.map(ContentUpdateView.init)))
    }

    private struct Announcement: Decodable {
        let message: String
    }

    /// Answers `announceContent`: announces new content, which increases the revision of the catalogue, and answers 201 with the announcement; 422
    /// for an invalid message.
    func announceContent(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Announcement.self)
        var faults = Faults()
        faults.checkText(body.message, "/message", limit: NoticeText.messageLimit, isOneLine: false)
        try faults.throwIfAny()
        let update = try await store.announce(body.message, in: context.tenant.id, context)
        return try .json(ContentUpdateView(update), status: .created)
    }

    private struct Acknowledgement: Codable {
        let revision: Int32
    }

    /// Answers `acknowledgeContent`: records that the account has acknowledged all announcements up to a revision, so that their notices are no
    /// longer shown, and returns the acknowledged revision, which never decreases; 422 for a revision that has not been announced.
    func acknowledgeContent(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let account = context.caller?.userID else { throw APIError.notLoggedIn }
        let revision = try request.json(as: Acknowledgement.self).revision
        guard revision >= 0,
            let known = try await store.acknowledge(
                ContentRevision(rawValue: revision), by: account, in: context.tenant.id)
        else {
            throw APIError.invalid(
                "/revision",
                "must be a whole number from 0 to the latest announced revision of the catalogue, found \(revision)")
        }
        return try .json(Acknowledgement(revision: known.rawValue), fields: ["Cache-Control": "no-store"])
    }
}
