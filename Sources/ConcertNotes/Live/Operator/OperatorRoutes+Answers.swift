import HTTP
import Postgres
import Web

/// What the forms of the operator's page share: to act, and to show what came of it.
extension OperatorRoutes {
    /// Whether the page's script asks, which wants the regions and the status rather than a redirect. It names its page, so
    /// that the page is not told of itself.
    static func isScript(_ request: Request) -> Bool { request.fields["Tutti-Regions"] != nil }

    /// Does what a form asks for and shows what came of it.
    func perform(
        _ request: Request, _ context: RequestContext, then carried: OperatorNotice.Carried? = nil,
        keeping draft: OperatorScene.Draft = .init(), _ change: (FormFields, inout OperatorOutcome) async throws -> Void
    ) async throws -> Response {
        var outcome = OperatorOutcome()
        do {
            try await change(try request.form(), &outcome)
        } catch let error as APIError {
            outcome.refusal = error.code
            let isStill = outcome.made == 0 && [nil, .moved, .undone].contains(carried)
            return try await show(
                nil, request, context, status: error.status, draft: draft, outcome: outcome,
                refusal: { OperatorNotice(error, leavingPosition: isStill, in: $0) })
        } catch let error as PostgresError where error.isOutage {
            guard var scene = await remembered(request, context, draft) else { throw error }
            scene.notice = .outage
            return response(scene, request, context, status: .serviceUnavailable)
        }
        await hub.caughtUp(in: context.tenant.id)
        if Self.isScript(request) {
            // What a move led to is seen; in words it would cover the place where a refusal stands.
            let notice = carried == .moved ? nil : carried.map(OperatorNotice.init)
            return try await show(notice, request, context, outcome: outcome)
        }
        return carried.map { .seeOther("/operator", $0) } ?? .seeOther("/operator")
    }

    /// The page as things are; from memory, and saying so, when the database is away.
    func show(
        _ notice: OperatorNotice?, _ request: Request, _ context: RequestContext, status: Status = .ok,
        draft: OperatorScene.Draft = .init(), outcome: OperatorOutcome? = nil,
        refusal: ((OperatorScene) -> OperatorNotice)? = nil
    ) async throws -> Response {
        do {
            var scene = OperatorScene(now: .now, caller: context.caller)
            scene.situation = try await store.situation(in: context.tenant.id)
            if let position = scene.situation?.position {
                scene.lastMove = try await store.lastMove(at: position.revision, in: context.tenant.id)
            } else {
                scene.concerts = try await concerts.concerts(in: context.tenant.id)
            }
            scene.others = hub.operators(in: context.tenant.id, except: request.fields["Tutti-Regions"])
            scene.messages = try await hub.hall(of: context.tenant.id).messages(at: scene.now)
            scene.followers = hub.followers(in: context.tenant.id)
            scene.emitter = try await EmitterStatusStore(database: store.database).status(in: context.tenant.id)
            (scene.notice, scene.draft, scene.outcome) = (notice, draft, outcome)
            if let refusal { scene.notice = refusal(scene) }
            return response(scene, request, context, status: status)
        } catch let error as PostgresError where error.isOutage {
            guard var scene = await remembered(request, context, draft) else { throw error }
            scene.notice = refusal?(scene) ?? notice ?? .remembered
            return response(scene, request, context, status: .serviceUnavailable)
        }
    }

    private func remembered(
        _ request: Request, _ context: RequestContext, _ draft: OperatorScene.Draft
    ) async -> OperatorScene? {
        var scene = OperatorScene(now: .now, caller: context.caller)
        guard let hall = try? await hub.hall(of: context.tenant.id),
            let situation = store.rememberedSituation(hall.feed.snapshot, in: context.tenant.id)
        else { return nil }
        scene.situation = situation
        scene.messages = hall.messages(at: scene.now)
        scene.followers = hub.followers(in: context.tenant.id)
        scene.others = hub.operators(in: context.tenant.id, except: request.fields["Tutti-Regions"])
        scene.draft = draft
        return scene
    }

    private func response(
        _ scene: OperatorScene, _ request: Request, _ context: RequestContext, status: Status
    ) -> Response {
        let page = OperatorPage(scene: scene, context: context, status: status)
        return Self.isScript(request) ? page.fragment() : page.response()
    }

    func attribution(_ form: FormFields, _ context: RequestContext) throws(APIError) -> LiveAttribution {
        LiveAttribution(userID: context.caller?.userID, idempotencyKey: try key(form))
    }

    /// The same for a move to a named place or state. The page's script names the revision that it was pressed on, since it
    /// repeats what is not answered, and what waited must not undo what a colleague has done since. A form that a person sends
    /// without script is sent once, and counts wherever the concert is.
    func moveAttribution(_ form: FormFields, _ context: RequestContext) throws(APIError) -> LiveAttribution {
        var attribution = try attribution(form, context)
        if let text = try form.optional("expected") {
            guard let revision = Int64(digits: text) else {
                throw .invalid("expected", "must be the revision that the page showed, in digits")
            }
            attribution.unmovedByPeopleSince = revision
        }
        return attribution
    }

    /// The form's own number, so that a second press of a button is the same request.
    func key(_ form: FormFields) throws(APIError) -> String {
        let key = try form("key")
        guard Self.isKey(key) else {
            throw .invalid("key", "must be 1 to 200 visible ASCII characters without spaces")
        }
        return key
    }

    /// Whether a text can be an idempotency key: 1 to 200 visible characters of ASCII.
    static func isKey(_ text: some StringProtocol) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
