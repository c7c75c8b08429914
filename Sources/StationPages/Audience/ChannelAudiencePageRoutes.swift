import HTTP
import Radio
import Tenancy
import Web

/// The route of a channel's audience page.
struct ChannelAudiencePageRoutes: Sendable {
    let database: TenantDatabase
    let now: @Sendable () -> Instant

    var routes: [Route] {
        [Route.stationPage("getChannelAudiencePage", "/station/channels/{channel}/audience", getChannelAudiencePage)]
    }

    /// Answers `getChannelAudiencePage`: the charts of the channel's audience up to `until`, by hour for 48 hours and by day for 30 days. The current
    /// time is the default, and replaces a later time.
    func getChannelAudiencePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let now = now()
        let (audience, until) = try await ChannelAudienceStore(database: database).audience(request, context, at: now)
        return ChannelAudiencePage(context: context, audience: audience, until: until, now: now).response()
    }
}
