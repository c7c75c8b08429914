import HTTP
import Tenancy
import Web

/// The page of messages to the audience, and its forms.
public struct MessageLogRoutes: Sendable {
    let messages: AudienceMessageStore
    let concerts: ConcertStore

    public init(messages: AudienceMessageStore) {
        self.messages = messages
        concerts = ConcertStore(database: messages.database)
    }

    public var routes: [Route] {
        func form(_ operation: String, _ path: String, _ endpoint: @escaping Route.Endpoint) -> Route {
            Route(
                operation, .post, path, access: .permission(.sendHallMessage), errors: .page,
                bodyLimit: LiveRoutes.bodyLimit, endpoint: endpoint)
        }
        return [
            Route(
                "getMessageLogPage", .get, "/operator/messages", access: .permission(.viewOperator), errors: .page,
                endpoint: getMessageLogPage),
            form("postScheduledMessage", "/operator/messages/schedule", postScheduledMessage),
            form("postMessageCancellation", "/operator/messages/cancellations", postMessageCancellation),
        ]
    }

    /// Answers `getMessageLogPage`: the form that schedules a message, and the log of the latest messages.
    @Sendable
    func getMessageLogPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(context)
        page.message = try MessageLogNotice(request)
        return page.response()
    }

    private func page(_ context: RequestContext) async throws -> MessageLogPage {
        MessageLogPage(
            context: context, concerts: try await concerts.concerts(in: context.tenant.id),
            entries: try await messages.log(in: context.tenant.id), now: .now)
    }

    /// Answers `postScheduledMessage`: schedules a message, or shows the page with the error and the typed values.
    @Sendable
    func postScheduledMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        var typed = MessageLogPage.Typed()
        for name in MessageLogPage.Typed.names { typed.values[name] = try form.optional(name) }
        return try await showingFaults(typed, context) { [typed] in
            func value(_ name: String) -> String { typed.values[name] ?? "" }
            let now = Instant.now
            let seconds = try form.integer("seconds", in: 1...86_400)
            let draft = try AudienceMessageDraft(
                title: value("title"), body: value("body"), style: value("style"), buttonText: value("buttonText"),
                url: value("url"), now: now)
            guard let startsAt = LocalTimeFormatter(context.tenant).instant(day: value("day"), time: value("time"))
            else {
                throw APIError.invalid(
                    "startsAt",
                    "must be a day and a time, such as 2027-01-31 and 19:30, "
                        + "found \"\(value("day").prefix(100)) \(value("time").prefix(100))\"")
            }
            _ = try await messages.schedule(
                draft, for: value("concert"), at: startsAt, validity: Int64(seconds) * 1000, now: now,
                in: context.tenant.id, by: context.caller?.userID, idempotencyKey: try OperatorRoutes.key(form),
                recorded: context.audit("message.schedule", subject: draft.title))
            return .seeOther("/operator/messages", MessageLogNotice.scheduled)
        }
    }

    /// Answers `postMessageCancellation`: cancels a scheduled message that has not been sent, or shows the page with the error.
    @Sendable
    func postMessageCancellation(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = AudienceMessage.ID(try request.form()("message")) else { throw APIError.noSuchMessage }
        return try await showingFaults(MessageLogPage.Typed(), context) {
            try await messages.cancel(
                id, in: context.tenant.id,
                recorded: context.audit("message.cancel", detail: ["message": id.description]))
            return .seeOther("/operator/messages", MessageLogNotice.cancelled)
        }
    }

    private func showingFaults(
        _ typed: MessageLogPage.Typed, _ context: RequestContext, _ action: () async throws -> Response
    ) async throws -> Response {
        try await .showingFaults(
            on: { error in
                var page = try await page(context)
                (page.typed, page.error) = (typed, error)
                return page.response()
            }, action)
    }
}
