import HTTP
import Tenancy
import Web

/// The endpoints for listeners' apps: the line-up, the current programmes, the timeline, the schedule, the hot and featured shows, and the events
/// (spec R12-R17, R25, R34-R36).
public struct PlayingRoutes: Sendable {
    let hub: PlayingHub
    let hot: HotStore
    let featured: FeaturedStore
    let days: DayStore

    public init(hub: PlayingHub, database: TenantDatabase) {
        self.hub = hub
        hot = HotStore(database: database)
        featured = FeaturedStore(database: database)
        days = DayStore(database: database)
    }

    public var routes: [Route] {
        return [
            Self.read("findCategories", "/api/v1/categories", findCategories),
            Self.read("findChannels", "/api/v1/channels", query: ["order", "platform"], findChannels),
            Self.read("getChannel", "/api/v1/channels/{channel}", getChannel),
            Self.read("getNow", "/api/v1/channels/{channel}/now", query: ["at"], getNow),
            Self.read("findNow", "/api/v1/now", findNow),
            Self.read("getTimeline", "/api/v1/channels/{channel}/timeline", query: ["at", "from", "to"], getTimeline),
            Self.read(
                "findSchedule", "/api/v1/channels/{channel}/schedule", query: ["date", "from", "to"], findSchedule),
            Self.read("findStartNow", "/api/v1/channels/{channel}/start-now", query: ["at"], findStartNow),
            Self.read("findHotShows", "/api/v1/channels/{channel}/hot", findHotShows),
            Self.read("findFeaturedShows", "/api/v1/featured", findFeaturedShows),
            Self.read("getRadioEvents", "/api/v1/events", query: ["channels"], getRadioEvents),
        ]
    }

    private static func read(
        _ operation: String, _ path: String, query: Set<String> = [], _ endpoint: @escaping Route.Endpoint
    ) -> Route {
        Route(operation, .get, path, access: .everyone, query: query, endpoint: endpoint)
    }

    /// Answers `findCategories`: the categories in the order of the line-up.
    @Sendable
    func findCategories(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .tagged(CategoryListView(try await hub.snapshot(of: context.tenant.id)), in: context.tenant.id)
    }

    /// Answers `findChannels`: the line-up in the requested order, by default by category, with the channel numbers of the requested platform, or
    /// else the general numbers.
    @Sendable
    func findChannels(_ request: Request, _ context: RequestContext) async throws -> Response {
        var query = try PlayingQuery(request)
        let order: LineUp.Order = try query.choice("order") ?? .category
        let platform = try query.word("platform")
        try query.finish()
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        // A platform without its own numbers uses the general ones.
        let known = platform.flatMap { name in snapshot.channels.contains { $0.numbers[name] != nil } ? name : nil }
        return try snapshot.answers.answer(LineUpAnswers.Key(order: order, platform: known)) {
            let lineUp = LineUp(snapshot.channels, categories: snapshot.categories, order: order, platform: known)
            return try .tagged(LineUpView(lineUp, on: known, in: snapshot), in: context.tenant.id)
        }
    }

    /// Answers `getChannel`: the channel as JSON or linked data; 404 if it is unknown or inactive. The request is counted in the channel's audience
    /// figures.
    @Sendable
    func getChannel(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let entry = try request.channel(in: snapshot)
        snapshot.tallies[entry.channel.id]?.countChannel()
        return try LinkedData.answer(request, context, plain: ChannelView(entry, in: snapshot)) { origin in
            entry.channel.linked(art: ArtView(snapshot.art(entry.channel.art), of: .channel), at: origin)
        }
    }

    /// Answers `getNow`: the programme at the requested time, by default the one that listeners hear now. The request is counted in the channel's
    /// audience figures.
    @Sendable
    func getNow(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channel(in: snapshot)
        var query = try PlayingQuery(request)
        let requested = try query.instant("at")
        try query.finish()
        snapshot.tallies[channel.channel.id]?.countNow()
        let at = requested ?? RadioSnapshot.studioTime(channel.channel, at: hub.now())
        let known = try await hub.snapshot(for: channel, from: at, through: at, like: snapshot, in: context.tenant.id)
        return try .tagged(NowView(channel, at: at, in: known), in: context.tenant.id)
    }

    /// Answers `findNow`: the current programmes of all channels, from memory.
    @Sendable
    func findNow(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await hub.cache(of: context.tenant.id).cache.nowResponse(in: context.tenant.id)
    }

    /// Answers `getTimeline`: the broadcasts, segments and cuts of a period of at most two days, by default the buffer.
    @Sendable
    func getTimeline(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channel(in: snapshot)
        var query = try PlayingQuery(request)
        let at = try query.instant("at") ?? RadioSnapshot.studioTime(channel.channel, at: hub.now())
        let window = TimelineView.window(at: at, bufferMs: snapshot.bufferMs)
        let period = try query.period(else: window, days: 2)
        try query.finish()
        let known = try await hub.snapshot(
            for: channel, from: period.lowerBound, through: period.upperBound, like: snapshot, in: context.tenant.id)
        return try .tagged(TimelineView(channel, window: window, period: period, in: known), in: context.tenant.id)
    }

    /// Answers `getRadioEvents`: a stream of server-sent events about the selected channels, by default all, beginning with their current programmes;
    /// if the field `Last-Event-ID` is given, only with those that have changed since that event. 503 if the tenant's streams already have too many
    /// different selections.
    @Sendable
    func getRadioEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (cache, snapshot) = try await hub.cache(of: context.tenant.id)
        var query = try PlayingQuery(request)
        var selection: Set<Channel.ID>?
        if let text = try query.word("channels") {
            let ids = text.split(separator: ",", omittingEmptySubsequences: false).map { Channel.ID($0) }
            if ids.contains(nil) {
                query.refuse(
                    "channels",
                    "must be channel IDs separated by commas, such as 12,15, found \"\(text.prefix(100))\"")
            } else if ids.count > 200 {
                query.refuse("channels", "must have at most 200 channel IDs, found \(ids.count)")
            }
            selection = Set(ids.compactMap { $0 })
        }
        try query.finish()
        if let unknown = selection?.filter({ snapshot.channel($0) == nil }).map(\.rawValue).min() {
            throw APIError(
                .notFound, code: .noSuchChannel,
                "no active channel has the ID \(unknown): GET /api/v1/channels lists the channels")
        }
        guard let events = cache.events(of: selection) else {
            throw APIError(
                .serviceUnavailable, code: .tooManySelections,
                "the server has event streams open for \(PlayingCache.selectionLimit) selections of channels, the "
                    + "maximum: try again in 30 seconds",
                retryAfter: 30)
        }
        return Response(content: .events(events, lastEventID: request.fields["Last-Event-ID"]))
    }
}

extension Request {
    /// Returns the active channel whose ID is in the path. Throws `APIError` 404 if there is none.
    func channel(in snapshot: RadioSnapshot) throws(APIError) -> LineUpChannel {
        guard let id = Channel.ID(try parameter("channel")), let channel = snapshot.channel(id) else {
            throw .unknownChannel
        }
        return channel
    }

    /// Returns the active channel whose ID or slug is in the path. Throws `APIError` 404 if there is none.
    func channelByAnyName(in snapshot: RadioSnapshot) throws(APIError) -> LineUpChannel {
        let name = try parameter("channel")
        guard let channel = Channel.ID(name).flatMap(snapshot.channel) ?? snapshot.channel(slug: name) else {
            throw APIError(
                .notFound, code: .noSuchChannel, "no active channel has this ID or slug: check the ID or the slug")
        }
        return channel
    }
}

extension APIError {
    static let noSuchChannel = APIError(
        .notFound, code: .noSuchChannel, "this channel does not exist: check the ID")
}
