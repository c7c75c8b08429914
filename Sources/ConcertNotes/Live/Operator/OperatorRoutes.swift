import HTTP
import Postgres
import Tenancy
import Web

/// The operator's page and its forms, below `/operator`.
///
/// Every form answers a browser with 303 back to the page, and a refusal with the page and the reason in it, so
/// that the position is never out of sight. The page's script asks for the same with `Tutti-Regions` and gets
/// the changed parts alone.
public struct OperatorRoutes: Sendable {
    let store: LiveStore
    let concerts: ConcertStore
    let messages: HallMessageStore
    let hub: LiveHub
    /// The installation's multicast group and port, for a tenant that names none.
    let defaultScope: MulticastScope

    public init(store: LiveStore, messages: HallMessageStore, hub: LiveHub, defaultScope: MulticastScope) {
        self.store = store
        concerts = ConcertStore(database: store.database)
        self.messages = messages
        self.hub = hub
        self.defaultScope = defaultScope
    }

    public var routes: [Route] {
        [
            Route(
                "getOperatorPage", .get, "/operator", access: .role(.operator), errors: .page, endpoint: getOperatorPage
            ),
            form("postOperatorStep", "/operator/steps", postOperatorStep),
            form("postOperatorJump", "/operator/jumps", postOperatorJump),
            form("postOperatorState", "/operator/state", postOperatorState),
            form("postOperatorMessage", "/operator/messages", postOperatorMessage),
            form("postOperatorWithdrawal", "/operator/messages/withdrawals", postOperatorWithdrawal),
            form("postOperatorConcert", "/operator/concert", postOperatorConcert),
            form("postOperatorConcertEnd", "/operator/concert/end", postOperatorConcertEnd),
        ]
    }

    private func form(_ operation: String, _ path: String, _ endpoint: @escaping Route.Endpoint) -> Route {
        Route(
            operation, .post, path, access: .role(.operator), errors: .page, bodyLimit: LiveRoutes.bodyLimit,
            endpoint: endpoint)
    }

    /// Answers `getOperatorPage`.
    @Sendable
    func getOperatorPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.queryFields().optional("notice")
        let carried = name.flatMap(OperatorNotice.Carried.init(rawValue:))
        return try await show(carried.map(OperatorNotice.init), request, context)
    }

    /// Answers `postOperatorStep`. A press counts only at the revision that its page showed.
    @Sendable
    func postOperatorStep(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context) { form in
            let step = try LiveStep(by: form.integer("by", in: -LiveStep.limit...LiveStep.limit))
            var attribution = try attribution(form, context)
            attribution.expectedRevision = Int64(digits: try form("revision"))
            _ = try await store.step(step, in: context.tenant.id, by: attribution)
        }
    }

    /// Answers `postOperatorJump`.
    @Sendable
    func postOperatorJump(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context) { form in
            guard let program = try await store.program(in: context.tenant.id) else { throw APIError.noLiveConcert }
            let target = try OperatorJump(form).target(in: program)
            _ = try await store.set(target, in: context.tenant.id, by: attribution(form, context))
        }
    }

    /// Answers `postOperatorState`.
    @Sendable
    func postOperatorState(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context) { form in
            guard let state = LiveState(rawValue: try form("state")) else {
                throw APIError.invalid("state", "is one of ready, running, held, blackout and ended")
            }
            _ = try await store.set(
                LiveTarget(state: state), in: context.tenant.id, by: attribution(form, context))
        }
    }

    /// Answers `postOperatorMessage`. A refused message stays in the form.
    @Sendable
    func postOperatorMessage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let typed = (try? request.form()).flatMap { try? OperatorScene.Draft($0) }
        return try await perform(request, context, then: .sent, keeping: typed ?? OperatorScene.Draft()) { form in
            let typed = try OperatorScene.Draft(form)
            let now = Instant.now
            let draft = try HallMessageDraft(
                title: typed.title, body: typed.body, style: typed.style, buttonText: typed.buttonText, url: typed.url,
                expiresAt: Instant(milliseconds: now.milliseconds + Int64(typed.seconds) * 1000), now: now)
            _ = try await messages.send(
                draft, in: context.tenant.id, by: context.caller?.userID, idempotencyKey: try key(form))
        }
    }

    /// Answers `postOperatorWithdrawal`.
    @Sendable
    func postOperatorWithdrawal(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .withdrawn) { form in
            guard let id = HallMessage.ID(try form("message")) else { throw APIError.noSuchMessage }
            try await messages.withdraw(id, in: context.tenant.id)
        }
    }

    /// Answers `postOperatorConcert`.
    @Sendable
    func postOperatorConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .onAir) { form in
            guard let concert = try await concerts.concert(slug: form("concert"), in: context.tenant.id) else {
                throw APIError.noSuchConcert
            }
            _ = try await store.activate(
                concert.id, in: context.tenant, defaultScope: defaultScope, by: attribution(form, context))
        }
    }

    /// Answers `postOperatorConcertEnd`.
    @Sendable
    func postOperatorConcertEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(request, context, then: .offAir) { form in
            try await store.takeOffAir(in: context.tenant.id, by: attribution(form, context))
        }
    }
}

// MARK: - What the forms share

extension OperatorRoutes {
    /// Whether the page's script asks, which wants the regions and the status rather than a redirect.
    private static func isScript(_ request: Request) -> Bool { request.fields["Tutti-Regions"] != nil }

    /// Does what a form asks for and shows what came of it.
    private func perform(
        _ request: Request, _ context: RequestContext, then carried: OperatorNotice.Carried? = nil,
        keeping draft: OperatorScene.Draft = .init(), _ change: (FormFields) async throws -> Void
    ) async throws -> Response {
        do {
            try await change(try request.form())
        } catch let error as APIError {
            return try await show(OperatorNotice(error), request, context, status: error.status, draft: draft)
        } catch let error as PostgresError where error.isOutage {
            guard var scene = await remembered(context, draft) else { throw error }
            scene.notice = .outage
            return response(scene, request, context, status: .serviceUnavailable)
        }
        await hub.caughtUp(in: context.tenant.id)
        if Self.isScript(request) { return try await show(carried.map(OperatorNotice.init), request, context) }
        switch carried {
        case nil: return .seeOther("/operator")
        case .sent: return .seeOther("/operator?notice=sent")
        case .withdrawn: return .seeOther("/operator?notice=withdrawn")
        case .onAir: return .seeOther("/operator?notice=on-air")
        case .offAir: return .seeOther("/operator?notice=off-air")
        }
    }

    /// The page as things are; from memory, and saying so, when the database is away.
    private func show(
        _ notice: OperatorNotice?, _ request: Request, _ context: RequestContext, status: Status = .ok,
        draft: OperatorScene.Draft = .init()
    ) async throws -> Response {
        do {
            var scene = OperatorScene(now: .now, caller: context.caller)
            scene.situation = try await store.situation(in: context.tenant.id)
            if scene.situation == nil { scene.concerts = try await concerts.concerts(in: context.tenant.id) }
            scene.messages = try await hub.hall(of: context.tenant.id).messages(at: scene.now)
            (scene.notice, scene.draft) = (notice, draft)
            return response(scene, request, context, status: status)
        } catch let error as PostgresError where error.isOutage {
            guard var scene = await remembered(context, draft) else { throw error }
            scene.notice = notice ?? .remembered
            return response(scene, request, context, status: .serviceUnavailable)
        }
    }

    private func remembered(_ context: RequestContext, _ draft: OperatorScene.Draft) async -> OperatorScene? {
        var scene = OperatorScene(now: .now, caller: context.caller)
        guard let hall = try? await hub.hall(of: context.tenant.id),
            let situation = store.rememberedSituation(hall.feed.snapshot, in: context.tenant.id)
        else { return nil }
        scene.situation = situation
        scene.messages = hall.messages(at: scene.now)
        scene.draft = draft
        return scene
    }

    private func response(
        _ scene: OperatorScene, _ request: Request, _ context: RequestContext, status: Status
    ) -> Response {
        let page = OperatorPage(scene: scene, context: context, status: status)
        return Self.isScript(request) ? page.fragment() : page.response()
    }

    private func attribution(_ form: FormFields, _ context: RequestContext) throws(APIError) -> LiveAttribution {
        LiveAttribution(userID: context.caller?.userID, idempotencyKey: try key(form))
    }

    /// The form's own number, so that a second press of a button is the same request.
    private func key(_ form: FormFields) throws(APIError) -> String {
        let key = try form("key")
        guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid("key", "is one word of 1 to 200 characters")
        }
        return key
    }
}

extension OperatorScene.Draft {
    /// - Throws: 422 for a field that is missing or a time that is not offered.
    fileprivate init(_ form: FormFields) throws(APIError) {
        title = try form.optional("title") ?? ""
        body = try form.optional("body") ?? ""
        style = try form("style")
        buttonText = try form.optional("buttonText") ?? ""
        url = try form.optional("url") ?? ""
        seconds = try form.integer("seconds", in: 1...86_400)
    }
}
