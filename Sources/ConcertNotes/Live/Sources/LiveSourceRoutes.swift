import HTTP
import Web

/// The endpoints about the sources of the position: the leading source, the automatic advance, and the readings of a follower (spec T3, T5, N34).
public struct LiveSourceRoutes: Sendable {
    let store: LiveStore
    let hub: LiveHub

    public init(store: LiveStore, hub: LiveHub) {
        self.store = store
        self.hub = hub
    }

    public var routes: [Route] {
        let limit = LiveRoutes.bodyLimit
        return [
            Route(
                "getLiveSources", .get, "/api/v1/live/sources", access: .permission(.viewOperator),
                endpoint: getLiveSources),
            Route(
                "setLiveLeader", .put, "/api/v1/live/sources/leader", access: .permission(.moveLive), bodyLimit: limit,
                endpoint: setLiveLeader),
            Route(
                "setAutoAdvance", .put, "/api/v1/live/auto-advance", access: .permission(.moveLive), bodyLimit: limit,
                endpoint: setAutoAdvance),
            Route(
                "endAutoAdvance", .delete, "/api/v1/live/auto-advance", access: .permission(.moveLive),
                bodyLimit: limit, endpoint: endAutoAdvance),
            Route(
                "setFollowerReading", .put, "/api/v1/live/follower", access: .permission(.moveLive), bodyLimit: limit,
                endpoint: setFollowerReading),
        ]
    }

    /// Answers `getLiveSources`: the state of the sources. Reads the database each time, so that a problem is visible immediately.
    @Sendable
    func getLiveSources(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let sources = try await store.sources(in: context.tenant.id) else { throw APIError.noLiveConcert }
        return try answer(sources)
    }

    private struct LeaderBody: Decodable {
        let leader: LiveArbiter.Leader
    }

    /// Answers `setLiveLeader`: the state of the sources after a person has taken over, allowed the follower to lead, or started the automatic
    /// advance. The advance has its last tempo or, without one, the tempo of the recording. Starting the advance also starts a concert in the state
    /// `ready`.
    @Sendable
    func setLiveLeader(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: LeaderBody.self)
        let tenant = context.tenant.id
        let attribution = try LiveAttribution(of: request, context, asking: ["leader", body.leader.rawValue])
        switch body.leader {
        case .person: return try answer(try await store.takeOver(in: tenant, by: attribution))
        case .follower: return try answer(try await store.allowFollower(in: tenant, by: attribution))
        case .auto: return try answer(try await store.startAdvance(.kept, in: tenant, by: attribution))
        }
    }

    private struct AdvanceBody: Decodable {
        let state: State
        let tempo: Double?
        let isTapped: Bool?

        enum State: String, Decodable, CaseIterable {
            case running, paused
        }
    }

    /// Answers `setAutoAdvance`: the state of the sources after starting, changing or pausing the automatic advance. Starting also ends a take-over
    /// and starts a concert in the state `ready`; after a pause of the leading advance, a person leads.
    @Sendable
    func setAutoAdvance(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: AdvanceBody.self)
        let tenant = context.tenant.id
        let attribution = try LiveAttribution(
            of: request, context,
            asking: [
                "advance", body.state.rawValue, body.tempo.map { "\($0)" }, body.isTapped.map { "\($0)" },
            ])
        if let tempo = body.tempo, !AutoAdvance.tempos.contains(tempo) {
            throw APIError.invalid(
                "/tempo",
                "must be a number from \(AutoAdvance.tempos.lowerBound) to \(AutoAdvance.tempos.upperBound), found \(tempo); 1 is "
                    + "the tempo of the reference recording")
        }
        if body.isTapped ?? false, body.tempo != nil {
            throw APIError.invalid("/tempo", "cannot be combined with isTapped: send only one of them")
        }
        let sources: LiveSources
        switch body.state {
        case .paused: sources = try await store.pauseAdvance(in: tenant, by: attribution)
        case .running:
            let tempo = body.tempo.map(LiveStore.Tempo.fixed) ?? (body.isTapped ?? false ? .tapped : .kept)
            sources = try await store.startAdvance(tempo, in: tenant, by: attribution)
        }
        await hub.caughtUp(in: tenant)
        return try answer(sources)
    }

    /// Answers `endAutoAdvance`: ends the automatic advance and removes its tempo. If the advance led, a person leads.
    @Sendable
    func endAutoAdvance(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try await store.endAdvance(
            in: context.tenant.id, by: try LiveAttribution(of: request, context, asking: ["advance", "off"]))
        return .noContent
    }

    /// Answers `setFollowerReading`: the state of the sources after a reading of a follower. Moves the concert if the follower leads.
    @Sendable
    func setFollowerReading(_ request: Request, _ context: RequestContext) async throws -> Response {
        let reading = try request.json(as: FollowerReading.self)
        return try answer(try await store.read(reading, in: context.tenant.id, by: attribution(context)))
    }

    private func attribution(_ context: RequestContext) -> LiveAttribution {
        LiveAttribution(userID: context.caller?.userID, login: context.caller?.login)
    }

    private func answer(_ sources: LiveSources) throws -> Response {
        try .json(sources, fields: ["Cache-Control": "no-store"])
    }
}
