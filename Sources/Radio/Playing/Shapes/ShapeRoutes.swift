import HTTP
import Tenancy
import Web

/// The endpoints of the current programmes in the formats of AzuraCast and Icecast (spec E10).
public struct ShapeRoutes: Sendable {
    private let hub: PlayingHub
    private let playing: PlayingRoutes
    private let startedAt: Instant

    public init(hub: PlayingHub, database: TenantDatabase) {
        self.hub = hub
        startedAt = hub.now()
        playing = PlayingRoutes(hub: hub, database: database)
    }

    public var routes: [Route] {
        [
            Route("findAzuraNow", .get, "/api/nowplaying", access: .everyone, endpoint: findAzuraNow),
            Route("getAzuraNow", .get, "/api/nowplaying/{channel}", access: .everyone, endpoint: getAzuraNow),
            Route("findAzuraStations", .get, "/api/stations", access: .everyone, endpoint: findAzuraStations),
            Route("getAzuraStation", .get, "/api/station/{channel}", access: .everyone, endpoint: getAzuraStation),
            Route(
                "getAzuraSchedule", .get, "/api/station/{channel}/schedule", access: .everyone,
                endpoint: getAzuraSchedule),
            Route(
                "getIcecastStatus", .get, "/status-json.xsl", access: .everyone, errors: .plain,
                endpoint: getIcecastStatus),
        ]
    }

    /// Pages of other origins may read these documents, because they contain no account data.
    private static let fields: Fields = ["Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache"]

    /// Answers `findAzuraNow`: the current programmes of all channels.
    @Sendable
    func findAzuraNow(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let now = hub.now()
        let views = Self.lineUp(snapshot).map {
            AzuraNowView(
                $0, at: RadioSnapshot.studioTime($0.channel, at: now), in: snapshot, base: context.tenant.origin.text)
        }
        // No entity tag, because the elapsed time of a song changes every second.
        return try .json(views, fields: Self.fields)
    }

    /// Answers `getAzuraNow`: the current programme of the channel with the ID or slug. The request is counted in the channel's audience figures.
    @Sendable
    func getAzuraNow(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channelByAnyName(in: snapshot)
        snapshot.tallies[channel.channel.id]?.countNow()
        let view = AzuraNowView(
            channel, at: RadioSnapshot.studioTime(channel.channel, at: hub.now()), in: snapshot,
            base: context.tenant.origin.text)
        return try .json(view, fields: Self.fields)
    }

    /// Answers `findAzuraStations`: all channels of the line-up.
    @Sendable
    func findAzuraStations(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let views = Self.lineUp(snapshot).map { AzuraStation($0, base: context.tenant.origin.text) }
        return .tagged(try .json(views, fields: Self.fields), in: context.tenant.id)
    }

    /// Answers `getAzuraStation`: the channel with the ID or slug. The request is counted in the channel's audience figures.
    @Sendable
    func getAzuraStation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channelByAnyName(in: snapshot)
        snapshot.tallies[channel.channel.id]?.countChannel()
        let view = AzuraStation(channel, base: context.tenant.origin.text)
        return .tagged(try .json(view, fields: Self.fields), in: context.tenant.id)
    }

    /// Answers `getAzuraSchedule`: the current broadcast and those of the next 14 days, at most `rows` in all (1 to 100, by default 5).
    @Sendable
    func getAzuraSchedule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channelByAnyName(in: snapshot)
        let fields = try request.queryFields()
        let rows = try fields.optional("rows") == nil ? 5 : try fields.integer("rows", in: 1...100)
        let studioTime = RadioSnapshot.studioTime(channel.channel, at: hub.now())
        let running = snapshot.track(channel.channel.id).moment(at: studioTime).airing
        let (airings, known) = try await playing.airings(
            on: channel, startingIn: studioTime.advanced(byMs: 1)..<studioTime.advanced(byMs: PlayingRoutes.aheadMs),
            like: snapshot,
            in: context.tenant.id)
        let all =
            (running.map { [AzuraScheduleRow($0, at: studioTime, in: snapshot)] } ?? [])
            + airings.map { AzuraScheduleRow($0, at: studioTime, in: known) }
        return .tagged(try .json(Array(all.prefix(rows)), fields: Self.fields), in: context.tenant.id)
    }

    /// Answers `getIcecastStatus`: Icecast's status document.
    @Sendable
    func getIcecastStatus(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let status = IcecastStatus(
            snapshot, at: hub.now(), host: context.tenant.origin.host, location: context.tenant.name,
            startedAt: startedAt)
        return .tagged(try .json(status, fields: Self.fields), in: context.tenant.id)
    }

    private static func lineUp(_ snapshot: RadioSnapshot) -> [LineUpChannel] {
        LineUp(snapshot.channels, categories: snapshot.categories, order: .category, platform: nil).channels
    }
}
