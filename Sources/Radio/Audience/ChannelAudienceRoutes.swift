import HTTP
import Tenancy
import Web

/// The endpoint of a channel's audience.
public struct ChannelAudienceRoutes: Sendable {
    private let database: TenantDatabase
    private let now: @Sendable () -> Instant

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        self.database = database
        self.now = now
    }

    public var routes: [Route] {
        [
            Route(
                "getChannelAudience", .get, "/api/v1/admin/channels/{channel}/audience",
                access: .permission(.viewStation), query: ["until"], endpoint: getChannelAudience)
        ]
    }

    /// Answers `getChannelAudience`: the audience figures of the 48 hours and the 30 days up to `until`. Without `until`, or if
    /// `until` is in the future, the current time applies.
    func getChannelAudience(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (audience, _) = try await ChannelAudienceStore(database: database).audience(request, context, at: now())
        return try .json(ChannelAudienceView(audience), fields: ["Cache-Control": "no-store"])
    }
}

extension ChannelAudienceStore {
    /// Returns the audience of the channel in the path of a request, and the instant at which its last hour and day end: the earlier of `until` in
    /// the query, if given, and `now`.
    ///
    /// - Throws: `APIError` 400 for a malformed query, 404 for an unknown channel, 422 for an invalid instant.
    package func audience(
        _ request: Request, _ context: RequestContext, at now: Instant
    ) async throws -> (audience: ChannelAudience, until: Instant) {
        var query = try PlayingQuery(request)
        let until = min(try query.instant("until") ?? now, now)
        try query.finish()
        guard let id = Channel.ID(try request.parameter("channel")),
            let audience = try await audience(of: id, until: until, in: context.tenant.id)
        else { throw APIError.noSuchChannel }
        return (audience, until)
    }
}
