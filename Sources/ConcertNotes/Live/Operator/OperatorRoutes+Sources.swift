import HTTP
import Web

/// The forms of the operator page about the sources of the position.
extension OperatorRoutes {
    /// Answers `getOperatorSources`: the region of the page about the sources, which the script reads after an event about the sources. A
    /// browser is redirected.
    @Sendable
    func getOperatorSources(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard Self.isScript(request) else { return .seeOther("/operator") }
        var page = OperatorPageContext(now: .now, caller: context.caller)
        page.situation = try await store.situation(in: context.tenant.id)
        page.sources = try await store.sources(in: context.tenant.id)
        page.others = hub.operators(in: context.tenant.id, except: request.fields["Tutti-Regions"])
        return .bytes(
            Array(OperatorSources(page: page).html.text.utf8), mediaType: "text/html; charset=utf-8",
            fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getOperatorEvents`: the events of `getLiveEvents`, and an event whenever the sources of the position have changed.
    @Sendable
    func getOperatorEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let topic = try await hub.topic(of: context.tenant.id)
        let lastEventID = request.fields["Last-Event-ID"]
        // The page has newer events from another server.
        if topic.feed.isBehind(lastEventID) { await hub.caughtUp(in: context.tenant.id) }
        return Response(content: .events(topic.operatorEvents, lastEventID: lastEventID))
    }

    /// Answers `postOperatorLeader`: takes over, lets the follower lead, or hands the position over to a colleague who has the page open; refused
    /// with 404 if no concert is on the air, 422 for an unknown colleague or leader.
    @Sendable
    func postOperatorLeader(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .led) { form, _ in
            let attribution = LiveAttribution(userID: context.caller?.userID, login: context.caller?.login)
            let tenant = context.tenant.id
            if let login = try form.optional("colleague") {
                guard let colleague = hub.operators(in: tenant, except: nil).first(where: { $0.login == login }) else {
                    throw APIError(
                        .unprocessableContent, code: .invalid,
                        "the operator \"\(login.prefix(100))\" does not have this page open now; hand over to another operator"
                    )
                }
                _ = try await store.handOver(
                    to: LiveArbiter.Holder(userID: colleague.userID, login: colleague.login), in: tenant,
                    by: attribution)
                return
            }
            switch try form("leader") {
            case LiveArbiter.Leader.person.rawValue: _ = try await store.takeOver(in: tenant, by: attribution)
            case LiveArbiter.Leader.follower.rawValue: _ = try await store.allowFollower(in: tenant, by: attribution)
            case let text: throw APIError.invalid("leader", "must be person or follower, found \"\(text.prefix(100))\"")
            }
        }
    }

    /// The factor by which a press of Slower or Faster changes the tempo.
    private static let nudge = 1.03

    /// Answers `postOperatorAdvance`: starts, changes, pauses or ends the automatic advance; refused with 404 if no concert is on the air, 409 if the
    /// advance cannot start, 422 for an unknown action.
    @Sendable
    func postOperatorAdvance(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .advance) { form, _ in
            let attribution = LiveAttribution(userID: context.caller?.userID, login: context.caller?.login)
            let tenant = context.tenant.id
            switch try form("action") {
            case "running": _ = try await store.startAdvance(.kept, in: tenant, by: attribution)
            case "tapped": _ = try await store.startAdvance(.tapped, in: tenant, by: attribution)
            case "slower": _ = try await store.startAdvance(.scaled(1 / Self.nudge), in: tenant, by: attribution)
            case "faster": _ = try await store.startAdvance(.scaled(Self.nudge), in: tenant, by: attribution)
            case "paused": _ = try await store.pauseAdvance(in: tenant, by: attribution)
            case "off": _ = try await store.endAdvance(in: tenant, by: attribution)
            case let text:
                throw APIError.invalid(
                    "action",
                    "must be running, tapped, slower, faster, paused or off, found \"\(text.prefix(100))\"")
            }
        }
    }
}
