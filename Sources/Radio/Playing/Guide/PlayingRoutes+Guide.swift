import HTTP
import Tenancy
import Web

extension PlayingRoutes {
    /// How far the schedule reaches in requests without `to`, in milliseconds: 14 days.
    static let aheadMs: Int64 = 1_209_600_000
    /// The maximum length of the period that `findSchedule` accepts, in days.
    static let dayLimit: Int64 = 62

    /// Answers `findSchedule`: the broadcasts that start in a period or on a day, by default from the start of the buffer to 14 days ahead, as JSON
    /// or JSON-LD.
    @Sendable
    func findSchedule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channel(in: snapshot)
        let studioTime = RadioSnapshot.studioTime(channel.channel, at: hub.now())
        let period = try await period(of: request, channel, studioTime: studioTime, snapshot, context.tenant.id)
        let (airings, known) = try await airings(
            on: channel, startingIn: period, like: snapshot, in: context.tenant.id)
        var answer: Response
        if request.fields["Accept"]?.contains(BroadcastEvents.mediaType) ?? false {
            answer = try .json(
                BroadcastEvents(airings, on: channel.channel, in: known, base: context.tenant.origin.text),
                mediaType: BroadcastEvents.mediaType)
        } else {
            answer = try .json(GuideView(airings, studioTime: studioTime, in: known))
        }
        answer.fields["Vary"] = "Accept"
        return .tagged(answer, in: context.tenant.id)
    }

    /// Answers `findStartNow`: the broadcasts that started within the buffer before the requested time, earliest first (spec R17). The default time
    /// is that of the audio that listeners hear now.
    @Sendable
    func findStartNow(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channel(in: snapshot)
        var query = try PlayingQuery(request)
        let studioTime = try query.instant("at") ?? RadioSnapshot.studioTime(channel.channel, at: hub.now())
        try query.finish()
        let (airings, known) = try await airings(
            on: channel, startingIn: studioTime.advanced(byMs: 1 - snapshot.bufferMs)..<studioTime.advanced(byMs: 1),
            like: snapshot,
            in: context.tenant.id)
        return try .tagged(GuideView(airings, studioTime: studioTime, in: known), in: context.tenant.id)
    }

    /// Answers `findHotShows`: the editorial and the computed hot shows of the channel (spec R35).
    @Sendable
    func findHotShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let channel = try request.channel(in: snapshot)
        let (editorial, computed) = try await hot.lists(
            of: channel.channel.id, at: hub.now(), bufferMs: snapshot.bufferMs, in: context.tenant.id)
        let art = try await hub.store.art(Set((editorial + computed).compactMap(\.art)), in: context.tenant.id)
        return try .tagged(
            HotListView(
                items: editorial.map { HotListView.Item($0, art) }, computed: computed.map { HotListView.Item($0, art) }
            ),
            in: context.tenant.id)
    }

    /// Answers `findFeaturedShows`: the editorial and the computed featured shows of the tenant (spec R36).
    @Sendable
    func findFeaturedShows(_ request: Request, _ context: RequestContext) async throws -> Response {
        let snapshot = try await hub.snapshot(of: context.tenant.id)
        let (editorial, computed) = try await featured.lists(
            at: hub.now(), bufferMs: snapshot.bufferMs, in: context.tenant.id)
        let art = try await hub.store.art(Set((editorial + computed).compactMap(\.art)), in: context.tenant.id)
        return try .tagged(
            HotListView(
                items: editorial.map { HotListView.Item($0, art) }, computed: computed.map { HotListView.Item($0, art) }
            ),
            in: context.tenant.id)
    }

    /// Returns the channel's broadcasts that start in a period, by start, and the snapshot with their texts and pictures: `snapshot` if it covers the
    /// period, or else one from the database.
    func airings(
        on channel: LineUpChannel, startingIn period: Range<Instant>, like snapshot: RadioSnapshot, in tenant: TenantID
    ) async throws -> (airings: [Airing], snapshot: RadioSnapshot) {
        let known =
            if snapshot.covers.contains(period.lowerBound), snapshot.covers.contains(period.upperBound) {
                snapshot
            } else {
                try await hub.store.guide(of: channel, over: period, like: snapshot, in: tenant)
            }
        return (known.track(channel.channel.id).airings.filter { period.contains($0.startsAt) }, known)
    }

    private func period(
        of request: Request, _ channel: LineUpChannel, studioTime: Instant, _ snapshot: RadioSnapshot,
        _ tenant: TenantID
    ) async throws -> Range<Instant> {
        var query = try PlayingQuery(request)
        if let text = try query.word("date") {
            for name in ["from", "to"] where try query.word(name) != nil {
                query.refuse(name, "cannot be combined with \"date\": use either \"date\", or \"from\" and \"to\"")
            }
            // PostgreSQL would also accept other texts, such as "today".
            if Instant(rfc3339: text + "T00:00:00Z").map(PlayingQuery.range.contains) != true {
                query.refuse(
                    "date", "must be a day from 1970 to 2199, such as 2026-06-15, found \"\(text.prefix(100))\"")
            }
            try query.finish()
            return try await days.day(text, of: channel.channel.id, in: tenant)
        }
        let usual = studioTime.advanced(byMs: 1 - snapshot.bufferMs)..<studioTime.advanced(byMs: Self.aheadMs)
        let period = try query.period(else: usual, days: Self.dayLimit)
        try query.finish()
        return period
    }
}
