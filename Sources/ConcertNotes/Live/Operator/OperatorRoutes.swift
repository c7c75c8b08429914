import HTTP
import Tenancy
import Web

/// The operator page and its forms, below `/operator` (spec T4).
///
/// After a form, a browser gets a redirect (303) back to the page, or the page with the reason of a refusal. The page's script sends the field
/// `Tutti-Regions` and gets only the regions of the page.
public struct OperatorRoutes: Sendable {
    let store: LiveStore
    let concerts: ConcertStore
    let messages: AudienceMessageStore
    let hub: LiveHub
    /// The multicast settings of the installation, each used for a tenant without its own value.
    let defaultScope: MulticastScope
    /// Called with the tenant after a request has put a concert on the air or taken it off. The response waits for the call, so that old phones then
    /// get the new list of pieces.
    let onAirChanged: @Sendable (TenantID) async -> Void

    public init(
        store: LiveStore, messages: AudienceMessageStore, hub: LiveHub, defaultScope: MulticastScope,
        onAirChanged: @escaping @Sendable (TenantID) async -> Void = { _ in }
    ) {
        self.onAirChanged = onAirChanged
        self.store = store
        concerts = ConcertStore(database: store.database)
        self.messages = messages
        self.hub = hub
        self.defaultScope = defaultScope
    }

    public var routes: [Route] {
        [
            Route(
                "getOperatorPage", .get, "/operator", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorPage),
            form("postOperatorStep", "/operator/steps", .moveLive, postOperatorStep),
            form("postOperatorPresses", "/operator/presses", .moveLive, postOperatorPresses),
            form("postOperatorUndo", "/operator/undo", .moveLive, postOperatorUndo),
            form("postOperatorJump", "/operator/jumps", .moveLive, postOperatorJump),
            form("postOperatorState", "/operator/state", .moveLive, postOperatorState),
            form("postOperatorLeader", "/operator/leader", .moveLive, postOperatorLeader),
            Route(
                "getOperatorSources", .get, "/operator/sources", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorSources),
            Route(
                "getOperatorEvents", .get, "/operator/events", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorEvents),
            form("postOperatorAdvance", "/operator/advance", .moveLive, postOperatorAdvance),
            Route(
                "getOperatorLog", .get, "/operator/log", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorLog),
            Route(
                "getOperatorLogTable", .get, "/operator/log.csv", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorLogTable),
            Route(
                "getOperatorRehearsal", .get, "/operator/rehearsal", access: .permission(.viewOperator), errors: .page,
                endpoint: getOperatorRehearsal),
            form("postOperatorMessage", "/operator/messages", .sendHallMessage, postOperatorMessage),
            form("postOperatorWithdrawal", "/operator/messages/withdrawals", .sendHallMessage, postOperatorWithdrawal),
            form("postOperatorConcert", "/operator/concert", .putOnAir, postOperatorConcert),
            form("postOperatorConcertEnd", "/operator/concert/end", .putOnAir, postOperatorConcertEnd),
            form("postOperatorPresence", "/operator/presence", .viewOperator, postOperatorPresence),
        ]
    }

    private func form(
        _ operation: String, _ path: String, _ permission: Permission, _ endpoint: @escaping Route.Endpoint
    ) -> Route {
        Route(
            operation, .post, path, access: .permission(permission), errors: .page, bodyLimit: LiveRoutes.bodyLimit,
            endpoint: endpoint)
    }

    /// Answers `getOperatorPage`: the page, or only its regions for the script.
    @Sendable
    func getOperatorPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await show(try OperatorNotice.RedirectNotice(request).map(OperatorNotice.init), request, context)
    }

    /// Answers `postOperatorStep`: moves the concert by a number of measures, after which the operator leads. A press counts only at the revision
    /// that the page showed; an empty revision in the form counts at any revision.
    @Sendable
    func postOperatorStep(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context) { form, outcome in
            let step = try LiveStep(by: form.integer("by", in: -LiveStep.limit...LiveStep.limit))
            var attribution = try attribution(form, context)
            let revision = try form("revision")
            if !revision.isEmpty {
                guard let expected = Int64(digits: revision) else {
                    throw APIError.invalid(
                        "revision",
                        "must be the revision that the page showed, in digits, found \"\(revision.prefix(100))\"")
                }
                attribution.expectedRevisions = [expected]
            }
            outcome.note(try await store.step(step, in: context.tenant.id, by: attribution))
        }
    }

    /// Answers `postOperatorPresses`: makes the presses in order, each in its own transaction at the revision after the previous press, up to the
    /// first refusal. After a press that is made, the operator leads. If the request is repeated, presses already made are found by their keys.
    @Sendable
    func postOperatorPresses(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context) { form, outcome in
            let batch = try OperatorPresses(form)
            var revision = batch.revision
            for press in batch.presses {
                var attribution = LiveAttribution(
                    userID: context.caller?.userID, login: context.caller?.login, idempotencyKey: press.key,
                    fingerprint: ContentDigest.fingerprint(of: ["press", String(press.step.by)]),
                    expectedRevision: revision)
                attribution.delayMs = press.age
                let position = try await store.step(press.step, in: context.tenant.id, by: attribution)
                outcome.note(position)
                revision = position.revision
            }
        }
    }

    /// Answers `postOperatorUndo`: moves the concert back to the position and state before the newest move, which must be the move that the page
    /// showed.
    @Sendable
    func postOperatorUndo(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .undone) { form, outcome in
            let text = try form("revision")
            guard let revision = Int64(digits: text) else {
                throw APIError.invalid(
                    "revision", "must be the revision that the page showed, in digits, found \"\(text.prefix(100))\"")
            }
            let attribution = try attribution(form, context)
            outcome.note(try await store.undo(revision, in: context.tenant.id, by: attribution))
        }
    }

    /// Answers `postOperatorJump`: moves the concert to a measure of a piece, unless a person has moved it since the script read the page. After a
    /// move to another piece or measure, the operator leads.
    @Sendable
    func postOperatorJump(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .moved) { form, outcome in
            let (tenant, attribution) = (context.tenant.id, try moveAttribution(form, context))
            // The programme may have changed, or the concert ended, since a first request whose response was lost.
            if let earlier = try await store.earlierOutcome(of: Self.key(form), in: tenant).0 {
                return outcome.note(try earlier.position(for: attribution))
            }
            guard let program = try await store.program(in: tenant) else { throw APIError.noLiveConcert }
            let target = try OperatorJump(form).target(in: program)
            outcome.note(try await store.set(target, in: tenant, by: attribution))
        }
    }

    /// Answers `postOperatorState`: changes the state of the concert, unless a person has moved it since the script read the page.
    @Sendable
    func postOperatorState(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .moved) { form, outcome in
            let text = try form("state")
            guard let state = LiveState(rawValue: text) else {
                throw APIError.invalid(
                    "state", "must be ready, running, held, blackout or ended, found \"\(text.prefix(100))\"")
            }
            outcome.note(
                try await store.set(
                    LiveTarget(state: state), in: context.tenant.id, by: moveAttribution(form, context)))
        }
    }

    /// Answers `postOperatorMessage`: sends a message to the audience, valid for the number of seconds in the form. A refused message stays in the
    /// form.
    @Sendable
    func postOperatorMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let typed = (try? request.form()).flatMap { try? OperatorPageContext.Draft($0) }
        return try await perform(request, context, then: .sent, keeping: typed ?? OperatorPageContext.Draft()) {
            form, _ in
            let typed = try OperatorPageContext.Draft(form)
            let now = Instant.now
            let draft = try AudienceMessageDraft(
                title: typed.title, body: typed.body, style: typed.style, buttonText: typed.buttonText, url: typed.url,
                expiresAt: Instant(milliseconds: now.milliseconds + Int64(typed.seconds) * 1000), now: now)
            _ = try await messages.send(
                draft, in: context.tenant.id, by: context.caller?.userID, idempotencyKey: try Self.key(form),
                recorded: context.audit("message.send"))
        }
    }

    /// Answers `postOperatorWithdrawal`: withdraws a message from the screens. A message that has expired is not changed.
    @Sendable
    func postOperatorWithdrawal(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .withdrawn) { form, _ in
            guard let id = AudienceMessage.ID(try form("message")) else { throw APIError.noSuchMessage }
            try await messages.withdraw(id, in: context.tenant.id, recorded: context.audit("message.withdraw"))
        }
    }

    /// Answers `postOperatorConcert`: puts a concert on the air in the state `ready`, in place of the concert on the air, if any. A concert that is
    /// already on the air keeps its position.
    @Sendable
    func postOperatorConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .onAir) { form, _ in
            let slug = try form("concert")
            guard let concert = try await concerts.concert(slug: slug, in: context.tenant.id) else {
                throw APIError.noSuchConcert
            }
            _ = try await store.activate(
                concert.id, in: context.tenant, defaultScope: defaultScope, by: attribution(form, context),
                recorded: context.audit("live.activate", subject: slug))
            await onAirChanged(context.tenant.id)
        }
    }

    /// Answers `postOperatorConcertEnd`: takes the concert off the air and frees its multicast scope.
    @Sendable
    func postOperatorConcertEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .offAir) { form, _ in
            try await store.takeOffAir(
                in: context.tenant.id, by: attribution(form, context), recorded: context.audit("live.end"))
            await onAirChanged(context.tenant.id)
        }
    }

    /// Answers `postOperatorPresence`: a page reports that it is open or being left. The script gets the lines with the other operators, and with the
    /// number and the delays of the devices that follow; another client is redirected to the page. The report is kept in memory and sent to the other
    /// servers; no row is written.
    @Sendable
    func postOperatorPresence(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let page = try form("page")
        guard OperatorPresence.isPage(page) else {
            throw APIError.invalid(
                "page", "must be 1 to 64 ASCII letters, digits or hyphens, found \"\(page.prefix(100))\"")
        }
        let tenant = context.tenant.id
        if try form.optional("leaving") != nil {
            await hub.report(.gone(page: page), in: tenant)
        } else if let caller = context.caller {
            let device = OperatorPresence.Device(userAgent: request.fields["User-Agent"])
            await hub.report(
                .here(OperatorPresence(page: page, userID: caller.userID, login: caller.login, device: device)),
                in: tenant)
        }
        guard Self.isScript(request) else { return .seeOther("/operator") }
        let snapshot = try await hub.topic(of: tenant).feed.snapshot
        let others = OperatorBar.operators(
            hub.operators(in: tenant, except: page), for: context.caller,
            at: snapshot.map { $0.onAir == nil ? 0 : $0.revision } ?? 0)
        // Without the database the line has no delays.
        let delays = snapshot?.onAir == nil ? [] : (try? await delays(in: tenant)) ?? []
        let regions: HTML = "\(others)\(OperatorBar.followers(hub.followers(in: tenant), delays))"
        return .bytes(
            Array(regions.text.utf8), mediaType: "text/html; charset=utf-8", fields: ["Cache-Control": "no-store"])
    }
}

extension OperatorPageContext.Draft {
    /// Reads the fields of the message form. Throws `APIError` 422 if `style` or `seconds` is missing, or if `seconds` is out of range.
    fileprivate init(_ form: FormFields) throws(APIError) {
        title = try form.optional("title") ?? ""
        body = try form.optional("body") ?? ""
        style = try form("style")
        buttonText = try form.optional("buttonText") ?? ""
        url = try form.optional("url") ?? ""
        seconds = try form.integer("seconds", in: 1...86_400)
    }
}
