import HTTP
import Web

/// The endpoints `/api/v1/messages…` for messages to the hall (spec T12). Everyone can read the messages on the screens;
/// only operators can send and withdraw them.
public struct AudienceMessageRoutes: Sendable {
    let store: AudienceMessageStore
    let hub: LiveHub

    public init(store: AudienceMessageStore, hub: LiveHub) {
        self.store = store
        self.hub = hub
    }

    public var routes: [Route] {
        let limit = LiveRoutes.bodyLimit
        return [
            Route("findMessages", .get, "/api/v1/messages", access: .everyone, endpoint: findMessages),
            Route(
                "sendMessage", .post, "/api/v1/messages", access: .permission(.sendHallMessage), bodyLimit: limit,
                endpoint: sendMessage),
            Route(
                "withdrawMessage", .delete, "/api/v1/messages/{message}", access: .permission(.sendHallMessage),
                bodyLimit: limit, endpoint: withdrawMessage),
        ]
    }

    /// Answers `findMessages` from memory: the messages on the screens, newest first.
    @Sendable
    func findMessages(_ request: Request, _ context: RequestContext) async throws -> Response {
        let topic = try await hub.topic(of: context.tenant.id)
        return try .json(ListView(topic.messages(at: .now)))
    }

    private struct Body: Decodable {
        let title: String?
        let body: String?
        let style: String
        let buttonText: String?
        let url: String?
        let expiresAt: Instant?
    }

    /// Answers `sendMessage`.
    @Sendable
    func sendMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Body.self)
        let draft = try AudienceMessageDraft(
            title: body.title ?? "", body: body.body ?? "", style: body.style, buttonText: body.buttonText ?? "",
            url: body.url, expiresAt: body.expiresAt, now: .now)
        let message = try await store.send(
            draft, in: context.tenant.id, by: context.caller?.userID, idempotencyKey: try request.idempotencyKey(),
            recorded: context.audit("message.send"))
        await hub.caughtUp(in: context.tenant.id)
        return try .json(message, status: .created)
    }

    /// Answers `withdrawMessage`.
    @Sendable
    func withdrawMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = AudienceMessage.ID(try request.parameter("message")) else { throw APIError.noSuchMessage }
        try await store.withdraw(id, in: context.tenant.id, recorded: context.audit("message.withdraw"))
        await hub.caughtUp(in: context.tenant.id)
        return .noContent
    }
}
