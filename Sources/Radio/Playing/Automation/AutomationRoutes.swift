import HTTP
import Tenancy
import Web

/// The endpoints with which automation systems report the current cut, and with which programmers read and correct the music log.
public struct AutomationRoutes: Sendable {
    private let cuts: CutStore
    private let performances: PerformanceStore
    private let hub: PlayingHub

    public init(hub: PlayingHub, database: TenantDatabase) {
        cuts = CutStore(database: database)
        performances = PerformanceStore(database: database)
        self.hub = hub
    }

    public var routes: [Route] {
        let (now, cut) = ("/api/v1/admin/channels/{channel}/now-playing", "/api/v1/admin/cuts/{cut}")
        let plays = "/api/v1/admin/channels/{channel}/cuts"
        return [
            Route("setNowPlaying", .put, now, access: Self.access, endpoint: setNowPlaying),
            Route("endNowPlaying", .delete, now, access: Self.access, endpoint: endNowPlaying),
            Route(
                "findPerformances", .get, plays, access: Self.access, query: ["from", "to"], endpoint: findPerformances),
            Route("getCut", .get, cut, access: Self.access, endpoint: getCut),
            Route("updateCut", .patch, cut, access: Self.access, endpoint: updateCut),
        ]
    }

    private static let access = Route.Access.permission(.importRadio)

    /// Answers `setNowPlaying`: the reported cut. A new cut (201) ends the previous one; a known cut (200) is corrected.
    @Sendable
    func setNowPlaying(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let channel = Channel.ID(try request.parameter("channel")) else { throw APIError.noSuchChannel }
        let report = try request.json(as: NowPlayingReport.self)
        let now = hub.now()
        try report.check(at: now)
        let outcome = try await cuts.play(report, on: channel, at: now, in: context.tenant.id, context)
        notify(outcome.notice, of: context.tenant.id)
        return try Self.answer(outcome.cut, context, status: outcome.isNew ? .created : .ok)
    }

    /// Answers `endNowPlaying`: 204 after ending the current cut, if there is one.
    @Sendable
    func endNowPlaying(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let channel = Channel.ID(try request.parameter("channel")) else { throw APIError.noSuchChannel }
        notify(try await cuts.stop(on: channel, at: hub.now(), in: context.tenant.id, context), of: context.tenant.id)
        return .noContent
    }

    /// Answers `getCut`: the cut; 404 if no cut has this ID.
    @Sendable
    func getCut(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Cut.ID(try request.parameter("cut")), let cut = try await cuts.cut(id, in: context.tenant.id)
        else {
            throw APIError.noSuchCut
        }
        return try Self.answer(cut, context)
    }

    /// Answers `updateCut`: the corrected cut. A change of the artist also removes the picture and replaces the person.
    @Sendable
    func updateCut(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Cut.ID(try request.parameter("cut")) else { throw APIError.noSuchCut }
        let patch = try request.mergePatch()
        let known = IfMatch(request)
        let outcome = try await cuts.correct(id, in: context.tenant.id, context) { cut in
            try known.check(try Self.answer(cut, context).fields["ETag"] ?? "")
            return try Self.applied(patch, to: cut)
        }
        notify(outcome.notice, of: context.tenant.id)
        return try Self.answer(outcome.cut, context)
    }

    /// Answers `findPerformances`: the plays that started in a period of at most 31 days, by default the last 24 hours, as JSON or CSV; 422 for more
    /// than 100,000 plays.
    @Sendable
    func findPerformances(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let channel = Channel.ID(try request.parameter("channel")) else { throw APIError.noSuchChannel }
        var query = try PlayingQuery(request)
        let now = hub.now()
        let period = try query.period(else: now.advanced(byMs: -86_400_000)..<now.advanced(byMs: 1), days: 31)
        try query.finish()
        let (slug, plays) = try await performances.performances(on: channel, in: period, context.tenant.id)
        let fields: Fields = ["Cache-Control": "no-store", "Vary": "Accept"]
        let views = plays.map(PerformanceView.init)
        guard request.fields["Accept"]?.contains("text/csv") ?? false else {
            return try .json(ListView(views), fields: fields)
        }
        var table = CSV(PerformanceView.columns)
        for view in views { table.append(view.cells(slug)) }
        return .bytes(table.bytes, mediaType: CSV.mediaType, fields: fields)
    }

    /// Returns the content and start of the cut with a patch applied. A patch cannot remove the start. Throws `APIError` 422 with all faults.
    private static func applied(_ patch: MergePatch, to cut: Cut) throws -> (content: CutDraft, startsAt: Instant?) {
        var patch = patch
        var content = CutDraft(cut)
        var startsAt = cut.startsAt
        patch.apply("title", to: &content.title)
        patch.apply("artist", to: &content.artist)
        patch.apply("album", to: &content.album)
        patch.apply("label", to: &content.label)
        patch.apply("isrc", to: &content.isrc)
        patch.apply("durationMs", to: &content.durationMs)
        patch.apply("kind", to: &content.kind)
        patch.apply("isMusic", to: &content.isMusic)
        patch.apply("listeners", to: &content.listeners)
        patch.apply("skips", to: &content.skips)
        patch.apply("startsAt", to: &startsAt)
        if startsAt == nil, cut.startsAt != nil {
            patch.refuse("startsAt", "must be an RFC 3339 date-time from 1970 to 2199, found null")
        } else if let startsAt, !PlayingQuery.range.contains(startsAt) {
            patch.refuse("startsAt", "must be an RFC 3339 date-time from 1970 to 2199, found \(startsAt)")
        }
        for fault in content.faults { patch.refuse(String(fault.field.dropFirst()), fault.reason) }
        try patch.finish()
        return (content, startsAt)
    }

    private static func answer(_ cut: Cut, _ context: RequestContext, status: Status = .ok) throws -> Response {
        .tagged(
            try .json(AdminCutView(cut), status: status, fields: ["Cache-Control": "no-store"]), in: context.tenant.id)
    }

    private func notify(_ notice: RadioNotice?, of tenant: TenantID) {
        if let notice { hub.receive(notice, of: tenant) }
    }
}
