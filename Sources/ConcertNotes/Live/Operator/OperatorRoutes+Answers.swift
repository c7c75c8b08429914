import HTTP
import Postgres
import Web

/// What the forms of the operator's page share: to act, and to show what came of it.
extension OperatorRoutes {
    /// Whether the page's script asks, which wants the regions and the status rather than a redirect.
    private static func isScript(_ request: Request) -> Bool { request.fields["Tutti-Regions"] != nil }

    /// Does what a form asks for and shows what came of it.
    func perform(
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
    func show(
        _ notice: OperatorNotice?, _ request: Request, _ context: RequestContext, status: Status = .ok,
        draft: OperatorScene.Draft = .init()
    ) async throws -> Response {
        do {
            var scene = OperatorScene(now: .now, caller: context.caller)
            scene.situation = try await store.situation(in: context.tenant.id)
            if scene.situation == nil { scene.concerts = try await concerts.concerts(in: context.tenant.id) }
            scene.messages = try await hub.hall(of: context.tenant.id).messages(at: scene.now)
            scene.emitter = try await EmitterStatusStore(database: store.database).status(in: context.tenant.id)
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

    func attribution(_ form: FormFields, _ context: RequestContext) throws(APIError) -> LiveAttribution {
        LiveAttribution(userID: context.caller?.userID, idempotencyKey: try key(form))
    }

    /// The form's own number, so that a second press of a button is the same request.
    func key(_ form: FormFields) throws(APIError) -> String {
        let key = try form("key")
        guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid("key", "is one word of 1 to 200 characters")
        }
        return key
    }
}
