import HTTP
import Tenancy
import Web

/// The endpoint of `/widget/{channel}`, which shows a channel's current and next broadcast in a frame on other sites.
public struct WidgetRoutes: Sendable {
    private let hub: PlayingHub
    private let clocks: WallClockStore

    public init(hub: PlayingHub, database: TenantDatabase) {
        self.hub = hub
        clocks = WallClockStore(database: database)
    }

    public var routes: [Route] {
        [Route("getWidget", .get, "/widget/{channel}", access: .everyone, errors: .page, endpoint: getWidget)]
    }

    /// Answers `getWidget`: the page of the channel with the ID or slug. The request is counted in the channel's audience figures.
    @Sendable
    func getWidget(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channelByAnyName(in: snapshot)
        snapshot.tallies[channel.channel.id]?.countNow()
        let studioTime = RadioSnapshot.studioTime(channel.channel, at: hub.now())
        let now = NowView(channel, at: studioTime, in: snapshot)
        let next = snapshot.track(channel.channel.id).airing(after: studioTime).map {
            PlayingAiringView($0, in: snapshot)
        }
        let instants = [now.airing?.startsAt, now.airing?.endsAt, next?.startsAt]
        let times = try await clocks.times(of: instants, in: channel.channel.timeZone, context.tenant.id)
        return WidgetPage(
            now: now, next: next, times: WidgetPage.Times(start: times[0], end: times[1], next: times[2]),
            tenantName: context.tenant.name
        ).response
    }
}
