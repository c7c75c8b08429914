import HTTP
import Web

/// The endpoints for messages to the audience, sent at once or scheduled (spec T12). Everyone can read the messages on the screens. All other
/// endpoints require `Permission.sendHallMessage`.
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
            Route(
                "findScheduledMessages", .get, "/api/v1/scheduled-messages", access: .permission(.sendHallMessage),
                endpoint: findScheduledMessages),
            Route(
                "scheduleMessage", .post, "/api/v1/scheduled-messages", access: .permission(.sendHallMessage),
                bodyLimit: limit, endpoint: scheduleMessage),
            Route(
                "cancelMessage", .delete, "/api/v1/scheduled-messages/{message}",
                access: .permission(.sendHallMessage), bodyLimit: limit, endpoint: cancelMessage),
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

    /// Answers `sendMessage`: sends a message to the audience of the live concert, and responds with the message.
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

    /// Answers `withdrawMessage`: withdraws a message from the screens. A message that has expired is not changed.
    @Sendable
    func withdrawMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = AudienceMessage.ID(try request.parameter("message")) else { throw APIError.noSuchMessage }
        try await store.withdraw(id, in: context.tenant.id, recorded: context.audit("message.withdraw"))
        await hub.caughtUp(in: context.tenant.id)
        return .noContent
    }

    // MARK: Scheduled messages

    /// Answers `findScheduledMessages`: the scheduled messages that can still be sent, earliest first, at most 200.
    @Sendable
    func findScheduledMessages(_ request: Request, _ context: RequestContext) async throws -> Response {
        let entries = try await store.scheduled(in: context.tenant.id)
        return try .json(ListView(entries.compactMap(ScheduledMessageView.init)), fields: ["Cache-Control": "no-store"])
    }

    private struct Schedule: Decodable {
        let concert: String
        let title: String?
        let body: String?
        let style: String
        let buttonText: String?
        let url: String?
        let startsAt: Instant
        let expiresAt: Instant
    }

    /// Answers `scheduleMessage`: schedules a message for a concert, and responds with the scheduled message.
    @Sendable
    func scheduleMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Schedule.self)
        let now = Instant.now
        let draft = try AudienceMessageDraft(
            title: body.title ?? "", body: body.body ?? "", style: body.style, buttonText: body.buttonText ?? "",
            url: body.url, now: now)
        let validity = body.expiresAt.milliseconds - body.startsAt.milliseconds
        guard (1...AudienceMessageDraft.longestValidity).contains(validity) else {
            throw APIError.field(
                "/expiresAt", code: .invalidMessage,
                "must be after startsAt and at most 24 hours later, found \(body.expiresAt)")
        }
        let entry = try await store.schedule(
            draft, for: body.concert, at: body.startsAt, validity: validity, now: now, in: context.tenant.id,
            by: context.caller?.userID, idempotencyKey: try request.idempotencyKey(),
            recorded: context.audit("message.schedule", subject: draft.title))
        return try .json(ScheduledMessageView(entry), status: .created)
    }

    /// Answers `cancelMessage`: cancels a scheduled message that has not been sent.
    @Sendable
    func cancelMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = AudienceMessage.ID(try request.parameter("message")) else { throw APIError.noSuchMessage }
        try await store.cancel(
            id, in: context.tenant.id, recorded: context.audit("message.cancel", detail: ["message": id.description]))
        return .noContent
    }
}

private struct ScheduledMessageView: Encodable, Sendable {
    let id: AudienceMessage.ID
    let concert: String
    let title: String
    let body: String
    let style: AudienceMessage.Style
    let buttonText: String
    let url: String?
    let startsAt: Instant
    let expiresAt: Instant

    /// Creates the view; `nil` for a message without a schedule.
    init?(_ entry: MessageLogEntry) {
        guard let schedule = entry.schedule else { return nil }
        id = entry.id
        concert = entry.slug
        title = entry.title
        body = entry.body
        style = entry.style
        buttonText = entry.buttonText
        url = entry.url
        startsAt = schedule.startsAt
        expiresAt = schedule.endsAt
    }
}
