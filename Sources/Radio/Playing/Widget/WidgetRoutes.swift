import HTTP
import Tenancy
import Web

/// The endpoint of `/widget/{channel}`, which shows the current and the next broadcast of a channel in frames of other
/// sites.
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

    /// Answers `getWidget`.
    @Sendable
    func getWidget(_ request: Request, _ context: RequestContext) async throws -> Response {
        let scene = try await hub.scene(of: context.tenant.id)
        let channel = try request.channelByAnyName(in: scene)
        scene.tallies[channel.channel.id]?.countNow()
        let heard = RadioScene.heard(channel.channel, at: hub.now())
        let now = NowView(channel, at: heard, in: scene)
        let next = scene.track(channel.channel.id).airing(after: heard).map { PlacedAiringView($0, in: scene) }
        let instants = [now.airing?.startsAt, now.airing?.endsAt, next?.startsAt]
        let times = try await clocks.times(of: instants, in: channel.channel.timeZone, context.tenant.id)
        return WidgetPage(
            now: now, next: next, times: WidgetPage.Times(start: times[0], end: times[1], next: times[2])
        ).response
    }
}
