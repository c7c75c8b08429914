import HTTP
import Tenancy
import Web

/// The live concert for programs: `/api/v1/live…` (contract). Reading is public, moving is the operator's.
public struct LiveRoutes: Sendable {
    let store: LiveStore
    let concerts: ConcertStore
    let hub: LiveHub
    /// The installation's multicast group and port, for a tenant that names none.
    let defaultScope: MulticastScope

    /// Bytes of the longest sensible content.
    static let bodyLimit = 16 * 1024

    public init(store: LiveStore, hub: LiveHub, defaultScope: MulticastScope) {
        self.store = store
        concerts = ConcertStore(database: store.database)
        self.hub = hub
        self.defaultScope = defaultScope
    }

    public var routes: [Route] {
        let limit = Self.bodyLimit
        return [
            Route("getLive", .get, "/api/v1/live", access: .everyone, query: ["since"], endpoint: getLive),
            Route("setLive", .put, "/api/v1/live", access: .permission(.moveLive), bodyLimit: limit, endpoint: setLive),
            Route(
                "endLive", .delete, "/api/v1/live", access: .permission(.putOnAir), bodyLimit: limit, endpoint: endLive),
            Route(
                "setLiveConcert", .put, "/api/v1/live/concert", access: .permission(.putOnAir), bodyLimit: limit,
                endpoint: setLiveConcert),
            Route(
                "stepLive", .post, "/api/v1/live/steps", access: .permission(.moveLive), bodyLimit: limit,
                endpoint: stepLive),
            Route("getLiveEvents", .get, "/api/v1/live/events", access: .everyone, endpoint: getLiveEvents),
        ]
    }

    /// Answers `getLive`, from memory. With `since`, waits for another revision than that one, at most 20 s,
    /// and answers with what there is then.
    @Sendable
    func getLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        let since = try request.queryFields().optional("since")
        let hall = try await hub.hall(of: context.tenant.id)
        if let since {
            guard let revision = Int64(digits: since) else {
                throw APIError.invalid("since", "is the revision that is known already")
            }
            await hall.change(from: revision, within: LiveHub.pollLimit)
        }
        guard let answer = hall.answer else { throw APIError.noLiveConcert }
        return Response(content: .representation(answer))
    }

    private struct TargetBody: Decodable {
        let piece: String?
        let measure: Int?
        let state: LiveState?
        let source: LiveSource?
    }

    /// Answers `setLive`.
    @Sendable
    func setLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: TargetBody.self)
        guard body.piece != nil || body.measure != nil || body.state != nil else {
            throw APIError.invalid("", "names a piece, a measure or a state")
        }
        let target = LiveTarget(piece: body.piece, measure: body.measure, state: body.state)
        let position = try await store.set(
            target, in: context.tenant.id, by: attribution(of: request, context, source: body.source))
        return try await answer(position, context)
    }

    /// Answers `endLive`: takes the concert off the air. Its last state is `ended` or whatever it was.
    @Sendable
    func endLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.takeOffAir(
            in: context.tenant.id, by: attribution(of: request, context, source: nil),
            recorded: context.audit("live.end"))
        await hub.caughtUp(in: context.tenant.id)
        return .noContent
    }

    private struct ConcertBody: Decodable {
        let concert: String
    }

    /// Answers `setLiveConcert`: puts a concert on the air, in place of the one that is.
    @Sendable
    func setLiveConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: ConcertBody.self)
        guard let concert = try await concerts.concert(slug: body.concert, in: context.tenant.id) else {
            throw APIError.noSuchConcert
        }
        let position = try await store.activate(
            concert.id, in: context.tenant, defaultScope: defaultScope,
            by: attribution(of: request, context, source: nil),
            recorded: context.audit("live.activate", subject: body.concert))
        return try await answer(position, context)
    }

    private struct StepBody: Decodable {
        let by: Int
        let source: LiveSource?
    }

    /// Answers `stepLive`.
    @Sendable
    func stepLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: StepBody.self)
        let position = try await store.step(
            LiveStep(by: body.by), in: context.tenant.id,
            by: attribution(of: request, context, source: body.source))
        return try await answer(position, context)
    }

    /// Answers `getLiveEvents`. The stream opens without a live concert too: a phone may wait for one.
    @Sendable
    func getLiveEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let hall = try await hub.hall(of: context.tenant.id)
        return Response(content: .events(hall.events, lastEventID: request.fields["Last-Event-ID"]))
    }

    private func answer(_ position: LivePosition, _ context: RequestContext) async throws -> Response {
        await hub.caughtUp(in: context.tenant.id)
        return try .json(position)
    }

    private func attribution(
        of request: Request, _ context: RequestContext, source: LiveSource?
    ) throws -> LiveAttribution {
        LiveAttribution(
            source: source ?? .operator, userID: context.caller?.userID,
            idempotencyKey: try request.idempotencyKey(), expectedRevision: try expectedRevision(request))
    }

    /// The revision that `If-Match` asks for (RFC 9110 §13.1.1). "*" asks for any, which a step does anyway; a
    /// tag that is not of ours matches nothing.
    private func expectedRevision(_ request: Request) throws(APIError) -> Int64? {
        guard let tag = request.fields["If-Match"], tag != "*" else { return nil }
        guard let revision = LiveAnswer.revision(ofEntityTag: tag) else { throw .positionMoved }
        return revision
    }
}
