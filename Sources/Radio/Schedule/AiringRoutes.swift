import HTTP
import Tenancy
import Web

/// The endpoints with which programmers manage single broadcasts.
public struct AiringRoutes: Sendable {
    private let airings: AiringStore
    private let overruns: OverrunStore
    private let segments: SegmentStore
    private let now: @Sendable () -> Instant

    /// The maximum and the default period that `findAirings` lists, in milliseconds.
    private static let (longest, week): (Int64, Int64) = (31 * 86_400_000, 7 * 86_400_000)

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        airings = AiringStore(database: database, materialiser: ScheduleMaterialiser(database: database, now: now))
        overruns = OverrunStore(database: database, airings: airings)
        segments = SegmentStore(database: database)
        self.now = now
    }

    public var routes: [Route] {
        let (all, one) = ("/api/v1/admin/channels/{channel}/airings", "/api/v1/admin/airings/{airing}")
        return [
            Route(
                "findAirings", .get, all, access: .permission(.viewStation), query: ["from", "to"],
                endpoint: findAirings),
            Route("createAiring", .post, all, access: Self.access, bodyLimit: 1 << 20, endpoint: createAiring),
            Route("getAiring", .get, one, access: .permission(.viewStation), endpoint: getAiring),
            Route("updateAiring", .patch, one, access: Self.access, bodyLimit: 1 << 20, endpoint: updateAiring),
            Route("cancelAiring", .delete, one, access: Self.access, endpoint: cancelAiring),
            Route("setActualTimes", .put, one + "/actual-times", access: Self.access, endpoint: setActualTimes),
            Route(
                "replaceSegments", .put, one + "/segments", access: Self.access, bodyLimit: 1 << 20,
                endpoint: replaceSegments),
        ]
    }

    private static let access = Route.Access.permission(.editSchedule)

    /// Answers `findAirings`: the broadcasts of a period of at most 31 days, by default the next seven days, including cancelled ones.
    func findAirings(_ request: Request, _ context: RequestContext) async throws -> Response {
        let channel = try request.scheduleChannelID()
        let query = try request.queryFields()
        let from = try query.instant("from") ?? now()
        let to = try query.instant("to") ?? Instant(milliseconds: from.milliseconds + Self.week)
        guard from < to, to.milliseconds - from.milliseconds <= Self.longest else {
            throw APIError.invalid("to", "must be later than \"from\" (\(from)) by at most 31 days, found \(to)")
        }
        guard let found = try await airings.airings(on: channel, from: from, to: to, in: context.tenant.id) else {
            throw APIError.noSuchScheduleChannel
        }
        return try .json(
            ListView(found.map { AiringView($0) }), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `createAiring`: 201 and the new broadcast; 409 if another broadcast is on at that time.
    func createAiring(_ request: Request, _ context: RequestContext) async throws -> Response {
        let channel = try request.scheduleChannelID()
        let airing = try await airings.add(
            request.json(as: NewAiring.self), on: channel, in: context.tenant.id, context)
        return try Self.answer(airing, segments: [], of: context.tenant.id, status: .created)
    }

    /// Answers `getAiring`: the broadcast with its segments.
    func getAiring(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.airingID()
        guard let airing = try await airings.airing(id, in: context.tenant.id) else { throw APIError.noSuchAiring }
        return try await answer(airing, of: context.tenant.id)
    }

    /// Answers `updateAiring`: the changed broadcast; 409 if the change conflicts with the schedule, the recorded times or the music log. A change of
    /// a rule's future broadcast also becomes an exception of the rule, and the channel's rules fill the time that becomes free.
    func updateAiring(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, patch) = (try request.airingID(), try request.mergePatch())
        let airing = try await airings.change(id, ifMatch: IfMatch(request), in: context.tenant.id, context) {
            try $0.patched(by: patch)
        }
        return try await answer(airing, of: context.tenant.id)
    }

    /// Answers `cancelAiring`: 204; 409 if the music log has entries of the broadcast. The broadcast stays stored, because calendars show it as
    /// cancelled. The channel's rules fill the time that becomes free.
    func cancelAiring(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try await airings.change(
            try request.airingID(), ifMatch: IfMatch(request), in: context.tenant.id, context
        ) { airing in
            var airing = airing
            airing.isCancelled = true
            return airing
        }
        return .noContent
    }

    /// Answers `setActualTimes`: all broadcasts whose actual times change, by start; 409 if the times conflict with other broadcasts, or if the
    /// following broadcasts cannot absorb the overrun.
    func setActualTimes(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, times) = (try request.airingID(), try request.json(as: ActualTimes.self))
        let changed = try await overruns.set(
            times, of: id, ifMatch: IfMatch(request), in: context.tenant.id, context)
        return try .json(
            ListView(changed.map { AiringView($0) }), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `replaceSegments`: the segments that replace all earlier ones of the broadcast, sorted by offset.
    func replaceSegments(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, draft) = (try request.airingID(), try request.json(as: SegmentListDraft.self))
        let stored = try await segments.replace(of: id, by: draft.segments, in: context.tenant.id, context)
        return try .json(SegmentListView(segments: stored.map(SegmentView.init)), fields: ["Cache-Control": "no-store"])
    }

    private func answer(_ airing: ScheduledAiring, of tenant: TenantID) async throws -> Response {
        try Self.answer(airing, segments: try await segments.segments(of: airing.id, in: tenant), of: tenant)
    }

    private static func answer(
        _ airing: ScheduledAiring, segments: [Segment], of tenant: TenantID, status: Status = .ok
    ) throws -> Response {
        var fields = ScheduleAnswer.fields(airing.value.revision, tenant)
        if status == .created { fields["Location"] = "/api/v1/admin/airings/\(airing.id)" }
        return try .json(AiringView(airing, segments: segments), status: status, fields: fields)
    }
}

extension Request {
    fileprivate func scheduleChannelID() throws(APIError) -> Channel.ID {
        guard let id = Channel.ID(try parameter("channel")) else { throw .noSuchScheduleChannel }
        return id
    }

    fileprivate func airingID() throws(APIError) -> Airing.ID {
        guard let id = Airing.ID(try parameter("airing")) else { throw .noSuchAiring }
        return id
    }
}

extension FormFields {
    fileprivate func instant(_ name: String) throws(APIError) -> Instant? {
        guard let text = try optional(name) else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw .invalid(
                name, "must be an RFC 3339 date-time, such as 2026-03-29T01:00:00Z, found \"\(text.prefix(100))\"")
        }
        return instant
    }
}
