import HTTP
import Tenancy
import Web

/// A channel's audience: as JSON, and as a page.
struct ChannelAudienceRoutes: Sendable {
    let database: TenantDatabase
    let now: @Sendable () -> Instant

    var routes: [Route] {
        [
            Route(
                "getChannelAudience", .get, "/api/v1/admin/channels/{channel}/audience",
                access: .permission(.viewStation), query: ["until"], endpoint: getChannelAudience),
            Route(
                "getChannelAudiencePage", .get, "/station/channels/{channel}/audience",
                access: .permission(.viewStation), errors: .page, endpoint: getChannelAudiencePage),
        ]
    }

    /// Answers `getChannelAudience`.
    func getChannelAudience(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (audience, _) = try await audience(request, context, at: now())
        return try .json(ChannelAudienceView(audience), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `getChannelAudiencePage`.
    func getChannelAudiencePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let now = now()
        let (audience, until) = try await audience(request, context, at: now)
        return ChannelAudiencePage(context: context, audience: audience, until: until, now: now).response()
    }

    private func audience(
        _ request: Request, _ context: RequestContext, at now: Instant
    ) async throws -> (audience: ChannelAudience, until: Instant) {
        var query = try PlayingQuery(request)
        // Future figures do not exist yet.
        let until = min(try query.instant("until") ?? now, now)
        try query.finish()
        guard let id = Channel.ID(try request.parameter("channel")),
            let audience = try await ChannelAudienceStore(database: database).audience(
                of: id, until: until, in: context.tenant.id)
        else { throw APIError.noSuchChannel }
        return (audience, until)
    }
}
