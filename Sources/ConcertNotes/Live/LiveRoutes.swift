import HTTP
import Tenancy
import Web

/// The endpoints of the live position, its events and the emitter below `/api/v1/live` (spec Decided 4). Everyone can read the position and its
/// events. The other endpoints require a permission.
public struct LiveRoutes: Sendable {
    let store: LiveStore
    let concerts: ConcertStore
    let hub: LiveHub
    /// The multicast settings of the installation, each used for a tenant without its own value.
    let defaultScope: MulticastScope
    /// Called with the tenant after a request has put a concert on the air or taken it off. The response waits for the call, so that old phones then
    /// get the new list of pieces.
    let onAirChanged: @Sendable (TenantID) async -> Void

    /// The largest content of a request, in bytes.
    static let bodyLimit = 16 * 1024

    public init(
        store: LiveStore, hub: LiveHub, defaultScope: MulticastScope,
        onAirChanged: @escaping @Sendable (TenantID) async -> Void = { _ in }
    ) {
        self.onAirChanged = onAirChanged
        self.store = store
        concerts = ConcertStore(database: store.database)
        self.hub = hub
        self.defaultScope = defaultScope
    }

    public var routes: [Route] {
        let limit = Self.bodyLimit
        return [
            Route("getLive", .get, "/api/v1/live", access: .everyone, query: ["since"], waits: true, endpoint: getLive),
            Route("setLive", .put, "/api/v1/live", access: .permission(.moveLive), bodyLimit: limit, endpoint: setLive),
            Route(
                "endLive", .delete, "/api/v1/live", access: .permission(.putOnAir), bodyLimit: limit, endpoint: endLive),
            Route(
                "setLiveConcert", .put, "/api/v1/live/concert", access: .permission(.putOnAir), bodyLimit: limit,
                endpoint: setLiveConcert),
            Route(
                "stepLive", .post, "/api/v1/live/steps", access: .permission(.moveLive), bodyLimit: limit,
                endpoint: stepLive),
            Route(
                "getLiveEmitter", .get, "/api/v1/live/emitter", access: .permission(.viewOperator),
                endpoint: getLiveEmitter),
            Route("getLiveEvents", .get, "/api/v1/live/events", access: .everyone, endpoint: getLiveEvents),
        ]
    }

    /// The pause before the next poll of a client whose poll could not wait, in seconds.
    private static let pollPause = 5

    /// Answers `getLive` from memory. With `since`, waits up to 20 s for a different revision or a message. Answers 204 if neither arrives, and 204
    /// with `Retry-After` if too many requests wait already. Answers 404 off the air.
    @Sendable
    func getLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        let since = try request.queryFields().optional("since")
        let topic = try await hub.topic(of: context.tenant.id)
        if let since {
            guard let revision = Int64(digits: since) else {
                throw APIError.invalid(
                    "since", "must be the revision that you already have, in digits, found \"\(since.prefix(100))\"")
            }
            let outcome = await topic.change(from: revision, within: LiveHub.pollLimit)
            if outcome != .changed, topic.answer != nil {
                var fields: Fields = ["Cache-Control": "no-store"]
                fields[Representation.timeField] = String(Instant.now.milliseconds)
                if outcome == .refused { fields["Retry-After"] = String(Self.pollPause) }
                return Response(.noContent, fields: fields)
            }
        }
        guard let answer = topic.answer else { throw APIError.noLiveConcert }
        return Response(content: .representation(answer))
    }

    private struct TargetBody: Decodable {
        let piece: String?
        let measure: Int?
        let state: LiveState?
        let source: LiveSource?
    }

    /// Answers `setLive`: the position after moving the concert or changing its state. A person's move to another measure also gives the lead to the
    /// person (`LiveArbiter.personMoved`).
    @Sendable
    func setLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: TargetBody.self)
        guard body.piece != nil || body.measure != nil || body.state != nil else {
            throw APIError.invalid("", "must contain piece, measure or state, found none of them")
        }
        let target = LiveTarget(piece: body.piece, measure: body.measure, state: body.state)
        let position = try await store.set(
            target, in: context.tenant.id,
            by: try LiveAttribution(
                of: request, context, source: body.source,
                asking: [
                    "set", body.piece, body.measure.map(String.init), body.state?.rawValue, body.source?.rawValue,
                ]))
        return try await answer(position, context)
    }

    /// Answers `endLive`: takes the concert off the air and frees its multicast scope.
    @Sendable
    func endLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.takeOffAir(
            in: context.tenant.id, by: try LiveAttribution(of: request, context, asking: []),
            recorded: context.audit("live.end"))
        await onAirChanged(context.tenant.id)
        await hub.caughtUp(in: context.tenant.id)
        return .noContent
    }

    private struct ConcertBody: Decodable {
        let concert: String
    }

    /// Answers `setLiveConcert`: the position after putting a concert on the air, in place of the concert on the air, if any. The position is measure
    /// 1 of the first piece in the state `ready`; a concert that is on the air already keeps its position.
    @Sendable
    func setLiveConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: ConcertBody.self)
        guard let concert = try await concerts.concert(slug: body.concert, in: context.tenant.id) else {
            throw APIError.noSuchConcert
        }
        var attribution = try LiveAttribution(of: request, context, asking: ["concert", body.concert])
        attribution.expectsConcert = request.fields["If-Match"] != nil
        let position = try await store.activate(
            concert.id, in: context.tenant, defaultScope: defaultScope, by: attribution,
            recorded: context.audit("live.activate", subject: body.concert))
        await onAirChanged(context.tenant.id)
        return try await answer(position, context)
    }

    private struct StepBody: Decodable {
        let by: Int
        let source: LiveSource?
    }

    /// Answers `stepLive`: the position after moving the concert by a number of measures. A person's step also gives the lead to the person
    /// (`LiveArbiter.personMoved`).
    @Sendable
    func stepLive(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: StepBody.self)
        let position = try await store.step(
            LiveStep(by: body.by), in: context.tenant.id,
            by: try LiveAttribution(
                of: request, context, source: body.source,
                asking: ["step", String(body.by), body.source?.rawValue]))
        return try await answer(position, context)
    }

    /// Answers `getLiveEmitter`: the state of the packets to old phones. Reads the database each time, so that a fault is visible immediately.
    @Sendable
    func getLiveEmitter(_ request: Request, _ context: RequestContext) async throws -> Response {
        let status = try await EmitterStatusStore(database: store.database).status(in: context.tenant.id)
        return try .json(status, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getLiveEvents`: the stream of positions and messages after the event in `Last-Event-ID`; without the field, the current state first.
    /// The stream also opens without a live concert, so that a phone can wait for one.
    @Sendable
    func getLiveEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let topic = try await hub.topic(of: context.tenant.id)
        let lastEventID = request.fields["Last-Event-ID"]
        // Without a reading, a listener with newer events from another server would get old events again.
        if topic.feed.isBehind(lastEventID) { await hub.caughtUp(in: context.tenant.id) }
        return Response(content: .events(topic.events, lastEventID: lastEventID))
    }

    /// Returns the position after a change, with the entity tag of `getLive` if the hub has the same revision.
    private func answer(_ position: LivePosition, _ context: RequestContext) async throws -> Response {
        await hub.caughtUp(in: context.tenant.id)
        var fields = Fields()
        if let tag = try? await hub.topic(of: context.tenant.id).answer?.entityTag,
            LiveAnswer.revision(ofEntityTag: tag) == position.revision
        {
            fields["ETag"] = tag
        }
        return try .json(position, fields: fields)
    }
}
